//! The exact solution of small boards, against plain recursion and against players.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use std::sync::Arc;

use tilewright_2048::{
    Board, BoardError, ClassicPlayer, Depth, Expectimax, FOUR_PROBABILITY, GreedyPlayer,
    PerfectPlayer, Player, RandomPlayer, Setup, Solution, SolveProgress, play,
};
use tilewright_grid::{Estimate, Heading, Seed, Size};

/// The value of a board by plain recursion, with nothing but a list of what is known.
fn recursive(board: Board, known: &mut BTreeMap<Board, f64>) -> f64 {
    if let Some(&value) = known.get(&board) {
        return value;
    }
    let mut most: f64 = 0.0;
    for (_, slide) in board.slides() {
        let cells: Vec<usize> = slide.board.empty_cells().collect();
        let mut sum = 0.0;
        for &cell in &cells {
            sum += (1.0 - FOUR_PROBABILITY)
                * recursive(slide.board.with_code(cell, 1), known);
            sum += FOUR_PROBABILITY * recursive(slide.board.with_code(cell, 2), known);
        }
        most = most.max(slide.gain as f64 + sum / cells.len() as f64);
    }
    known.insert(board, most);
    most
}

#[test]
fn solutions_agree_with_plain_recursion() {
    for size in [Size::new(2, 2), Size::new(2, 3)] {
        let solution = Solution::new(size, FOUR_PROBABILITY).unwrap();
        let (start, value) = solution.best_start();
        let expected = recursive(start, &mut BTreeMap::new());
        assert!((value - expected).abs() < 1e-9 * expected, "{value} {expected}");
        assert!(solution.mean_start() <= value);
    }
}

#[test]
fn solutions_know_what_every_move_is_worth() {
    let size = Size::new(2, 3);
    let solution = Solution::new(size, FOUR_PROBABILITY).unwrap();
    let mut known = BTreeMap::new();
    recursive("2 2 0\n0 0 0".parse().unwrap(), &mut known);
    assert!(known.len() > 20_000, "{}", known.len());
    for (&board, &value) in known.iter().step_by(97) {
        let found = solution.value(board).unwrap();
        assert!(
            (found - value).abs() < 1e-9 * value.max(1.0),
            "{found} {value}\n{board}"
        );
        let values = solution.values(board);
        let most = values.into_iter().flatten().fold(0.0, f64::max);
        assert!((most - value).abs() < 1e-9 * value.max(1.0), "{values:?}\n{board}");
        for (heading, value) in Heading::ALL.into_iter().zip(values) {
            assert_eq!(value.is_some(), board.slide(heading).is_some());
        }
        let best = solution.best(board).map_or(0.0, |(_, value)| value);
        assert_eq!(best.to_bits(), most.to_bits());
    }
    // A game begins with two tiles, so none comes to these.
    let never: Board = "2 0 0\n0 0 0".parse().unwrap();
    assert_eq!(solution.best(never), None);
    assert_eq!(solution.value("128 128 128\n64 64 64".parse().unwrap()), None);
}

#[test]
fn nobody_plays_better_than_the_solution() {
    let size = Size::new(2, 3);
    let solution = Solution::new(size, FOUR_PROBABILITY).unwrap();
    let optimum = solution.mean_start();
    let setup = Setup { size, four_probability: FOUR_PROBABILITY, seed: Seed(1) };
    let scores = |player: &(dyn Fn() -> Box<dyn Player> + Sync)| {
        let outcomes = play(&setup, player, 0..400).unwrap();
        Estimate::of_mean(outcomes.into_iter().map(|outcome| outcome.score as f64))
    };
    let solution = Arc::new(solution);
    let perfect =
        play(&setup, || PerfectPlayer::new(Arc::clone(&solution)), 0..4000).unwrap();
    let perfect =
        Estimate::of_mean(perfect.into_iter().map(|outcome| outcome.score as f64));
    assert!((perfect.mean - optimum).abs() < 2.0 * perfect.half_width(), "{perfect:?}");
    let random = scores(&|| Box::new(RandomPlayer));
    let greedy = scores(&|| Box::new(GreedyPlayer));
    let classic = scores(&|| Box::new(ClassicPlayer::new(-1e8)));
    let expectimax =
        scores(&|| Box::new(Expectimax::new(Depth::Adaptive, FOUR_PROBABILITY)));
    assert!(random.ci95[1] < greedy.ci95[0], "{random:?} {greedy:?}");
    for player in [random, greedy, classic, expectimax] {
        assert!(player.ci95[0] < optimum, "{player:?}");
    }
    assert!(classic.ci95[1] > random.ci95[1], "{classic:?}");
    assert!(expectimax.ci95[0] > greedy.ci95[1], "{expectimax:?} {greedy:?}");
}

#[test]
fn only_small_boards_are_solved() {
    let error = Solution::new(Size::new(2, 5), FOUR_PROBABILITY).unwrap_err();
    assert_eq!(
        error.to_string(),
        "only boards of at most 9 cells can be solved, found 2 × 5"
    );
    assert!(Solution::new(Size::new(1, 4), FOUR_PROBABILITY).is_err());
    let solution = Solution::new(Size::new(2, 2), FOUR_PROBABILITY).unwrap();
    assert_eq!(solution.value("2 4 8\n0 0 0".parse().unwrap()), None);
}

#[test]
fn how_far_a_solution_is_can_be_watched() {
    let (mut found, mut solved) = (Vec::new(), Vec::new());
    let solution = Solution::with_progress(Size::new(2, 3), 0.1, |now| match now {
        SolveProgress::Found(positions) => {
            found.push(positions);
            ControlFlow::Continue(())
        }
        SolveProgress::Solved { positions, of } => {
            solved.push((positions, of));
            ControlFlow::Continue(())
        }
    });
    let all = solution.unwrap().position_count() as u64;
    assert!(found.is_sorted() && solved.is_sorted() && solved.len() > 10);
    assert_eq!(found.last(), Some(&all));
    assert_eq!(solved.last(), Some(&(all, all)));
}

#[test]
fn a_solution_stops_at_any_layer() {
    let solve = |last: u32| {
        let mut looks = 0;
        let solution = Solution::with_progress(Size::new(2, 2), 0.1, |_| {
            looks += 1;
            if looks == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (solution.map(drop), looks)
    };
    let (whole, looks) = solve(u32::MAX);
    assert!(whole.is_ok() && looks > 20, "{looks}");
    for last in 1..=looks {
        let (stopped, looks) = solve(last);
        assert!(matches!(stopped, Err(BoardError::Cancelled)) && looks == last, "{last}");
    }
}

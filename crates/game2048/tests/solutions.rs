//! The exact solution of small boards, against plain recursion and against players.

use std::collections::BTreeMap;

use tilewright_2048::{
    Board, Classic, FOURS, Greedy, Player, Random, Solution, Table, play,
};
use tilewright_grid::{Estimate, Heading, Rng, Seed, Size};

/// The worth of a board by plain recursion, with nothing but a list of what is known.
fn recursive(board: Board, known: &mut BTreeMap<Board, f64>) -> f64 {
    if let Some(&worth) = known.get(&board) {
        return worth;
    }
    let mut most: f64 = 0.0;
    for (_, slide) in board.slides() {
        let cells: Vec<usize> = slide.board.empty_cells().collect();
        let mut sum = 0.0;
        for &cell in &cells {
            sum += (1.0 - FOURS) * recursive(slide.board.with_code(cell, 1), known);
            sum += FOURS * recursive(slide.board.with_code(cell, 2), known);
        }
        most = most.max(slide.gain as f64 + sum / cells.len() as f64);
    }
    known.insert(board, most);
    most
}

#[test]
fn solutions_agree_with_plain_recursion() {
    for size in [Size::new(2, 2), Size::new(2, 3)] {
        let solution = Solution::new(size, FOURS).unwrap();
        let (start, worth) = solution.best_start();
        let expected = recursive(start, &mut BTreeMap::new());
        assert!((worth - expected).abs() < 1e-9 * expected, "{worth} {expected}");
        assert!(solution.mean_start(FOURS) <= worth);
    }
}

/// Plays the exactly best moves.
struct Perfect<'a>(&'a Solution);

impl Player for Perfect<'_> {
    fn choose(&mut self, board: Board, _: &mut Rng) -> Option<Heading> {
        Some(self.0.best(board, FOURS)?.0)
    }
}

#[test]
fn nobody_plays_better_than_the_solution() {
    let size = Size::new(2, 3);
    let solution = Solution::new(size, FOURS).unwrap();
    let optimum = solution.mean_start(FOURS);
    let table = Table { size, fours: FOURS, seed: Seed(1) };
    let scores = |player: &(dyn Fn() -> Box<dyn Player> + Sync)| {
        let outcomes = play(&table, player, 0..400).unwrap();
        Estimate::of_mean(outcomes.into_iter().map(|outcome| outcome.score as f64))
    };
    let perfect = play(&table, || Perfect(&solution), 0..4000).unwrap();
    let perfect =
        Estimate::of_mean(perfect.into_iter().map(|outcome| outcome.score as f64));
    assert!((perfect.mean - optimum).abs() < 2.0 * perfect.half_width(), "{perfect:?}");
    let random = scores(&|| Box::new(Random));
    let greedy = scores(&|| Box::new(Greedy));
    let classic = scores(&|| Box::new(Classic::new(-1e8)));
    assert!(random.ci95[1] < greedy.ci95[0], "{random:?} {greedy:?}");
    for player in [random, greedy, classic] {
        assert!(player.ci95[0] < optimum, "{player:?}");
    }
    assert!(classic.ci95[1] > random.ci95[1], "{classic:?}");
}

#[test]
fn only_small_boards_are_solved() {
    let error = Solution::new(Size::new(2, 5), FOURS).unwrap_err();
    assert_eq!(error.to_string(), "2 × 5 cells are too many to solve: at most 9");
    assert!(Solution::new(Size::new(1, 4), FOURS).is_err());
    let solution = Solution::new(Size::new(2, 2), FOURS).unwrap();
    assert_eq!(solution.worth("2 4 8\n0 0 0".parse().unwrap()), None);
}

//! The searches of the players, compared with simple searches of the same depth.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tilewright_2048::{
    Board, Depth, Expectimax, GreedyPlayer, MAX_PLIES, Network, NetworkPlayer, Outcome,
    Player, Setup, Stopwatch, play,
};
use tilewright_grid::{Heading, Seed, Size};

/// Boards from games.
fn boards() -> Vec<Board> {
    boards_of(Size::new(4, 4))
}

fn boards_of(size: Size) -> Vec<Board> {
    let mut boards = Vec::new();
    for game in 0..4 {
        let mut rng = Seed(game).rng();
        let mut board = Board::empty(size).unwrap().spawn(0.1, &mut rng);
        while let Some(heading) = GreedyPlayer.choose(board, &mut rng) {
            board = board.slide(heading).unwrap().board.spawn(0.1, &mut rng);
            boards.push(board);
        }
    }
    boards
}

/// The best move and its value by a simple search to a depth in plies.
fn best(
    board: Board,
    plies: u32,
    has_gains: bool,
    worth: &dyn Fn(Board) -> f64,
) -> Option<(Heading, f64)> {
    let mut best: Option<(Heading, f64)> = None;
    for (heading, slide) in board.slides() {
        let mut value = worth(slide.board);
        if plies > 1 {
            let cells: Vec<usize> = slide.board.empty_cells().collect();
            value = 0.0;
            for &cell in &cells {
                for (code, share) in [(1, 0.9), (2, 0.1)] {
                    let next = slide.board.with_code(cell, code);
                    let next = self::best(next, plies - 1, has_gains, worth);
                    value += share * next.map_or(0.0, |(_, value)| value);
                }
            }
            value /= cells.len() as f64;
        }
        if has_gains {
            value += slide.gain as f64;
        }
        if best.is_none_or(|(_, most)| value > most) {
            best = Some((heading, value));
        }
    }
    best
}

#[test]
fn a_network_search_finds_what_a_simple_search_finds() {
    let network = Network::ready();
    let worth = |board: Board| f64::from(network.value(board));
    for plies in 1..=2 {
        let mut player = NetworkPlayer::new(Arc::clone(&network), plies, 0.0, 0.1);
        for board in boards().into_iter().step_by(17) {
            let expected =
                best(board, plies, true, &worth).unwrap_or((Heading::North, 0.0));
            let evaluation = player.evaluate(board);
            if evaluation.choice.is_none() {
                continue;
            }
            assert!((evaluation.value - expected.1).abs() < 1e-4 * expected.1, "{board}");
        }
    }
}

#[test]
fn expectimax_finds_what_a_simple_search_finds() {
    let tables = Expectimax::new(Depth::Fixed(1), 0.1);
    let tables = std::cell::RefCell::new(tables);
    let worth = |board: Board| tables.borrow_mut().evaluate(board).evaluation;
    for depth in 1..=2 {
        let mut player = Expectimax::new(Depth::Fixed(depth), 0.1);
        for (rows, columns) in [(4, 4), (3, 3), (2, 5), (5, 4)] {
            for board in boards_of(Size::new(rows, columns)).into_iter().step_by(23) {
                let plain = best(board, depth, false, &worth);
                let Some((_, expected)) = plain else { continue };
                let value = player.evaluate(board).value;
                assert!((value - expected).abs() < 1e-5 * expected.abs(), "{board}");
            }
        }
    }
}

/// A clock whose time is over after a number of checks.
struct Counted {
    most: u32,
    asked: Arc<AtomicU32>,
}

impl Stopwatch for Counted {
    fn begin(&mut self) {
        self.asked.store(0, Ordering::Relaxed);
    }

    fn is_over(&mut self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) >= self.most
    }
}

#[test]
fn a_timed_search_ends_with_a_legal_move() {
    let watch = Counted { most: 2, asked: Arc::default() };
    let mut player = Expectimax::new(Depth::Timed(Box::new(watch)), 0.1);
    let mut rng = Seed(1).rng();
    for board in boards().into_iter().step_by(40) {
        let heading = player.choose(board, &mut rng);
        assert_eq!(heading.is_some(), board.has_move());
        assert!(heading.is_none_or(|heading| board.slide(heading).is_some()));
    }
}

#[test]
fn a_timed_network_search_deepens_until_the_time_is_over() {
    let timed = |most| {
        let watch = Counted { most, asked: Arc::default() };
        NetworkPlayer::timed(Network::ready(), Box::new(watch), 0.0, 0.0)
    };
    // Without 4s their number on a path does not matter.
    let fixed = |plies| NetworkPlayer::new(Network::ready(), plies, 0.0, 0.0);
    // However little time there is, a move is made.
    let mut rng = Seed(1).rng();
    for board in boards().into_iter().step_by(97) {
        let heading = timed(0).choose(board, &mut rng);
        assert_eq!(heading.is_some(), board.has_move(), "{board}");
    }
    // Few moves can follow, so that even the deepest search is completed.
    let narrow = "2 4 8 16\n32 64 128 256\n512 1024 2048 4096\n8 16 8192 2";
    let narrow: Board = narrow.replace("8 16 8192 2", "2 2 8192 2").parse().unwrap();
    assert_eq!(timed(u32::MAX).values(narrow), fixed(MAX_PLIES).values(narrow));
    // The only move is to the right, so that a search is finished or not. Values of completed searches are remembered and
    // help the next search; values of the cancelled search are not.
    let board: Board = "2 4 8 0\n4 8 16 0\n2 4 8 0\n4 8 16 0".parse().unwrap();
    let fixed: Vec<_> = (1..=5).map(|plies| fixed(plies).values(board)).collect();
    let depth = |player: &mut NetworkPlayer<'_>| {
        let values = player.values(board);
        1 + fixed
            .iter()
            .position(|fixed| *fixed == values)
            .expect("a search of some depth")
    };
    let mut player = timed(12);
    let (first, again) = (depth(&mut player), depth(&mut player));
    assert!((4..=5).contains(&first) && again >= first, "{first} {again}");
    assert!(depth(&mut timed(0)) < first);
}

#[test]
fn a_timed_search_uses_its_time() {
    let board: Board = "0 2 0 2\n4 8 0 0\n256 64 8 4\n2048 512 128 16".parse().unwrap();
    for most in [1, 100, 1000] {
        let asked = Arc::new(AtomicU32::new(0));
        let watch = Counted { most, asked: Arc::clone(&asked) };
        let mut player = Expectimax::new(Depth::Timed(Box::new(watch)), 0.1);
        assert!(player.choose(board, &mut Seed(1).rng()).is_some());
        let asked = asked.load(Ordering::Relaxed);
        assert!((most + 1..most + 10).contains(&asked), "{asked} of {most}");
    }
}

#[test]
fn games_are_the_same_on_any_number_of_threads() {
    let games = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let setup = Setup { size: Size::new(4, 4), four_probability: 0.1, seed: Seed(6) };
        let player = || Expectimax::new(Depth::Fixed(2), 0.1);
        pool.install(|| play(&setup, player, 0..6).unwrap())
    };
    assert_eq!(games(1), games(3));
}

#[test]
fn a_game_is_the_same_for_ever() {
    let setup = Setup { size: Size::new(4, 4), four_probability: 0.1, seed: Seed(1) };
    let outcome = |player: &(dyn Fn() -> Box<dyn Player> + Sync)| {
        play(&setup, player, 0..1).unwrap()[0]
    };
    let greedy = outcome(&|| Box::new(GreedyPlayer));
    let expectimax = outcome(&|| Box::new(Expectimax::new(Depth::Fixed(2), 0.1)));
    let ready = Network::ready();
    let network =
        outcome(&|| Box::new(NetworkPlayer::new(Arc::clone(&ready), 1, 0.0, 0.1)));
    let told = [greedy, expectimax, network];
    let told = told
        .map(|Outcome { score, moves, largest }| format!("{score} {moves} {largest}"));
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn the_worst_board_is_better_than_a_lost_one() {
    // A move up fills the board for good, the others do not.
    let boards = [
        "32 16 4 32\n8 16384 8 4\n16 4 8 64\n4 8 32 32",
        "256 4 256 4\n64 4096 2 4\n2 64 4 4\n256 2 16 256",
    ];
    let is_over = |board: Board, heading| {
        let after = board.slide(heading).expect("the move is legal").board;
        let codes = [1, 2];
        let next = after
            .empty_cells()
            .flat_map(|cell| codes.map(|code| after.with_code(cell, code)));
        next.into_iter().all(|board| !board.has_move())
    };
    for board in boards.map(|text| text.parse::<Board>().unwrap()) {
        for depth in 2..=3 {
            let mut player = Expectimax::new(Depth::Fixed(depth), 0.1);
            let evaluation = player.evaluate(board);
            assert!(
                evaluation.evaluation > 0.0 && evaluation.value > 0.0,
                "{evaluation:?}"
            );
            assert!(
                !is_over(board, evaluation.choice.unwrap()),
                "{evaluation:?}\n{board}"
            );
        }
    }
    let mut player = Expectimax::new(Depth::Fixed(2), 0.1);
    let large: Board = "32 16 4 2\n8 8192 8 4\n16 4 4 2".parse().unwrap();
    assert!(player.evaluate(large).value > 0.0);
}

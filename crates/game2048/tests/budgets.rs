//! Searches within a number of nodes, compared with searches of a fixed depth.

use std::collections::BTreeSet;

use tilewright_2048::{
    Board, Depth, Expectimax, GreedyPlayer, MAX_PLIES, Network, NetworkPlayer, Player,
    Session, Setup, play,
};
use tilewright_grid::{Seed, Size};
use tilewright_play::Session as _;

fn network(nodes: u64) -> NetworkPlayer<'static> {
    NetworkPlayer::within(Network::ready(), nodes, 0.0, 0.1)
}

fn network_of(plies: u32) -> NetworkPlayer<'static> {
    NetworkPlayer::new(Network::ready(), plies, 0.0, 0.1)
}

fn expectimax(nodes: u64) -> Expectimax<'static> {
    Expectimax::new(Depth::Nodes(nodes), 0.1)
}

/// Boards from a game.
fn boards(size: Size) -> Vec<Board> {
    let mut rng = Seed(3).rng();
    let mut boards = Vec::new();
    let mut board = Board::empty(size).unwrap().spawn(0.1, &mut rng);
    while let Some(heading) = GreedyPlayer.choose(board, &mut rng) {
        board = board.slide(heading).unwrap().board.spawn(0.1, &mut rng);
        boards.push(board);
    }
    boards
}

/// The number of different boards after a move: what a search of two plies expands.
fn afterstates(board: Board) -> u64 {
    board.slides().map(|(_, slide)| slide.board).collect::<BTreeSet<_>>().len() as u64
}

#[test]
fn two_plies_take_as_many_nodes_as_there_are_boards_after_a_move() {
    for board in boards(Size::new(4, 4)) {
        let nodes = afterstates(board);
        let [one, two] = [1, 2].map(|plies| network_of(plies).values(board));
        assert_eq!(network(nodes).values(board), two);
        assert_eq!(network(0).values(board), one);
        if nodes < 2 {
            continue;
        }

        // The best move by one ply comes first. A move that was not searched any more keeps its distance to it.
        let best = |values: &[Option<f64>; 4]| {
            values.iter().flatten().copied().fold(f64::MIN, f64::max)
        };
        let first = one.iter().position(|value| *value == Some(best(&one))).unwrap();
        let change = two[first].unwrap() - one[first].unwrap();
        let partly = network(nodes - 1).values(board);
        assert_eq!(partly[first], two[first]);
        for (at, value) in partly.into_iter().enumerate() {
            let Some(value) = value else { continue };
            let either = [two[at].unwrap(), one[at].unwrap() + change];
            assert!(either.iter().any(|it| (it - value).abs() < 1.0), "{board}");
        }
    }

    // The search has the weights of deep ones, and its first pass looks further ahead on boards that are nearly full.
    let weights = tilewright_2048::ExpectimaxWeights::default();
    let fixed = |plies| Expectimax::weighted(&weights, Depth::Fixed(plies), 0.1);
    let (mut one, mut two) = (fixed(1), fixed(2));
    for size in [Size::new(4, 4), Size::new(3, 5)] {
        let wide = |board: &Board| {
            board.has_move() && board.slides().all(|(_, it)| it.board.empty_count() > 6)
        };
        for board in boards(size).into_iter().filter(wide).step_by(3) {
            let nodes = afterstates(board);
            assert_eq!(expectimax(nodes).values(board), two.values(board), "{board}");
            assert_eq!(expectimax(nodes - 1).values(board), one.values(board), "{board}");
        }
    }
}

#[test]
fn a_move_within_nodes_depends_on_its_board_alone() {
    let players: [fn(u64) -> Box<dyn Player>; 2] =
        [|nodes| Box::new(network(nodes)), |nodes| Box::new(expectimax(nodes))];
    for new in players {
        let mut old = new(300);
        for board in boards(Size::new(4, 4)).into_iter().step_by(9) {
            let values = new(300).values(board);
            assert_eq!(old.values(board), values);
            assert_eq!(old.values(board), values, "asked again");
            let best = values.into_iter().flatten().fold(f64::NEG_INFINITY, f64::max);
            let choice = old.choose(board, &mut Seed(1).rng());
            assert!(choice.is_none_or(|it| values[it as usize] == Some(best)), "{board}");
        }
    }
}

#[test]
fn more_nodes_search_deeper_and_end_at_the_largest_depth() {
    let narrow = "2 4 8 16\n32 64 128 256\n512 1024 2048 4096\n2 2 8192 2";
    let narrow: Board = narrow.parse().unwrap();
    // Without 4s they are not limited.
    let within = |nodes| NetworkPlayer::within(Network::ready(), nodes, 0.0, 0.0);
    let fixed = |plies| NetworkPlayer::new(Network::ready(), plies, 0.0, 0.0);
    assert_eq!(within(u64::MAX).values(narrow), fixed(MAX_PLIES).values(narrow));

    // The only move is to the right, so that a search is finished or not.
    let board: Board = "2 4 8 0\n4 8 16 0\n2 4 8 0\n4 8 16 0".parse().unwrap();
    let fixed: Vec<_> = (1..=5).map(|plies| fixed(plies).values(board)).collect();
    let depth = |nodes: u64| {
        let values = within(nodes).values(board);
        fixed.iter().position(|fixed| *fixed == values).expect("a search of some depth")
    };
    let depths: Vec<_> = [0, 5, 50, 300].map(depth).into();
    assert!(depths.is_sorted() && depths[0] == 0 && depths[3] >= 2, "{depths:?}");
}

#[test]
fn where_4s_are_frequent_they_are_not_limited() {
    let board: Board = "2 4 8 0\n4 8 16 0\n2 4 8 0\n4 8 16 0".parse().unwrap();
    for four_probability in [0.5, 1.0] {
        let within = |nodes| {
            NetworkPlayer::within(Network::ready(), nodes, 0.0, four_probability)
                .values(board)
        };
        let fixed = |plies| {
            NetworkPlayer::new(Network::ready(), plies, 0.0, four_probability)
                .values(board)
        };
        let fixed: Vec<_> = (1..=4).map(fixed).collect();
        let depth = |nodes| fixed.iter().position(|fixed| *fixed == within(nodes));
        let depths = [0, 5, 60].map(depth);
        assert!(depths.is_sorted() && depths[2] >= Some(2), "{depths:?}");
    }
}

#[test]
fn a_lost_board_in_an_unfinished_search_does_not_hide_the_others() {
    // Up loses at once, and what the other moves are worth is known only by one ply.
    let board: Board = "32 16 4 32\n8 16384 8 4\n16 4 8 64\n4 8 32 32".parse().unwrap();
    for nodes in 0..40 {
        let mut player =
            NetworkPlayer::within(Network::ready(), nodes, f64::NEG_INFINITY, 0.1);
        let values = player.values(board);
        assert!(values.iter().flatten().all(|value| !value.is_nan()), "{values:?}");
        assert!(player.choose(board, &mut Seed(1).rng()).is_some());
    }
}

#[test]
fn games_within_nodes_are_the_same_on_any_number_of_threads() {
    let games = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let setup = Setup { size: Size::new(4, 4), four_probability: 0.1, seed: Seed(6) };
        pool.install(|| {
            let by_network = play(&setup, || network(40), 0..3).unwrap();
            (by_network, play(&setup, || expectimax(40), 0..3).unwrap())
        })
    };
    assert_eq!(games(1), games(3));
}

#[test]
fn a_hint_within_nodes_is_the_same_after_others() {
    let setup = Setup::new(Size::new(4, 4), Seed(4));
    let mut session = Session::new(setup, 0).unwrap();
    let mut player = network(200);
    for _ in 0..20 {
        let made = session.hint(&mut player).unwrap();
        assert_eq!(session.hint(&mut network(200)), Some(made));
        session.play(made).unwrap();
    }
}

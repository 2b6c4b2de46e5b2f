use pulp::Arch;
use tilewright_grid::{Seed, Size};

use super::{ClassicPlayer, MARGIN, SearchSettings, last_best, plain, stays_small};
use crate::{BitBoard, Board, ClassicWeights, Player};

/// The article's parameters with another terminal value.
fn measure(terminal_value: f64) -> SearchSettings {
    SearchSettings { weights: ClassicWeights::default(), terminal_value }
}

/// Boards from games, and some with random tiles.
fn boards() -> Vec<Board> {
    let mut boards = Vec::new();
    for game in 0..6 {
        let mut rng = Seed(game).rng();
        let mut player = crate::GreedyPlayer;
        let mut board = Board::from(BitBoard::default()).spawn(0.1, &mut rng);
        while let Some(heading) = player.choose(board, &mut rng) {
            board = board.slide(heading).unwrap().board.spawn(0.1, &mut rng);
            boards.push(board);
        }
    }

    let mut rng = Seed(9).rng();
    for _ in 0..60 {
        let empty = Board::empty(Size::new(4, 4)).unwrap();
        let any = (0..16).fold(empty, |board, index| {
            let code = if rng.chance(0.4) { 0 } else { 1 + rng.below(14) as u8 };
            board.with_code(index, code)
        });
        boards.push(any);
    }

    boards
}

#[test]
fn the_swift_search_finds_the_doubles_of_the_plain_one() {
    for terminal_value in [f64::NEG_INFINITY, -1e8] {
        let mut classic = ClassicPlayer::new(terminal_value);
        for board in boards().into_iter().step_by(3) {
            assert!(stays_small(board));
            let found = classic.search(board).map(|value| value.map(f64::to_bits));
            let expected = plain::values(board, &measure(terminal_value));
            assert_eq!(found, expected.map(|value| value.map(f64::to_bits)), "{board}");
        }
    }
}

#[test]
fn every_processor_finds_the_same_doubles() {
    for terminal_value in [f64::NEG_INFINITY, -1e8] {
        let (mut swift, mut plain) =
            (ClassicPlayer::new(terminal_value), ClassicPlayer::new(terminal_value));
        plain.near.arch = Arch::Scalar;
        for board in boards() {
            let bits = board.bits().unwrap();
            let [found, expected] = [&mut swift, &mut plain]
                .map(|it| it.near.values(bits).map(|value| value.map(f64::to_bits)));
            assert_eq!(found, expected, "{board}");
        }
    }
}

#[test]
fn sums_in_any_order_lie_near_the_exact_ones_and_choose_alike() {
    let mut ties = 0;
    for terminal_value in [f64::NEG_INFINITY, -1e8, -1e200] {
        let mut classic = ClassicPlayer::new(terminal_value);
        for board in boards() {
            let bits = board.bits().unwrap();
            let exact = classic.exact.as_mut().unwrap().values(bits);
            let near = classic.near.values(bits);

            for (exact, near) in exact.into_iter().zip(near) {
                let distance = exact.zip(near).map_or(0.0, |(exact, near)| {
                    if exact.to_bits() == near.to_bits() {
                        0.0
                    } else {
                        (exact - near).abs()
                    }
                });

                assert_eq!(exact.is_some(), near.is_some());
                assert!(
                    distance < MARGIN || terminal_value < -1e100,
                    "{board}: {distance}"
                );
            }

            let choice = last_best(exact).map(|best| best.0);
            assert_eq!(classic.pick(bits), choice, "{board}");
            let mut sorted: Vec<f64> = exact.into_iter().flatten().collect();
            sorted.sort_by(f64::total_cmp);
            let pair = sorted.as_slice().last_chunk::<2>();
            ties += u32::from(pair.is_some_and(|[a, b]| a.to_bits() == b.to_bits()));
        }
    }

    assert!(ties > 50, "too few boards with equal best moves: {ties}");
}

#[test]
fn other_weights_are_searched_as_plainly_as_the_articles() {
    let weights =
        ClassicWeights { big: 0.5, empty: 70_000.0, smooth: 2.5, monotone: 33_333.0 };
    let mut classic = ClassicPlayer::weighted(&weights, -1e7);
    let measure = SearchSettings { weights, terminal_value: -1e7 };

    for board in boards().into_iter().step_by(7) {
        let expected = plain::values(board, &measure);
        for (found, expected) in classic.search(board).into_iter().zip(expected) {
            assert_eq!(found.is_some(), expected.is_some());
            let distance = found.zip(expected).map_or(0.0, |(a, b)| (a - b).abs());
            assert!(distance < 3.0 * MARGIN, "{board}: {distance}");
        }

        let evaluation = classic.evaluate(board).evaluation;
        assert_eq!(evaluation.to_bits(), plain::weighed(board, &weights).to_bits());
    }

    let same = ClassicPlayer::weighted(&ClassicWeights::default(), -1e8);
    assert!(same.exact.is_some(), "the article's weights give the article's doubles");
}

#[test]
fn the_third_power_is_rounded_once() {
    let check = |x: f64, cube: f64| assert_eq!(plain::cube(x).to_bits(), cube.to_bits());
    // 1 + 2⁻³⁰ cubed is 1 + 3·2⁻³⁰ + 3·2⁻⁶⁰ + 2⁻⁹⁰: all but two terms are under half a unit.
    let small = f64::powi(2.0, -30);
    check(1.0 + small, 1.0 + 3.0 * small);
    // What Python's power operator gives, where two products are one unit off.
    check(-73.698_484_809_835, -400_290.863_377_796_1);
    check(-2.0, -8.0);
    check(0.0, 0.0);
}

#[test]
fn four_of_16384_are_searched_on_a_board_that_holds_65536() {
    let board: Board =
        "16384 16384 0 0\n16384 16384 0 0\n2 4 8 16\n0 2 0 0".parse().unwrap();
    assert!(!stays_small(board));
    let evaluation = ClassicPlayer::default().evaluate(board);
    let expected = last_best(plain::values(board, &measure(f64::NEG_INFINITY)));
    assert_eq!(evaluation.choice.map(|choice| (choice, evaluation.value)), expected);
    // Two moves make a 65,536 of them, whose square is most of what is expected.
    assert!(evaluation.value > 4e9, "{}", evaluation.value);
}

//! The rules, against a plain game and counted probabilities.

use proptest::prelude::*;
use tilewright_2048::{BitBoard, Board, FOUR_PROBABILITY};
use tilewright_grid::{Heading, Seed, Size};

/// A board of any shape with tiles up to that code.
fn board(most: u8) -> impl Strategy<Value = Board> {
    (2..=5_u32, 2..=5_u32).prop_flat_map(move |(rows, columns)| {
        let cells = (rows * columns) as usize;
        let codes = prop::collection::vec(prop_oneof![Just(0), 1..=most], cells);
        codes.prop_map(move |codes| {
            let empty = Board::empty(Size::new(rows, columns)).unwrap();
            let put = |board: Board, (index, &code): (usize, &u8)| {
                board.with_code(index, code.min(board.max_code()))
            };
            codes.iter().enumerate().fold(empty, put)
        })
    })
}

fn usual(most: u8) -> impl Strategy<Value = Board> {
    prop::collection::vec(prop_oneof![Just(0), 1..=most], 16).prop_map(|codes| {
        let empty = Board::empty(Size::new(4, 4)).unwrap();
        let put =
            |board: Board, (index, &code): (usize, &u8)| board.with_code(index, code);
        codes.iter().enumerate().fold(empty, put)
    })
}

/// A move as the rules tell it: tile by tile from the wall on, each as far as it goes.
fn plainly(board: Board, heading: Heading) -> Option<(Board, u64)> {
    let size = board.size();
    let mut cells: Vec<_> = size.cells().collect();
    if matches!(heading, Heading::East | Heading::South) {
        cells.reverse();
    }
    let (mut after, mut gain, mut joined) = (board, 0, vec![false; board.area()]);
    for cell in cells {
        let code = after.code(size.index(cell));
        if code == 0 {
            continue;
        }
        let mut at = cell;
        while let Some(next) = size.step(at, heading) {
            let (from, to) = (size.index(at), size.index(next));
            if after.code(to) == 0 {
                after = after.with_code(from, 0).with_code(to, code);
                at = next;
                continue;
            }
            if after.code(to) == code && !joined[to] {
                after = after.with_code(from, 0).with_code(to, code + 1);
                joined[to] = true;
                gain += 1 << (code + 1);
            }
            break;
        }
    }
    (after != board).then_some((after, gain))
}

proptest! {
    #[test]
    fn moves_are_those_of_the_rules_on_every_shape(board in board(26)) {
        for heading in Heading::ALL {
            let slide = board.slide(heading).map(|slide| (slide.board, slide.gain));
            prop_assert_eq!(slide, plainly(board, heading));
        }
    }

    #[test]
    fn moves_are_those_of_the_rules_up_to_the_largest_tile(board in usual(17)) {
        for heading in Heading::ALL {
            let slide = board.slide(heading).map(|slide| (slide.board, slide.gain));
            prop_assert_eq!(slide, plainly(board, heading));
        }
    }

    #[test]
    fn a_move_keeps_the_sum_of_the_tiles(board in usual(17)) {
        for (_, slide) in board.slides() {
            prop_assert_eq!(slide.board.sum(), board.sum());
        }
    }

    #[test]
    fn boards_come_back_from_text_and_json(board in board(26)) {
        prop_assert_eq!(board.to_string().parse::<Board>().unwrap(), board);
        prop_assert_eq!(Board::from_json(&board.to_json()).unwrap(), board);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        let _ = text.parse::<Board>();
        let _ = Board::from_json(&text);
    }

    #[test]
    fn any_rows_are_read_or_refused(rows in "[\\[\\]{}:\"a-d0-9, .-]{0,60}") {
        let _ = Board::from_json(&rows);
    }

    #[test]
    fn halved_tiles_leave_the_legal_moves_as_they_are(board in usual(17), most in 13..15_u8) {
        let Some(small) = board.downgraded(most) else {
            return Ok(());
        };
        let small = Board::from(small);
        for heading in Heading::ALL {
            let joins_largest = board.codes().filter(|&code| code > 14).count() > 1;
            let (before, after) = (board.slide(heading), small.slide(heading));
            prop_assert!(before.is_some() == after.is_some() || joins_largest);
        }
        let (largest, gaps) = (u32::from(most), 1..small.largest().max(2).ilog2());
        let is_whole = gaps.into_iter().all(|code| small.codes().any(|it| it == code as u8));
        prop_assert!(small.largest() <= 1 << largest || is_whole);
        prop_assert_eq!(small.empty_count(), board.empty_count());
    }

    #[test]
    fn all_sides_of_a_board_are_different_looks_at_it(bits: u64) {
        let board = BitBoard(bits);
        prop_assert_eq!(board.transposed().transposed(), board);
        prop_assert_eq!(board.mirrored().mirrored(), board);
        prop_assert_eq!(board.flipped().flipped(), board);
        for row in 0..4 {
            for column in 0..4 {
                let code = board.code(4 * row + column);
                prop_assert_eq!(board.transposed().code(4 * column + row), code);
                prop_assert_eq!(board.mirrored().code(4 * row + 3 - column), code);
                prop_assert_eq!(board.flipped().code(4 * (3 - row) + column), code);
            }
        }
    }
}

#[test]
fn two_of_32768_join_to_65536_and_two_of_these_to_131072() {
    let board: Board =
        "32768 32768 65536 65536\n0 0 0 0\n0 0 0 0\n2 0 0 0".parse().unwrap();
    let slide = board.slide(Heading::West).unwrap();
    assert_eq!(slide.board.tiles()[0], [65_536, 131_072, 0, 0]);
    assert_eq!(slide.gain, 65_536 + 131_072);
    let last: Board = "65536 2 0 0\n65536 0 0 0\n0 0 0 0\n0 0 0 0".parse().unwrap();
    assert_eq!(last.slide(Heading::North).unwrap().board.largest(), 131_072);
}

#[test]
fn new_tiles_come_evenly_and_a_tenth_of_them_are_4s() {
    let board: Board = "2 0 4 0\n8 16 0 2\n4 0 2 8\n16 8 4 0".parse().unwrap();
    let mut rng = Seed(5).rng();
    let (mut places, mut four_probability) = ([0_u32; 16], 0_u32);
    for _ in 0..50_000 {
        let after = board.spawn(FOUR_PROBABILITY, &mut rng);
        let place = (0..16).find(|&cell| after.code(cell) != board.code(cell)).unwrap();
        places[place] += 1;
        four_probability += u32::from(after.code(place) == 2);
    }
    let empty: Vec<usize> = board.empty_cells().collect();
    let counts: Vec<u32> = empty.iter().map(|&cell| places[cell]).collect();
    assert_eq!(counts.iter().sum::<u32>(), 50_000);
    let chi: f64 = counts.iter().map(|&c| (f64::from(c) - 1e4).powi(2) / 1e4).sum();
    // 18.47 is the 0.1 % point at 4 degrees of freedom; 201 three deviations of the 4s.
    assert!(chi < 18.47, "{counts:?}");
    assert!(four_probability.abs_diff(5000) < 201, "{four_probability}");
}

#[test]
fn a_bit_board_gets_the_same_tiles_as_any_other() {
    let (mut one, mut other) = (Seed(8).rng(), Seed(8).rng());
    let (mut bits, mut board) = (BitBoard::default(), Board::from(BitBoard::default()));
    for _ in 0..16 {
        bits = bits.spawn(0.3, &mut one);
        board = board.spawn(0.3, &mut other);
        assert_eq!(Board::from(bits), board);
    }
}

#[test]
fn what_is_no_board_is_refused_with_its_place() {
    let texts = [
        "2 3 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0",
        "{\"board\":[[2,0],[0,17]]}",
        "{\"board\":[[2,0],[0,-2]]}",
        "{\"board\":[[2,0],[0,2.0]]}",
        "{\"board\":[[2,0],[0,\"2\"]]}",
        "{\"board\":[[2,0],[0,64]]}",
        "{\"board\":[[2,0,0],[0,2]]}",
        "{\"board\":[]}",
        "{\"board\":[[]]}",
        "{\"board\":[[0,0,0,0,0,0],[0,0,0,0,0,0]]}",
        "{\"board\":2}",
        "{\"rows\":[[0,0],[0,0]]}",
        "{\"board\":[[0,0],",
        "2 x\n0 0",
        "",
        "18446744073709551616 0\n0 0",
        "262144 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0",
    ];
    let told =
        texts.map(|text| format!("{text:?}\n  {}", text.parse::<Board>().unwrap_err()));
    insta::assert_snapshot!(told.join("\n"));
}

//! Boards and learning curves as pictures.
#![cfg(feature = "pictures")]

use tilewright_2048::{Board, Curve, Learner, Settings};
use tilewright_grid::Seed;

#[test]
fn a_board_is_drawn_in_tiles_and_in_characters() {
    let board: Board = "2 4 0\n0 128 1024\n16 0 2".parse().unwrap();
    let picture = board.picture(40.0);
    insta::assert_snapshot!(format!("{}\n{}", picture.to_text(false), picture.to_svg()));
}

#[test]
fn the_largest_tiles_have_room_for_their_numbers() {
    let board: Board = "131072 65536 0 0\n2 0 0 0\n0 0 0 0\n0 0 0 0".parse().unwrap();
    let svg = board.picture(64.0).to_svg();
    assert!(svg.contains("131072") && svg.contains("65536"), "{svg}");
}

#[test]
fn a_learning_curve_shows_scores_and_tiles() {
    let shape = "0123".parse().unwrap();
    let settings =
        Settings { shape, rate: 1.0, optimism: 0.0, fours: 0.1, seed: Seed(1) };
    let mut learner = Learner::new(settings);
    for _ in 0..1200 {
        learner.play();
    }
    let curve = learner.curve();
    assert_eq!(
        curve.blocks.iter().map(|block| block.games).collect::<Vec<_>>(),
        [1000, 200]
    );
    let svg = curve.picture().to_svg();
    for word in ["average", "2048", "32768", "games"] {
        assert!(svg.contains(word), "{word}");
    }
    assert!(Curve::default().picture().to_svg().starts_with("<svg"));
}

//! No text may make the readers of boards, saved games, weights and shapes of 2048 panic; what they
//! accept must be readable again after it is written.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tilewright_2048::{Board, Session, Shape, Weights};
use tilewright_play::Session as _;

fuzz_target!(|text: &str| {
    if let Ok(board) = text.parse::<Board>() {
        assert_eq!(board.to_string().parse::<Board>().expect("it was written"), board);
        assert_eq!(Board::from_json(&board.to_json()).expect("it was written"), board);
        for (heading, slide) in board.slides() {
            assert_eq!(slide.board.sum(), board.sum());
            assert_eq!(board.glides(heading).len(), board.area() - board.empty_count());
        }
    }
    if let Ok(session) = Session::load(text) {
        let again = Session::load(&session.save()).expect("it was written");
        assert_eq!(again.save(), session.save());
    }
    if let Ok(weights) = Weights::from_json(text) {
        let again = Weights::from_json(&weights.to_json()).expect("it was written");
        assert_eq!(again, weights);
    }
    if let Ok(shape) = text.parse::<Shape>() {
        assert_eq!(shape.to_string().parse::<Shape>().expect("it was written"), shape);
    }
});

//! The article's player and the rules, against numbers that another program computed.

use serde_json::Value;
use tilewright_2048::{Board, ClassicPlayer, move_name};
use tilewright_grid::Heading;

fn vectors() -> Vec<(Board, Value)> {
    let text = include_str!("data/game2048.json");
    let document: Value = serde_json::from_str(text).unwrap();
    let board = |vector: &Value| Board::from_json(&vector.to_string()).unwrap();
    let vectors = document["vectors"].as_array().unwrap();
    vectors.iter().map(|vector| (board(vector), vector.clone())).collect()
}

#[test]
fn every_move_leads_where_it_should() {
    let vectors = vectors();
    assert_eq!(vectors.len(), 200);
    for (board, vector) in vectors {
        for heading in Heading::ALL {
            let expected = &vector["moves"][move_name(heading)];
            match board.slide(heading) {
                Some(slide) => {
                    assert_eq!(serde_json::json!(slide.board), expected["board"]);
                    assert_eq!(slide.gain, expected["gain"]);
                }
                None => assert!(expected.is_null(), "{board} {heading:?}"),
            }
        }
    }
}

#[test]
fn every_evaluation_is_the_same_double() {
    let mut classic = ClassicPlayer::default();
    for (board, vector) in vectors() {
        let expected = vector["evaluation"].as_f64().unwrap();
        let found = classic.evaluate(board).evaluation;
        assert_eq!(found.to_bits(), expected.to_bits(), "{board}");
    }
}

#[test]
fn every_choice_and_every_root_value_is_the_same() {
    let mut classic = ClassicPlayer::default();
    let mut seen = 0;
    for (board, vector) in vectors() {
        let Some(choice) = vector["choice"].as_str() else { continue };
        let evaluation = classic.evaluate(board);
        assert_eq!(evaluation.choice.map(move_name), Some(choice), "{board}");
        let expected = vector["value"].as_f64().unwrap_or(f64::NEG_INFINITY);
        assert_eq!(evaluation.value.to_bits(), expected.to_bits(), "{board}");
        seen += 1;
    }
    assert_eq!(seen, 40);
}

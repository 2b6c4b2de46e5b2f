//! The changes of a game: which moves were taken back, and the way to an earlier state.

use axum::http::StatusCode;
use serde_json::Value;
use tilewright_runs::Change;
use tilewright_tasks::sessions::PlayedGame;

use crate::server::fault::Fault;

/// The move that was made last and not taken back; `None` if the game was loaded with it.
pub(super) fn last(newest_first: &[Change]) -> Option<String> {
    let mut undone = 0;
    for change in newest_first {
        match (change.is_undo, undone) {
            (true, _) => undone += 1,
            (false, 0) => return change.made.clone(),
            (false, _) => undone -= 1,
        }
    }
    None
}

/// The moves that were taken back and can be made again, the next one first.
pub(super) fn undone(newest_first: &[Change]) -> Vec<Value> {
    let mut ahead: Vec<Option<&str>> = Vec::new();
    for change in newest_first.iter().rev() {
        let made = change.made.as_deref();
        if change.is_undo {
            ahead.push(made);
        } else if ahead.last() == Some(&made) {
            ahead.pop();
        } else {
            ahead.clear();
        }
    }
    // A move that is not known ends what can be made again.
    let known = ahead.into_iter().rev().map_while(|made| made);
    known.filter_map(|made| serde_json::from_str(made).ok()).collect()
}

/// Brings a game from its revision back to an earlier one, of which all later changes are given.
pub(super) fn rewind(
    played: &mut dyn PlayedGame,
    newest_first: &[Change],
    revision: u64,
    wanted: u64,
) -> Result<(), Fault> {
    let gone = || {
        let error = format!("the game is not kept as it was at revision {wanted}");
        Fault::new(StatusCode::CONFLICT, error).hint("copy it as it is")
    };
    if revision.checked_sub(wanted) != Some(newest_first.len() as u64) {
        return Err(gone());
    }

    // Backwards, so a move is taken back and an undone move is made again.
    for change in newest_first {
        if !change.is_undo {
            played.undo();
            continue;
        }

        let made =
            change.made.as_deref().and_then(|made| serde_json::from_str(made).ok());
        played.play(made.ok_or_else(gone)?)?;
    }

    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tilewright_runs::Change;

    use super::{last, undone};

    /// Changes from words: a move, or `-` where one is taken back.
    fn changes(words: &str) -> Vec<Change> {
        let mut all: Vec<Change> = Vec::new();
        for (at, word) in words.split_whitespace().enumerate() {
            let is_undo = word == "-";
            all.reverse();
            let before = last(&all);
            all.reverse();
            let made = if is_undo { before } else { Some(format!("\"{word}\"")) };
            all.push(Change { revision: at as u64 + 1, is_undo, made });
        }
        all.reverse();
        all
    }

    #[test]
    fn moves_that_were_taken_back_are_known_in_their_order() {
        for (words, ahead) in [
            ("", json!([])),
            ("a b", json!([])),
            ("a b -", json!(["b"])),
            ("a b - -", json!(["a", "b"])),
            ("a b - - a", json!(["b"])),
            ("a b - c", json!([])),
            ("a b - c - -", json!(["a", "c"])),
        ] {
            assert_eq!(json!(undone(&changes(words))), ahead, "{words}");
        }
    }

    #[test]
    fn the_last_move_is_the_one_that_was_not_taken_back() {
        for (words, made) in
            [("", None), ("a b", Some("b")), ("a b -", Some("a")), ("a b - c - -", None)]
        {
            let made = made.map(|word| format!("\"{word}\""));
            assert_eq!(last(&changes(words)), made, "{words}");
        }
    }
}

//! Reads what spawners give first.

use std::collections::VecDeque;

use serde_json::Value;

use super::board::{Board, Contents, Place};
use super::json::{Read, list, object, required, text};
use super::level_cells::read_place;
use super::rules::Rules;
use super::tokens::read_contents;

/// What each spawner owes.
pub(crate) fn read_supply(
    value: Option<&Value>,
    board: &Board,
    rules: &Rules,
    spawners: &[Place],
) -> Read<Vec<(Place, VecDeque<Contents>)>> {
    let key = "cells.supply";
    let mut supply: Vec<(Place, VecDeque<Contents>)> = Vec::new();

    for value in value.map_or(Ok(&Vec::new()), |value| list(value, key))? {
        let map = object(value, key, &["at", "list"])?;
        let at = read_place(required(map, key, "at")?, key, board)?;
        if supply.iter().any(|(other, _)| *other == at) || !spawners.contains(&at) {
            return Err(format!("{key}: {at:?} has supply already, or no spawner"));
        }
        let mut owed = VecDeque::new();
        for token in list(required(map, key, "list")?, key)? {
            let word = text(token, key)?;
            let mut rest = word;
            let read = read_contents(&mut rest, rules);
            let contents = read.map_err(|error| format!("{key}: {at:?}: {error}"))?;
            let given = matches!(
                contents,
                Contents::Block(_) | Contents::Piece(_) | Contents::Ingredient(_)
            );
            if !given || !rest.is_empty() {
                return Err(format!("{key}: {at:?}: {word:?} cannot be supplied"));
            }
            owed.push_back(contents);
        }
        supply.push((at, owed));
    }

    Ok(supply)
}

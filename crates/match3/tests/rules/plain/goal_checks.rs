//! Goals that can never be reached.

use super::board::{Cell, Contents};
use super::goals::Goal;
use super::json::Read;
use super::level::Level;

/// The first such goal is an error.
pub(crate) fn check_goals(level: &Level) -> Read<()> {
    for goal in &level.goals {
        let ingredient =
            |contents: &Contents| matches!(contents, Contents::Ingredient(_));
        match *goal {
            Goal::Make { piece, .. }
                if !level.rules.shapes.iter().any(|shape| shape.makes == piece)
                    && !level.rules.groups.iter().any(|entry| entry.makes == piece) =>
            {
                return Err(format!(
                    "goal.make.piece: {:?} can never be reached",
                    level.rules.pieces[piece].name
                ));
            }

            Goal::Layers { kind, count } if !level.rules.kinds[kind].spreads => {
                let on = |cell: &Cell| cell.layers_of(kind);
                let there: u64 = level.board.cells.iter().map(on).sum();
                if there < count {
                    return Err(format!(
                        "goal.collect.layers: {count} can never be reached, {there} are there"
                    ));
                }
            }

            Goal::Drop(_)
                if !level
                    .board
                    .cells
                    .iter()
                    .any(|cell| cell.contents.as_ref().is_some_and(ingredient))
                    && !level
                        .supply
                        .iter()
                        .any(|(_, owed)| owed.iter().any(ingredient)) =>
            {
                return Err("goal.drop: can never be reached".to_owned());
            }

            _ => {}
        }
    }

    Ok(())
}

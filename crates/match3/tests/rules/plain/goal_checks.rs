//! Goals that can never be reached.

use super::board::{Cell, Contents};
use super::goals::Goal;
use super::json::Read;
use super::level::Level;
use super::rules::{Kind, Spot, Then};

/// The first such goal is an error.
pub(crate) fn check_goals(level: &Level) -> Read<()> {
    let kinds = &level.rules.kinds;
    for goal in &level.goals {
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

            Goal::Layers { kind, count } if !more_may_come(level, kind) => {
                let on = |cell: &Cell| cell.layers_of(&level.rules, kind);
                let there: u64 = level.board.cells.iter().map(on).sum();
                if there < count {
                    return Err(format!(
                        "goal.collect.layers: {count} can never be reached, {there} are there"
                    ));
                }
            }

            Goal::Drop(_)
                if !(0..kinds.len()).any(|kind| {
                    kinds[kind].spot == Spot::Ingredient
                        && (on_board_or_supplied(level, kind)
                            || given_on_board(level, &kinds[kind].name))
                }) =>
            {
                return Err("goal.drop: can never be reached".to_owned());
            }

            _ => {}
        }
    }

    Ok(())
}

/// Whether there can be more of a kind than the start board has.
fn more_may_come(level: &Level, kind: usize) -> bool {
    let kind = &level.rules.kinds[kind];
    let spreads = kind.timer.as_ref().is_some_and(|it| it.then == Then::Spread);
    kind.spreads || spreads || is_given(level, &kind.name)
}

fn on_board_or_supplied(level: &Level, kind: usize) -> bool {
    let ingredient = Contents::Ingredient(kind);
    level.board.cells.iter().any(|cell| cell.count(&level.rules, kind) > 0)
        || level.supply.iter().any(|(_, owed)| owed.contains(&ingredient))
}

/// Whether a generator on the board gives a kind.
fn given_on_board(level: &Level, name: &str) -> bool {
    let gives = |kind: &Kind| kind.generator.as_ref().is_some_and(|it| it.gives == name);
    let kinds = level.rules.kinds.iter().enumerate();
    let mut giving = kinds.filter(|(_, kind)| gives(kind));
    giving.any(|(kind, _)| on_board_or_supplied(level, kind))
}

/// Whether a generator gives a kind, or a timer becomes it.
fn is_given(level: &Level, name: &str) -> bool {
    let comes_from = |kind: &Kind| {
        let becomes = Then::Become(name.to_owned());
        kind.generator.as_ref().is_some_and(|it| it.gives == name)
            || kind.timer.as_ref().is_some_and(|it| it.then == becomes)
    };
    level.rules.kinds.iter().any(comes_from)
}

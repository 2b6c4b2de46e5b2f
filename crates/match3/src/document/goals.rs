//! Goals that no game on a board can reach.

use serde_json::{Value, json};

use crate::goal::{KindCount, OfColor, OfKind, OfPiece};
use crate::kind::Contents;
use crate::ruleset::{Field, Place};
use crate::setting::Setting;
use crate::{Goal, Kind, RulesError};

/// Refuses a goal that names an unknown colour, kind or piece, or that cannot be reached because no shape
/// makes the piece or no ingredient is there. `kinds` are those of the board.
pub(crate) fn check(
    goal: &Goal,
    setting: &Setting,
    colors: u32,
    mut kinds: impl Iterator<Item = Kind> + Clone,
) -> Result<(), RulesError> {
    let rules = &setting.ruleset;
    match goal {
        Goal::Collect { .. } | Goal::Clear { .. } | Goal::Score { .. } => Ok(()),
        Goal::CollectColor { collect: OfColor { color, .. } } => {
            let is_known = setting.color_names(colors).contains(color);
            is_known.then_some(()).ok_or_else(|| {
                refused(
                    "collect.color",
                    &json!(color),
                    "unknown colour, which can never be collected",
                )
            })
        }
        Goal::CollectKind { collect: OfKind { kind, count } } => {
            let Some(block) = rules.blocks.iter().find(|block| block.name == *kind)
            else {
                let wrong = "unknown kind, which can never be collected";
                return Err(refused("collect.kind", &json!(kind), wrong));
            };
            if block.place == Place::Ingredient && matches!(count, KindCount::Number(_)) {
                let wrong =
                    "an ingredient can never be collected: expected the goal `drop`";
                return Err(refused("collect.kind", &json!(kind), wrong));
            }
            Ok(())
        }
        Goal::Drop { drop } => {
            let is_ingredient = |kind: Kind| kind.contents() == Contents::Ingredient;
            let mut supplied = setting.supply.iter().flat_map(|(_, list)| list);
            if kinds.any(is_ingredient) || supplied.any(|&kind| is_ingredient(kind)) {
                return Ok(());
            }
            let wrong =
                "can never be reached: no ingredient is on the board or in the supply";
            Err(refused("drop", &json!(drop), wrong))
        }
        Goal::Make { make: OfPiece { piece, .. } } => {
            let Some(index) = rules.pieces.iter().position(|other| other.name == *piece)
            else {
                return Err(refused("make.piece", &json!(piece), "unknown piece"));
            };
            let is_made =
                rules.shapes.iter().any(|shape| usize::from(shape.makes) == index);
            is_made.then_some(()).ok_or_else(|| {
                let wrong = "can never be reached: no shape makes the piece";
                refused("make.piece", &json!(piece), wrong)
            })
        }
        Goal::All { all } => {
            all.iter().try_for_each(|goal| check(goal, setting, colors, kinds.clone()))
        }
    }
}

fn refused(key: &str, value: &Value, wrong: &str) -> RulesError {
    Field::new(format!("goal.{key}"), value).error(wrong)
}

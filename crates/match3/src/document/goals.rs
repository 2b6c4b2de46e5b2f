//! Goals that no game on a board can reach.

use crate::goal::{ColorGoal, KindCount, KindGoal, PieceGoal};
use crate::ruleset::{Field, Place};
use crate::setting::Setting;
use crate::{Goal, Json, Kind, RulesError, Ruleset};

/// Refuses a goal that names an unknown colour, kind or piece, or that cannot be reached because no shape
/// makes the piece, no ingredient is there, or too few layers are. `kinds` are those of the board, of which
/// other cells are free if `is_free`.
pub(crate) fn check(
    goal: &Goal,
    setting: &Setting,
    colors: u32,
    mut kinds: impl Iterator<Item = Kind> + Clone,
    is_free: bool,
) -> Result<(), RulesError> {
    let rules = &setting.ruleset;

    match goal {
        Goal::Collect { .. } | Goal::Clear { .. } | Goal::Score { .. } => Ok(()),
        Goal::CollectColor { collect: ColorGoal { color, .. } } => {
            let names = setting.color_names(colors);
            if names.contains(color) {
                return Ok(());
            }
            let wrong = format!("unknown colour: expected one of {}", names.join(", "));
            Err(refused("collect.color", &Json::of(&color), wrong))
        }
        Goal::CollectKind { collect } => {
            let of = |index: usize| kinds.map(|kind| rules.layers_of(kind, index)).sum();
            let layers = |index| (!is_free).then(|| of(index));
            check_kind(collect, rules, layers)
        }
        Goal::Drop { drop } => {
            let is_ingredient = |kind: Kind| rules.has_ingredient(kind);
            let mut supplied = setting.supply.iter().flat_map(|(_, list)| list).copied();
            if is_free || kinds.any(is_ingredient) || supplied.any(is_ingredient) {
                return Ok(());
            }
            let wrong = "can never be reached: no ingredient is on the board or in the supply, or given";
            Err(refused("drop", &Json::of(&drop), wrong))
        }
        Goal::Make { make: PieceGoal { piece, .. } } => check_piece(piece, rules),
        Goal::All { all } => all
            .iter()
            .try_for_each(|goal| check(goal, setting, colors, kinds.clone(), is_free)),
    }
}

/// Refuses a piece that is unknown, or that no shape makes.
fn check_piece(piece: &str, rules: &Ruleset) -> Result<(), RulesError> {
    let found = rules.pieces.iter().position(|other| other.name == piece);
    let wrong = match found {
        None => "unknown piece",
        Some(index) if rules.shapes.iter().any(|it| usize::from(it.makes) == index) => {
            return Ok(());
        }
        Some(_) => "can never be reached: no shape makes the piece",
    };
    Err(refused("make.piece", &Json::of(&piece), wrong))
}

/// Refuses a number of a kind that is unknown, is an ingredient, or has too few layers: `layers` are those
/// of a kind by index, if they are known.
fn check_kind(
    KindGoal { kind, count }: &KindGoal,
    rules: &Ruleset,
    layers: impl FnOnce(usize) -> Option<u32>,
) -> Result<(), RulesError> {
    let found = rules.blocks.iter().position(|block| block.name == *kind);

    let Some(index) = found else {
        let names: Vec<_> = rules
            .blocks
            .iter()
            .filter(|it| it.place != Place::Ingredient)
            .map(|it| &*it.name)
            .collect();
        let wrong = match &*names.join(", ") {
            "" => "unknown kind: these rules have no kinds to collect".to_owned(),
            names => format!("unknown kind: expected one of {names}"),
        };
        return Err(refused("collect.kind", &Json::of(&kind), wrong));
    };

    let block = &rules.blocks[index];
    if block.place == Place::Ingredient && *count != KindCount::All {
        let wrong = "an ingredient can never be collected: expected the goal `drop`";
        return Err(refused("collect.kind", &Json::of(&kind), wrong));
    }

    if block.generator.is_some() && *count != KindCount::All {
        let wrong = "can never be reached: a generator never goes";
        return Err(refused("collect.kind", &Json::of(&kind), wrong));
    }

    let KindCount::Layers(wanted) = *count else { return Ok(()) };
    let Some(present) = layers(index).filter(|&present| present < wanted) else {
        return Ok(());
    };

    // What spreads can become more than the board has.
    if rules.can_grow(index) {
        return Ok(());
    }

    let wrong = format!("can never be reached: the board has {present} layers of {kind}");
    Err(refused("collect.layers", &Json::of(&wanted), wrong))
}

fn refused(key: &str, value: &Json, wrong: impl std::fmt::Display) -> RulesError {
    Field::new(format!("goal.{key}"), value).error(wrong)
}

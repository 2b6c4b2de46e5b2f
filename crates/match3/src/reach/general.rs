//! Proofs for levels of other rules than `classic`.

use tilewright_grid::Cell;

use super::Unreachable;
use super::stuck::Stuck;
use crate::kind::Contents;
use crate::rules::Target;
use crate::ruleset::Place;
use crate::{Kind, Level};

/// The reason why no game of a level of any rules can reach a goal, if there is a proof.
pub(super) fn unreachable(level: &Level, target: &Target) -> Option<Unreachable> {
    if let Some(short) = short_of_kinds(level, target) {
        return Some(short);
    }
    // Whole searches ask, so that nothing is looked at in vain.
    let wants_kinds = [&target.kinds, &target.layers, &target.make];
    let is_any = wants_kinds.into_iter().flatten().any(|&count| count > 0);
    if !is_any && target.drop == 0 && !target.all_of.contains(&true) {
        return None;
    }
    let stuck = Stuck::of(level)?;
    stuck_kinds(level, target, &stuck)
        .or_else(|| unmade(level, target, &stuck))
        .or_else(|| no_way(level, target, &stuck))
}

/// Whether the board and the supply have too few of a kind, or too few ingredients. Kinds that spread can
/// become more.
fn short_of_kinds(level: &Level, target: &Target) -> Option<Unreachable> {
    let kinds = level.cells().values().iter().chain(supplied(level));
    let count =
        |is: &dyn Fn(&Kind) -> bool| kinds.clone().filter(|kind| is(kind)).count();

    for (index, (block, &wanted)) in
        level.rules().blocks.iter().zip(&target.kinds).enumerate()
    {
        let present = count(&|&kind| is_of(kind, index)) as u32;

        // It can become any number.
        if level.rules().can_grow(index) {
            continue;
        }

        if wanted > present {
            return Some(Unreachable::Few { what: block.name.clone(), wanted, present });
        }

        let wanted = target.layers[index];
        let present =
            kinds.clone().map(|&kind| level.rules().layers_of(kind, index)).sum();
        if wanted > present {
            let what = format!("the layers of {}", block.name);
            return Some(Unreachable::Few { what, wanted, present });
        }
    }

    let is_ingredient = |kind: &Kind| matches!(kind.contents(), Contents::Ingredient);
    let present = count(&is_ingredient) as u32;
    // A generator gives any number.
    if count(&|&kind| !is_ingredient(&kind) && level.rules().has_ingredient(kind)) > 0 {
        return None;
    }
    let what = "ingredients".to_owned();

    (target.drop > present).then_some(Unreachable::Few {
        what,
        wanted: target.drop,
        present,
    })
}

/// Whether cells of a kind can never go, and the goal wants them gone.
fn stuck_kinds(level: &Level, target: &Target, stuck: &Stuck) -> Option<Unreachable> {
    let (cells, size) = (level.cells(), level.size());
    for (index, block) in level.rules().blocks.iter().enumerate() {
        let is_wanted =
            target.all_of[index] || target.kinds[index] > 0 || target.layers[index] > 0;
        if !is_wanted || block.place == Place::Ingredient {
            continue;
        }
        let stays = |&cell: &Cell| stuck.stays(cell, index, block.place);
        let there: Vec<Cell> = size.cells().filter(stays).collect();
        let what = block.name.clone();
        if there.is_empty() {
            continue;
        }
        if target.all_of[index] {
            return Some(Unreachable::Kind { what, cells: there });
        }
        if level.rules().can_grow(index) {
            continue;
        }

        let kinds = || cells.values().iter().chain(supplied(level));
        let number = kinds().filter(|&&kind| is_of(kind, index)).count() - there.len();
        if target.kinds[index] as usize > number {
            return Some(Unreachable::Kind { what, cells: there });
        }
        let layers = |kind: &Kind| level.rules().layers_of(*kind, index);
        let all: u32 = kinds().map(layers).sum();
        let lost: u32 = there.iter().map(|&cell| layers(&cells[cell])).sum();
        if target.layers[index] > all - lost {
            return Some(Unreachable::Kind { what, cells: there });
        }
    }
    None
}

/// Whether a piece that the goal wants can never be made.
fn unmade(level: &Level, target: &Target, stuck: &Stuck) -> Option<Unreachable> {
    let rules = level.rules();
    let is_wanted = |at: &usize| target.make[*at] > 0;
    let cannot = |at: &usize| {
        let mut shapes = rules.shapes.iter().filter(|it| usize::from(it.makes) == *at);
        !shapes.any(|it| stuck.fits(it.shape))
    };
    let piece = (0..rules.pieces.len()).filter(is_wanted).find(cannot)?;
    Some(Unreachable::Piece(rules.pieces[piece].name.clone()))
}

/// Whether too few ingredients can come to an exit.
fn no_way(level: &Level, target: &Target, stuck: &Stuck) -> Option<Unreachable> {
    let rules = level.rules();
    let is_given = |kind: &Kind| {
        rules.has_ingredient(*kind) && !matches!(kind.contents(), Contents::Ingredient)
    };
    let comes = (0..rules.blocks.len()).any(|index| {
        rules.blocks[index].place == Place::Ingredient && rules.can_grow(index)
    });
    if target.drop == 0 || comes || level.cells().values().iter().any(is_given) {
        return None;
    }

    let leads_out = stuck.ways_out(level);
    let is_ingredient = |kind: &Kind| matches!(kind.contents(), Contents::Ingredient);
    let on_board = level
        .size()
        .cells()
        .filter(|&cell| is_ingredient(&level.cells()[cell]) && leads_out[cell]);
    let supply = level.setting.supply.iter().filter(|(cell, _)| leads_out[*cell]);
    let supplied = supply.flat_map(|(_, kinds)| kinds).filter(|kind| is_ingredient(kind));
    let present = (on_board.count() + supplied.count()) as u32;
    let wanted = target.drop;
    (wanted > present).then_some(Unreachable::Ways { wanted, present })
}

/// What spawners give first.
fn supplied(level: &Level) -> impl Iterator<Item = &Kind> + Clone {
    level.setting.supply.iter().flat_map(|(_, kinds)| kinds.iter())
}

/// Whether a cell of this kind has a kind of the rules, given by its index.
fn is_of(kind: Kind, index: usize) -> bool {
    let is_blocker = matches!(kind.contents(), Contents::Blocker);
    is_blocker && usize::from(kind.id) == index
        || usize::from(kind.cover) == index + 1
        || usize::from(kind.ground) == index + 1
}

//! Goals that ask for what the levels of a request do not have.

use tilewright_match3::{Contents, Goal, Kind, KindCount, Place};

use crate::{RequestError, Space};

/// What a part of a goal asks for, and the levels of a request have too little of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// The part of the goal.
    pub goal: Goal,
    /// What it asks for.
    pub what: String,
    /// The number that it needs.
    pub wanted: u32,
    /// The most that a level of the request has.
    pub most: u32,
    /// The kinds of the rules that help, with a number where the goal has one; empty if the rules have none.
    pub kinds: Vec<String>,
}

/// Refuses a goal of which some part asks for more than any level of the request has.
pub(crate) fn check(space: &Space, goal: &Goal) -> Result<(), RequestError> {
    let lacking = match goal {
        Goal::All { all } => return all.iter().try_for_each(|goal| check(space, goal)),
        Goal::Drop { drop } => of_ingredients(space, *drop),
        Goal::CollectKind { collect } => of_kind(space, &collect.kind, collect.count),
        Goal::Clear { .. } => of_clearing(space, goal),
        Goal::Collect { .. }
        | Goal::CollectColor { .. }
        | Goal::Make { .. }
        | Goal::Score { .. } => None,
    };

    match lacking {
        Some(lacking) => {
            let lacking = Shortage { goal: goal.clone(), ..lacking };
            Err(RequestError::Lacking(Box::new(lacking)))
        }
        None => Ok(()),
    }
}

/// The most of something that a level of the space has, given how much of it a cell of a kind has.
fn most(space: &Space, of: impl Fn(Kind) -> u32) -> u32 {
    let base = space.base();
    let fixed: u32 =
        base.cells().values().iter().copied().chain(base.supply()).map(&of).sum();
    let room = (0..space.genes()).map(|gene| space.orbit(gene).len() as u32).sum::<u32>();
    let placed = space.quotas().iter();
    let placed = placed.map(|quota| of(quota.kind).saturating_mul(quota.max.min(room)));
    fixed + placed.fold(0, u32::saturating_add)
}

fn of_ingredients(space: &Space, wanted: u32) -> Option<Shortage> {
    let most = most(space, |kind| u32::from(kind.contents() == Contents::Ingredient));
    let blocks = space.base().rules().blocks().iter();
    let names = blocks.filter(|block| block.place == Place::Ingredient);
    let kinds = names.map(|block| format!("{}:{wanted}", block.name)).collect();
    lacking("ingredients", [wanted, most], kinds)
}

fn of_kind(space: &Space, name: &str, count: KindCount) -> Option<Shortage> {
    let blocks = space.base().rules().blocks();
    let index = blocks.iter().position(|block| block.name == name)?;
    let layers = |kind: Kind| space.base().rules().layers_of(kind, index);
    let cells = |kind: Kind| u32::from(layers(kind) > 0);
    let block = &blocks[index];

    let (wanted, most) = match count {
        KindCount::Number(wanted) => (wanted, most(space, cells)),
        KindCount::All => (1, most(space, cells)),
        KindCount::Layers(wanted) => (wanted, most(space, layers)),
    };

    // What spreads can become as much as the goal asks for.
    if space.base().rules().can_grow(index) && most > 0 {
        return None;
    }

    let number = match count {
        KindCount::All => String::new(),
        KindCount::Number(count) => format!(":{count}"),
        KindCount::Layers(layers) => {
            format!(":{}", layers.div_ceil(u32::from(block.layers)))
        }
    };
    let what = match count {
        KindCount::Layers(_) => format!("layers of {name}"),
        _ => name.to_owned(),
    };

    let deepest = match block.timer {
        Some(timer) => timer.after,
        None if matches!(count, KindCount::Layers(_)) => block.layers,
        None => 1,
    };
    let kind = match block.first_number() {
        0 => name.to_owned(),
        _ => format!("{name}{deepest}"),
    };

    lacking(&what, [wanted, most], vec![format!("{kind}{number}")])
}

/// A goal that clears blockers or covers needs one that can be cleared.
fn of_clearing(space: &Space, goal: &Goal) -> Option<Shortage> {
    let base = space.base();
    let target = tilewright_match3::Target::new(goal, base);
    let blocks = base.rules().blocks();
    let is_cleared = |index: usize| target.all_of[index];
    let cells = |kind: Kind| {
        let cleared = (0..blocks.len()).filter(|&index| is_cleared(index));
        u32::from(
            cleared.into_iter().any(|index| base.rules().layers_of(kind, index) > 0),
        )
    };
    let cleared = (0..blocks.len()).filter(|&index| is_cleared(index));
    let kinds = cleared.map(|index| format!("{}1", blocks[index].name)).collect();
    lacking("blockers or overlays", [1, most(space, cells)], kinds)
}

fn lacking(what: &str, [wanted, most]: [u32; 2], kinds: Vec<String>) -> Option<Shortage> {
    let (goal, what) = (Goal::Score { score: 0 }, what.to_owned());
    (most < wanted).then_some(Shortage { goal, what, wanted, most, kinds })
}

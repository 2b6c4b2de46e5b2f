//! Which cells make a level hard, and which single change would ease or harden it most.

mod changes;
mod playtest;

use serde::Serialize;
use tilewright_grid::{Cell, Estimate, Watch};

use crate::{Kind, Level, potential};
use changes::candidates;
use playtest::{Contender, Trials};
pub use playtest::{Playtest, Sample};

/// A cell and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Cost {
    /// The cell.
    pub cell: Cell,
    /// What stands there.
    pub kind: Kind,
    /// By how much the potential would rise if it were ordinary.
    pub potential: i64,
    /// By how many swaps the level would become shorter then; negative where it would become
    /// longer. None without a goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swaps: Option<f64>,
    /// The 95 % interval of these swaps; none where only the guide expects them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ci95: Option<[f64; 2]>,
    /// The games of the level with that cell ordinary; 0 where only the guide expects swaps.
    pub games: u32,
}

/// A change of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The cell.
    pub cell: Cell,
    /// What stands there.
    pub from: Kind,
    /// What would stand there.
    pub to: Kind,
    /// The potential then.
    pub potential: u32,
    /// The mean swaps then, as a factor of now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factor: Option<f64>,
    /// The games that were played with this change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<Sample>,
}

/// Why a level is as hard as it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// The games of the level as it is; none where the guide alone was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<Sample>,
    /// The special cells, the most costly first.
    pub costs: Vec<Cost>,
    /// The special cell whose opening eases the level most, if any does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub easiest: Option<Change>,
    /// The change that hardens it most, if any does, adds no infeasible cell and leaves its
    /// goal reachable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hardest: Option<Change>,
}

/// Explains a level by every change of one cell: by the games of the playtest where there is
/// one, else by the potential.
///
/// The guide looks at the 512 openings and the 64 closings that change the potential most. Of
/// these, the 64 openings and 32 closings by which it expects the most are played, and more
/// games of those that seem to matter most decide, until the first eight costs, the easiest
/// and the hardest change are known from all games of the playtest. Costs that were not
/// played are what the guide expects, and those that it has not looked at come last. A change
/// is named as the easiest or hardest only where its games differ from those of the level by
/// twice the standard error.
///
/// The watch is told how many games were played, and may stop them; what is known by
/// then is returned.
pub fn explain(
    level: &Level,
    playtest: Option<&Playtest<'_>>,
    watch: &dyn Watch,
) -> Explanation {
    let (mut openings, mut closings) = candidates(level, playtest);
    let mut trials = Trials::new(level, playtest);
    trials.run(&mut openings, &mut closings, watch);
    let now = i64::from(potential(level));
    let costs = openings.iter().map(|opening| {
        let effect = trials.effect(opening);
        Cost {
            cell: opening.change.cell,
            kind: opening.change.from,
            potential: i64::from(opening.change.potential) - now,
            swaps: effect.map(|(swaps, _)| -swaps),
            ci95: effect
                .filter(|_| opening.is_played())
                .map(|(swaps, error)| Estimate::of_error(-swaps, error).ci95),
            games: opening.games(),
        }
    });
    let mut costs: Vec<Cost> = costs.collect();
    costs.sort_by(|a, b| {
        let swaps = |cost: &Cost| match (playtest, cost.swaps) {
            (None, _) => cost.potential as f64,
            (Some(_), swaps) => swaps.unwrap_or(f64::NEG_INFINITY),
        };
        swaps(b).total_cmp(&swaps(a)).then(a.cell.cmp(&b.cell))
    });
    let closings = closings.into_iter().filter(|closing| closing.is_sound);
    Explanation {
        played: trials.now(),
        costs,
        easiest: strongest(&trials, openings.into_iter(), -1.0, now),
        hardest: strongest(&trials, closings, 1.0, now),
    }
}

/// The change that makes the level hardest, or with the sign reversed easiest, if any does.
fn strongest(
    trials: &Trials<'_>,
    changes: impl Iterator<Item = Contender>,
    sign: f64,
    potential: i64,
) -> Option<Change> {
    let effects = changes.filter_map(|one| {
        let effect = if trials.has_goal() {
            let (swaps, error) = trials.effect(&one)?;
            let doubt = if trials.now().is_some() { 2.0 * error } else { 0.0 };
            // What was not played is not known well enough where others were.
            let is_known = one.is_proven(trials) && sign * swaps > doubt;
            is_known.then_some(sign * swaps)
        } else {
            let lost = (potential - i64::from(one.change.potential)) as f64;
            Some(sign * lost).filter(|&effect| effect > 0.0)
        };
        effect.map(|effect| (effect, one))
    });
    // The first of those alike.
    let best = effects.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, one)| Change {
        factor: trials.factor(&one),
        played: one.sample(trials),
        ..one.change
    })
}

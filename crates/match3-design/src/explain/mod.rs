//! Which cells make a level hard, and which single change makes it easiest or hardest.

mod changes;
mod playtest;

use serde::Serialize;
use tilewright_grid::{Cell, Estimate, Watch};
use tilewright_match3::{Kind, Level};

use crate::potential;
use changes::candidates;
use playtest::{Contender, Trials};
pub use playtest::{Playtest, Sample};

/// The cost of a special cell: what an ordinary cell in its place would change.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Cost {
    /// The cell.
    pub cell: Cell,
    /// The kind of the cell.
    pub kind: Kind,
    /// The increase of the potential if the cell were ordinary.
    pub potential: i64,
    /// The decrease of the mean swaps if the cell were ordinary; negative if they would increase. None
    /// without a goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swaps: Option<f64>,
    /// The 95 % interval of the decrease; none if it is only predicted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ci95: Option<[f64; 2]>,
    /// The number of games of the level with an ordinary cell; 0 if the decrease is only predicted.
    pub games: u32,
}

/// A change of one cell, and its effect.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The cell.
    pub cell: Cell,
    /// The current kind.
    pub from: Kind,
    /// The new kind.
    pub to: Kind,
    /// The potential after the change.
    pub potential: u32,
    /// The mean swaps after the change, as a factor of the current ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factor: Option<f64>,
    /// The games of the changed level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<Sample>,
}

/// The explanation of the difficulty of a level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// The games of the level; none if no games were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<Sample>,
    /// The costs of the special cells, in descending order.
    pub costs: Vec<Cost>,
    /// The change of a special cell to an ordinary one that makes the level easiest, if one makes it
    /// easier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub easiest: Option<Change>,
    /// The change that makes the level hardest, if one makes it harder, of those that add no infeasible
    /// cell and keep the goal reachable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hardest: Option<Change>,
}

/// Explains the difficulty of a level by the effects of all changes of one cell: on the swaps of the games
/// of a playtest if one is given, else on the potential.
///
/// An opening makes a special cell ordinary, a closing puts a special kind into a cell. The guide predicts
/// the effect of the 512 openings and 64 closings that change the potential most. Of these, the 64
/// openings and 32 closings with the largest predicted effects are played; more games are played of the
/// changes that may have the largest effects, until the first eight costs, the easiest and the hardest
/// change are known from all games of the playtest. Other costs are predictions; those without a
/// prediction come last. A change is reported as the easiest or hardest only if its mean swaps differ
/// from those of the level by at least two standard errors.
///
/// `watch` sees the number of games and may stop them; then the result of the games so far is returned.
///
/// ```
/// use tilewright_grid::{Cell, Seed};
/// use tilewright_match3::{Level, Strategy};
/// use tilewright_match3_design::{Guide, Playtest, explain};
///
/// let level: Level = "c......\n.......\n.......\n...#...\n.......\n.......\n.......\n".parse()?;
/// let (goal, bot) = ("clear:overlays".parse()?, Strategy::Article.into());
/// let guide = Guide::for_levels(&level, &goal, bot);
/// let playtest = Playtest { goal: &goal, guide: &guide, bot, games: 256, seed: Seed(1) };
/// let explanation = explain(&level, Some(&playtest), &());
/// assert_eq!(explanation.costs[0].cell, Cell::new(0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

    // Without games the potential decides; with games, changes of unknown effect come last.
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

/// The change with the largest increase of the swaps (`sign` 1) or decrease (`sign` −1), if there is one.
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
            // If games were played, changes without games are not certain enough.
            let is_known = one.is_proven(trials) && sign * swaps > doubt;
            is_known.then_some(sign * swaps)
        } else {
            let lost = (potential - i64::from(one.change.potential)) as f64;
            Some(sign * lost).filter(|&effect| effect > 0.0)
        };
        effect.map(|effect| (effect, one))
    });

    // The first one wins a tie.
    let best = effects.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, one)| Change {
        factor: trials.factor(&one),
        played: one.sample(trials),
        ..one.change
    })
}

//! Which cells make a level hard, and which single change makes it easiest or hardest.

mod changes;
mod contender;
mod paired;
mod playtest;

use serde::Serialize;
use tilewright_grid::{Cell, Estimate, Watch};
use tilewright_match3::{Kind, Level, Template};

use crate::latch::Latch;
use crate::potential;
use changes::{Candidates, candidates, usual_kinds};
use contender::Contender;
use playtest::Trials;
pub use playtest::{Playtest, Sample};

/// The cost of a kind in a cell: what the level takes with it there, beyond what it takes with an ordinary cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cost {
    /// The cell.
    pub cell: Cell,
    /// The name of the kind, as requests name it.
    pub kind: String,
    /// The decrease of the potential by it; none under other rules than `classic`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub potential: Option<i64>,
    /// The increase of the mean swaps by it; negative if they decrease. None without a goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swaps: Option<f64>,
    /// The 95 % interval of the increase; none if it is only predicted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ci95: Option<[f64; 2]>,
    /// The change of the win rate by it, from games: mostly a decrease. None without a move limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_rate: Option<Estimate>,
    /// The number of games of the changed level; 0 if the increase is only predicted.
    pub games: u32,
    /// Whether the goal is out of reach after the change, so that no games were played of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub out_of_reach: bool,
}

/// A change of one cell, and its effect.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The cell; the first one of a block of several cells, of which the others become ordinary.
    pub cell: Cell,
    /// The name of the current kind.
    pub from: String,
    /// The name of the new kind.
    pub to: String,
    /// The potential after the change; none under other rules than `classic`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub potential: Option<u32>,
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
    /// Whether the goal is out of reach on the level as it is: then no games were played, and the cells that are not
    /// `out_of_reach` are those whose change brings it into reach.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub out_of_reach: bool,
    /// The costs of the special cells, in descending order.
    pub costs: Vec<Cost>,
    /// What the first kind would cost in each ordinary cell, in descending order.
    pub additions: Vec<Cost>,
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
/// of a playtest if one is given, else on the potential, which only levels of `classic` have.
///
/// An opening makes a special cell ordinary, a closing puts one of the kinds into a cell; if there are none, the usual ones of the
/// level are taken: obstacles, blockers and overlays under `classic`, else its most common kinds. Pieces, ingredients, blocks of
/// a colour and blocks of several cells are not replaced, but removed. What the first kind costs in an ordinary cell is listed for each.
///
/// The guide predicts the effect of 512 openings, 512 such additions and 64 other closings. Of these, the 64 openings, 128 additions and 32 other
/// closings with the largest predicted effects are played, with the seeds of the level's own games; more games are played of the
/// changes that may have the largest effects, until the first eight costs, the easiest and the hardest
/// change are known from all games of the playtest. Other costs are predictions, or predictions that fewer games have corrected; those without a
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
/// let explanation = explain(&level, &[], Some(&playtest), &());
/// assert_eq!(explanation.costs[0].cell, Cell::new(0, 0));
/// assert_eq!((explanation.additions.len(), &*explanation.additions[0].kind), (47, "obstacle"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(
    level: &Level,
    kinds: &[Kind],
    playtest: Option<&Playtest<'_>>,
    watch: &dyn Watch,
) -> Explanation {
    let watch = &Latch::new(watch);
    let usual = if kinds.is_empty() { usual_kinds(level) } else { Vec::new() };
    let kinds = if kinds.is_empty() { &usual } else { kinds };
    let mut candidates = candidates(level, kinds, playtest, watch);
    let mut trials = Trials::new(level, playtest);
    trials.run(&mut candidates, watch);

    let names = Template::from(level);
    let Candidates { openings, closings } = &candidates;
    let now = level.is_classic().then(|| i64::from(potential(level)));
    let report = Report { potential: now, trials: &trials, names: &names };
    let removed = openings.iter().map(|one| report.cost(one, -1.0));
    let shown = closings.iter().filter(|one| one.is_shown);
    let additions = shown.map(|one| report.cost(one, 1.0)).collect();
    let sound = closings.iter().filter(|closing| closing.is_sound);
    Explanation {
        played: trials.now(),
        out_of_reach: trials.is_out_of_reach(),
        costs: report.in_order(removed.collect()),
        additions: report.in_order(additions),
        easiest: report.strongest(openings.iter(), -1.0),
        hardest: report.strongest(sound, 1.0),
    }
}

/// What is said of the changes of a level.
struct Report<'a> {
    potential: Option<i64>,
    trials: &'a Trials<'a>,
    names: &'a Template,
}

impl Report<'_> {
    /// The cost of a kind that a change puts into a cell (`sign` 1) or takes away (`sign` −1).
    fn cost(&self, one: &Contender, sign: f64) -> Cost {
        let step = one.step;
        let kind = if sign > 0.0 { step.to } else { step.from };
        let effect = self.trials.effect(one);
        let estimate = |(more, error): (f64, f64)| Estimate::of_error(more, error);
        let lost = step.potential.zip(self.potential);
        let lost = lost.map(|(then, now)| now - i64::from(then));
        let games = effect.filter(|_| one.is_played());
        Cost {
            cell: step.cell,
            kind: self.names.name_of(kind),
            potential: lost.map(|lost| if sign > 0.0 { lost } else { -lost }),
            swaps: effect.map(|(swaps, _)| sign * swaps),
            ci95: games.map(|(swaps, error)| estimate((sign * swaps, error)).ci95),
            win_rate: self
                .trials
                .more_won(one)
                .map(|(won, error)| estimate((sign * won, error))),
            games: one.games.count,
            out_of_reach: self.trials.has_goal() && !one.is_reachable,
        }
    }

    /// The costs in descending order. Without games the potential decides; with games, changes of unknown effect come
    /// last.
    fn in_order(&self, mut costs: Vec<Cost>) -> Vec<Cost> {
        let amount = |cost: &Cost| match (self.trials.has_goal(), cost.swaps) {
            (false, _) => cost.potential.map_or(0.0, |potential| potential as f64),
            (true, swaps) => swaps.unwrap_or(f64::NEG_INFINITY),
        };
        costs.sort_by(|a, b| amount(b).total_cmp(&amount(a)).then(a.cell.cmp(&b.cell)));
        costs
    }

    /// The change with the largest increase of the swaps (`sign` 1) or decrease (`sign` −1), if there is one.
    fn strongest<'a>(
        &self,
        changes: impl Iterator<Item = &'a Contender>,
        sign: f64,
    ) -> Option<Change> {
        let trials = self.trials;
        let effects = changes.filter_map(|one| {
            let effect = if trials.has_goal() {
                let (swaps, error) = trials.effect(one)?;
                let doubt = if trials.now().is_some() { 2.0 * error } else { 0.0 };
                // If games were played, changes without games are not certain enough.
                let is_known = trials.is_proven(one) && sign * swaps > doubt;
                is_known.then_some(sign * swaps)
            } else {
                let lost = self.potential? - i64::from(one.step.potential?);
                Some(sign * lost as f64).filter(|&effect| effect > 0.0)
            };
            effect.map(|effect| (effect, one))
        });

        // The first one wins a tie.
        let best = effects.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map(|(_, one)| Change {
            cell: one.step.cell,
            from: self.names.name_of(one.step.from),
            to: self.names.name_of(one.step.to),
            potential: one.step.potential,
            factor: trials.factor(one),
            played: trials.sample_of(one),
        })
    }
}

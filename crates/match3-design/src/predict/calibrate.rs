//! Models that are fitted to levels which a bot plays.

use std::ops::{ControlFlow, Range};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tilewright_grid::{Seed, Size, Watch, det};
use tilewright_match3::{
    Goal, Kind, Level, LevelError, MAX_SWAPS, Preset, Rules, Ruleset, SkilledBot,
    Statistics, Template, play, unreachable,
};

use super::draws::{Draws, parts};
use super::fit::Pair;
use super::general::Terms;
use super::guide::last;
use super::mixed::Recipe;
use super::model::Subject;
use super::ridge::{LinearModel, ridge};
use super::shape::Shape;
use super::{Fit, Method, Model, ModelError};

/// The minimum number of levels to fit a model to: a quarter is held out, and of one level
/// there is no R².
pub(crate) const LEAST: usize = 8;

/// The minimum share of finished games of a level to fit to.
const FINISHED: f64 = 0.99;
/// The number of games after which a level may be given up: of 200 games three lost ones are too
/// many, and a level that has lost three of its first 16 needs no others.
const FIRST: u32 = 16;

/// A calibration: the levels that are played, half of them composed and half random, and the model that is fitted to
/// them.
#[derive(Clone, Debug)]
pub struct Calibration {
    /// The size of the levels.
    pub size: Size,
    /// The number of colours.
    pub colors: u32,
    /// The rules.
    pub rules: Ruleset,
    /// The kinds of special cells; if none, those of [`usual_kinds`](crate::usual_kinds).
    pub kinds: Vec<Kind>,
    /// The goal.
    pub goal: Goal,
    /// Whether each level has its own goal: one to three of the parts of `goal`, drawn uniformly, each with
    /// half to twice its amount. A number of a kind is drawn from 1 to that on the board.
    pub is_mixed: bool,
    /// The bot that plays.
    pub bot: SkilledBot,
    /// The number of levels; a quarter of them is held out.
    pub levels: u32,
    /// The number of games per level.
    pub games: u32,
    /// The features of the model.
    pub method: Method,
}

impl Calibration {
    /// The open board of the levels, with the rules, colours and goal.
    ///
    /// # Errors
    /// When the rules refuse the size, the colours or the goal.
    pub fn board(&self) -> Result<Template, LevelError> {
        let mut board = Template::open(self.size)?;
        board.colors = self.colors;
        board = board.with_rules(self.rules.clone())?;
        board.goal = Some(self.goal.clone());
        board.check()?;
        Ok(board)
    }

    /// The levels and players of the model.
    fn subject(&self, draws: &Draws<'_>) -> Result<Subject, ModelError> {
        let is_classic = self.rules.is_same(&Ruleset::preset(Preset::Classic));
        if !is_classic && self.method != Method::Field {
            return Err(ModelError::Method(self.method));
        }

        let is_usual = is_classic && draws.kinds() == Kind::SPECIALS;
        let goals = if self.is_mixed { parts(&self.goal) } else { &[] };

        Ok(Subject {
            size: self.size,
            colors: self.colors,
            goal: goals.first().unwrap_or(&self.goal).clone(),
            goals: goals.to_vec(),
            bot: self.bot,
            rules: (!is_classic).then(|| self.rules.clone()),
            kinds: if is_usual { Vec::new() } else { draws.kinds().to_vec() },
        })
    }
}

/// The mean swaps of the games of a level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeanSwaps {
    /// The mean swaps.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
}

/// Plays these levels of a calibration on all threads and returns the results in their order; if stopped,
/// those before the first unfinished level.
///
/// Half of the levels are composed: zones of one or two kinds, three in five of them mirrored and three in ten on boards
/// with holes. The other half are random, cell by cell, of kinds drawn uniformly. Both have a density drawn uniformly from 0 to 0.5; those
/// of `classic` are repaired until they are feasible. A level whose goal cannot be reached, or is not
/// reached by more than 1 % of its games, has no result. `watch` is asked within games; `see` is called
/// with each block of new results.
///
/// # Errors
/// When the rules refuse the colours, the goal or a kind.
pub fn play_levels(
    wanted: &Calibration,
    levels: Range<u32>,
    seed: Seed,
    watch: &dyn Watch,
    mut see: impl FnMut(&[Option<MeanSwaps>]) -> ControlFlow<()>,
) -> Result<Vec<Option<MeanSwaps>>, ModelError> {
    let draws = Draws::new(wanted)?;
    let mut played = Vec::new();
    // One level per thread at a time, so that results are reported soon.
    let block = rayon::current_num_threads() as u32;
    let mut next = levels.start;

    while next < levels.end {
        let block = next..levels.end.min(next.saturating_add(block));
        next = block.end;
        let (first, count) = (played.len(), block.len());

        let level =
            |index| play_level(wanted, &draws, seed.child(u64::from(index)), watch);
        let finished: Vec<_> = block.into_par_iter().map(level).collect();

        played.extend(finished.into_iter().map_while(ControlFlow::continue_value));
        let is_stopped = played.len() < first + count;
        if see(&played[first..]).is_break() || is_stopped {
            break;
        }
    }
    Ok(played)
}

/// Plays a random level; none if it cannot be fitted to. Breaks if stopped.
fn play_level(
    wanted: &Calibration,
    draws: &Draws<'_>,
    seed: Seed,
    watch: &dyn Watch,
) -> ControlFlow<(), Option<MeanSwaps>> {
    let level = draws.level(seed);

    let Some(goal) = &level.goal else { return ControlFlow::Continue(None) };
    let rules = Rules::new(&level, goal);
    if rules.is_won_at_once() || unreachable(&rules).is_some() {
        return ControlFlow::Continue(None);
    }

    let play = |games: Range<u32>| {
        let (bot, count) = (&wanted.bot, games.len());
        let played = play(&rules, bot, MAX_SWAPS, games, seed.child(1), watch);
        (played.len() == count).then_some(played)
    };

    // A level that is lost too often is known after a few games, however the others end.
    let first = FIRST.min(wanted.games);
    let Some(mut outcomes) = play(0..first) else { return ControlFlow::Break(()) };
    let lost = outcomes.iter().filter(|outcome| !outcome.is_won).count() as f64;
    if lost > (1.0 - FINISHED) * f64::from(wanted.games) + 0.5 {
        return ControlFlow::Continue(None);
    }

    let Some(others) = play(first..wanted.games) else { return ControlFlow::Break(()) };
    outcomes.extend(others);
    ControlFlow::Continue(MeanSwaps::of(&Statistics::of(&outcomes, MAX_SWAPS)))
}

impl MeanSwaps {
    fn of(statistics: &Statistics) -> Option<Self> {
        if statistics.win_rate.mean < FINISHED {
            return None;
        }
        let swaps = statistics.swaps?;
        let error = swaps.sd.unwrap_or(0.0) / f64::from(swaps.games).sqrt();
        Some(Self { mean: swaps.mean.max(0.1), error })
    }
}

/// Fits a model to three quarters of the levels that [`play_levels`] has played with the same seed.
/// Returns the model, and the predicted and played mean swaps of the other levels.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use tilewright_grid::{Seed, Size};
/// use tilewright_match3::{Level, Preset, Ruleset, Strategy};
/// use tilewright_match3_design::{Calibration, Method, fit_levels, play_levels};
///
/// let calibration = Calibration {
///     size: Size::new(6, 6),
///     colors: 5,
///     rules: Ruleset::preset(Preset::Classic),
///     kinds: Vec::new(),
///     goal: "collect:12".parse()?,
///     is_mixed: false,
///     bot: Strategy::Article.into(),
///     levels: 60,
///     games: 30,
///     method: Method::Roots,
/// };
/// let played = play_levels(&calibration, 0..60, Seed(1), &(), |_| ControlFlow::Continue(()))?;
/// let (model, _) = fit_levels(&calibration, &played, Seed(1))?;
/// let level: Level = ["......"; 6].join("\n").parse()?;
/// println!("{:.1} swaps, R² = {:.2}", model.predict(&level), model.fit().r2);
/// # assert!((5.0..20.0).contains(&model.predict(&level)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When fewer than 8 levels can be fitted to, the rules refuse the colours, the goal or a kind, or the
/// method does not know them.
pub fn fit_levels(
    wanted: &Calibration,
    played: &[Option<MeanSwaps>],
    seed: Seed,
) -> Result<(Model, Vec<(f64, f64)>), ModelError> {
    let kept: Vec<(u64, MeanSwaps)> = (0..)
        .zip(played)
        .filter_map(|(index, played)| Some((index, (*played)?)))
        .collect();
    if kept.len() < LEAST {
        return Err(ModelError::Few(kept.len()));
    }

    let draws = Draws::new(wanted)?;
    let subject = wanted.subject(&draws)?;
    let held = kept.len() / 4;
    let cut = kept.len() - held;

    let levels: Vec<Level> =
        kept.par_iter().map(|&(index, _)| draws.level(seed.child(index))).collect();
    let swaps: Vec<f64> = kept[..cut].iter().map(|(_, played)| played.mean).collect();

    // The held-out levels are the last ones, so that none of them is seen by the regression.
    let (linear, predicted) = regress(wanted, &subject, &levels, &swaps);

    let pair = |(&(_, MeanSwaps { mean, error }), predicted)| Pair {
        played: mean,
        error,
        predicted,
    };

    let pairs: Vec<Pair> = kept[cut..].iter().zip(predicted).map(pair).collect();
    let (fitted, held_out) = (cut as u32, held as u32);
    let report = Fit { fitted, held_out, games: wanted.games, ..Fit::of(&pairs) };
    let held = pairs.iter().map(|pair| (pair.predicted, pair.played)).collect();

    let board = wanted.board()?;
    Ok((Model::new(&subject, &board, wanted.method, linear, report, seed.0), held))
}

/// Fits to the first levels, of these mean swaps, and predicts the others.
fn regress(
    wanted: &Calibration,
    subject: &Subject,
    levels: &[Level],
    swaps: &[f64],
) -> (LinearModel, Vec<f64>) {
    let (shape, cut) = (Shape::new(wanted.size), swaps.len());
    let goal = |level: &Level| level.goal.clone().unwrap_or_else(|| wanted.goal.clone());

    if let Some(terms) = subject.terms() {
        let rows: Vec<_> = levels
            .par_iter()
            .map(|level| terms.rows(&shape, level, &goal(level)))
            .collect();

        let linear = terms.fit(&rows[..cut], swaps);
        let predict = |rows: &Vec<_>| det::exp(last(&Terms::logs(&linear, rows)));
        let predicted = rows[cut..].iter().map(predict).collect();
        return (linear, predicted);
    }

    let recipe = Recipe { method: wanted.method, is_mixed: wanted.is_mixed };
    let inputs = |level: &Level| recipe.inputs(&shape, level, &goal(level));
    let features: Vec<Vec<f64>> = levels.par_iter().map(inputs).collect();
    let values: Vec<f64> = swaps.iter().map(|&mean| recipe.target(mean)).collect();

    let linear = ridge(&features[..cut], &values, &vec![1.0; cut]);
    let predict = |features: &Vec<f64>| recipe.output(linear.at(features));
    let predicted = features[cut..].iter().map(predict).collect();
    (linear, predicted)
}

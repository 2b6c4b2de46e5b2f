//! Models that are fitted to levels which a bot plays.

use std::ops::{ControlFlow, Range};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tilewright_grid::{Seed, Size, Watch};

use super::field::Shape;
use super::fit::Pair;
use super::method::{inputs, output, target};
use super::model::Subject;
use super::ridge::ridge;
use super::{Fit, Method, Model, ModelError, Source};
use crate::generate::feasible_start;
use crate::{
    Goal, Kind, Level, MAX_SWAPS, Quota, Rules, SkilledBot, Space, Statistics, Symmetry,
    Template, play_while, unreachable,
};

/// The minimum number of levels to fit a model to.
pub(crate) const LEAST: usize = 8;
/// The minimum share of finished games of a level to fit to.
const FINISHED: f64 = 0.99;

/// A calibration: the levels that are played, and the model that is fitted to them.
#[derive(Clone, Debug)]
pub struct Calibration {
    /// The size of the levels.
    pub size: Size,
    /// The number of colours.
    pub colors: u32,
    /// The goal.
    pub goal: Goal,
    /// The bot that plays.
    pub bot: SkilledBot,
    /// The number of levels; a quarter of them is held out.
    pub levels: u32,
    /// The number of games per level.
    pub games: u32,
    /// The features of the model.
    pub method: Method,
}

/// The mean swaps of the games of a level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// The mean swaps.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
}

/// Plays random levels, fits a model to three quarters of them, and reports how well it predicts the
/// others: [`play_levels`] and [`fit_levels`] in one. `see` is called with the number of played levels;
/// if it breaks, the model is fitted to the levels so far. Returns the model, and the predicted and
/// played mean swaps of the levels that were held out.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use tilewright_grid::{Seed, Size};
/// use tilewright_match3::{Calibration, Level, Method, Strategy, calibrate};
///
/// let calibration = Calibration {
///     size: Size::new(6, 6),
///     colors: 5,
///     goal: "collect:12".parse()?,
///     bot: Strategy::Article.into(),
///     levels: 60,
///     games: 30,
///     method: Method::Roots,
/// };
/// let (model, _) = calibrate(&calibration, Seed(1), |_| ControlFlow::Continue(()))?;
/// let level: Level = ["......"; 6].join("\n").parse()?;
/// println!("{:.1} swaps, R² = {:.2}", model.predict(&level), model.fit().r2);
/// # assert!((5.0..20.0).contains(&model.predict(&level)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When fewer than 8 levels can be fitted to.
pub fn calibrate(
    wanted: &Calibration,
    seed: Seed,
    mut see: impl FnMut(u32) -> ControlFlow<()>,
) -> Result<(Model, Vec<(f64, f64)>), ModelError> {
    let mut count = 0;
    let played = play_levels(wanted, 0..wanted.levels, seed, &(), |played| {
        count += played.len() as u32;
        see(count)
    });
    fit_levels(wanted, &played, seed)
}

/// Plays these levels of a calibration on all threads and returns the results in their order; if stopped,
/// those before the first unfinished level.
///
/// The levels are random: special cells of all nine kinds, drawn uniformly, at a density drawn uniformly
/// from 0 to 0.5, repaired until they are feasible. A level whose goal cannot be reached, or is not
/// reached by more than 1 % of its games, has no result. `watch` is asked within games; `see` is called
/// with each block of new results.
pub fn play_levels(
    wanted: &Calibration,
    levels: Range<u32>,
    seed: Seed,
    watch: &dyn Watch,
    mut see: impl FnMut(&[Option<Played>]) -> ControlFlow<()>,
) -> Vec<Option<Played>> {
    let space = space(wanted);
    let mut played = Vec::new();
    // One level per thread at a time, so that results are reported soon.
    let block = rayon::current_num_threads() as u32;
    let mut next = levels.start;
    while next < levels.end {
        let block = next..levels.end.min(next.saturating_add(block));
        next = block.end;
        let (first, count) = (played.len(), block.len());
        let level =
            |index| play_level(wanted, &space, seed.child(u64::from(index)), watch);
        let finished: Vec<_> = block.into_par_iter().map(level).collect();
        played.extend(finished.into_iter().map_while(ControlFlow::continue_value));
        let is_stopped = played.len() < first + count;
        if see(&played[first..]).is_break() || is_stopped {
            break;
        }
    }
    played
}

fn space(wanted: &Calibration) -> Space {
    let mut template = Template::open(wanted.size).expect("a calibration has a size");
    template.colors = wanted.colors;
    let kinds: Vec<Quota> = Kind::SPECIALS.into_iter().map(Quota::from).collect();
    Space::new(&template, &kinds, Symmetry::None).expect("an open board is feasible")
}

/// A random level.
fn draw(space: &Space, seed: Seed) -> Level {
    let mut rng = seed.child(0).rng();
    let density = 0.5 * rng.unit();
    space.level(&feasible_start(space, density, &mut rng))
}

/// Plays a random level; none if it cannot be fitted to. Breaks if stopped.
fn play_level(
    wanted: &Calibration,
    space: &Space,
    seed: Seed,
    watch: &dyn Watch,
) -> ControlFlow<(), Option<Played>> {
    let rules = Rules::new(&draw(space, seed), &wanted.goal);
    if rules.is_won_at_once() || unreachable(&rules).is_some() {
        return ControlFlow::Continue(None);
    }
    let games = 0..wanted.games;
    let outcomes =
        play_while(&rules, &wanted.bot, MAX_SWAPS, games, seed.child(1), watch);
    if outcomes.len() < wanted.games as usize {
        return ControlFlow::Break(());
    }
    ControlFlow::Continue(Played::of(&Statistics::of(&outcomes, MAX_SWAPS)))
}

impl Played {
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
/// # Errors
/// When fewer than 8 levels can be fitted to.
pub fn fit_levels(
    wanted: &Calibration,
    played: &[Option<Played>],
    seed: Seed,
) -> Result<(Model, Vec<(f64, f64)>), ModelError> {
    let kept: Vec<(u64, Played)> = (0..)
        .zip(played)
        .filter_map(|(index, played)| Some((index, (*played)?)))
        .collect();
    if kept.len() < LEAST {
        return Err(ModelError::Few(kept.len()));
    }
    let (space, shape) = (space(wanted), Shape::new(wanted.size));
    let features: Vec<Vec<f64>> = kept
        .par_iter()
        .map(|&(index, _)| draw(&space, seed.child(index)))
        .map(|level| inputs(wanted.method, &shape, &level, &wanted.goal))
        .collect();
    let values: Vec<f64> =
        kept.iter().map(|(_, played)| target(wanted.method, played.mean)).collect();
    let held = kept.len() / 4;
    let cut = kept.len() - held;
    let linear = ridge(&features[..cut], &values[..cut], &vec![1.0; cut]);
    let pair =
        |(&(_, Played { mean, error }), features): (&(u64, Played), &Vec<f64>)| Pair {
            played: mean,
            error,
            predicted: output(wanted.method, linear.at(features)),
        };
    let pairs: Vec<Pair> = kept[cut..].iter().zip(&features[cut..]).map(pair).collect();
    let (fitted, held_out) = (cut as u32, held as u32);
    let report = Fit { fitted, held_out, games: wanted.games, ..Fit::of(&pairs) };
    let subject = Subject {
        size: wanted.size,
        colors: wanted.colors,
        goal: wanted.goal.clone(),
        goals: Vec::new(),
        source: Source::Bot(wanted.bot),
    };
    let held = pairs.iter().map(|pair| (pair.predicted, pair.played)).collect();
    Ok((Model::new(&subject, wanted.method, linear, report, seed.0), held))
}

//! Fitting a model to levels that a bot plays.

use std::ops::ControlFlow;

use rayon::prelude::*;
use tilewright_grid::{Seed, Size};

use super::field::Shape;
use super::fit::Pair;
use super::model::{Subject, inputs, output, target};
use super::ridge::ridge;
use super::{Fit, Method, Model, ModelError, Source};
use crate::generate::feasible_start;
use crate::{
    Goal, Kind, Level, MAX_SWAPS, Player, Quota, Rules, Space, Statistics, Symmetry,
    Template, play, unreachable,
};

/// The fewest levels to fit a model to.
pub(crate) const LEAST: usize = 8;
/// The levels that are played between two reports of progress.
const BLOCK: usize = 16;
/// The share of games that must reach the goal for a level to be fitted to.
const FINISHED: f64 = 0.99;

/// What to calibrate.
#[derive(Clone, Debug)]
pub struct Calibration {
    /// The size of the levels.
    pub size: Size,
    /// Their colours.
    pub colors: u32,
    /// Their goal.
    pub goal: Goal,
    /// Who plays them.
    pub player: Player,
    /// How many levels; a quarter of them is held out.
    pub levels: u32,
    /// How many games of each.
    pub games: u32,
    /// What the prediction is made of.
    pub method: Method,
}

/// A level that was played.
struct Played {
    level: Level,
    mean: f64,
    error: f64,
}

/// Plays many random levels, fits a model to three quarters of them, and reports on the rest.
///
/// The levels are mixed: all nine special kinds, each as likely, at a density drawn evenly
/// from 0 to a half, mended until they are feasible. Those whose goal cannot be reached, or
/// is not by one game in a hundred, are left out. `proceed` is told how many were played.
/// With the model come the mean swaps of the held-out levels, as predicted and as played.
///
/// # Errors
/// When too few levels are left.
pub fn calibrate(
    wanted: &Calibration,
    seed: Seed,
    mut proceed: impl FnMut(u32) -> ControlFlow<()>,
) -> Result<(Model, Vec<(f64, f64)>), ModelError> {
    let space = space(wanted);
    let mut played: Vec<Played> = Vec::new();
    let indices: Vec<u32> = (0..wanted.levels).collect();
    for (block, indices) in indices.chunks(BLOCK).enumerate() {
        let levels = indices
            .par_iter()
            .filter_map(|&index| draw(wanted, &space, seed.child(u64::from(index))));
        played.extend(levels.collect::<Vec<_>>());
        if proceed((block * BLOCK + indices.len()) as u32).is_break() {
            break;
        }
    }
    fit(wanted, &played, seed)
}

fn space(wanted: &Calibration) -> Space {
    let mut template = Template::open(wanted.size).expect("a calibration has a size");
    template.colors = wanted.colors;
    let kinds: Vec<Quota> = Kind::SPECIALS.into_iter().map(Quota::from).collect();
    Space::new(&template, &kinds, Symmetry::None).expect("an open board is feasible")
}

/// Draws a level and plays it; none where it is not one to fit to.
fn draw(wanted: &Calibration, space: &Space, seed: Seed) -> Option<Played> {
    let mut rng = seed.child(0).rng();
    let density = 0.5 * rng.unit();
    let level = space.level(&feasible_start(space, density, &mut rng));
    let rules = Rules::new(&level, &wanted.goal);
    if rules.is_won_at_once() || unreachable(&rules).is_some() {
        return None;
    }
    let outcomes =
        play(&rules, &wanted.player, MAX_SWAPS, 0..wanted.games, seed.child(1));
    let statistics = Statistics::of(&outcomes, MAX_SWAPS);
    if statistics.win_rate < FINISHED {
        return None;
    }
    let (mean, deviation) = statistics.mean_swaps.zip(statistics.sd_swaps)?;
    let error = deviation / f64::from(statistics.finished).sqrt();
    Some(Played { level, mean: mean.max(0.1), error })
}

fn fit(
    wanted: &Calibration,
    played: &[Played],
    seed: Seed,
) -> Result<(Model, Vec<(f64, f64)>), ModelError> {
    if played.len() < LEAST {
        return Err(ModelError::Few(played.len()));
    }
    let shape = Shape::new(wanted.size);
    let features: Vec<Vec<f64>> = played
        .par_iter()
        .map(|played| inputs(wanted.method, &shape, &played.level, &wanted.goal))
        .collect();
    let values: Vec<f64> =
        played.iter().map(|played| target(wanted.method, played.mean)).collect();
    let held = played.len() / 4;
    let cut = played.len() - held;
    let linear = ridge(&features[..cut], &values[..cut], &vec![1.0; cut]);
    let pairs: Vec<Pair> = (cut..played.len())
        .map(|index| Pair {
            played: played[index].mean,
            error: played[index].error,
            predicted: output(wanted.method, linear.at(&features[index])),
        })
        .collect();
    let (fitted, held_out) = (cut as u32, held as u32);
    let report = Fit { fitted, held_out, games: wanted.games, ..Fit::of(&pairs) };
    let subject = Subject {
        size: wanted.size,
        colors: wanted.colors,
        goal: wanted.goal.clone(),
        source: Source::Bot(wanted.player),
    };
    let held = pairs.iter().map(|pair| (pair.predicted, pair.played)).collect();
    Ok((Model::new(&subject, wanted.method, linear, report, seed.0), held))
}

//! People, from logs of what they played: how often they pass a level, and how many attempts they need.
//!
//! A [`PlayLog`] counts what a studio has logged. [`JudgeGames`] are the games of bots on a level. [`fit_people`] finds how the pass rates
//! of people follow from the games of the bots, and how much levels pull away from that; the [`PeopleModel`] predicts levels that
//! nobody has played.
//!
//! The idea that simulated games and the statistics of cohorts together predict people best is that of Kristensen and Burelli,
//! *Difficulty Modelling in Mobile Puzzle Games: An Empirical Study on Different Methods to Combine Player Analytics and Simulated Data*,
//! 2024. That the moves of the best 5 % of a bot's games predict completion rates is from Kristensen, Valdivia and Burelli, *Estimating Player
//! Completion Rate in Mobile Puzzle Games Using Reinforcement Learning*, 2020.

mod check;
mod features;
mod fit;
mod judges;
mod log;
mod model;
mod nodes;
mod predict;
mod row;
mod sample;
mod table;
#[cfg(test)]
mod tests;

use rayon::prelude::*;
use tilewright_grid::{Seed, Watch};

pub use check::CrossValidation;
#[doc(hidden)]
pub use features::FeatureSet;
pub use judges::{JUDGES, JudgeGames};
pub use log::{LoggedLevel, PlayLog, PlaysError, UnknownLevel};
pub use model::{Cohort, LevelPull, PeopleModel, PeopleModelError};
pub use predict::{
    AttemptsToPass, CohortPrediction, LoggedAttempts, MOST_ATTEMPTS, PassRate,
    PeoplePrediction,
};

use fit::{Places, Posterior, Task};
use model::{Document, SCHEMA};
use sample::Sample;

/// The least number of levels with attempts: of fewer nothing can be said of others.
pub const LEAST: usize = 8;

/// Plays the games of judges on all levels of a log, level by level with seeds of their own; none if stopped.
pub fn judge_levels(
    log: &PlayLog,
    games: u32,
    seed: Seed,
    watch: &dyn Watch,
) -> Option<Vec<JudgeGames>> {
    let play = |(number, logged): (usize, &LoggedLevel)| {
        JudgeGames::play(&logged.level, games, seed.child(number as u64), watch)
    };
    log.levels.par_iter().enumerate().map(play).collect()
}

/// Fits a model to a log, given the games of judges on its levels: this number of each, with this seed.
///
/// # Errors
/// When fewer than [`LEAST`] levels have attempts, or `watch` stops the fit.
pub fn fit_people(
    log: &PlayLog,
    judges: &[JudgeGames],
    games: (u32, Seed),
    watch: &dyn Watch,
) -> Result<PeopleModel, PlaysError> {
    fit_features(log, judges, games, FeatureSet::Played, watch)
}

/// As [`fit_people`], of other features.
///
/// # Errors
/// As [`fit_people`].
#[doc(hidden)]
pub fn fit_features(
    log: &PlayLog,
    judges: &[JudgeGames],
    games: (u32, Seed),
    set: FeatureSet,
    watch: &dyn Watch,
) -> Result<PeopleModel, PlaysError> {
    let known = log.levels.iter().filter(|level| level.attempts > 0).count();
    if known < LEAST {
        return Err(PlaysError::Few(known));
    }

    let at = |level: usize, limit: u32| {
        set.of(&log.levels[level].level, &judges[level], limit)
    };
    let own = (0..judges.len()).map(|level| at(level, judges[level].limit));
    let own: Vec<Vec<f64>> = own.collect();
    let units = Units::of(&own, set);
    let own: Vec<Vec<f64>> = own.iter().map(|values| units.scaled(values)).collect();

    let sample = Sample::of(log);
    let features = sample.cells.iter();
    let features =
        features.map(|cell| units.scaled(&at(cell.level as usize, cell.limit)));
    let features: Vec<Vec<f64>> = features.collect();
    let (cohorts, levels) = (log.cohorts.len(), log.levels.len());
    let places = Places { cohorts, features: set.count(), levels };
    let has_mean = set == FeatureSet::Played;
    let task = Task { sample: &sample, features: &features, places, has_mean };

    let fitted = task.fit(watch).ok_or(PlaysError::Stopped)?;
    let held = task.held(&fitted, &own, watch).ok_or(PlaysError::Stopped)?;
    let counts = sample.counts(cohorts);
    let rules = names(judges.iter().map(|it| it.rules.clone()));
    let about = About { set, rules, games };
    Ok(document(log, about, (&fitted, &held, &own), (units, places, &counts)))
}

/// What a model says of itself.
struct About {
    set: FeatureSet,
    rules: Vec<String>,
    games: (u32, Seed),
}

/// The model of a fit.
fn document(
    log: &PlayLog,
    about: About,
    (fitted, held, own): (&Posterior, &[check::LevelCheck], &[Vec<f64>]),
    (units, places, counts): (Units, Places, &[f64]),
) -> PeopleModel {
    let freedom = (held.len() as f64 - used(fitted, places)).max(3.0);
    let assumed = fitted.variances.pull;
    let pull = check::mean_square_pull(held, assumed);
    let skill = mean_skill(fitted, places, counts);
    let quantile = check::student(freedom);
    let values = &fitted.values;
    let mut document = Document {
        schema: SCHEMA.to_string(),
        features: about.set,
        rules: about.rules,
        attempts: log.attempts(),
        players: log.players,
        games: about.games.0,
        seed: about.games.1.0,
        cohorts: cohorts_of(log, fitted, places, counts),
        levels: pulls(log, fitted, places, (own, counts)),
        base: values[Places::BASE],
        slopes: (0..places.features).map(|at| values[places.slope(at)]).collect(),
        centers: units.centers,
        scales: units.scales,
        learning: values[places.learning()],
        boosters: values[places.boosters()],
        pull: pull.sqrt(),
        freedom,
        covariance: triangle(fitted, places),
        cross_validation: CrossValidation::of(held, pull - assumed, skill, quantile),
        checksum: String::new(),
    };
    document.checksum = document.sum();
    PeopleModel { document }
}

/// What is subtracted from features, and what they are divided by.
struct Units {
    centers: Vec<f64>,
    scales: Vec<f64>,
}

impl Units {
    /// The means of features and their standard deviations. The mean of the judges is in logits, as what it predicts, and is not
    /// scaled; nor are constant features.
    fn of(own: &[Vec<f64>], set: FeatureSet) -> Self {
        let pairs = (0..set.count()).map(|at| {
            let of_levels = own.iter().map(|values| values[at]);
            let (mean, deviation, _) = tilewright_grid::moments(of_levels);
            let is_plain = set == FeatureSet::Played && at == 0;
            (mean, if is_plain || deviation < 1e-9 { 1.0 } else { deviation })
        });
        let (centers, scales) = pairs.unzip();
        Self { centers, scales }
    }

    fn scaled(&self, values: &[f64]) -> Vec<f64> {
        let units = self.centers.iter().zip(&self.scales);
        let one = |(value, (center, scale)): (&f64, (&f64, &f64))| {
            predict::scaled(*value, *center, *scale)
        };
        values.iter().zip(units).map(one).collect()
    }
}

/// The number of values that the log has set, each by the share that it has of it.
fn used(fitted: &Posterior, places: Places) -> f64 {
    let open = |at: usize| fitted.covariance[(at, at)] / fitted.variances.slopes;
    1.0 + (0..places.features)
        .map(|at| (1.0 - open(places.slope(at))).max(0.0))
        .sum::<f64>()
}

fn mean_skill(fitted: &Posterior, places: Places, counts: &[f64]) -> f64 {
    let all: f64 = counts.iter().sum();
    let skill = |cohort: usize| fitted.values[places.skill(cohort)] * counts[cohort];
    (0..places.cohorts).map(skill).sum::<f64>() / all.max(1.0)
}

fn cohorts_of(
    log: &PlayLog,
    fitted: &Posterior,
    places: Places,
    counts: &[f64],
) -> Vec<Cohort> {
    let all: f64 = counts.iter().sum();
    let of = |(at, name): (usize, &String)| {
        let (attempts, passes) = log.counts_of(at);
        Cohort {
            name: name.clone(),
            share: counts[at] / all.max(1.0),
            attempts,
            passes,
            shift: fitted.values[Places::cohort(at)],
            skill: fitted.values[places.skill(at)],
        }
    };
    log.cohorts.iter().enumerate().map(of).collect()
}

/// The levels with their pulls, given their features and the sizes of the cohorts.
fn pulls(
    log: &PlayLog,
    fitted: &Posterior,
    places: Places,
    (own, counts): (&[Vec<f64>], &[f64]),
) -> Vec<LevelPull> {
    let all: f64 = counts.iter().sum();
    let deviation = |level: usize| {
        let cohorts =
            (0..places.cohorts).map(|at| (Places::cohort(at), counts[at] / all.max(1.0)));
        let slopes = own[level].iter().enumerate();
        let slopes = slopes.map(|(at, value)| (places.slope(at), *value));
        let ends = [(Places::BASE, 1.0), (places.pull(level), 1.0)];

        // The pull and the slopes were found together: what one of them has too much, the other has too little.
        let terms: Vec<(usize, f64)> =
            ends.into_iter().chain(cohorts).chain(slopes).collect();
        let with = |(row, a): &(usize, f64)| -> f64 {
            terms
                .iter()
                .map(|(column, b)| a * b * fitted.covariance[(*row, *column)])
                .sum()
        };
        terms.iter().map(with).sum::<f64>().max(0.0).sqrt()
    };
    let logit = |level: usize| {
        let slopes = own[level].iter().enumerate();
        let slopes = slopes.map(|(at, value)| fitted.values[places.slope(at)] * value);
        let ends = [Places::BASE, places.pull(level)];
        ends.map(|at| fitted.values[at]).iter().sum::<f64>() + slopes.sum::<f64>()
    };
    let of = |(at, level): (usize, &LoggedLevel)| LevelPull {
        name: level.name.clone(),
        attempts: level.attempts,
        passes: level.passes,
        pull: fitted.values[places.pull(at)],
        logit: logit(at),
        hash: model::hash(&level.level),
        deviation: deviation(at),
    };
    log.levels.iter().enumerate().map(of).collect()
}

/// The lower triangle of the covariance of base, shifts and slopes.
fn triangle(fitted: &Posterior, places: Places) -> Vec<f64> {
    let row = |row: usize| (0..=row).map(move |column| fitted.covariance[(row, column)]);
    (0..places.known()).flat_map(row).collect()
}

/// Words without repetition, in their order.
fn names(words: impl Iterator<Item = String>) -> Vec<String> {
    let words: std::collections::BTreeSet<String> = words.collect();
    words.into_iter().collect()
}

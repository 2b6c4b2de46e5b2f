//! Predictions of people, tried on made-up players: `cargo xtask bench players`. No data of people was to be had.
//!
//! Each studio has players that are none of the judges, levels under one of the rules, and a log of 40 levels with 200 attempts each, in
//! which players learn, leave and buy moves. Of levels that it has not released, the pass rate of first attempts is predicted, and
//! compared with that of many first attempts of its players. The arguments are the number of studios, of attempts and the first studio.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the table is the purpose of this program"
)]

mod people;
#[path = "../support/rules.rs"]
#[expect(dead_code, reason = "other examples use the rest")]
mod rules;
mod studio;
#[path = "../support/mod.rs"]
mod support;

use std::error::Error;

use rayon::prelude::*;
use studio::Studio;
use tilewright_grid::Seed;
use tilewright_match3::{Level, Preset};
use tilewright_match3_design::people::{
    FeatureSet, JudgeGames, PeopleModel, PlayLog, fit_features, judge_levels,
};

const LOGGED: usize = 40;
const UNSEEN: usize = 33;
const GAMES: u32 = 200;
const SETS: [FeatureSet; 3] = [FeatureSet::Played, FeatureSet::Static, FeatureSet::Line];
const PRESETS: [Preset; 5] =
    [Preset::Classic, Preset::Candy, Preset::Royal, Preset::Blast, Preset::Lab];

/// What a studio shows: for each set of features the mean absolute error in points and the share of rates within their intervals; the
/// mean width of an interval of the first.
struct Shown {
    errors: [f64; SETS.len()],
    held: [f64; SETS.len()],
    width: f64,
    /// The mean error of the first, with its sign.
    bias: f64,
    levels: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let numbers = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
    let number = |at: usize, usual: u64| numbers.get(at).copied().unwrap_or(usual);
    let (count, attempts, first) =
        (number(0, 30), number(1, 10_000) as u32, number(2, 0));

    println!(
        "| studio, rules | seed | passed in the log | played features: mean abs. error, points | static features | line on one bot's mean | 90 % intervals that hold: played, static, line | mean width, points | mean error, points | error of the log's own check |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let mut all = Vec::new();
    for number in first..first + count {
        all.push(show(number, attempts)?);
    }
    print_all(&all);
    Ok(())
}

fn show(number: u64, attempts: u32) -> Result<Shown, Box<dyn Error>> {
    let seed = Seed(2026).child(number);
    let preset = PRESETS[number as usize % PRESETS.len()];
    let studio = Studio::new(preset, LOGGED + UNSEEN, seed)?;
    let table = studio.log(LOGGED)?;
    let level_of = |name: &str| -> Result<Level, String> {
        let number: usize = name.parse().map_err(|_| "no number".to_owned())?;
        Ok(studio.levels[number].clone())
    };
    let log = PlayLog::read(table.as_bytes(), level_of)?;
    let games = seed.child(5);
    let of_log = judge_levels(&log, GAMES, games, &()).ok_or("stopped")?;
    eprintln!(
        "studio {number}: {} attempts of {} players: levels judged",
        log.attempts(),
        log.players
    );

    let unseen = LOGGED..LOGGED + UNSEEN;
    let play = |level: usize| {
        let judges = JudgeGames::play(
            &studio.levels[level],
            GAMES,
            seed.child(6).child(level as u64),
            &(),
        );
        judges.map(|judges| (level, judges))
    };
    let judges: Option<Vec<_>> = unseen.clone().into_par_iter().map(play).collect();
    let judges = judges.ok_or("stopped")?;
    eprintln!("studio {number}: unseen levels judged");
    let truths = unseen
        .map(|level| studio.truth(level, attempts))
        .collect::<Result<Vec<_>, _>>()?;
    eprintln!("studio {number}: truth known");

    let fit = |set| fit_features(&log, &of_log, (GAMES, games), set, &());
    let models = SETS.into_iter().map(fit).collect::<Result<Vec<_>, _>>()?;
    let shown = measure(&studio, &models, &judges, &truths);
    let cross = models[0].cross_validation();
    let passes: u64 = log.levels.iter().map(|level| level.passes).sum();
    println!(
        "| {number}, {} | {} | {:.0} % of {} | {:.1} | {:.1} | {:.1} | {:.0}, {:.0}, {:.0} % | {:.0} | {:+.1} | {:.1}, factor {:.2} |",
        studio.preset.name(),
        seed.0,
        100.0 * passes as f64 / log.attempts() as f64,
        log.attempts(),
        shown.errors[0],
        shown.errors[1],
        shown.errors[2],
        shown.held[0],
        shown.held[1],
        shown.held[2],
        shown.width,
        shown.bias,
        100.0 * cross.mean_absolute_error,
        cross.factor,
    );
    Ok(shown)
}

fn measure(
    studio: &Studio,
    models: &[PeopleModel],
    judges: &[(usize, JudgeGames)],
    truths: &[f64],
) -> Shown {
    let count = truths.len() as f64;
    let mut shown = Shown {
        errors: [0.0; SETS.len()],
        held: [0.0; SETS.len()],
        width: 0.0,
        bias: 0.0,
        levels: truths.len(),
    };
    for (at, model) in models.iter().enumerate() {
        for ((level, judges), truth) in judges.iter().zip(truths) {
            let level = &studio.levels[*level];
            let rate = model.predict(level, judges, judges.limit).pass_rate;
            let [low, high] = rate.ci90;
            shown.errors[at] += 100.0 * (rate.rate - truth).abs() / count;
            shown.held[at] +=
                if (low..=high).contains(truth) { 100.0 / count } else { 0.0 };
            if at == 0 {
                shown.bias += 100.0 * (rate.rate - truth) / count;
                shown.width += 100.0 * (high - low) / count;
            }
        }
    }
    shown
}

/// Means over all studios, with intervals by the bootstrap over studios.
fn print_all(all: &[Shown]) {
    let words = |of: &dyn Fn(&Shown) -> f64| {
        let values: Vec<f64> = all.iter().map(of).collect();
        let (mean, [low, high]) = bootstrap(&values);
        format!("{mean:.2} (95 %: {low:.2} to {high:.2})")
    };
    let levels: usize = all.iter().map(|shown| shown.levels).sum();
    let error = |at: usize| words(&move |shown: &Shown| shown.errors[at]);
    let held = |at: usize| words(&move |shown: &Shown| shown.held[at]);
    println!(
        "| all {}, {levels} levels | | | {} | {} | {} | {}; {}; {} | {} | {} | |",
        all.len(),
        error(0),
        error(1),
        error(2),
        held(0),
        held(1),
        held(2),
        words(&|shown: &Shown| shown.width),
        words(&|shown: &Shown| shown.bias),
    );
}

/// The mean of the studios, and the interval of 10,000 resamples of them.
fn bootstrap(values: &[f64]) -> (f64, [f64; 2]) {
    let mut rng = Seed(1979).rng();
    let mean = |values: &mut dyn Iterator<Item = f64>, count: usize| {
        values.sum::<f64>() / count as f64
    };
    let count = values.len();
    let mut means: Vec<f64> = (0..10_000)
        .map(|_| mean(&mut (0..count).map(|_| values[rng.index(count)]), count))
        .collect();
    means.sort_by(f64::total_cmp);
    (mean(&mut values.iter().copied(), count), [means[249], means[9749]])
}

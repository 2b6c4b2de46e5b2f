//! How predictions hold on levels that look made by a person: `cargo xtask bench structured`. Prints a Markdown table.
//!
//! Two hundred levels of each sort, drawn by stencils of which the models know nothing; the truth is the mean of 600
//! games each. The argument is the seed of the levels.

#![expect(clippy::print_stdout, reason = "the table is the purpose of this program")]

mod levels;
mod stencils;

use std::error::Error;

use cpu_time::ThreadTime;
use levels::Levels;
use rayon::prelude::*;
use tilewright_grid::{Seed, det};
use tilewright_match3::{Level, MAX_SWAPS, Rules, Statistics, play};
use tilewright_match3_design::{Model, Prediction, spearman};

const LEVELS: usize = 200;
const GAMES: u32 = 600;
/// The least share of games that reach the goal, as in calibrations.
const FINISHED: f64 = 0.99;
/// The sorts: rules, whether goals are mixed, and the bot.
const SORTS: [(&str, bool, &str); 5] = [
    ("classic", false, "greedy"),
    ("royal", false, "article"),
    ("royal", true, "greedy"),
    ("candy", true, "greedy"),
    ("blast", true, "greedy"),
];

/// What is known of a level.
struct Row {
    truth: f64,
    alone: Prediction,
    played: Prediction,
    seconds: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(46), |word| word.parse())?;
    println!(
        "| levels | prediction | games | R² of logarithms | R² | rank correlation | stated error | seen error | intervals that hold | ms a level |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");

    for (rules, is_mixed, bot) in SORTS {
        let model = model(rules, is_mixed, bot)?;
        let rows = rows(&Levels::new(&model)?, &model, Seed(seed));
        let goal = if is_mixed { "mixed".to_owned() } else { model.goal().to_string() };
        let name = format!("`{rules}` {goal}, `{bot}`");
        print(&format!("{name} | alone"), &rows, |row| &row.alone);
        print(&format!("{name} | with games"), &rows, |row| &row.played);
    }
    Ok(())
}

/// The built-in model of 9 × 9 boards with 5 colours; of the goals of one part, that of 30 blocks.
fn model(rules: &str, is_mixed: bool, bot: &str) -> Result<Model, Box<dyn Error>> {
    let is_wanted = |model: &Model| {
        let own = model.rules().and_then(|rules| rules.as_str()).unwrap_or("classic");
        let is_board = model.size().rows == 9 && model.colors() == 5;
        let is_goal = if is_mixed {
            !model.goals().is_empty()
        } else {
            model.goals().is_empty() && model.goal().to_string() == "collect:30"
        };
        own == rules && is_board && is_goal && model.bot().to_string() == bot
    };
    Ok(Model::ready().find(is_wanted).ok_or("no such model")?)
}

/// The first levels whose goals are reached by nearly all games, in the order of their numbers.
fn rows(levels: &Levels<'_>, model: &Model, seed: Seed) -> Vec<Row> {
    let (mut rows, mut next) = (Vec::new(), 0);
    while rows.len() < LEVELS {
        let numbers = next..next + LEVELS as u64;
        next = numbers.end;
        let found: Vec<Option<Row>> = numbers
            .into_par_iter()
            .map(|number| {
                let level = levels.level(seed.child(number))?;
                row(model, &level, seed.child(number).child(1))
            })
            .collect();
        rows.extend(found.into_iter().flatten());
    }
    rows.truncate(LEVELS);
    rows
}

fn row(model: &Model, level: &Level, seed: Seed) -> Option<Row> {
    let rules = Rules::new(level, level.goal.as_ref()?);
    let outcomes = play(&rules, &model.bot(), MAX_SWAPS, 0..GAMES, seed, &());
    let statistics = Statistics::of(&outcomes, MAX_SWAPS);
    if statistics.win_rate.mean < FINISHED {
        return None;
    }

    let alone = Prediction::of(model, level);
    let begun = ThreadTime::now();
    let played = Prediction::played(model, level, &());
    let seconds = begun.elapsed().as_secs_f64();
    Some(Row { truth: statistics.mean_swaps()?, alone, played, seconds })
}

fn print(name: &str, rows: &[Row], of: impl Fn(&Row) -> &Prediction) {
    let count = rows.len() as f64;
    let mean = |value: &dyn Fn(&Row) -> f64| rows.iter().map(value).sum::<f64>() / count;
    let r2 = |value: &dyn Fn(f64) -> f64| {
        let middle = mean(&|row| value(row.truth));
        let spread = mean(&|row| (value(row.truth) - middle).powi(2));
        1.0 - mean(&|row| (value(of(row).swaps) - value(row.truth)).powi(2)) / spread
    };

    let truths: Vec<f64> = rows.iter().map(|row| row.truth).collect();
    let predicted: Vec<f64> = rows.iter().map(|row| of(row).swaps).collect();
    // The mean of the absolute errors of a normal distribution is √(2/π) of its standard deviation.
    let stated =
        mean(&|row| (2.0 / std::f64::consts::PI).sqrt() * of(row).deviation_log());
    let seen = mean(&|row| det::ln(of(row).swaps / row.truth).abs());
    let holds = |row: &Row| {
        let Prediction { low, high, .. } = *of(row);
        f64::from(u8::from((low..=high).contains(&row.truth)))
    };
    let games = mean(&|row| f64::from(of(row).games));
    let time = if games > 0.0 {
        format!("{:.2}", 1e3 * mean(&|row| row.seconds))
    } else {
        "–".to_owned()
    };
    println!(
        "| {name} | {games:.0} | {:.3} | {:.3} | {:.3} | {:.1} % | {:.1} % | {:.1} % | {time} |",
        r2(&det::ln),
        r2(&|swaps| swaps),
        spearman(&truths, &predicted),
        100.0 * stated,
        100.0 * seen,
        100.0 * mean(&holds),
    );
}

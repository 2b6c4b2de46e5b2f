//! How well the methods of prediction predict the mean swaps of held-out levels, over several
//! seeds: `cargo xtask bench prediction`. Prints a Markdown table.
//!
//! With `rules`, prints the figures of the built-in models of other rules than `classic` instead.
//!
//! Each seed draws its own 1200 levels, half of them composed and half random, whose 200 games each serve both methods.

#![expect(clippy::print_stdout, reason = "the table is the purpose of this program")]

use std::ops::ControlFlow;

use tilewright_grid::{Seed, Size, moments};
use tilewright_match3::{Preset, Ruleset};
use tilewright_match3_design::{Calibration, Method, Model, fit_levels, play_levels};

const SEEDS: u64 = 5;
const GOALS: [&str; 3] = ["collect:30", "collect:60", "clear:specials"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    if std::env::args().nth(1).as_deref() == Some("rules") {
        under_rules();
        return Ok(());
    }

    println!("| goal | seed | `article` | `field` | a perfect model |");
    println!("|---|---|---|---|---|");

    for name in GOALS {
        let mut columns = [const { Vec::new() }; 3];
        for seed in (1..=SEEDS).map(Seed) {
            let row = row(name, seed)?;
            let [article, field, perfect] = row;
            println!("| `{name}` | {seed} | {article:.3} | {field:.3} | {perfect:.3} |");
            columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
        }
        let words = columns.map(|column| {
            let (mean, deviation, _) = moments(column.iter().copied());
            let low = column.iter().copied().fold(f64::INFINITY, f64::min);
            let high = column.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            format!("{mean:.2} ± {deviation:.2} ({low:.2} to {high:.2})")
        });
        println!("| `{name}` | all {SEEDS} | {} |", words.join(" | "));
    }

    Ok(())
}

/// The figures of the built-in models of other rules than `classic`.
fn under_rules() {
    println!(
        "| rules | goal | bot | levels | held out | games per level | R² | R² of a perfect model | R² of the logarithms | rank correlation | mean relative error | standard deviation of logarithms |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");

    for model in Model::ready() {
        let Some(rules) = model.rules().and_then(|rules| rules.as_str()) else {
            continue;
        };
        let goals: Vec<String> = model.goals().iter().map(ToString::to_string).collect();
        let goal =
            if goals.is_empty() { model.goal().to_string() } else { "mixed".to_owned() };
        let (bot, fit) = (model.bot(), model.fit());
        println!(
            "| `{rules}` | {goal} | `{bot}` | {} | {} | {} | {:.2} | {:.2} | {:.2} | {:.2} | {:.1} % | {:.2} |",
            fit.fitted + fit.held_out,
            fit.held_out,
            fit.games,
            fit.r2,
            fit.ceiling,
            fit.r2_log,
            fit.rank_correlation,
            100.0 * fit.mean_relative_error,
            fit.deviation_log,
        );
    }
}

/// R² by the two methods and of a perfect model; for `clear:specials` of the logarithms.
fn row(goal: &str, seed: Seed) -> Result<[f64; 3], Box<dyn std::error::Error>> {
    let mut wanted = Calibration {
        size: Size::new(9, 9),
        colors: 5,
        rules: Ruleset::preset(Preset::Classic),
        kinds: Vec::new(),
        is_mixed: false,
        goal: goal.parse()?,
        bot: "article".parse()?,
        levels: 1200,
        games: 200,
        method: Method::Article,
    };

    let played =
        play_levels(&wanted, 0..wanted.levels, seed, &(), |_| ControlFlow::Continue(()))?;
    let mut fits = Vec::new();

    for method in [Method::Article, Method::Field] {
        wanted.method = method;
        fits.push(*fit_levels(&wanted, &played, seed)?.0.fit());
    }

    Ok(if goal == "clear:specials" {
        [fits[0].r2_log, fits[1].r2_log, fits[0].ceiling_log]
    } else {
        [fits[0].r2, fits[1].r2, fits[0].ceiling]
    })
}

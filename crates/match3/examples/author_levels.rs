//! The levels that the article's author published, 2000 games each with the article's bot,
//! beside the author's own figures: `cargo xtask bench author-levels`.

use serde_json::Value;
use tilewright_grid::{Estimate, Seed};
use tilewright_match3::{
    Goal, Level, MAX_SWAPS, Method, Rules, Statistics, Strategy, leave_one_out, play,
};

/// The published levels (limbsoo, `3match_genetic-algorithm_unity`, `Assets/CSV`).
const LEVELS: &str = include_str!("../tests/data/match3-author-levels.json");
const GAMES: u32 = 2000;

/// A level's mean swaps, the author's and ours.
struct Row {
    level: Level,
    theirs: f64,
    ours: f64,
}

#[expect(clippy::print_stdout, reason = "it is what the example is for")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let document: Value = serde_json::from_str(LEVELS)?;
    let mut groups: Vec<(Goal, Vec<Row>)> = Vec::new();
    println!(
        "{:10}  {:10}  {:>7}  {:>13}  {:>6}",
        "level", "goal", "author", "ours", "error"
    );
    for entry in document["levels"].as_array().ok_or("no levels")? {
        let goal: Goal = serde_json::from_value(entry["goal"].clone())?;
        let theirs = entry["mean_swaps"].as_f64().ok_or("no mean")?;
        let level = level(entry)?;
        let statistics = statistics(&level, &goal);
        let swaps = statistics.swaps.ok_or("no game was finished")?;
        let ours = swaps.mean;
        let half =
            Estimate { mean: ours, ci95: swaps.ci95.unwrap_or([ours; 2]) }.half_width();
        let off = 100.0 * (ours / theirs - 1.0);
        let name = entry["name"].as_str().unwrap_or("");
        println!(
            "{name:10}  {goal:10}  {theirs:7.2}  {ours:6.2} ± {half:.2}  {off:+5.1} %",
            goal = goal.to_string()
        );
        let row = Row { level, theirs, ours };
        match groups.iter_mut().find(|(other, _)| *other == goal) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((goal, vec![row])),
        }
    }
    for (goal, rows) in &groups {
        let off: f64 = rows.iter().map(|row| (row.ours / row.theirs - 1.0).abs()).sum();
        let bias: f64 = rows.iter().map(|row| row.ours / row.theirs - 1.0).sum();
        println!(
            "{goal}: {} levels, mean absolute error {:.2} % (mean error {:+.2} %), Pearson {:.3}",
            rows.len(),
            100.0 * off / rows.len() as f64,
            100.0 * bias / rows.len() as f64,
            pearson(rows)
        );
    }
    println!("the author's figures, each level predicted by a model of all others:");
    for (goal, rows) in &groups {
        let levels: Vec<_> =
            rows.iter().map(|row| (row.level.clone(), row.theirs)).collect();
        for method in Method::ALL {
            let name = serde_json::to_value(method)?;
            let fit = leave_one_out(&levels, goal, method);
            println!(
                "{goal}, by {}: R² {:.3}, rank correlation {:.3}, mean error {:.2} swaps",
                name.as_str().unwrap_or(""),
                fit.r2,
                fit.rank_correlation,
                fit.mean_absolute_error
            );
        }
    }
    Ok(())
}

fn level(entry: &Value) -> Result<Level, Box<dyn std::error::Error>> {
    let rows = entry["layout"].as_array().ok_or("no layout")?;
    let rows: Vec<&str> = rows.iter().filter_map(Value::as_str).collect();
    let level: Level = rows.join("\n").parse()?;
    Ok(level.with_colors(entry["colors"].as_u64().ok_or("no colours")? as u32)?)
}

fn statistics(level: &Level, goal: &Goal) -> Statistics {
    let outcomes = play(
        &Rules::new(level, goal),
        &Strategy::Article.into(),
        MAX_SWAPS,
        0..GAMES,
        Seed(1),
    );
    Statistics::of(&outcomes, MAX_SWAPS)
}

fn pearson(rows: &[Row]) -> f64 {
    let count = rows.len() as f64;
    let mean = |of: fn(&Row) -> f64| rows.iter().map(of).sum::<f64>() / count;
    let (theirs, ours) = (mean(|row| row.theirs), mean(|row| row.ours));
    let sum = |of: &dyn Fn(&Row) -> f64| rows.iter().map(of).sum::<f64>();
    let both = sum(&|row| (row.theirs - theirs) * (row.ours - ours));
    let spread =
        sum(&|row| (row.theirs - theirs).powi(2)) * sum(&|row| (row.ours - ours).powi(2));
    both / spread.sqrt()
}

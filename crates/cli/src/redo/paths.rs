//! The article on paths for NPCs.

use serde_json::Value;
use tilewright_draw::chart::{Lines, Series};
use tilewright_draw::theme;

use super::chapter::{Article, Measurements, Table};
use super::studio::{Studio, decimal, estimate, interval, list, number};
use crate::failure::Failure;

pub(super) const ARTICLE: Article = Article {
    name: "paths",
    title: "Paths for NPCs by a genetic algorithm",
    claim: "An improved genetic algorithm finds shortest paths on small maps far more often and faster \
            than the traditional one and two others, within 4, 10 and 20 generations.",
    measure,
};

const COLUMNS: [&str; 6] = [
    "planner",
    "generations",
    "theirs: accuracy",
    "ours: accuracy in % (95 %)",
    "length ÷ shortest",
    "evaluations of a run (cells expanded by A*)",
];

const NOTE: &str = "The numbers of the paper's three tables are pictures in our copy, so what its text \
                    says of them is compared below. The maps are ours, with its sizes.";

macro_rules! maps {
    ($($name:literal)*) => {
        [$(
            (concat!($name, ".map"), include_str!(concat!("maps/", $name, ".map"))),
            (concat!($name, ".map.scen"), include_str!(concat!("maps/", $name, ".map.scen"))),
        )*]
    };
}

/// Ten maps of the paper's sizes, each with a start and a goal.
const MAPS: [(&str, &str); 20] = maps!(
    "m01_13x13" "m02_13x13" "m03_13x13" "m04_13x13" "m05_13x13_u"
    "m06_13x13_u" "m07_12x20" "m08_12x20_u" "m09_15x16" "m10_15x16_u"
);

/// The planners that evolve paths, each with a line of its own: weighted-sum is traditional where
/// nothing is dangerous.
const EVOLVED: [&str; 5] =
    ["improved", "traditional", "regrow", "complexity", "astar-mutation"];

/// The maps as files.
pub(super) fn inputs() -> Vec<(String, Vec<u8>)> {
    MAPS.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())).into()
}

fn measure(studio: &Studio<'_>) -> Result<Measurements, Failure> {
    studio.put(&inputs())?;
    let lists: Vec<_> =
        MAPS.iter().skip(1).step_by(2).map(|(name, _)| format!("DIR/{name}")).collect();
    let words = format!("path compare {} --runs {}", lists.join(" "), studio.runs(100));
    let answer = studio.answer(&words)?;
    let planners = list(&answer["planners"])?;

    let mut table = Table::new(&COLUMNS, NOTE);
    for planner in planners {
        table.push(row(planner)?, vec![studio.shown(&words)]);
    }

    Ok(Measurements {
        tables: vec![table],
        checks: checks(planners)?,
        picture: chart(planners)?,
        better: format!(
            "One search by A* finds a shortest path in {} % of the runs and expands {} cells; improved, \
             with 4 generations, does in {} % of the runs and evaluates {} whole paths.",
            decimal(100.0 * accuracy(planners, "astar")?[0], 0),
            decimal(evaluations(planners, "astar")?[0], 0),
            decimal(100.0 * accuracy(planners, "improved")?[0], 1),
            decimal(evaluations(planners, "improved")?[0], 0)
        ),
    })
}

/// What the article's text says of its figures.
fn checks(planners: &[Value]) -> Result<Vec<(&'static str, bool)>, Failure> {
    let (improved, work) =
        (accuracy(planners, "improved")?, evaluations(planners, "improved")?);
    let (mut is_better, mut is_less_work) = (true, true);
    for other in ["traditional", "regrow", "complexity"] {
        let (accuracy, evaluations) =
            (accuracy(planners, other)?, evaluations(planners, other)?);
        is_better &= improved.iter().zip(accuracy).all(|(own, other)| *own > other);
        is_less_work &= work.iter().zip(evaluations).all(|(own, other)| *own < other);
    }

    let exact = accuracy(planners, "astar-mutation")?;
    let is_best = improved.iter().zip(&exact).all(|(own, exact)| exact >= own);
    Ok(vec![
        (
            "improved is more accurate than traditional, regrow and complexity, at 4, 10 and 20 \
             generations",
            is_better,
        ),
        ("it needs fewer evaluations than these", is_less_work),
        ("astar-mutation alone is as accurate or more", is_best),
    ])
}

/// The share of shortest paths of a planner, for each number of generations.
fn accuracy(planners: &[Value], name: &str) -> Result<Vec<f64>, Failure> {
    values(planners, name, |it| number(&it["accuracy"]["mean"]))
}

/// The evaluations of a run, likewise.
fn evaluations(planners: &[Value], name: &str) -> Result<Vec<f64>, Failure> {
    values(planners, name, |it| number(&it["evaluations"]))
}

/// The values of a planner, one for each number of generations.
fn values(
    planners: &[Value],
    name: &str,
    of: fn(&Value) -> Result<f64, Failure>,
) -> Result<Vec<f64>, Failure> {
    planners.iter().filter(|it| it["planner"] == name).map(of).collect()
}

fn chart(planners: &[Value]) -> Result<String, Failure> {
    let line = |(name, color): (&str, _)| {
        let by = planners.iter().filter(|it| it["planner"] == name).map(|it| {
            Ok((number(&it["generations"])?, 100.0 * number(&it["accuracy"]["mean"])?))
        });
        let points = by.collect::<Result<_, Failure>>()?;
        Ok(Series { name: name.to_owned(), color, points })
    };
    let lines = EVOLVED.into_iter().zip(theme::SERIES).map(line);
    let chart = Lines {
        title: "Runs that find a shortest path".to_owned(),
        x_label: "generations".to_owned(),
        y_label: "runs, %".to_owned(),
        series: lines.collect::<Result<_, Failure>>()?,
        ..Lines::default()
    };

    Ok(chart.picture().to_svg())
}

fn row(planner: &Value) -> Result<Vec<String>, Failure> {
    let generations = planner["generations"].as_u64();
    Ok(vec![
        format!("`{}`", planner["planner"].as_str().unwrap_or_default()),
        generations.map_or_else(|| "–".to_owned(), |count| count.to_string()),
        if generations.is_some() { "picture" } else { "–" }.to_owned(),
        interval(&estimate(&planner["accuracy"])?, 100.0, 1),
        decimal(number(&planner["length_ratio"])?, 3),
        decimal(number(&planner["evaluations"])?, 1),
    ])
}

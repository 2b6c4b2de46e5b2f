//! The lesson on placing the ships of Battleship.

use serde_json::Value;
use tilewright_draw::chart::{Lines, Series};
use tilewright_draw::theme;
use tilewright_grid::Estimate;

use super::chapter::{Article, Measurements, Table};
use super::studio::{Studio, decimal, interval, list, number};
use crate::failure::Failure;

pub(super) const ARTICLE: Article = Article {
    name: "battleship",
    title: "Battleship fleets by evolution",
    claim: "A genetic algorithm places ten ships so that none touch: at once on 10 × 10, and on 7 × 7 \
            with a population of 200 in generation 17.",
    measure,
};

/// The side of the field, the population, and the first legal generation of the lesson.
const CLASSIC: [(u32, u32, &str); 4] = [
    (10, 50, "legal at once"),
    (10, 200, "–"),
    (7, 50, "none in 50"),
    (7, 200, "generation 17"),
];

/// The number of generations of the lesson.
const GENERATIONS: u32 = 50;

const COLUMNS: [&str; 6] = [
    "method",
    "field",
    "theirs: one run",
    "ours: legal in % of runs (95 %)",
    "ours: generation, median",
    "evaluations of a success",
];

const NOTE: &str = "The median is that of the runs that succeed; a run of classic has 50 generations, \
                    evolve does not stop before a fleet is legal.";

fn measure(studio: &Studio<'_>) -> Result<Measurements, Failure> {
    let runs = studio.runs(1000);
    let mut table = Table::new(&COLUMNS, NOTE);
    let classic = place_classic(studio, runs, &mut table)?;
    let mut evolved = Vec::new();
    for side in [10, 7] {
        let words = format!(
            "battleship place --method evolve --rows {side} --columns {side} --count {runs}"
        );
        let found = RunSummary::of(&studio.answer(&words)?)?;
        let name = format!("{side} × {side}");
        table.push(found.row("evolve", &name, "–"), vec![studio.shown(&words)]);
        evolved.push(found);
    }

    let share = |at: usize| classic[at].1.share.mean;
    let checks = vec![
        ("nearly every run succeeds on 10 × 10", share(0) > 0.95),
        ("a population of 50 fails on 7 × 7 in nearly every run", share(2) < 0.1),
        ("a population of 200 succeeds on 7 × 7 in most runs", share(3) > 0.5),
    ];

    Ok(Measurements {
        tables: vec![table],
        checks,
        picture: chart(&classic, runs),
        better: format!(
            "Hill climbing over whole ships with restarts, `--method evolve`, succeeds on 7 × 7 in {} % \
             of the runs after {} evaluations on average; `--method classic` in {} %, and needs {} for \
             each success.",
            decimal(100.0 * evolved[1].share.mean, 0),
            decimal(evolved[1].evaluations, 0),
            decimal(100.0 * share(3), 0),
            decimal(classic[3].1.evaluations, 0)
        ),
    })
}

/// Runs of the article's algorithm, with the rows of its table.
fn place_classic(
    studio: &Studio<'_>,
    runs: u32,
    table: &mut Table,
) -> Result<Vec<(String, RunSummary)>, Failure> {
    let mut classic = Vec::new();
    for (side, population, theirs) in CLASSIC {
        let words = format!(
            "battleship place --method classic --rows {side} --columns {side} \
             --population {population} --count {runs}"
        );
        let found = RunSummary::of(&studio.answer(&words)?)?;
        let name = format!("{side} × {side}, population {population}");
        let cells = found.row("classic", &name, theirs);
        table.push(cells, vec![studio.shown(&words)]);
        classic.push((name, found));
    }

    Ok(classic)
}

fn chart(classic: &[(String, RunSummary)], runs: u32) -> String {
    let line = |((name, found), color): (&(String, RunSummary), _)| {
        let by = |generation| {
            let within =
                found.generations.iter().filter(|&&it| it <= f64::from(generation));
            (f64::from(generation), 100.0 * within.count() as f64 / f64::from(runs))
        };
        Series { name: name.clone(), color, points: (0..=GENERATIONS).map(by).collect() }
    };

    let colors = [theme::ACCENT, theme::SKY, theme::VERMILLION, theme::ORANGE];
    let chart = Lines {
        title: "Runs with a legal fleet, by generation (classic)".to_owned(),
        x_label: "generation".to_owned(),
        y_label: "runs, %".to_owned(),
        series: classic.iter().zip(colors).map(line).collect(),
        ..Lines::default()
    };

    chart.picture().to_svg()
}

/// What the runs of a command came to.
struct RunSummary {
    share: Estimate,
    /// The generations of the runs that succeeded, sorted.
    generations: Vec<f64>,
    /// Those of all runs for each success.
    evaluations: f64,
}

impl RunSummary {
    fn of(answer: &Value) -> Result<Self, Failure> {
        let fleets = list(&answer["fleets"])?;
        let legal: Vec<_> =
            fleets.iter().filter(|fleet| fleet["legal"] == true).collect();
        let generations = legal.iter().map(|fleet| number(&fleet["generations"]));
        let mut generations = generations.collect::<Result<Vec<_>, _>>()?;
        generations.sort_by(f64::total_cmp);
        let evaluations = fleets.iter().map(|fleet| number(&fleet["evaluations"]));
        let evaluations = evaluations.sum::<Result<f64, _>>()? / legal.len() as f64;
        let share = Estimate::of_share(legal.len() as u64, fleets.len() as u64);
        Ok(Self { share, generations, evaluations })
    }

    fn row(&self, method: &str, field: &str, theirs: &str) -> Vec<String> {
        let median = self.generations.get(self.generations.len() / 2);
        let or_none = |value: Option<f64>| {
            value.map_or_else(|| "–".to_owned(), |it| decimal(it, 0))
        };
        vec![
            format!("`{method}`"),
            field.to_owned(),
            theirs.to_owned(),
            interval(&self.share, 100.0, 1),
            or_none(median.copied().filter(|_| method == "classic")),
            or_none(Some(self.evaluations).filter(|it| it.is_finite())),
        ]
    }
}

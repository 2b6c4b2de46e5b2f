//! The article on match-3 levels by FI-2Pop.

use serde_json::Value;
use tilewright_draw::chart::{Lines, Series};
use tilewright_draw::theme;
use tilewright_grid::Estimate;

use super::chapter::{Article, Measurements, Table};
use super::studio::{Studio, decimal, interval, list, number};
use crate::failure::Failure;

pub(super) const ARTICLE: Article = Article {
    name: "levels",
    title: "Match-3 levels by FI-2Pop",
    claim: "Two populations side by side, one of feasible and one of infeasible levels, evolve levels \
            of a wanted potential in few generations.",
    measure,
};

/// The article's series on 10 × 10 cells: the potential of an empty board, and the step.
const FIRST: u32 = 1144;
const STEP: usize = 110;

const COLUMNS: [&str; 6] = [
    "target potential",
    "theirs: generations",
    "ours, fi2pop: generations",
    "theirs: evaluations",
    "ours, fi2pop: evaluations",
    "hill-climb: evaluations",
];

const NOTE: &str = "Theirs is known as ranges of means only: its figures by target are not in the text of our copy. \
     The levels of a command differ; for 1144 hill climbing knows one, the empty board.";

/// The generations and evaluations of FI-2Pop, and the evaluations of hill climbing, for a target.
struct Sizes {
    target: u32,
    means: [Estimate; 3],
    is_solved: bool,
    commands: [String; 2],
}

fn measure(studio: &Studio<'_>) -> Result<Measurements, Failure> {
    let targets = (0..=FIRST).rev().step_by(STEP);
    let all = targets.map(|target| Sizes::of(target, studio));
    let all = all.collect::<Result<Vec<_>, _>>()?;

    let means = |at: usize| all.iter().map(move |it| it.means[at].mean);
    let ends = [0, 1, 2]
        .map(|at| (means(at).fold(f64::MAX, f64::min), means(at).fold(0.0, f64::max)));
    let [evolved, climbed] = [1, 2].map(|at| means(at).sum::<f64>() / all.len() as f64);
    let checks = vec![
        (
            "FI-2Pop finds a level for every target of the series",
            all.iter().all(|it| it.is_solved),
        ),
        (
            "its means reach from below 50 to above 150 generations, as theirs do",
            ends[0].0 < 50.0 && ends[0].1 > 150.0,
        ),
        (
            "hill climbing needs less than a twentieth of its evaluations",
            20.0 * climbed < evolved,
        ),
    ];

    Ok(Measurements {
        tables: vec![table(&all, ends)],
        checks,
        picture: chart(&all),
        better: format!(
            "Hill climbing on single cells needs {} evaluations on average over the series, FI-2Pop {}.",
            decimal(climbed, 0),
            decimal(evolved, 0)
        ),
    })
}

/// The means of each target, and the ranges of them.
fn table(all: &[Sizes], ends: [(f64, f64); 3]) -> Table {
    let mut table = Table::new(&COLUMNS, NOTE);
    for Sizes { target, means: [steps, evolved, climbed], commands, .. } in all {
        let [steps, evolved] = [steps, evolved].map(|it| interval(it, 1.0, 0));
        let none = || "–".to_owned();
        let cells = vec![
            target.to_string(),
            none(),
            steps,
            none(),
            evolved,
            interval(climbed, 1.0, 1),
        ];

        table.push(cells, commands.to_vec());
    }

    let [steps, evolved, climbed] =
        ends.map(|(low, high)| format!("{} to {}", decimal(low, 0), decimal(high, 0)));
    let [name, theirs, most] =
        ["range of means", "33 to 189", "562 to 3,059"].map(str::to_owned);
    table.push(vec![name, theirs, steps, most, evolved, climbed], Vec::new());
    table
}

fn chart(all: &[Sizes]) -> String {
    let series = |(name, color, at): (&str, _, usize)| Series {
        name: name.to_owned(),
        color,
        points: all.iter().map(|it| (f64::from(it.target), it.means[at].mean)).collect(),
    };

    let lines = [("fi2pop", theme::VERMILLION, 1), ("hill-climb", theme::ACCENT, 2)];
    let chart = Lines {
        title: "Evaluations until a level is found".to_owned(),
        x_label: "target potential".to_owned(),
        y_label: "evaluations (mean)".to_owned(),
        series: lines.map(series).into(),
        ..Lines::default()
    };

    chart.picture().to_svg()
}

impl Sizes {
    fn of(target: u32, studio: &Studio<'_>) -> Result<Self, Failure> {
        let runs = studio.runs(30);
        // FI-2Pop scatters cells; composing them is another task, which takes more evaluations.
        let words = ["fi2pop", "hill-climb --style scattered"].map(|algorithm| {
            format!(
                "match3 generate --rows 10 --columns 10 --target {target} --tolerance 55 \
                 --algorithm {algorithm} --count {runs}"
            )
        });

        let [evolved, climbed] = [studio.answer(&words[0])?, studio.answer(&words[1])?];
        let made = list(&evolved["levels"])?;
        let is_solved = made.len() == runs as usize
            && made.iter().all(|level| level["found"] == true);
        let means = [
            mean(&evolved, "generations")?,
            mean(&evolved, "evaluations")?,
            mean(&climbed, "evaluations")?,
        ];

        let commands = words.map(|words| studio.shown(&words));
        Ok(Self { target, means, is_solved, commands })
    }
}

/// The mean over the levels of an answer.
fn mean(answer: &Value, key: &str) -> Result<Estimate, Failure> {
    let values = list(&answer["levels"])?.iter().map(|level| number(&level[key]));
    Ok(Estimate::of_mean(values.collect::<Result<Vec<_>, _>>()?).not_negative())
}

//! The article on match-3 difficulty from swap matches.

use serde_json::{Value, json};
use tilewright_draw::chart::Scatter;
use tilewright_match3::{Goal, Level};
use tilewright_match3_design::{Method, leave_one_out};

use super::chapter::{Article, Measurements, Table};
use super::studio::{Studio, decimal, estimate, interval, list, number};
use crate::failure::Failure;

pub(super) const ARTICLE: Article = Article {
    name: "difficulty",
    title: "Match-3 difficulty from swap matches",
    claim: "The mean number of swaps that a level takes follows from the swap matches that each kind \
            of cell prevents, so levels need not be played.",
    measure,
};

/// The levels that the author published, with the mean swaps of 2000 games (limbsoo,
/// `3match_genetic-algorithm_unity`, `Assets/CSV`).
const LEVELS: &str = include_str!("author-levels.json");

const GROUPS: [&str; 6] = [
    "goal",
    "levels",
    "mean absolute error of our mean swaps (%)",
    "correlation of ours with theirs",
    "R² of a leave-one-out model of theirs, `article`",
    "the same, `roots`",
];

const SINGLE: [&str; 5] =
    ["level", "goal", "theirs: mean swaps", "ours (95 %)", "difference (%)"];

const METHODS: [&str; 4] =
    ["method", "theirs", "R² of held-out levels", "a perfect model"];

const HELD_OUT: &str = "Levels of 9 × 9 cells with nine kinds of special cells, half of them random and \
                        half composed; the article predicts none that its fit has not seen.";

/// A level with its mean swaps.
struct PlayedLevel {
    level: Level,
    goal: String,
    theirs: f64,
    ours: f64,
}

/// The levels as files.
pub(super) fn inputs() -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let document: Value = serde_json::from_str(LEVELS)?;
    let file = |entry: &Value| {
        let layout = list(&entry["layout"])?;
        let level = json!({
            "schema": "tilewright/level/2",
            "rows": layout.len(),
            "columns": layout.len(),
            "colors": entry["colors"],
            "layout": layout,
            "goal": entry["goal"],
        });

        let name = entry["name"].as_str().unwrap_or_default();
        Ok((format!("{name}.json"), format!("{level}\n").into_bytes()))
    };
    list(&document["levels"])?.iter().map(file).collect()
}

fn measure(studio: &Studio<'_>) -> Result<Measurements, Failure> {
    studio.put(&inputs()?)?;
    let (single, played) = play(studio)?;

    let (groups, kept) = compared(&played)?;
    let (methods, [article, field]) = held_out(studio)?;
    let points: Vec<_> = played.iter().map(|it| (it.theirs, it.ours)).collect();
    let title = format!("Mean swaps of the author's {} levels", points.len());
    let (x_label, y_label) = ("theirs".to_owned(), "ours, bot article".to_owned());
    let scatter = Scatter { title, x_label, y_label, points, diagonal: true };
    let [_, correlation, explained] = kept[0];

    Ok(Measurements {
        tables: vec![groups, single, methods],
        checks: vec![
            (
                "our mean swaps differ from theirs by less than 5 % on average",
                kept.iter().all(|[error, ..]| *error < 5.0),
            ),
            (
                "levels of collect:15 that are long for them are long for us",
                correlation > 0.8,
            ),
            (
                "the prevented matches explain their swaps of collect:15 to four fifths",
                explained > 0.8,
            ),
        ],
        picture: scatter.picture().to_svg(),
        better: format!(
            "A mean field of the board after some swaps explains {} of the variation of levels that \
             the model has not seen, the article's prevented matches {}.",
            decimal(field, 2),
            decimal(article, 2)
        ),
    })
}

/// Every level of the author, played by the article's bot.
fn play(studio: &Studio<'_>) -> Result<(Table, Vec<PlayedLevel>), Failure> {
    let document: Value = serde_json::from_str(LEVELS)?;
    let mut table = Table::new(&SINGLE, "Theirs: 2000 games of each level.");
    let mut played = Vec::new();
    for entry in list(&document["levels"])? {
        let name = entry["name"].as_str().unwrap_or_default();
        let games = studio.runs(2000);
        let words = format!("match3 play DIR/{name}.json --bot article --games {games}");
        let ours = estimate(&studio.answer(&words)?["swaps"])?;
        let goal: Goal = serde_json::from_value(entry["goal"].clone())?;
        let layout: Vec<_> =
            list(&entry["layout"])?.iter().filter_map(Value::as_str).collect();
        let level: Level = layout.join("\n").parse()?;
        let level = level.with_colors(number(&entry["colors"])? as u32)?;
        let theirs = number(&entry["mean_swaps"])?;
        let cells = vec![
            name.to_owned(),
            format!("`{goal}`"),
            decimal(theirs, 2),
            interval(&ours, 1.0, 2),
            format!("{:+.1}", 100.0 * (ours.mean / theirs - 1.0)),
        ];

        table.push(cells, vec![studio.shown(&words)]);
        played.push(PlayedLevel {
            level,
            goal: goal.to_string(),
            theirs,
            ours: ours.mean,
        });
    }

    Ok((table, played))
}

/// Ours beside theirs for each goal: the error of our means, their correlation with theirs, and what the lost
/// potential explains of theirs.
fn compared(played: &[PlayedLevel]) -> Result<(Table, Vec<[f64; 3]>), Failure> {
    let mut groups = Table::new(&GROUPS, "");
    let mut kept = Vec::new();
    for goal in ["collect:15", "collect:18"] {
        let group: Vec<_> = played.iter().filter(|it| it.goal == goal).collect();
        let errors = group.iter().map(|it| (it.ours / it.theirs - 1.0).abs());
        let error = 100.0 * errors.sum::<f64>() / group.len() as f64;
        let [article, roots] = explained(&group, &goal.parse()?);
        let cells = [group.len() as f64, error, pearson(&group), article, roots];
        let cells =
            cells.iter().zip([0, 2, 3, 3, 3]).map(|(&it, digits)| decimal(it, digits));
        let cells = [format!("`{goal}`")].into_iter().chain(cells).collect();
        groups.push(cells, Vec::new());
        kept.push([error, pearson(&group), article]);
    }

    Ok((groups, kept))
}

/// R² of levels that the model has not seen, by method.
fn held_out(studio: &Studio<'_>) -> Result<(Table, [f64; 2]), Failure> {
    let mut table = Table::new(&METHODS, HELD_OUT);
    let mut values = [0.0; 2];
    for (method, value) in ["article", "field"].into_iter().zip(&mut values) {
        let levels = studio.runs(2000);
        let words = format!(
            "match3 calibrate --goal collect:30 --levels {levels} --games 200 --method {method}"
        );
        let fit = &studio.answer(&words)?["fit"];
        *value = number(&fit["r2"])?;
        let [found, perfect] =
            [*value, number(&fit["ceiling"])?].map(|it| decimal(it, 2));
        let cells = vec![format!("`{method}`"), "–".to_owned(), found, perfect];
        table.push(cells, vec![studio.shown(&words)]);
    }

    Ok((table, values))
}

/// R² of the levels' swaps by models of all other levels: by the lost potential of each kind, and by its roots.
fn explained(levels: &[&PlayedLevel], goal: &Goal) -> [f64; 2] {
    let levels: Vec<_> = levels.iter().map(|it| (it.level.clone(), it.theirs)).collect();
    [Method::Article, Method::Roots].map(|method| leave_one_out(&levels, goal, method).r2)
}

fn pearson(levels: &[&PlayedLevel]) -> f64 {
    let count = levels.len() as f64;
    let mean =
        |of: fn(&PlayedLevel) -> f64| levels.iter().map(|it| of(it)).sum::<f64>() / count;
    let (theirs, ours) = (mean(|it| it.theirs), mean(|it| it.ours));
    let sum =
        |of: &dyn Fn(&PlayedLevel) -> f64| levels.iter().map(|it| of(it)).sum::<f64>();
    let both = sum(&|it| (it.theirs - theirs) * (it.ours - ours));
    let spread =
        sum(&|it| (it.theirs - theirs).powi(2)) * sum(&|it| (it.ours - ours).powi(2));
    both / spread.sqrt()
}

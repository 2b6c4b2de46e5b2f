//! The chart of a comparison of planners.

use tilewright_draw::chart::{Band, Bars, Lines, Series};
use tilewright_draw::{Color, Picture, theme};

use crate::compare::Row;

const GAP: f64 = 8.0;

/// The share of runs that found the cheapest path by the number of generations, with its 95 %
/// confidence interval, above the work of a run of the most generations.
pub fn compared(rows: &[Row]) -> Picture {
    let mut names: Vec<&str> = Vec::new();
    for row in rows.iter().filter(|row| row.generations.is_some()) {
        if !names.contains(&row.planner.as_str()) {
            names.push(&row.planner);
        }
    }

    let colored = |index: usize| theme::SERIES[index % theme::SERIES.len()];
    let lines = names.iter().enumerate();
    let shares = Lines {
        title: "Runs that found the cheapest path".to_owned(),
        x_label: "generations".to_owned(),
        y_label: "runs in %".to_owned(),
        series: lines
            .clone()
            .map(|(index, name)| series(rows, name, colored(index)))
            .collect(),
        bands: lines
            .clone()
            .map(|(index, name)| band(rows, name, colored(index)))
            .collect(),
        levels: Vec::new(),
    };

    let most = rows.iter().filter_map(|row| row.generations).max();
    let exact = rows.iter().filter(|row| row.generations.is_none());
    let exact = exact.map(|row| (row, theme::INK));
    let evolved = lines.filter_map(|(index, name)| {
        let is_last = |row: &&Row| row.planner == *name && row.generations == most;
        Some((rows.iter().find(is_last)?, colored(index)))
    });

    let bar = |(row, color): (&Row, Color)| (row.planner.clone(), row.evaluations, color);

    let generations = most.unwrap_or(0);
    let work = Bars {
        title: format!("Work of a run of {generations} generations"),
        x_label: "paths evaluated; by exact planners, cells expanded".to_owned(),
        bars: exact.chain(evolved).map(bar).collect(),
    };

    let pictures = [shares.picture(), work.picture()];
    Picture::stacked(&pictures, GAP, "comparison of evolved planners")
}

fn series(rows: &[Row], name: &str, color: Color) -> Series {
    let points = of(rows, name).map(|(x, row)| (x, 100.0 * row.accuracy.mean)).collect();
    Series { name: name.to_owned(), color, points }
}

fn band(rows: &[Row], name: &str, color: Color) -> Band {
    let points = of(rows, name).map(|(x, row)| {
        let [low, high] = row.accuracy.ci95.map(|end| 100.0 * end);
        (x, low, high)
    });
    Band { name: String::new(), color, points: points.collect() }
}

/// The rows of a planner in the order of their generations.
fn of<'a>(rows: &'a [Row], name: &str) -> impl Iterator<Item = (f64, &'a Row)> {
    let mut found: Vec<(f64, &Row)> = rows
        .iter()
        .filter(|row| row.planner == name)
        .filter_map(|row| Some((f64::from(row.generations?), row)))
        .collect();
    found.sort_by(|one, other| one.0.total_cmp(&other.0));
    found.into_iter()
}

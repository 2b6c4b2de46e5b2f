//! From where to where.

use anyhow::{Context as _, anyhow};
use tilewright_grid::Cell;
use tilewright_pathplan::{Map, QueryError};

use super::load;
use crate::arguments::Ends;
use crate::failure::{Failure, Hint};

/// The cells that the arguments name, or else the map.
pub(super) fn ends(arguments: &Ends, map: &Map) -> Result<[Cell; 2], Failure> {
    if let Some(path) = &arguments.scenario {
        let scenarios = load::scenarios(path)?;
        let (index, count) = (arguments.index, scenarios.len());
        let scenario = scenarios.get(index).with_context(|| {
            format!("{} has {count} scenarios, and none of index {index}", path.display())
        })?;
        return Ok([scenario.start, scenario.goal]);
    }
    let from = arguments.from.map(|place| place.0).or(map.places.start);
    let to = arguments.to.map(|place| place.0).or(map.places.goal);
    let named = |cell: Option<Cell>, what: &str| {
        cell.ok_or_else(|| anyhow!("the map has no {what}"))
            .hint("--from and --to name cells by row and column, from 0")
    };
    Ok([named(from, "start")?, named(to, "goal")?])
}

/// What was planned, or why not, with the name of the map.
pub(super) fn named<T>(
    planned: Result<T, QueryError>,
    map: &std::path::Path,
) -> Result<T, Failure> {
    let planned = planned.with_context(|| map.display().to_string());
    planned.hint("cells are given by row and column, from 0")
}

/// The map in characters, and these over its cells; nothing where it is too large for that.
pub(super) fn drawn(map: &Map, glyphs: &[(Cell, char)]) -> String {
    let size = map.size();
    if size.columns > 120 || size.rows > 120 {
        return String::new();
    }
    let text = map.to_string();
    let mut rows: Vec<Vec<char>> =
        text.lines().map(|line| line.chars().collect()).collect();
    for &(cell, glyph) in glyphs {
        rows[cell.row as usize][cell.column as usize] = glyph;
    }
    let lines = rows.into_iter().map(|row| row.into_iter().collect::<String>() + "\n");
    lines.collect::<String>() + "\n"
}

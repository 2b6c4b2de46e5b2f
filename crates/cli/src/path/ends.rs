//! From where to where.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use tilewright_grid::Cell;
use tilewright_pathplan::{Map, QueryError};

use super::load;
use crate::arguments::Ends;
use crate::failure::{Failure, Hint};

/// The cells that the arguments name, or else the map in that file.
pub(super) fn ends(
    arguments: &Ends,
    map: &Map,
    file: &Path,
) -> Result<[Cell; 2], Failure> {
    if let Some(path) = &arguments.scenario {
        let scenarios = load::scenarios(path)?;
        let (index, count) = (arguments.index, scenarios.len());
        let scenario = scenarios.get(index).with_context(|| {
            format!("{} has {count} scenarios, and none of index {index}", path.display())
        })?;
        if scenario.size != map.size() {
            let (of, own) = (scenario.size, map.size());
            return Err(anyhow!(
                "{}: the scenario is for a map of {} × {} cells, {} has {} × {}",
                path.display(),
                of.rows,
                of.columns,
                file.display(),
                own.rows,
                own.columns
            )
            .into());
        }
        return Ok([scenario.start, scenario.goal]);
    }
    let start = arguments.from.map(|place| place.0).or(map.places.start);
    Ok([there(start, "start", file)?, goal(arguments, map, file)?])
}

fn goal(arguments: &Ends, map: &Map, file: &Path) -> Result<Cell, Failure> {
    there(arguments.to.map(|place| place.0).or(map.places.goal), "goal", file)
}

fn there(cell: Option<Cell>, what: &str, file: &Path) -> Result<Cell, Failure> {
    cell.ok_or_else(|| anyhow!("{}: the map has no {what}", file.display())).hint(
        "--from and --to name cells by row and column, from 0; a map of Tiled or LDtk names \
         them by objects called start, goal and npc",
    )
}

/// What was planned, or why not, with the name of the map.
pub(super) fn named<T>(planned: Result<T, QueryError>, map: &Path) -> Result<T, Failure> {
    planned.map_err(|error| {
        let hint = match error {
            QueryError::TooMany { .. } => {
                "ask for fewer objectives, or for ends that lie nearer to each other"
            }
            _ => "cells are given by row and column, from 0",
        };
        let error = anyhow::Error::new(error).context(map.display().to_string());
        Failure::Error { error, hint: Some(hint.to_owned()) }
    })
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

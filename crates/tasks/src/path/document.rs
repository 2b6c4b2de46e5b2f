//! Maps as JSON documents.

use anyhow::{Context as _, anyhow};
use serde::Deserialize;
use tilewright_grid::{Cell, Schema, Size, Stagger};
use tilewright_pathplan::TileName;
use tilewright_pathplan::text::{self, ParsedMap};

use super::load::TEXTS;
use crate::{Input, Refusal, Refuse as _};

const SCHEMA: Schema = Schema::new("map", 2);

/// A map as a document, `tilewright/map/2`. Other keys, such as those of the answer of
/// `path/generate`, are ignored.
#[derive(Deserialize)]
struct MapDocument {
    /// The rows, with the characters of text maps, or as lists of numbers or characters.
    layout: Vec<MapRow>,
    /// Which rows or columns are shifted, of a hexagonal or staggered map.
    #[serde(default)]
    stagger: Option<Stagger>,
    /// What cells are in rows or columns that are shifted.
    #[serde(default)]
    cells: ShiftedCells,
    #[serde(default)]
    start: Option<Cell>,
    #[serde(default)]
    goal: Option<Cell>,
    #[serde(default)]
    npcs: Vec<Cell>,
}

/// The cells of a map whose rows or columns are shifted.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ShiftedCells {
    #[default]
    Hexagons,
    Diamonds,
}

/// A row of a map: text, or a value for each cell.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected a row of text, or a list of numbers or characters"
)]
enum MapRow {
    Text(String),
    Numbers(Vec<serde_json::Number>),
    Characters(Vec<char>),
}

/// The rows as lines of text.
fn lines(rows: Vec<MapRow>) -> String {
    let line = |row| match row {
        MapRow::Text(text) => text,
        MapRow::Characters(row) => row.into_iter().collect(),
        MapRow::Numbers(row) => {
            let numbers: Vec<String> = row.iter().map(ToString::to_string).collect();
            // Of a single number the comma says that it is no row of digits.
            numbers.join(",") + ","
        }
    };
    rows.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A row of characters.
#[derive(Deserialize)]
#[serde(untagged)]
enum CharacterRow {
    Text(String),
    Characters(Vec<char>),
}

/// The lines of a JSON list of rows of characters; none of any other text. Lists of numbers are read
/// where they stand, since they can be large.
pub(super) fn rows_of_list(text: &str) -> Option<String> {
    let text = text.trim();
    let rows: Vec<CharacterRow> =
        serde_json::from_str(text.strip_prefix('[').map(|_| text)?).ok()?;
    let line = |row| match row {
        CharacterRow::Text(text) => text,
        CharacterRow::Characters(row) => row.into_iter().collect(),
    };
    Some(rows.into_iter().map(line).collect::<Vec<_>>().join("\n"))
}

/// Whether a JSON document is a map of this form rather than one of an editor.
pub(super) fn is_document(bytes: &[u8]) -> bool {
    let has = |key: &[u8]| bytes.windows(key.len()).any(|found| found == key);
    has(b"\"layout\"") && !has(b"\"layers\"") && !has(b"\"jsonVersion\"")
}

/// Reads a map from a document.
pub(super) fn map(
    input: &Input,
    bytes: &[u8],
    walkable: &[TileName],
) -> Result<ParsedMap, Refusal> {
    let name = || input.to_string();
    let text = std::str::from_utf8(bytes).with_context(name)?;
    let document: MapDocument = SCHEMA.read(text).with_context(name)?;
    let MapDocument { layout, stagger, cells, start, goal, npcs } = document;

    let mut reading =
        text::read(&lines(layout), walkable).with_context(name).hint(TEXTS)?;
    if let Some(stagger) = stagger {
        reading.map = match cells {
            ShiftedCells::Hexagons => reading.map.with_hexagons(stagger),
            ShiftedCells::Diamonds => {
                reading.map.with_diamonds(stagger).with_context(name)?
            }
        };
    }

    let map = &mut reading.map;
    let Size { rows, columns } = map.size();
    let marked = start.iter().chain(&goal).chain(&npcs);
    if let Some(cell) = marked.into_iter().find(|&&cell| !map.size().contains(cell)) {
        let Cell { row, column } = *cell;
        let outside = anyhow!(
            "{input}: the marked cell {row}, {column} is outside the map of {rows} × {columns} cells"
        );
        return Err(outside).hint("rows and columns count from 0");
    }

    // What the document says goes before marks within the rows.
    map.places.start = start.or(map.places.start);
    map.places.goal = goal.or(map.places.goal);
    map.places.npcs = npcs.into_iter().map(Into::into).collect();
    Ok(reading)
}

//! Maps as JSON documents.

use anyhow::{Context as _, anyhow};
use serde::Deserialize;
use tilewright_grid::{Cell, Schema, Size};
use tilewright_pathplan::{Map, Places};

use crate::{Input, Refusal, Refuse as _};

const SCHEMA: Schema = Schema::since(2, "map", 2);

/// A map as a document, `tilewright/map/2`. Other keys, such as those of the answer of
/// `path/generate`, are ignored.
#[derive(Deserialize)]
struct MapDocument {
    /// The rows, with the characters of text maps.
    layout: Vec<String>,
    #[serde(default)]
    start: Option<Cell>,
    #[serde(default)]
    goal: Option<Cell>,
    #[serde(default)]
    npcs: Vec<Cell>,
}

/// Whether a JSON document is a map of this form rather than one of an editor.
pub(super) fn is_document(bytes: &[u8]) -> bool {
    let has = |key: &[u8]| bytes.windows(key.len()).any(|found| found == key);
    has(b"\"layout\"") && !has(b"\"layers\"") && !has(b"\"jsonVersion\"")
}

/// Reads a map from a document.
pub(super) fn map(input: &Input, bytes: &[u8]) -> Result<Map, Refusal> {
    let name = || input.to_string();
    let text = std::str::from_utf8(bytes).with_context(name)?;
    let (document, _) = SCHEMA.read::<MapDocument>(text).with_context(name)?;
    let MapDocument { layout, start, goal, npcs } = document;
    let mut map: Map = layout.join("\n").parse().with_context(name)?;
    let Size { rows, columns } = map.size();
    let marked = start.iter().chain(&goal).chain(&npcs);
    if let Some(cell) = marked.into_iter().find(|&&cell| !map.size().contains(cell)) {
        let Cell { row, column } = *cell;
        let outside = anyhow!(
            "{input}: the marked cell {row}, {column} is outside the map of {rows} × {columns} cells"
        );
        return Err(outside).hint("rows and columns count from 0");
    }
    map.places = Places { start, goal, npcs };
    Ok(map)
}

//! Maps with paths, drawn in characters.

use tilewright_grid::{Cell, Grid};
use tilewright_pathplan::{Map, text};

/// The largest number of rows or columns of a map that is drawn in characters.
const MOST: u32 = 120;

/// Whether a map is small enough to be drawn in characters.
pub(super) const fn is_shown(map: &Map) -> bool {
    let size = map.size();
    size.columns <= MOST && size.rows <= MOST
}

/// The map in characters, some of them replaced; empty if the map is too large. Hexagons and diamonds stand half a place
/// apart.
pub(super) fn drawn(map: &Map, glyphs: &[(Cell, char)]) -> String {
    if !is_shown(map) {
        return String::new();
    }
    let all = map.to_string().lines().flat_map(str::chars).collect();
    let mut cells = Grid::from_values(map.size(), all).expect("one for every cell");
    for &(cell, glyph) in glyphs {
        cells[cell] = glyph;
    }
    let rows = text::rows(&cells, map.shape().stagger(), &' ').into_iter();
    let lines = rows.map(|row| row.into_iter().collect::<String>() + "\n");
    lines.collect::<String>() + "\n"
}

/// The seed at the end of a line, if there is one.
pub(super) fn seeded(seed: Option<tilewright_grid::Seed>) -> String {
    seed.map(|seed| format!(", seed {seed}")).unwrap_or_default()
}

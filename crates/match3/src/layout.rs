//! Rows of glyphs, in text and in the `layout` of JSON.

use tilewright_grid::{Cell, Grid, Size};

use crate::level::{MAX_SIDE, check_size};
use crate::{Kind, LevelError};

/// Reads rows of glyphs; `?` is a free cell. `at` maps a row and column to a line and column of the
/// file.
pub(crate) fn parse<'a>(
    rows: impl Iterator<Item = &'a str> + Clone,
    at: impl Fn(usize, usize) -> (usize, usize),
) -> Result<Grid<Option<Kind>>, LevelError> {
    let most = MAX_SIDE as usize + 1;
    let width = |row: &str| row.chars().take(most).count();
    let columns = rows.clone().next().map_or(0, width);
    let size = Size::new(rows.clone().take(most).count() as u32, columns as u32);
    if columns == 0 && size.rows > 1 {
        return Err(LevelError::EmptyRow { line: at(0, 0).0 });
    }
    check_size(size)?;
    let mut cells = Vec::with_capacity(size.area());
    for (row, text) in rows.enumerate() {
        for (column, glyph) in text.chars().enumerate() {
            let kind = Kind::from_glyph(glyph);
            if kind.is_none() && glyph != '?' {
                let (line, column) = at(row, column);
                let expected = ". # 1 2 3 4 a b c d _";
                return Err(LevelError::Glyph { line, column, found: glyph, expected });
            }
            if column < columns {
                cells.push(kind);
            }
        }
        let found = text.chars().count();
        if found != columns {
            let (line, column) = at(row, columns.min(found));
            return Err(LevelError::Ragged { line, column, expected: columns, found });
        }
    }
    Ok(Grid::from_values(size, cells).expect("every row was counted"))
}

/// The first free cell, if there is one.
pub(crate) fn first_free(cells: &Grid<Option<Kind>>) -> Option<Cell> {
    cells.size().cells().find(|&cell| cells[cell].is_none())
}

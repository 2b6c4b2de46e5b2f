//! Rows of glyphs, in text and in the `layout` of JSON, and rows of tokens.

use tilewright_grid::{Cell, Grid, Size};

use crate::level::{MAX_SIDE, check_size};
use crate::ruleset::Field;
use crate::token::{TokenError, Tokens};
use crate::{Json, Kind, LevelError, RulesError};

/// The glyphs of all rules.
const COMMON: [char; 3] = ['.', '#', '_'];

/// Reads rows of glyphs; `?` is a free cell. Blockers and overlays have glyphs in `classic` only. `at` maps a row and column to a line and column of the
/// file.
pub(crate) fn parse<'a>(
    rows: impl Iterator<Item = &'a str> + Clone,
    is_classic: bool,
    at: impl Fn(usize, usize) -> (usize, usize),
) -> Result<Grid<Option<Kind>>, LevelError> {
    // One more than the largest board shows that it is too large, however long the text is.
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
            let kind =
                Kind::from_glyph(glyph).filter(|_| is_classic || COMMON.contains(&glyph));

            if kind.is_none() && glyph != '?' {
                let (line, column) = at(row, column);
                let expected = if is_classic {
                    ". # 1 2 3 4 a b c d _"
                } else {
                    ". # _, or rows of tokens"
                };
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

/// Reads rows of tokens, which are lists.
pub(crate) fn parse_tokens(
    rows: &[Json],
    tokens: &Tokens<'_>,
) -> Result<Grid<Option<Kind>>, LevelError> {
    let rows: Vec<&[Json]> = rows.iter().filter_map(Json::as_array).collect();
    let columns = rows.first().map_or(0, |row| row.len());

    // One more than the largest board is enough to refuse it.
    let most = MAX_SIDE as usize + 1;
    let size = Size::new(rows.len().min(most) as u32, columns.min(most) as u32);

    check_size(size)?;
    let mut cells = Vec::with_capacity(size.area());

    for (row, values) in rows.iter().enumerate() {
        if values.len() != columns {
            let found = values.len();
            let message = format!(
                "has {found} cells, but the first row has {columns} (row {})",
                row + 1
            );
            return Err(RulesError { key: format!("layout[{row}]"), message }.into());
        }

        for (column, value) in values.iter().enumerate() {
            let field = || Field::new(format!("layout[{row}][{column}]"), value);
            let token =
                value.as_str().ok_or_else(|| field().error("expected a token"))?;
            let cell = Cell::new(row as u32, column as u32);
            let kind = tokens.read(token).map_err(|TokenError { wrong, unknown }| {
                let error = field().error(format!("{wrong} ({cell})"));
                match unknown {
                    Some((name, known)) => LevelError::Unknown { error, name, known },
                    None => error.into(),
                }
            })?;

            cells.push(kind);
        }
    }
    Ok(Grid::from_values(size, cells).expect("every row was counted"))
}

/// The first free cell, if there is one.
pub(crate) fn first_free(cells: &Grid<Option<Kind>>) -> Option<Cell> {
    cells.size().cells().find(|&cell| cells[cell].is_none())
}

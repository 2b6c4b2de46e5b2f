//! Cells as players say them.

use tilewright_grid::Cell;

/// A cell as players say it: the letter of its column, then the number of its row from 1. Columns
/// after `Z` go on as in spreadsheets.
///
/// ```
/// use tilewright_battleship::name;
/// use tilewright_grid::Cell;
///
/// assert_eq!(name(Cell::new(0, 0)), "A1");
/// assert_eq!(name(Cell::new(9, 2)), "C10");
/// assert_eq!(name(Cell::new(0, 26)), "AA1");
/// ```
pub fn name(cell: Cell) -> String {
    format!("{}{}", letters(cell.column), u64::from(cell.row) + 1)
}

/// The letters of a column, from 0: `A` to `Z`, `AA` and so on.
pub fn letters(column: u32) -> String {
    let letter = char::from(b'A' + (column % 26) as u8);
    match (column / 26).checked_sub(1) {
        Some(before) => format!("{}{letter}", letters(before)),
        None => letter.to_string(),
    }
}

//! Names of cells, such as `C10`.

use tilewright_grid::Cell;

/// The name of a cell, as players call it: the letter of its column, then the number of its row,
/// counted from 1. After column `Z` comes `AA`, as in spreadsheets.
///
/// ```
/// use tilewright_battleship::cell_name;
/// use tilewright_grid::Cell;
///
/// assert_eq!(cell_name(Cell::new(0, 0)), "A1");
/// assert_eq!(cell_name(Cell::new(9, 2)), "C10");
/// assert_eq!(cell_name(Cell::new(0, 26)), "AA1");
/// ```
pub fn cell_name(cell: Cell) -> String {
    format!("{}{}", column_name(cell.column), u64::from(cell.row) + 1)
}

/// The name of a column, counted from 0: `A` to `Z`, then `AA` and so on.
pub fn column_name(column: u32) -> String {
    let letter = char::from(b'A' + (column % 26) as u8);
    match (column / 26).checked_sub(1) {
        Some(before) => format!("{}{letter}", column_name(before)),
        None => letter.to_string(),
    }
}

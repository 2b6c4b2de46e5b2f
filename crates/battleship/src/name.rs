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

/// The cell of a name, in upper or lower case; none for other words.
///
/// ```
/// use tilewright_battleship::named_cell;
/// use tilewright_grid::Cell;
///
/// assert_eq!(named_cell("c10"), Some(Cell::new(9, 2)));
/// assert_eq!(named_cell("AA1"), Some(Cell::new(0, 26)));
/// assert_eq!(named_cell("A0"), None);
/// ```
pub fn named_cell(name: &str) -> Option<Cell> {
    let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (letters, digits) = name.split_at(letters);
    // More letters and digits than any field needs would overflow.
    if letters.is_empty() || letters.len() > 2 || digits.len() > 4 {
        return None;
    }
    let digit = |sum: u32, letter: u8| {
        26 * sum + u32::from(letter.to_ascii_uppercase() - b'A') + 1
    };
    let column = letters.bytes().fold(0, digit);
    let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
    let row = digits.parse::<u32>().ok().filter(|&row| is_number && row > 0)?;
    Some(Cell::new(row - 1, column - 1))
}

/// The name of a column, counted from 0: `A` to `Z`, then `AA` and so on.
pub fn column_name(column: u32) -> String {
    let letter = char::from(b'A' + (column % 26) as u8);
    match (column / 26).checked_sub(1) {
        Some(before) => format!("{}{letter}", column_name(before)),
        None => letter.to_string(),
    }
}

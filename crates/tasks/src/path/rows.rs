//! A value for each cell of a map, row by row: as JSON and as CSV.

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use tilewright_grid::{Cell, Size};

/// The rows of a map, whose values are asked for one by one: those of a large map take much memory.
pub(super) struct Rows<F> {
    pub(super) size: Size,
    pub(super) value: F,
}

impl<T: Serialize, F: Fn(Cell) -> T> Serialize for Rows<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { size, value } = self;
        let mut rows = serializer.serialize_seq(Some(size.rows as usize))?;
        for row in 0..size.rows {
            let values = (0..size.columns).map(|column| value(Cell::new(row, column)));
            rows.serialize_element(&values.collect::<Vec<_>>())?;
        }
        rows.end()
    }
}

impl<T: ToString, F: Fn(Cell) -> T> Rows<F> {
    /// The rows as lines, the values of each separated by commas.
    pub(super) fn csv(&self) -> String {
        let mut text = String::new();
        for cell in self.size.cells() {
            text += &(self.value)(cell).to_string();
            text.push(if cell.column + 1 == self.size.columns { '\n' } else { ',' });
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_lists_and_lines() {
        let value = |cell: Cell| cell.row * 10 + cell.column;
        let rows = Rows { size: Size::new(2, 3), value };
        assert_eq!(serde_json::to_string(&rows).unwrap(), "[[0,1,2],[10,11,12]]");
        assert_eq!(rows.csv(), "0,1,2\n10,11,12\n");
    }
}

//! A rectangular grid of values in one flat array.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::{Cell, Heading};

/// An error in the values of a grid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// The number of values is not rows × columns.
    #[error(
        "expected {} values for {rows} × {columns} cells, found {found}",
        u64::from(*rows) * u64::from(*columns)
    )]
    Length {
        /// The number of rows.
        rows: u32,
        /// The number of columns.
        columns: u32,
        /// The number of values.
        found: usize,
    },
}

/// The number of rows and columns of a grid; it numbers the cells row by row.
///
/// ```
/// use tilewright_grid::{Cell, Heading, Size};
///
/// let size = Size::new(2, 3);
/// assert_eq!(size.cells().count(), size.area());
/// assert_eq!(size.index(Cell::new(1, 0)), 3);
/// assert_eq!(size.step(Cell::new(1, 2), Heading::East), None);
/// assert_eq!(size.neighbors(Cell::new(0, 0)).count(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Size {
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub columns: u32,
}

impl Size {
    /// The size with the given numbers of rows and columns.
    pub const fn new(rows: u32, columns: u32) -> Self {
        Self { rows, columns }
    }

    /// The number of cells.
    pub const fn area(self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// Whether the cell is inside.
    pub const fn contains(self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns
    }

    /// The index of a cell, counted row by row from 0. For a cell outside, the result is the
    /// index of another cell or of none.
    pub const fn index(self, cell: Cell) -> usize {
        cell.row as usize * self.columns as usize + cell.column as usize
    }

    /// The cell with an index, counted row by row from 0.
    ///
    /// # Panics
    /// If there are no columns.
    pub const fn cell(self, index: usize) -> Cell {
        let columns = self.columns as usize;
        Cell::new((index / columns) as u32, (index % columns) as u32)
    }

    /// The neighbour in a direction; `None` if it is outside.
    pub fn step(self, cell: Cell, heading: Heading) -> Option<Cell> {
        cell.step(heading).filter(|&next| self.contains(next))
    }

    /// The neighbours that are inside, in the order north, east, south, west.
    pub fn neighbors(self, cell: Cell) -> impl Iterator<Item = Cell> {
        Heading::ALL.into_iter().filter_map(move |heading| self.step(cell, heading))
    }

    /// All cells, row by row.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator {
        (0..self.area()).map(move |index| self.cell(index))
    }
}

/// A rectangular grid of values, stored row by row in one flat array. In JSON it is the list of
/// its rows.
///
/// ```
/// use tilewright_grid::{Cell, Grid, Size};
///
/// let mut grid = Grid::filled(Size::new(2, 3), 0);
/// grid[Cell::new(1, 2)] = 7;
/// assert_eq!(grid.rows().nth(1), Some(&[0, 0, 7][..]));
/// assert_eq!(grid.get(Cell::new(2, 0)), None);
/// assert_eq!(grid.map(|value| value * 2).values(), [0, 0, 0, 0, 0, 14]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    size: Size,
    values: Vec<T>,
}

impl<T> Grid<T> {
    /// A grid of the given values, row by row.
    ///
    /// # Errors
    /// [`GridError::Length`] if their number is not rows × columns.
    pub fn from_values(size: Size, values: Vec<T>) -> Result<Self, GridError> {
        if values.len() == size.area() {
            Ok(Self { size, values })
        } else {
            let Size { rows, columns } = size;
            Err(GridError::Length { rows, columns, found: values.len() })
        }
    }

    /// A grid whose values are computed from their cells, row by row.
    pub fn from_fn(size: Size, value: impl FnMut(Cell) -> T) -> Self {
        Self { size, values: size.cells().map(value).collect() }
    }

    /// The number of rows and columns.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The value of a cell; `None` outside the grid.
    pub fn get(&self, cell: Cell) -> Option<&T> {
        if self.size.contains(cell) {
            self.values.get(self.size.index(cell))
        } else {
            None
        }
    }

    /// The values, row by row.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The values, row by row, to be changed in place.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// The rows, from the top. There are none if there are no columns.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &[T]> {
        self.values.chunks_exact((self.size.columns as usize).max(1))
    }

    /// The grid that results from applying a function to every value.
    pub fn map<U>(&self, change: impl FnMut(&T) -> U) -> Grid<U> {
        Grid { size: self.size, values: self.values.iter().map(change).collect() }
    }
}

impl<T: Clone> Grid<T> {
    /// A grid with the same value in every cell.
    pub fn filled(size: Size, value: T) -> Self {
        Self { size, values: vec![value; size.area()] }
    }
}

impl<T> std::ops::Index<Cell> for Grid<T> {
    type Output = T;

    /// The value of a cell.
    ///
    /// # Panics
    /// If the cell is outside.
    fn index(&self, cell: Cell) -> &T {
        self.get(cell).expect("the cell must be inside the grid")
    }
}

impl<T> std::ops::IndexMut<Cell> for Grid<T> {
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        assert!(self.size.contains(cell), "the cell must be inside the grid");
        let index = self.size.index(cell);
        &mut self.values[index]
    }
}

/// Writes a grid as the list of its rows.
#[cfg(feature = "serde")]
impl<T: Serialize> Serialize for Grid<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let columns = self.size.columns as usize;
        let rows = 0..self.size.rows as usize;
        serializer.collect_seq(rows.map(|row| &self.values[row * columns..][..columns]))
    }
}

/// Reads the list of rows, which must have the same length. A grid without rows has no columns either.
#[cfg(feature = "serde")]
impl<'de, T: Deserialize<'de>> Deserialize<'de> for Grid<T> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let rows: Vec<Vec<T>> = Vec::deserialize(from)?;
        let columns = rows.first().map_or(0, Vec::len);
        let size = [rows.len(), columns].map(u32::try_from);
        let [Ok(rows_found), Ok(columns)] = size else {
            return Err(serde::de::Error::custom("the grid is too large"));
        };
        if let Some(row) = rows.iter().position(|row| row.len() != columns as usize) {
            return Err(serde::de::Error::custom(format!(
                "row {} has {} values, expected {columns} as in row 1",
                row + 1,
                rows[row].len()
            )));
        }
        let values = rows.into_iter().flatten().collect();
        Ok(Self { size: Size::new(rows_found, columns), values })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_number_of_values_is_refused() {
        let found = Grid::from_values(Size::new(2, 3), vec![1; 5]);
        assert_eq!(found, Err(GridError::Length { rows: 2, columns: 3, found: 5 }));
        assert_eq!(
            found.unwrap_err().to_string(),
            "expected 6 values for 2 × 3 cells, found 5"
        );
    }

    #[test]
    fn cells_and_indices_are_inverse() {
        let size = Size::new(4, 7);
        for (index, cell) in size.cells().enumerate() {
            assert_eq!(size.index(cell), index);
        }
    }

    #[test]
    fn a_cell_outside_the_grid_has_no_value() {
        let grid = Grid::filled(Size::new(2, 2), 'x');
        assert_eq!(grid.get(Cell::new(0, 2)), None);
        assert_eq!(grid.get(Cell::new(2, 0)), None);
    }

    #[test]
    fn neighbors_stay_inside() {
        let size = Size::new(2, 2);
        let found: Vec<_> = size.neighbors(Cell::new(0, 1)).collect();
        assert_eq!(found, [Cell::new(1, 1), Cell::new(0, 0)]);
    }

    #[cfg(feature = "serde")]
    #[test]
    fn json_is_a_list_of_rows() {
        let grid = Grid::from_fn(Size::new(2, 2), |cell| cell.row * 2 + cell.column);
        assert_eq!(serde_json::to_string(&grid).unwrap(), "[[0,1],[2,3]]");
        assert_eq!(serde_json::from_str::<Grid<u32>>("[[0,1],[2,3]]").unwrap(), grid);
        for text in ["[]", "[[],[]]"] {
            let narrow: Grid<u32> = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&narrow).unwrap(), text);
        }
        let ragged = serde_json::from_str::<Grid<u32>>("[[0,1],[2]]").unwrap_err();
        assert!(ragged.to_string().starts_with("row 2 has 1 values, expected 2"));
    }
}

//! A rectangle of values in one flat array, row by row.

use serde::{Deserialize, Serialize};

use crate::{Cell, Heading};

/// Why a grid cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// The number of values is not rows × columns.
    #[error("{rows} × {columns} cells need {} values, found {found}", u64::from(*rows) * u64::from(*columns))]
    Length {
        /// Rows asked for.
        rows: u32,
        /// Columns asked for.
        columns: u32,
        /// Values given.
        found: usize,
    },
}

/// The rows and columns of a rectangle, and the indices of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Size {
    /// How many rows.
    pub rows: u32,
    /// How many columns.
    pub columns: u32,
}

impl Size {
    /// A rectangle of this many rows and columns.
    pub const fn new(rows: u32, columns: u32) -> Self {
        Self { rows, columns }
    }

    /// The number of cells.
    pub const fn area(self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// Whether the cell lies inside.
    pub const fn contains(self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns
    }

    /// The place of a cell in reading order. Meant for cells inside; others give an index
    /// that belongs to another cell or to none.
    pub const fn index(self, cell: Cell) -> usize {
        cell.row as usize * self.columns as usize + cell.column as usize
    }

    /// The cell at this place in reading order.
    ///
    /// # Panics
    /// When the rectangle has no columns.
    pub const fn cell(self, index: usize) -> Cell {
        let columns = self.columns as usize;
        Cell::new((index / columns) as u32, (index % columns) as u32)
    }

    /// The neighbour one step that way, if it is inside.
    pub fn step(self, cell: Cell, heading: Heading) -> Option<Cell> {
        cell.step(heading).filter(|&next| self.contains(next))
    }

    /// The neighbours inside: north, east, south, west.
    pub fn neighbors(self, cell: Cell) -> impl Iterator<Item = Cell> {
        Heading::ALL.into_iter().filter_map(move |heading| self.step(cell, heading))
    }

    /// All cells in reading order.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator {
        (0..self.area()).map(move |index| self.cell(index))
    }
}

/// A rectangle of values in one flat array, row by row from the top.
///
/// ```
/// use tilewright_grid::{Cell, Grid, Size};
///
/// let mut grid = Grid::filled(Size::new(2, 3), 0);
/// grid[Cell::new(1, 2)] = 7;
/// assert_eq!(grid.rows().nth(1), Some(&[0, 0, 7][..]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    size: Size,
    values: Vec<T>,
}

impl<T> Grid<T> {
    /// A grid from its values in reading order.
    ///
    /// # Errors
    /// When their number is not rows × columns.
    pub fn from_values(size: Size, values: Vec<T>) -> Result<Self, GridError> {
        if values.len() == size.area() {
            Ok(Self { size, values })
        } else {
            let Size { rows, columns } = size;
            Err(GridError::Length { rows, columns, found: values.len() })
        }
    }

    /// A grid whose every value comes from its cell.
    pub fn from_fn(size: Size, value: impl FnMut(Cell) -> T) -> Self {
        Self { size, values: size.cells().map(value).collect() }
    }

    /// The rows and columns.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The value there; `None` outside.
    pub fn get(&self, cell: Cell) -> Option<&T> {
        if self.size.contains(cell) {
            self.values.get(self.size.index(cell))
        } else {
            None
        }
    }

    /// The values in reading order.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The values in reading order, to change.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// The rows from the top. A grid without columns has none.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &[T]> {
        self.values.chunks_exact((self.size.columns as usize).max(1))
    }

    /// The grid of what `change` makes of every value.
    pub fn map<U>(&self, change: impl FnMut(&T) -> U) -> Grid<U> {
        Grid { size: self.size, values: self.values.iter().map(change).collect() }
    }
}

impl<T: Clone> Grid<T> {
    /// A grid that holds the same value everywhere.
    pub fn filled(size: Size, value: T) -> Self {
        Self { size, values: vec![value; size.area()] }
    }
}

impl<T> std::ops::Index<Cell> for Grid<T> {
    type Output = T;

    /// The value there.
    ///
    /// # Panics
    /// When the cell lies outside.
    fn index(&self, cell: Cell) -> &T {
        self.get(cell).expect("the cell must lie inside the grid")
    }
}

impl<T> std::ops::IndexMut<Cell> for Grid<T> {
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        assert!(self.size.contains(cell), "the cell must lie inside the grid");
        let index = self.size.index(cell);
        &mut self.values[index]
    }
}

/// Writes a grid as the list of its rows.
impl<T: Serialize> Serialize for Grid<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.rows())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_number_of_values_is_refused() {
        let found = Grid::from_values(Size::new(2, 3), vec![1; 5]);
        assert_eq!(found, Err(GridError::Length { rows: 2, columns: 3, found: 5 }));
        assert_eq!(found.unwrap_err().to_string(), "2 × 3 cells need 6 values, found 5");
    }

    #[test]
    fn cells_and_indices_are_inverse() {
        let size = Size::new(4, 7);
        for (index, cell) in size.cells().enumerate() {
            assert_eq!(size.index(cell), index);
        }
    }

    #[test]
    fn a_cell_beside_the_grid_holds_nothing() {
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

    #[test]
    fn json_is_a_list_of_rows() {
        let grid = Grid::from_fn(Size::new(2, 2), |cell| cell.row * 2 + cell.column);
        assert_eq!(serde_json::to_string(&grid).unwrap(), "[[0,1],[2,3]]");
    }
}

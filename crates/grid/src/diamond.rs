//! The shapes of cells, and staggered maps turned into maps of squares.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::{Cell, Size, Stagger};

/// The shape of a map's cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum CellShape {
    /// Squares, or the rhombi of an isometric map, in rows and columns that are not shifted.
    #[default]
    Square,
    /// Hexagons.
    Hexagon(Stagger),
    /// The rhombi of a staggered map.
    Diamond(Stagger),
}

impl CellShape {
    /// Which rows or columns are shifted, of hexagons and diamonds.
    pub const fn stagger(self) -> Option<Stagger> {
        match self {
            Self::Square => None,
            Self::Hexagon(stagger) | Self::Diamond(stagger) => Some(stagger),
        }
    }

    /// Which rows or columns are shifted, of hexagons alone.
    pub const fn hexagons(self) -> Option<Stagger> {
        match self {
            Self::Hexagon(stagger) => Some(stagger),
            Self::Square | Self::Diamond(_) => None,
        }
    }

    /// The diamonds of a map of this size, if its cells are.
    pub const fn diamonds(self, size: Size) -> Option<Diamonds> {
        match self {
            Self::Diamond(stagger) => Some(Diamonds::new(size, stagger)),
            Self::Square | Self::Hexagon(_) => None,
        }
    }

    /// The square of the distance between the middles of two cells, in quarters of the square of what cells with a common edge are apart; the
    /// largest number where it is larger.
    #[inline]
    pub fn apart(self, one: Cell, other: Cell) -> u64 {
        let (places, [across, along]) = match self {
            Self::Square => {
                let place = |cell: Cell| [cell.row, cell.column].map(i64::from);
                ([place(one), place(other)], [4, 4])
            }
            // Rows are √3/2 apart where cells of a row are 1 apart.
            Self::Hexagon(stagger) => {
                ([stagger.place(one), stagger.place(other)], [3, 1])
            }
            // A step over an edge changes both by 1.
            Self::Diamond(stagger) => {
                ([stagger.place(one), stagger.place(other)], [2, 2])
            }
        };
        let [[a, b], [c, d]] = places;
        let across = a.abs_diff(c).saturating_pow(2).saturating_mul(across);
        across.saturating_add(b.abs_diff(d).saturating_pow(2).saturating_mul(along))
    }
}

/// The cells of a staggered map and those of the map of squares that it is when turned by 45°, where cells with a common edge lie beside each
/// other in a row or column, and cells with a common corner diagonally.
///
/// Turned, every search on squares serves diamonds. The other way, eight directions whose rows and columns depend on the shift and reach two rows
/// far, would need a variant of each: of bits along rows, of jumps, of squares that large agents cover. The price is that a turned map
/// has about twice the cells, half of them void, and far more where the map is long and thin.
///
/// ```
/// use tilewright_grid::{Cell, Diamonds, Size, Stagger};
///
/// let diamonds = Diamonds::new(Size::new(4, 3), Stagger::OddRows);
/// assert_eq!(diamonds.turned_size(), Size::new(4, 5));
/// let turned = diamonds.turned(Cell::new(1, 1));
/// assert_eq!(diamonds.cell(turned), Some(Cell::new(1, 1)));
/// // One row further down, half a cell to the right.
/// assert_eq!(diamonds.cell(Cell::new(turned.row, turned.column + 1)), Some(Cell::new(2, 2)));
/// assert_eq!(diamonds.cell(Cell::new(0, 0)), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diamonds {
    size: Size,
    stagger: Stagger,
    /// Whether the first row or column is shifted, as 0 or 1.
    first: i64,
    /// The number of cells along the shift, minus 1.
    last: i64,
}

impl Diamonds {
    /// Those of a map of this size, which has a cell.
    pub const fn new(size: Size, stagger: Stagger) -> Self {
        let count = if stagger.is_of_rows() { size.columns } else { size.rows };
        let first = stagger.is_shifted(Cell::new(0, 0)) as i64;
        Self { size, stagger, first, last: count as i64 - 1 }
    }

    /// The size of the map in rows and columns.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The size of the turned map; the largest numbers where it is larger.
    pub const fn turned_size(&self) -> Size {
        let Size { rows, columns } = self.size;
        let (lines, count) =
            if self.stagger.is_of_rows() { (rows, columns) } else { (columns, rows) };
        let (even, odd) = (lines / 2, lines.saturating_sub(1) / 2);
        let (across, along) = if self.first == 0 { (odd, even) } else { (even, odd) };
        Size::new(count.saturating_add(across), count.saturating_add(along))
    }

    /// A cell on the turned map. Cells outside the map may lie outside the turned one too, where the numbers wrap around.
    #[inline]
    pub const fn turned(&self, cell: Cell) -> Cell {
        let [across, along] = self.stagger.place(cell);
        let along = along - self.first;
        // Both are odd or both even, so that halves are whole.
        let row = (across - along) / 2 + self.last;
        Cell::new(row as u32, i64::midpoint(across, along) as u32)
    }

    /// The cell of one of the turned map; none where that is void.
    #[inline]
    pub const fn cell(&self, turned: Cell) -> Option<Cell> {
        let (down, right) = (turned.row as i64 - self.last, turned.column as i64);
        let (across, along) = (right + down, right - down + self.first);
        if across < 0 {
            return None;
        }
        let line = (across % 2) as u32;
        let along = along - self.stagger.is_shifted(Cell::new(line, line)) as i64;
        if along < 0 {
            return None;
        }
        let (across, along) = (across as u32, (along / 2) as u32);
        let cell = if self.stagger.is_of_rows() {
            Cell::new(across, along)
        } else {
            Cell::new(along, across)
        };
        if self.size.contains(cell) { Some(cell) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::World;

    /// All small maps.
    fn all() -> impl Iterator<Item = Diamonds> {
        let sizes = Size::new(7, 7).cells();
        let sizes = sizes.map(|cell| Size::new(cell.row + 1, cell.column + 1));
        sizes.flat_map(|size| Stagger::ALL.map(|stagger| Diamonds::new(size, stagger)))
    }

    #[test]
    fn turned_cells_fill_the_turned_map_from_side_to_side() {
        for diamonds in all() {
            let turned: Vec<Cell> =
                diamonds.size.cells().map(|cell| diamonds.turned(cell)).collect();
            for (cell, &turned) in diamonds.size.cells().zip(&turned) {
                assert!(diamonds.turned_size().contains(turned), "{diamonds:?} {cell}");
                assert_eq!(diamonds.cell(turned), Some(cell), "{diamonds:?}");
            }
            let known = diamonds.turned_size().cells().filter_map(|it| diamonds.cell(it));
            assert_eq!(known.count(), turned.len(), "{diamonds:?}");

            let ends = |of: fn(&Cell) -> u32| {
                (turned.iter().map(of).min(), turned.iter().map(of).max())
            };
            let Size { rows, columns } = diamonds.turned_size();
            assert_eq!(ends(|cell| cell.row), (Some(0), Some(rows - 1)), "{diamonds:?}");
            assert_eq!(ends(|cell| cell.column), (Some(0), Some(columns - 1)));
        }
    }

    #[test]
    fn turned_cells_are_as_far_apart_as_in_the_world() {
        for diamonds in all() {
            // Diagonals of 2, so that cells with a common edge are √2 apart.
            let world = World::staggered(diamonds.size, [2.0; 2], diamonds.stagger);
            let shape = CellShape::Diamond(diamonds.stagger);
            for one in diamonds.size.cells() {
                for other in diamonds.size.cells() {
                    let ([a, b], [c, d]) = (world.middle(one), world.middle(other));
                    let in_world = ((a - c).powi(2) + (b - d).powi(2)) * 2.0;
                    let turned = CellShape::Square
                        .apart(diamonds.turned(one), diamonds.turned(other));
                    assert_eq!(in_world as u64, turned, "{diamonds:?} {one} {other}");
                    assert_eq!(shape.apart(one, other), turned);
                }
            }
        }
    }
}

//! Straight lines: whether an agent can walk along one.

use std::cmp::Ordering;

use tilewright_grid::Cell;
use tilewright_pathplan::Corners;

use crate::map::Navigation;
use crate::plane::Plane;
use crate::surface::Surface;
use crate::{Agent, NavigationError, Place};

/// Where lines may lead: the places of a surface, but for some nodes that count as walls.
#[derive(Clone, Copy)]
pub(crate) struct Sight<'a> {
    pub(crate) surface: &'a Surface,
    /// In ascending order.
    pub(crate) blocked: &'a [u32],
}

impl Sight<'_> {
    const fn plane(&self) -> &Plane {
        &self.surface.plane
    }

    pub(crate) fn is_free(&self, cell: Cell) -> bool {
        let node = self.plane().node(cell);
        self.plane().is_free(node) && self.blocked.binary_search(&(node as u32)).is_err()
    }

    /// Whether every cell that the line between the middles of two cells crosses is free. Where it meets a corner, the two cells beside
    /// it count as for a diagonal step.
    pub(crate) fn is_clear(&self, from: Cell, to: Cell) -> bool {
        self.follow(from, to, |cell| self.is_free(cell))
    }

    /// Whether a condition holds for every cell on a line, and the corners that it meets can be passed.
    pub(crate) fn follow(
        &self,
        from: Cell,
        to: Cell,
        mut holds: impl FnMut(Cell) -> bool,
    ) -> bool {
        let (down, right) = (to.row.abs_diff(from.row), to.column.abs_diff(from.column));
        let (rows, columns) = (u64::from(down), u64::from(right));
        let shift = |at: u32, target: u32| if at < target { at + 1 } else { at - 1 };
        let mut cell = from;
        // The next line between rows is met at (2 × passed + 1) / (2 × rows) of the way, and between columns likewise.
        let (mut by_rows, mut by_columns) = (1_u64, 1_u64);

        while holds(cell) {
            if cell == to {
                return true;
            }
            let (row, column) = (by_rows * columns, by_columns * rows);
            match row.cmp(&column) {
                Ordering::Less => {
                    cell.row = shift(cell.row, to.row);
                    by_rows += 2;
                }
                Ordering::Greater => {
                    cell.column = shift(cell.column, to.column);
                    by_columns += 2;
                }
                // Through a corner.
                Ordering::Equal => {
                    let next =
                        Cell::new(shift(cell.row, to.row), shift(cell.column, to.column));
                    if !self.may_pass(cell, next) {
                        return false;
                    }
                    cell = next;
                    (by_rows, by_columns) = (by_rows + 2, by_columns + 2);
                }
            }
        }
        false
    }

    /// Whether the corner between two cells can be passed.
    fn may_pass(&self, from: Cell, to: Cell) -> bool {
        let sides = [Cell::new(to.row, from.column), Cell::new(from.row, to.column)];
        let free = sides.map(|side| self.is_free(side));
        match self.plane().steps.corners {
            Corners::Never => free == [true, true],
            Corners::One => free != [false, false],
            Corners::Always => true,
        }
    }
}

impl Navigation {
    /// Whether an agent can walk along the straight line between the middles of two cells: it can stand in every cell that the line
    /// crosses. Where the line meets the corner of four cells, the two beside it count as for a diagonal step of its layer. False from
    /// one floor to another.
    ///
    /// ```
    /// use tilewright_grid::Cell;
    /// use tilewright_navigation::{Agent, Layer, Navigation};
    /// use tilewright_pathplan::{Map, Steps};
    ///
    /// let tiles: Map = "....\n.#..\n....\n".parse()?;
    /// let map = Navigation::new(&tiles, [Layer::walk(Steps::EIGHT)])?;
    /// let walks = |from: (u32, u32), to: (u32, u32)| {
    ///     map.is_straight(Agent::default(), Cell::new(from.0, from.1), Cell::new(to.0, to.1))
    /// };
    /// assert!(walks((0, 0), (0, 3))? && walks((0, 1), (1, 3))?);
    /// assert!(!walks((0, 0), (2, 3))? && !walks((0, 1), (1, 0))?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`NavigationError::Outside`] for a place that is on no floor, [`NavigationError::Layer`] and [`NavigationError::Size`] for an
    /// agent that the map does not have, [`NavigationError::AnyAngle`] on a hexagonal map.
    pub fn is_straight(
        &self,
        agent: Agent,
        from: impl Into<Place>,
        to: impl Into<Place>,
    ) -> Result<bool, NavigationError> {
        let (from, to) = (from.into(), to.into());
        let [start, end] = [self.cell_of(from)?, self.cell_of(to)?];
        let sight = Sight { surface: self.square_surface(agent)?, blocked: &[] };
        Ok(from.floor == to.floor && sight.is_clear(start, end))
    }

    /// The surface of an agent, if its cells are square.
    pub(crate) fn square_surface(
        &self,
        agent: Agent,
    ) -> Result<&Surface, NavigationError> {
        let surface = self.surface(agent)?;
        match self.shape().hexagons() {
            None => Ok(surface),
            Some(_) => Err(NavigationError::AnyAngle),
        }
    }
}

//! Where the cells of a map lie in the world that a game draws.

use crate::{Cell, Size, Stagger};

/// How the cells of a map lie beside each other.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Layout {
    Orthogonal,
    Isometric,
    /// With upright sides of this length between the slanted ones; lying ones where columns are shifted.
    Hexagonal(Stagger, f64),
}

/// The cells of a map in the world: which cell is at a point, and where a cell has its middle and its corners. Points are `[x, y]` in
/// pixels or any other unit; x grows to the right, y down, or up after [`World::y_up`].
///
/// Maps lie as the editor Tiled draws them. `tile` is the width and height of a cell, or of the rectangle around it; a side that is not
/// above 0 counts as 1. The upper left corner of the rectangle around the whole map is at `[0, 0]`, or where [`World::at`] puts it.
///
/// | layout | cells |
/// |---|---|
/// | orthogonal | rectangles |
/// | isometric | rhombi; cell 0, 0 is the uppermost, rows run down to the left, columns down to the right |
/// | staggered | rhombi; every other row or column is shifted by half a tile, and rows or columns overlap by half a tile |
/// | hexagonal | hexagons, so shifted, with two upright sides where rows are shifted and two level ones where columns are, of the length that Tiled calls `hexsidelength` |
///
/// A point on the edge of two cells belongs to the one to the right or below it on the screen.
///
/// ```
/// use tilewright_grid::{Cell, Size, Stagger, World};
///
/// let size = Size::new(20, 30);
/// let world = World::orthogonal(size, [16.0, 16.0]);
/// assert_eq!(world.cell_at([40.0, 5.0]), Some(Cell::new(0, 2)));
/// assert_eq!(world.middle(Cell::new(0, 2)), [40.0, 8.0]);
/// assert_eq!(world.cell_at([-1.0, 5.0]), None);
///
/// // Hexagons with a point at the top, 32 wide and 36 high, on a map whose corner lies elsewhere.
/// let world = World::hexagonal(size, [32.0, 36.0], Stagger::OddRows, 18.0).at([100.0, 0.0]);
/// assert_eq!(world.middle(Cell::new(1, 0)), [132.0, 45.0]);
/// assert_eq!(world.corners(Cell::new(0, 0)).count(), 6);
///
/// // In a world where y grows upwards the map hangs below its corner.
/// let world = World::isometric(size, [64.0, 32.0]).at([0.0, 800.0]).y_up();
/// assert_eq!(world.middle(Cell::new(0, 0)), [640.0, 784.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct World {
    size: Size,
    tile: [f64; 2],
    layout: Layout,
    origin: [f64; 2],
    is_up: bool,
}

impl World {
    /// Rectangular cells.
    pub fn orthogonal(size: Size, tile: [f64; 2]) -> Self {
        Self::new(size, tile, Layout::Orthogonal)
    }

    /// Rhombi of an isometric map.
    pub fn isometric(size: Size, tile: [f64; 2]) -> Self {
        Self::new(size, tile, Layout::Isometric)
    }

    /// Rhombi of a staggered isometric map.
    pub fn staggered(size: Size, tile: [f64; 2], stagger: Stagger) -> Self {
        Self::hexagonal(size, tile, stagger, 0.0)
    }

    /// Hexagons. `edge` is the length of their upright sides, or of the level ones where columns are shifted: from 0 to the whole tile, into
    /// which it is moved.
    pub fn hexagonal(size: Size, tile: [f64; 2], stagger: Stagger, edge: f64) -> Self {
        let world = Self::new(size, tile, Layout::Orthogonal);
        let most = turned(stagger, world.tile)[1];
        let edge = if edge.is_nan() { 0.0 } else { edge.clamp(0.0, most) };
        Self { layout: Layout::Hexagonal(stagger, edge), ..world }
    }

    fn new(size: Size, tile: [f64; 2], layout: Layout) -> Self {
        let tile = tile.map(|it| if it > 0.0 && it.is_finite() { it } else { 1.0 });
        Self { size, tile, layout, origin: [0.0; 2], is_up: false }
    }

    /// The same world with the upper left corner of the map at a point.
    #[must_use]
    pub const fn at(mut self, origin: [f64; 2]) -> Self {
        self.origin = origin;
        self
    }

    /// The same world where y grows upwards, as in Unity; row 0 is still the top one.
    #[must_use]
    pub const fn y_up(mut self) -> Self {
        self.is_up = true;
        self
    }

    /// The number of rows and columns.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The width and height of a cell, or of the rectangle around it.
    pub const fn tile(&self) -> [f64; 2] {
        self.tile
    }

    /// The width and height of the rectangle around the whole map.
    pub fn extent(&self) -> [f64; 2] {
        let [rows, columns] = [self.size.rows, self.size.columns].map(f64::from);
        let [width, height] = self.tile;
        match self.layout {
            Layout::Orthogonal => [columns * width, rows * height],
            Layout::Isometric => {
                [width, height].map(|it| f64::midpoint(rows, columns) * it)
            }
            Layout::Hexagonal(stagger, edge) => {
                let [width, height] = turned(stagger, self.tile);
                let [count, lines] = turned(stagger, [columns, rows]);
                let has_shift = lines > 1.0 || stagger.is_shifted(Cell::new(0, 0));
                let shift = if has_shift { 0.5 } else { 0.0 };
                let across = (lines - 1.0).max(0.0) * f64::midpoint(height, edge);
                turned(stagger, [(count + shift) * width, across + height])
            }
        }
    }

    /// The cell that contains a point; none outside the map.
    pub fn cell_at(&self, [x, y]: [f64; 2]) -> Option<Cell> {
        let point = [x - self.origin[0], self.upright(y - self.origin[1])];
        let [right, down] = [point[0] / self.tile[0], point[1] / self.tile[1]];
        let [column, row] = match self.layout {
            Layout::Orthogonal => [right, down],
            Layout::Isometric => {
                let right = right - f64::from(self.size.rows) / 2.0;
                [down + right, down - right]
            }
            Layout::Hexagonal(stagger, edge) => self.hexagon_at(stagger, edge, point),
        };

        let index = |place: f64, count: u32| {
            let is_inside = place >= 0.0 && place < f64::from(count);
            is_inside.then_some(place as u32)
        };
        let row = index(row, self.size.rows)?;
        Some(Cell::new(row, index(column, self.size.columns)?))
    }

    /// The column and the row of a hexagon at a point, the part within it included.
    fn hexagon_at(&self, stagger: Stagger, edge: f64, point: [f64; 2]) -> [f64; 2] {
        let [along, across] = turned(stagger, point);
        let [width, height] = turned(stagger, self.tile);
        let slope = (height - edge) / 2.0;
        let pitch = slope + edge;
        let is_first_shifted = stagger.is_shifted(Cell::new(0, 0));
        let place = |line: f64| {
            let is_odd = line.rem_euclid(2.0) > 0.5;
            along / width - if is_odd == is_first_shifted { 0.0 } else { 0.5 }
        };

        // Upper sides slant: the corners above them belong to the line before.
        let mut line = (across / pitch).floor();
        let top = slope * (1.0 - 2.0 * place(line).rem_euclid(1.0)).abs();
        if across - line * pitch < top {
            line -= 1.0;
        }
        turned(stagger, [place(line), line])
    }

    /// The middle of a cell, which may lie outside the map.
    pub fn middle(&self, cell: Cell) -> [f64; 2] {
        let [row, column] = [cell.row, cell.column].map(f64::from);
        let [width, height] = self.tile;
        let point = match self.layout {
            Layout::Orthogonal => [(column + 0.5) * width, (row + 0.5) * height],
            Layout::Isometric => {
                let right = column - row + f64::from(self.size.rows);
                [right / 2.0 * width, (column + row + 1.0) / 2.0 * height]
            }
            Layout::Hexagonal(stagger, edge) => {
                let [width, height] = turned(stagger, self.tile);
                let [lines, halves] = stagger.place(cell).map(|place| place as f64);
                let across = lines * f64::midpoint(height, edge) + height / 2.0;
                turned(stagger, [f64::midpoint(halves, 1.0) * width, across])
            }
        };
        self.in_world(point)
    }

    /// The corners of a cell: four, or six of a hexagon; clockwise on the screen from the upper left one, or from the uppermost.
    pub fn corners(&self, cell: Cell) -> impl Iterator<Item = [f64; 2]> + use<> {
        let (middle, is_up) = (self.middle(cell), self.is_up);
        let [x, y] = self.tile.map(|side| side / 2.0);
        let corners = match self.layout {
            Layout::Orthogonal => vec![[-x, -y], [x, -y], [x, y], [-x, y]],
            Layout::Hexagonal(stagger, edge) if edge > 0.0 => {
                let half = edge / 2.0;
                if stagger.is_of_rows() {
                    vec![
                        [0.0, -y],
                        [x, -half],
                        [x, half],
                        [0.0, y],
                        [-x, half],
                        [-x, -half],
                    ]
                } else {
                    vec![
                        [-half, -y],
                        [half, -y],
                        [x, 0.0],
                        [half, y],
                        [-half, y],
                        [-x, 0.0],
                    ]
                }
            }
            Layout::Isometric | Layout::Hexagonal(..) => {
                vec![[0.0, -y], [x, 0.0], [0.0, y], [-x, 0.0]]
            }
        };
        corners.into_iter().map(move |[right, down]| {
            [middle[0] + right, middle[1] + if is_up { -down } else { down }]
        })
    }

    /// A point right of and below the upper left corner of the map, in the world.
    fn in_world(&self, [right, down]: [f64; 2]) -> [f64; 2] {
        [self.origin[0] + right, self.origin[1] + self.upright(down)]
    }

    /// A way down as one in the direction of y, and back.
    const fn upright(&self, y: f64) -> f64 {
        if self.is_up { -y } else { y }
    }
}

/// Along the shift and across it, of right and down; and back.
const fn turned(stagger: Stagger, [right, down]: [f64; 2]) -> [f64; 2] {
    if stagger.is_of_rows() { [right, down] } else { [down, right] }
}

#[cfg(test)]
mod tests;

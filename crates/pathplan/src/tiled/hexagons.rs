//! The cells of hexagonal and staggered maps, whose rows or columns are shifted, in the pixels and numbers of their files. As in the editor,
//! the diamond of a staggered map is a hexagon whose sides across the shift have no length.

use std::ops::RangeInclusive;

use tilewright_formats::tiled::{Map, Orientation};
use tilewright_grid::{Cell, CellShape, Size, Stagger, World};

use super::TiledError;
use super::figure::Figure;

/// How the cells of a file lie. A *place* is where the middle of a cell lies, across the shift in rows or columns and along it in half
/// cells: from cell to cell both change by even numbers or both by odd ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hexagons {
    /// Which rows or columns of the file are shifted.
    stagger: Stagger,
    /// The width and height of the rectangle around a cell.
    tile: (f64, f64),
    /// The length of the sides across the shift.
    side: f64,
    /// Whether cells are diamonds.
    is_staggered: bool,
}

/// Places that the scan of a figure may find.
#[derive(Clone, Debug)]
pub(super) struct Limits {
    pub(super) across: RangeInclusive<i64>,
    pub(super) along: RangeInclusive<i64>,
}

impl Hexagons {
    /// Those of a map. As in the editor, lengths are rounded down to even numbers, and what the file does not say is that odd rows are
    /// shifted and that there are no sides across the shift.
    pub(super) fn of(map: &Map) -> Self {
        let is_of_rows = map.stagger_axis.as_deref() != Some("x");
        let is_even = map.stagger_index.as_deref() == Some("even");
        let stagger = match (is_of_rows, is_even) {
            (true, false) => Stagger::OddRows,
            (true, true) => Stagger::EvenRows,
            (false, false) => Stagger::OddColumns,
            (false, true) => Stagger::EvenColumns,
        };

        let even = |length: u32| f64::from((length & !1).max(1));
        let tile = (even(map.tile_width), even(map.tile_height));
        let most = if is_of_rows { map.tile_height } else { map.tile_width };
        let is_staggered = map.orientation == Orientation::Staggered;
        let side = map.hex_side_length.filter(|_| !is_staggered).unwrap_or(0);
        let side = u32::try_from(side).unwrap_or(0);
        Self { stagger, tile, side: f64::from(side.min(most) & !1), is_staggered }
    }

    /// Whether cells are hexagons, rather than diamonds.
    pub(super) const fn are_hexagons(&self) -> bool {
        !self.is_staggered
    }

    /// The shape of the cells of a map whose first cell has this row and column in the file.
    pub(super) const fn shape(&self, origin: (i64, i64)) -> CellShape {
        let stagger = self.stagger(origin);
        if self.is_staggered {
            CellShape::Diamond(stagger)
        } else {
            CellShape::Hexagon(stagger)
        }
    }

    /// How the cells of a map are shifted whose first cell has this row and column in the file.
    const fn stagger(&self, origin: (i64, i64)) -> Stagger {
        let first = if self.stagger.is_of_rows() { origin.0 } else { origin.1 };
        match (self.stagger, first.rem_euclid(2) == 0) {
            (stagger, true) => stagger,
            (Stagger::OddRows, _) => Stagger::EvenRows,
            (Stagger::EvenRows, _) => Stagger::OddRows,
            (Stagger::OddColumns, _) => Stagger::EvenColumns,
            (Stagger::EvenColumns, _) => Stagger::OddColumns,
        }
    }

    /// The cells of a map, whose first one has this row and column in the file, in the pixels of the file.
    pub(super) fn world(&self, origin: (i64, i64), size: Size) -> World {
        let tile = [self.tile.0, self.tile.1];
        let (row, column) = (origin.0 as f64, origin.1 as f64);
        let at = if self.stagger.is_of_rows() {
            [column * self.tile.0, row * self.pitch()]
        } else {
            [column * self.pitch(), row * self.tile.1]
        };
        World::hexagonal(size, tile, self.stagger(origin), self.side).at(at)
    }

    /// A single cell in the rectangle around it.
    #[cfg(feature = "pictures")]
    pub(super) fn alone(&self) -> World {
        let is_of_rows = self.stagger.is_of_rows();
        let stagger = if is_of_rows { Stagger::OddRows } else { Stagger::OddColumns };
        let tile = [self.tile.0, self.tile.1];
        World::hexagonal(Size::new(1, 1), tile, stagger, self.side)
    }

    /// The form of the cells in the name of a tileset.
    #[cfg(feature = "pictures")]
    pub(super) fn form(&self) -> String {
        if self.is_staggered {
            return "-staggered".to_owned();
        }
        let axis = if self.stagger.is_of_rows() { "y" } else { "x" };
        format!("-hexagonal-{axis}{}", self.side)
    }

    /// The distance from a row to the next, or of columns where these are shifted.
    const fn pitch(&self) -> f64 {
        let (width, height) = self.tile;
        f64::midpoint(if self.stagger.is_of_rows() { height } else { width }, self.side)
    }

    /// Whether a row or column is shifted, by its number.
    const fn shift(&self, number: i64) -> i64 {
        let parity = number.rem_euclid(2) as u32;
        self.stagger.is_shifted(Cell::new(parity, parity)) as i64
    }

    /// The place of a cell of the file, across and along.
    const fn place(&self, (row, column): (i64, i64)) -> (i64, i64) {
        if self.stagger.is_of_rows() {
            (row, 2 * column + self.shift(row))
        } else {
            (column, 2 * row + self.shift(column))
        }
    }

    /// The row and column of a place.
    pub(super) const fn cell(&self, (across, along): (i64, i64)) -> (i64, i64) {
        let other = (along - self.shift(across)).div_euclid(2);
        if self.stagger.is_of_rows() { (across, other) } else { (other, across) }
    }

    /// The row and column of a cell after a step from place to place.
    pub(super) const fn moved(&self, cell: (i64, i64), step: (i64, i64)) -> (i64, i64) {
        let (across, along) = self.place(cell);
        self.cell((across + step.0, along + step.1))
    }

    /// An offset in pixels in rows or columns across the shift, and in half cells along it.
    const fn steps(&self, (right, down): (f64, f64)) -> (f64, f64) {
        let (width, height) = self.tile;
        if self.stagger.is_of_rows() {
            (down / self.pitch(), 2.0 * right / width)
        } else {
            (right / self.pitch(), 2.0 * down / height)
        }
    }

    /// The step from place to place that is nearest to an offset in pixels.
    pub(super) fn step(&self, offset: (f64, f64)) -> (i64, i64) {
        let (across, along) = self.steps(offset);
        let across = across.round().clamp(-1e9, 1e9);
        let odd = across.rem_euclid(2.0);
        let along = ((along - odd) / 2.0).round().clamp(-1e9, 1e9) * 2.0 + odd;
        (across as i64, along as i64)
    }

    /// Whether an offset in pixels is a step from place to place.
    pub(super) fn is_step(&self, offset: (f64, f64)) -> bool {
        let (step, exact) = (self.step(offset), self.steps(offset));
        let is_near = |whole: i64, exact: f64| (whole as f64 - exact).abs() < 0.01;
        is_near(step.0, exact.0) && is_near(step.1, exact.1)
    }

    /// The rows and columns of all places that these rows and columns come to by a step: the first ones, and those after the last.
    pub(super) fn rectangle(
        &self,
        rows: [i64; 2],
        columns: [i64; 2],
        step: (i64, i64),
    ) -> [i64; 4] {
        // Cells of two neighbouring rows or columns can be moved by different numbers of columns or rows, others move as these.
        let firsts = |[first, after]: [i64; 2]| [first, (first + 1).min(after - 1)];
        let lasts = |[first, after]: [i64; 2]| [after - 1, (after - 2).max(first)];
        let moved = |rows: [i64; 2], columns: [i64; 2]| {
            let cells =
                rows.map(|row| columns.map(|column| self.moved((row, column), step)));
            cells.into_iter().flatten()
        };

        let least = moved(firsts(rows), firsts(columns));
        let least = least.fold((i64::MAX, i64::MAX), |a, b| (a.0.min(b.0), a.1.min(b.1)));
        let most = moved(lasts(rows), lasts(columns));
        let most = most.fold((i64::MIN, i64::MIN), |a, b| (a.0.max(b.0), a.1.max(b.1)));
        [least.0, least.1, most.0 + 1, most.1 + 1]
    }

    /// The limits of the places of a map.
    pub(super) fn limits(&self, origin: (i64, i64), size: Size) -> Limits {
        let ends = |first: i64, count: u32| first..=first + i64::from(count) - 1;
        let (rows, columns) = (ends(origin.0, size.rows), ends(origin.1, size.columns));
        let (across, along) =
            if self.stagger.is_of_rows() { (rows, columns) } else { (columns, rows) };
        Limits { across, along: 2 * along.start()..=2 * along.end() + 1 }
    }

    /// Whether the first row or column of the file is shifted, as 0 or 1.
    pub(super) const fn first(&self) -> i64 {
        self.shift(0)
    }

    /// Finds the places whose middles a figure covers, each scan line from left to right. The corner of the rectangle around place 0, 0
    /// is at 0; `first` says whether that is a place (0), or the one half a cell along is (1). `see` gets the
    /// places of a part of a scan line.
    pub(super) fn scan(
        &self,
        figure: &Figure,
        first: i64,
        limits: &Limits,
        spans: &mut Vec<(f64, f64)>,
        mut see: impl FnMut(&[(i64, i64)]) -> Result<(), TiledError>,
    ) -> Result<(), TiledError> {
        let (width, height) = self.tile;
        let is_of_rows = self.stagger.is_of_rows();
        // Middles lie on horizontal lines: those of rows, or of half rows where columns are shifted.
        let (lines, line) = if is_of_rows {
            (&limits.across, self.pitch())
        } else {
            (&limits.along, height / 2.0)
        };
        let (units, unit) = if is_of_rows {
            (&limits.along, width / 2.0)
        } else {
            (&limits.across, self.pitch())
        };

        let (top, bottom) = figure.heights();
        let mut places = Vec::new();
        for at in between(top - height / 2.0, bottom - height / 2.0, line, lines) {
            figure.spans(at as f64 * line + height / 2.0, spans);
            for &(left, right) in spans.iter() {
                places.clear();
                for number in
                    between(left - width / 2.0, right - width / 2.0, unit, units)
                {
                    // Every other one is a place.
                    if (at + number + first) % 2 == 0 {
                        places.push(if is_of_rows { (at, number) } else { (number, at) });
                    }
                }
                see(&places)?;
            }
        }
        Ok(())
    }
}

/// The whole multiples of a length between two numbers, within limits.
fn between(
    from: f64,
    to: f64,
    length: f64,
    limits: &RangeInclusive<i64>,
) -> RangeInclusive<i64> {
    let first = (from / length).ceil().max(*limits.start() as f64);
    let last = (to / length).floor().min(*limits.end() as f64);
    // Also without a number that is less than another.
    #[expect(clippy::reversed_empty_ranges, reason = "there are none")]
    if first <= last { first as i64..=last as i64 } else { 1..=0 }
}

//! How far cells are from each other, on a map without walls and as the crow flies.

use std::f64::consts::SQRT_2;

use tilewright_grid::{Cell, CellShape, Stagger};
use tilewright_pathplan::{Connectivity, Steps};

/// The shape of cells and steps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Metric {
    /// Square cells with steps to four neighbours.
    Four,
    /// Square cells with diagonal steps too.
    #[default]
    Eight,
    /// Hexagonal cells.
    Hexagonal(Stagger),
}

impl Metric {
    /// That of steps on cells that are staggered or not.
    pub(crate) const fn new(steps: Steps, stagger: Option<Stagger>) -> Self {
        match (stagger, steps.connectivity) {
            (Some(stagger), _) => Self::Hexagonal(stagger),
            (None, Connectivity::Four) => Self::Four,
            (None, Connectivity::Eight) => Self::Eight,
        }
    }

    /// The stagger of hexagonal cells.
    pub(crate) const fn stagger(self) -> Option<Stagger> {
        match self {
            Self::Hexagonal(stagger) => Some(stagger),
            Self::Four | Self::Eight => None,
        }
    }

    /// The length of a step in one of the last four directions.
    pub(crate) const fn across(self) -> f64 {
        if matches!(self, Self::Hexagonal(_)) { 1.0 } else { SQRT_2 }
    }

    /// The length of the shortest walk where every step costs its length.
    #[inline]
    pub(crate) fn walk(self, from: Cell, to: Cell) -> f64 {
        if let Self::Hexagonal(stagger) = self {
            return f64::from(stagger.distance(from, to));
        }
        let down = f64::from(from.row.abs_diff(to.row));
        let right = f64::from(from.column.abs_diff(to.column));
        self.length(down, right)
    }

    /// A lower bound on the walk from a cell to any from `first` to `last`, which no step lowers by more than its length.
    pub(crate) fn walk_to_area(self, from: Cell, first: Cell, last: Cell) -> f64 {
        let beyond = |at: i64, first: i64, last: i64| (first - at).max(at - last).max(0);
        if let Self::Hexagonal(stagger) = self {
            let [across, along] = stagger.place(from);
            let ([top, left], [bottom, right]) =
                (stagger.place(first), stagger.place(last));
            // Cells between them may lie half a cell beyond both.
            let across = beyond(across, top, bottom);
            let along = beyond(along, left - 1, right + 1);
            return across.max(across.midpoint(along)) as f64;
        }
        let [row, column] = [from.row, from.column].map(i64::from);
        let down = beyond(row, first.row.into(), last.row.into());
        let right = beyond(column, first.column.into(), last.column.into());
        self.length(down as f64, right as f64)
    }

    #[inline]
    fn length(self, down: f64, right: f64) -> f64 {
        if self == Self::Four {
            return down + right;
        }
        let (short, long) = (down.min(right), down.max(right));
        (long - short) + short * SQRT_2
    }

    /// The most that the shortest walk on an empty map is longer than the way the crow flies.
    pub(crate) const fn detour(self) -> f64 {
        match self {
            Self::Four => SQRT_2,
            // The octile distance at 22.5°, and the hexagonal one between two directions: 2 / √3.
            Self::Eight => 1.082_392_200_292_394,
            Self::Hexagonal(_) => 1.154_700_538_379_252,
        }
    }

    /// The square of the distance of two cells as the crow flies, in [`Metric::UNITS`] of the square of what neighbours are apart.
    #[inline]
    pub(crate) fn apart(self, one: Cell, other: Cell) -> u64 {
        if let Self::Hexagonal(stagger) = self {
            return CellShape::Hexagon(stagger).apart(one, other);
        }
        let square = |a: u32, b: u32| u64::from(a.abs_diff(b)).pow(2);
        4 * (square(one.row, other.row) + square(one.column, other.column))
    }

    /// The unit of [`Metric::apart`].
    pub(crate) const UNITS: f64 = 4.0;

    /// The least distance, as by [`Metric::apart`], of cells that are this many rows or columns apart.
    pub(crate) const fn least_apart(self, by: u64) -> u64 {
        // Hexagonal cells are √3/2 apart from row to row, and less than half a cell nearer along them.
        if matches!(self, Self::Hexagonal(_)) {
            3 * by.saturating_sub(1).pow(2)
        } else {
            4 * by.pow(2)
        }
    }
}

//! Sources of danger, and how dangerous they make the cells around them.

use std::fmt;
use std::str::FromStr;

use tilewright_grid::{Cell, Size};

/// A source of danger: in its own cell the danger is its radius, and it falls by 1 a cell of
/// distance, as the crow flies, to 0.
///
/// Its text form is `R,C,RADIUS`: row and column from 0, such as `4,10,3.5`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Source {
    /// Where it is; it may be off the map.
    pub cell: Cell,
    /// How far it reaches, in cells; from 0 to 10,000.
    pub radius: f64,
}

impl Source {
    /// How far a cell is from it.
    fn distance(self, cell: Cell) -> f64 {
        let down = f64::from(cell.row) - f64::from(self.cell.row);
        let right = f64::from(cell.column) - f64::from(self.cell.column);
        (down * down + right * right).sqrt()
    }

    /// The danger of every cell of a map, in reading order: of all sources together, rounded
    /// down.
    pub fn danger(sources: &[Self], size: Size) -> Vec<u32> {
        let of = |cell| {
            let each = sources.iter().map(|source| source.radius - source.distance(cell));
            each.map(|danger| danger.max(0.0)).sum::<f64>() as u32
        };
        size.cells().map(of).collect()
    }

    /// Whether each cell of a map lies within the radius of a source, in reading order.
    pub fn reach(sources: &[Self], size: Size) -> Vec<bool> {
        let is_near =
            |cell| sources.iter().any(|source| source.distance(cell) <= source.radius);
        size.cells().map(is_near).collect()
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.cell.row, self.cell.column, self.radius)
    }
}

impl FromStr for Source {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let expected = "expected ROW,COLUMN,RADIUS from 0, such as 4,10,3.5";
        let fields: Vec<&str> = text.split(',').map(str::trim).collect();
        let &[row, column, radius] = &fields[..] else { return Err(expected) };
        let radius: f64 = radius.parse().map_err(|_| expected)?;
        if !(0.0..=10_000.0).contains(&radius) {
            return Err("expected a radius from 0 to 10000");
        }
        let [row, column] = [row, column].map(str::parse);
        let cell = Cell::new(row.map_err(|_| expected)?, column.map_err(|_| expected)?);
        Ok(Self { cell, radius })
    }
}

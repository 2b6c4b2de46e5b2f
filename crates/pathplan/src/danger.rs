//! Sources of danger.

use std::fmt;
use std::str::FromStr;

use tilewright_grid::{Cell, CellShape};

use crate::Map;

/// A source of danger, such as an enemy's camp. The danger in its own cell is its radius; it falls
/// by 1 per cell of Euclidean distance, down to 0. The middles of hexagons or diamonds with a common edge are 1 apart.
///
/// The text form is `ROW,COLUMN,RADIUS`, rows and columns from 0.
///
/// ```
/// use tilewright_pathplan::{DangerSource, Map};
///
/// let camp: DangerSource = "0,1,2".parse()?;
/// let map: Map = ".....\n".parse()?;
/// assert_eq!(DangerSource::danger(&[camp], &map), [1, 2, 1, 0, 0]);
/// assert_eq!(DangerSource::reach(&[camp], &map), [true, true, true, true, false]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DangerSource {
    /// Its cell, which may lie outside the map.
    pub cell: Cell,
    /// Its radius in cells, from 0 to 10,000.
    pub radius: f64,
}

impl DangerSource {
    /// The Euclidean distance of a cell.
    fn distance(self, cell: Cell, shape: CellShape) -> f64 {
        if shape != CellShape::Square {
            return (shape.apart(self.cell, cell) as f64 / 4.0).sqrt();
        }
        let down = f64::from(cell.row) - f64::from(self.cell.row);
        let right = f64::from(cell.column) - f64::from(self.cell.column);
        (down * down + right * right).sqrt()
    }

    /// The danger of every cell of a map, in reading order: the sum over all sources, rounded down.
    pub fn danger(sources: &[Self], map: &Map) -> Vec<u32> {
        let shape = map.shape();
        let of = |cell| {
            let distance = |source: &Self| source.distance(cell, shape);
            let each = sources.iter().map(|source| source.radius - distance(source));
            each.map(|danger| danger.max(0.0)).sum::<f64>() as u32
        };
        map.size().cells().map(of).collect()
    }

    /// Whether each cell of a map lies within the radius of a source, in reading order.
    pub fn reach(sources: &[Self], map: &Map) -> Vec<bool> {
        let shape = map.shape();
        let is_near = |cell| {
            let near = |source: &Self| source.distance(cell, shape) <= source.radius;
            sources.iter().any(near)
        };
        map.size().cells().map(is_near).collect()
    }
}

impl fmt::Display for DangerSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.cell.row, self.cell.column, self.radius)
    }
}

impl FromStr for DangerSource {
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

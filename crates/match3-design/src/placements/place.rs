//! Places of a board, in words.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;

use tilewright_grid::{Cell, Grid, Size};

use super::UnknownPlacement;
use super::region::is_name;

/// A place of a board. A cell lies in a half or a third if its middle does, so that the middle row of an odd number is in neither half.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A half or a third at one side.
    Side {
        side: Side,
        parts: u32,
    },
    /// The outermost cells.
    Border,
    /// Neither in the upper or lower nor in the left or right third.
    Center,
    /// These rows, or columns, from 1.
    Rows(RangeInclusive<u32>),
    Columns(RangeInclusive<u32>),
    /// The cells in which new blocks appear.
    Spawners,
    /// A region by its name, which a request paints.
    Region(String),
    /// A painted region.
    Painted(String, Arc<Grid<bool>>),
}

/// A side of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Upper,
    Lower,
    Left,
    Right,
}

tilewright_grid::names! {
    /// All sides.
    Side, key:
    Upper = "upper",
    Lower = "lower",
    Left = "left",
    Right = "right",
}

impl Place {
    /// Whether a cell lies in it; `is_spawner` says whether blocks appear there.
    pub(super) fn has(&self, size: Size, cell: Cell, is_spawner: bool) -> bool {
        let Cell { row, column } = cell;
        let (last_row, last_column) = (size.rows - 1, size.columns - 1);
        // The middle of a cell is at its number and a half.
        let is_in = |number: u32, of: u32, parts: u32| parts * (2 * number + 1) < 2 * of;
        match self {
            Self::Side { side: Side::Upper, parts } => is_in(row, size.rows, *parts),
            Self::Side { side: Side::Lower, parts } => {
                is_in(last_row - row, size.rows, *parts)
            }
            Self::Side { side: Side::Left, parts } => is_in(column, size.columns, *parts),
            Self::Side { side: Side::Right, parts } => {
                is_in(last_column - column, size.columns, *parts)
            }
            Self::Border => {
                row == 0 || column == 0 || row == last_row || column == last_column
            }
            Self::Center => !Side::ALL
                .into_iter()
                .any(|side| Self::Side { side, parts: 3 }.has(size, cell, is_spawner)),
            Self::Rows(rows) => rows.contains(&(row + 1)),
            Self::Columns(columns) => columns.contains(&(column + 1)),
            Self::Spawners => is_spawner,
            Self::Region(_) => false,
            Self::Painted(_, cells) => cells.get(cell) == Some(&true),
        }
    }
}

impl FromStr for Place {
    type Err = UnknownPlacement;

    fn from_str(text: &str) -> Result<Self, UnknownPlacement> {
        // Built-in places are written small, so that a region's name is never one of them.
        let small = text.to_lowercase();
        let meant = || match Self::from_str(&small) {
            Ok(meant) if !matches!(meant, Self::Region(_)) => Some(meant.to_string()),
            _ => None,
        };
        let unknown = || {
            let found = text.to_owned();
            match Some(&small).filter(|small| *small != text).and_then(|_| meant()) {
                Some(meant) => UnknownPlacement::Case { found, meant },
                None => UnknownPlacement::Place(found),
            }
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["border"] => Ok(Self::Border),
            ["center" | "centre"] => Ok(Self::Center),
            ["spawners"] => Ok(Self::Spawners),
            ["row" | "rows", range] => {
                Ok(Self::Rows(numbers(range).ok_or_else(unknown)?))
            }
            ["column" | "columns", range] => {
                Ok(Self::Columns(numbers(range).ok_or_else(unknown)?))
            }
            [side, part @ ("half" | "third")] => {
                let side = Side::named(side).ok_or_else(unknown)?;
                Ok(Self::Side { side, parts: if part == "half" { 2 } else { 3 } })
            }
            [name] if is_name(name) => Ok(Self::Region(name.to_owned())),
            _ => Err(unknown()),
        }
    }
}

/// A number from 1, or a range of them such as `2-4`.
fn numbers(text: &str) -> Option<RangeInclusive<u32>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
    (1 <= first && first <= last).then_some(first..=last)
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = |f: &mut fmt::Formatter<'_>, word, lines: &RangeInclusive<u32>| match (
            lines.start(),
            lines.end(),
        ) {
            (first, last) if first == last => write!(f, "{word} {first}"),
            (first, last) => write!(f, "{word}s {first}-{last}"),
        };
        match self {
            Self::Side { side, parts } => {
                write!(f, "{} {}", side.key(), if *parts == 2 { "half" } else { "third" })
            }
            Self::Border => f.write_str("border"),
            Self::Center => f.write_str("center"),
            Self::Rows(rows) => lines(f, "row", rows),
            Self::Columns(columns) => lines(f, "column", columns),
            Self::Spawners => f.write_str("spawners"),
            Self::Region(name) | Self::Painted(name, _) => f.write_str(name),
        }
    }
}

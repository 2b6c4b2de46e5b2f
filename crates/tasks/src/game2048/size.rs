//! The size of a board as requests write it.

use std::fmt;
use std::str::FromStr;

use tilewright_2048::{LEAST_SIDE, MOST_SIDE};
use tilewright_grid::Size;

/// The size of a board, written as rows and columns: `3x4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize(pub Size);

impl FromStr for BoardSize {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let sides = word.split_once('x').and_then(|(rows, columns)| {
            let side = |word: &str| {
                let known = LEAST_SIDE..=MOST_SIDE;
                word.parse().ok().filter(|side| known.contains(side))
            };
            Some(Self(Size::new(side(rows)?, side(columns)?)))
        });
        sides.ok_or_else(|| format!("`{word}` is no size: write 2x2 to 5x5, such as 3x4"))
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Size { rows, columns } = self.0;
        write!(f, "{rows}x{columns}")
    }
}

//! The rules of a game: the size of the field, the lengths of the ships, and how close they may
//! lie.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use tilewright_grid::Size;

use crate::FleetError;

/// The largest number of rows and of columns, so that every column has one letter.
pub const MAX_SIDE: u32 = 26;

/// The largest number of ships in a fleet: one for every cell of the largest field.
pub const MAX_SHIPS: usize = 676;

/// How close two ships may lie. They never overlap.
///
/// ```
/// use tilewright_battleship::Touch;
///
/// let touch: Touch = "corners".parse()?;
/// assert_eq!(touch, Touch::Corners);
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Touch {
    /// They may not touch, not even diagonally.
    #[default]
    Never,
    /// They may touch diagonally, but not side by side.
    Corners,
    /// They may touch anywhere.
    Free,
}

tilewright_grid::names! {
    /// All three rules, the strictest first.
    Touch, key:
    Never = "never",
    Corners = "corners",
    Free = "free",
}

impl FromStr for Touch {
    type Err = FleetError;

    fn from_str(text: &str) -> Result<Self, FleetError> {
        Self::named(text).ok_or_else(|| FleetError::UnknownTouch(text.to_owned()))
    }
}

/// The lengths of the ships of a fleet, in the order given.
///
/// ```
/// use tilewright_battleship::Roster;
///
/// let russian: Roster = "russian".parse()?;
/// assert_eq!(russian.to_string(), "4,3,3,2,2,2,1,1,1,1");
/// assert_eq!(russian.classes(), [(4, 1), (3, 2), (2, 3), (1, 4)]);
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Vec<u32>", try_from = "Vec<u32>")]
pub struct Roster(Vec<u32>);

impl Roster {
    /// Ships of these lengths, in cells.
    ///
    /// # Errors
    /// When there are no ships or more than [`MAX_SHIPS`], or a length is not 1 to [`MAX_SIDE`].
    pub fn new(lengths: Vec<u32>) -> Result<Self, FleetError> {
        if lengths.is_empty() || lengths.len() > MAX_SHIPS {
            return Err(FleetError::ShipCount(lengths.len()));
        }
        for (index, &found) in lengths.iter().enumerate() {
            if !(1..=MAX_SIDE).contains(&found) {
                return Err(FleetError::Length { ship: index + 1, found });
            }
        }
        Ok(Self(lengths))
    }

    /// The standard fleet of the pencil-and-paper game: one ship of 4 cells, two of 3, three of 2
    /// and four of 1.
    pub fn russian() -> Self {
        Self(vec![4, 3, 3, 2, 2, 2, 1, 1, 1, 1])
    }

    /// The fleet of the board game in the United States: carrier, battleship, cruiser,
    /// submarine and destroyer. Its ships may touch.
    pub fn us() -> Self {
        Self(vec![5, 4, 3, 3, 2])
    }

    /// The lengths, in the order given.
    pub fn lengths(&self) -> &[u32] {
        &self.0
    }

    /// The number of ships.
    pub const fn ships(&self) -> usize {
        self.0.len()
    }

    /// The number of cells that all ships occupy together.
    pub fn cells(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Each length and the number of ships of that length, the longest first.
    pub fn classes(&self) -> Vec<(u32, u32)> {
        let mut lengths = self.0.clone();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        let class = |ships: &[u32]| (ships[0], ships.len() as u32);
        lengths.chunk_by(|a, b| a == b).map(class).collect()
    }

    /// The touch rule that belongs to a fleet by its name: `russian` or `us`. None for other
    /// names.
    pub fn usual_touch(name: &str) -> Option<Touch> {
        match name {
            "russian" => Some(Touch::Never),
            "us" => Some(Touch::Free),
            _ => None,
        }
    }
}

impl From<Roster> for Vec<u32> {
    fn from(roster: Roster) -> Self {
        roster.0
    }
}

impl TryFrom<Vec<u32>> for Roster {
    type Error = FleetError;

    fn try_from(lengths: Vec<u32>) -> Result<Self, FleetError> {
        Self::new(lengths)
    }
}

impl fmt::Display for Roster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, length) in self.0.iter().enumerate() {
            write!(f, "{}{length}", if index > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

impl FromStr for Roster {
    type Err = FleetError;

    /// Reads a name, `russian` or `us`, or lengths separated by commas.
    fn from_str(text: &str) -> Result<Self, FleetError> {
        match text {
            "russian" => Ok(Self::russian()),
            "us" => Ok(Self::us()),
            _ => {
                let unknown = || FleetError::UnknownFleet(text.to_owned());
                let lengths = text.split(',').map(|word| word.trim().parse());
                let lengths: Result<Vec<u32>, _> = lengths.collect();
                Self::new(lengths.map_err(|_| unknown())?)
            }
        }
    }
}

/// The rules of a game: the size of the field, the lengths of the ships, and how close they may
/// lie.
///
/// ```
/// use tilewright_battleship::{Fleet, Rules, Touch};
///
/// let (size, fleet) = Fleet::from_text("AA.\n..B\n")?;
/// let strict = Rules::new(size, "2,1".parse()?, Touch::Never)?;
/// let lax = Rules::new(size, "2,1".parse()?, Touch::Corners)?;
/// assert!(!strict.is_legal(&fleet) && lax.is_legal(&fleet));
/// assert_eq!(strict.to_string(), "2 × 3, ships 2,1, touching never");
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    size: Size,
    roster: Roster,
    touch: Touch,
}

impl Rules {
    /// The rules of a game.
    ///
    /// # Errors
    /// When rows or columns are not 1 to [`MAX_SIDE`], a ship is longer than both sides, or the
    /// ships have more cells than the field. Rules that pass may still have no legal fleet:
    /// [`count`](crate::count) decides that.
    pub fn new(size: Size, roster: Roster, touch: Touch) -> Result<Self, FleetError> {
        let Size { rows, columns } = size;
        for (name, side) in [("rows", rows), ("columns", columns)] {
            if !(1..=MAX_SIDE).contains(&side) {
                return Err(FleetError::Side { name, found: i128::from(side) });
            }
        }

        let longest = roster.lengths().iter().copied().max().unwrap_or(0);
        if longest > rows.max(columns) {
            return Err(FleetError::TooLong { length: longest, rows, columns });
        }
        if roster.cells() > rows * columns {
            return Err(FleetError::TooMany { cells: roster.cells(), rows, columns });
        }
        Ok(Self { size, roster, touch })
    }

    /// Whether a simple area bound proves, without counting, that the fleet cannot fit. Where
    /// ships may not touch, every block of 2 × 2 cells belongs to one ship at most, and a ship of
    /// *n* cells takes *n* / 2 blocks or more; where only corners may touch, the same holds for
    /// pairs of cells. The bound does not find every fleet that cannot fit.
    pub fn is_crowded(&self) -> bool {
        let Size { rows, columns } = self.size;
        let parts = match self.touch {
            Touch::Never => rows.div_ceil(2) * columns.div_ceil(2),
            Touch::Corners => (rows * columns).div_ceil(2),
            Touch::Free => rows * columns,
        };
        let needed = |length: &u32| match self.touch {
            Touch::Never | Touch::Corners => length.div_ceil(2),
            Touch::Free => *length,
        };
        self.roster.lengths().iter().map(needed).sum::<u32>() > parts
    }

    /// The standard pencil-and-paper game: the Russian fleet, no two ships touching.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn russian(rows: u32, columns: u32) -> Result<Self, FleetError> {
        Self::new(Size::new(rows, columns), Roster::russian(), Touch::Never)
    }

    /// The size of the field.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The lengths of the ships.
    pub const fn roster(&self) -> &Roster {
        &self.roster
    }

    /// How close they may lie.
    pub const fn touch(&self) -> Touch {
        self.touch
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Size { rows, columns } = self.size;
        write!(f, "{rows} × {columns}, ships {}, touching {}", self.roster, self.touch)
    }
}

//! A level and its text form.

use std::{fmt, str::FromStr};

use tilewright_grid::{Cell, Grid, Size};

use crate::{Goal, Kind, LevelError, Template};

/// The most rows and the most columns of a level.
pub const MAX_SIDE: u32 = 64;

/// How many colours of blocks a game may have.
pub const COLORS: std::ops::RangeInclusive<u32> = 2..=64;

/// A match-3 level: what stands in its cells, where blocks come in, and what the player is
/// asked.
///
/// The text form is one character a cell, rows from the top; see [`Kind::glyph`].
///
/// ```
/// use tilewright_match3::{Level, potential};
///
/// let level: Level = ".....\n.....\n..#..\n.....\n.....\n".parse()?;
/// assert_eq!(potential(&level), 128);
/// # Ok::<(), tilewright_match3::LevelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    pub(crate) cells: Grid<Kind>,
    pub(crate) spawners: Spawners,
    pub(crate) colors: u32,
    /// What the player must reach, if the level says so.
    pub goal: Option<Goal>,
    /// In how many moves, if the level says so.
    pub moves: Option<u32>,
    /// Why it is not the level that was wanted, where a search has not found that.
    pub missed: Option<Missed>,
}

/// What a search for a level wanted, and what the closest level reached instead. A level's
/// file keeps it, so that no level passes for one that it is not.
///
/// ```
/// use tilewright_match3::{Level, Missed};
///
/// let mut level: Level = "...\n...\n...\n".parse()?;
/// level.missed = Some(Missed::new("potential 30", "potential 24"));
/// assert!(level.to_string().ends_with("! not found: wanted potential 30; reached potential 24\n"));
/// assert_eq!(level.to_string().parse::<Level>()?, level);
/// assert_eq!(level.to_json().parse::<Level>()?, level);
/// # Ok::<(), tilewright_match3::LevelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missed {
    /// What was wanted, in a few words on one line.
    pub wanted: String,
    /// What was reached.
    pub reached: String,
}

/// How the line of the text form begins that says so, and what stands between its parts.
const MISSED: (&str, &str) = ("! not found: wanted ", "; reached ");

impl Missed {
    /// Of these words.
    pub fn new(wanted: impl Into<String>, reached: impl Into<String>) -> Self {
        Self { wanted: wanted.into(), reached: reached.into() }
    }

    /// The last line of a text, where it says so, and the text before it.
    pub(crate) fn part(text: &str) -> (&str, Option<Self>) {
        let (before, last) = text.rsplit_once('\n').unwrap_or(("", text));
        let words = last.strip_prefix(MISSED.0);
        match words.and_then(|words| words.split_once(MISSED.1)) {
            Some((wanted, reached)) => (before, Some(Self::new(wanted, reached))),
            None => (text, None),
        }
    }
}

impl fmt::Display for Missed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}{}", MISSED.0, self.wanted, MISSED.1, self.reached)
    }
}

/// Where new blocks come in. A spawner under a blocker gives nothing until that is gone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Spawners {
    /// Every cell of row 0.
    #[default]
    TopRow,
    /// The topmost cell of every column.
    Tops,
    /// These cells, in reading order.
    Cells(Vec<Cell>),
}

impl Spawners {
    /// Whether each cell of a board is a spawner.
    ///
    /// # Errors
    /// When a listed one stands outside the board or in a hole.
    pub(crate) fn on(&self, cells: &Grid<bool>) -> Result<Grid<bool>, LevelError> {
        let size = cells.size();
        let mut found = Grid::filled(size, false);
        match self {
            Self::TopRow => {
                for column in 0..size.columns {
                    let cell = Cell::new(0, column);
                    found[cell] = cells[cell];
                }
            }
            Self::Tops => {
                for column in 0..size.columns {
                    let mut down = (0..size.rows).map(|row| Cell::new(row, column));
                    if let Some(top) = down.find(|&cell| cells[cell]) {
                        found[top] = true;
                    }
                }
            }
            Self::Cells(list) => {
                for &cell in list {
                    if cells.get(cell) != Some(&true) {
                        return Err(LevelError::Spawner(cell));
                    }
                    found[cell] = true;
                }
            }
        }
        Ok(found)
    }
}

impl Level {
    /// A level of these cells, with spawners in the top row, five colours and no goal.
    ///
    /// # Errors
    /// When it has no cell or a side of more than [`MAX_SIDE`].
    pub fn new(cells: Grid<Kind>) -> Result<Self, LevelError> {
        check_size(cells.size())?;
        Ok(Self {
            cells,
            spawners: Spawners::TopRow,
            colors: 5,
            goal: None,
            moves: None,
            missed: None,
        })
    }

    /// The same level with other spawners.
    ///
    /// # Errors
    /// When a listed one stands outside the board or in a hole.
    pub fn with_spawners(mut self, spawners: Spawners) -> Result<Self, LevelError> {
        spawners.on(&self.cells.map(|kind| kind.is_present()))?;
        self.spawners = spawners;
        Ok(self)
    }

    /// The same level with another number of colours.
    ///
    /// # Errors
    /// When no game has that many.
    pub fn with_colors(mut self, colors: u32) -> Result<Self, LevelError> {
        if !COLORS.contains(&colors) {
            return Err(LevelError::Colors { found: u64::from(colors) });
        }
        self.colors = colors;
        Ok(self)
    }

    /// The cells, row 0 on top.
    pub const fn cells(&self) -> &Grid<Kind> {
        &self.cells
    }

    /// The rows and columns.
    pub const fn size(&self) -> Size {
        self.cells.size()
    }

    /// Where new blocks come in.
    pub const fn spawners(&self) -> &Spawners {
        &self.spawners
    }

    /// Whether each cell is a spawner, blocked or not.
    pub fn spawner_cells(&self) -> Grid<bool> {
        let present = self.cells.map(|kind| kind.is_present());
        self.spawners.on(&present).expect("a level checks its spawners when it is made")
    }

    /// How many colours of blocks there are.
    pub const fn colors(&self) -> u32 {
        self.colors
    }

    /// The rows as text, without line ends.
    pub fn layout(&self) -> Vec<String> {
        self.cells
            .rows()
            .map(|row| row.iter().map(|kind| kind.glyph()).collect())
            .collect()
    }
}

pub(crate) fn check_size(size: Size) -> Result<(), LevelError> {
    let (rows, columns) = (size.rows, size.columns);
    if rows == 0 || columns == 0 {
        return Err(LevelError::Empty);
    }
    if rows > MAX_SIDE || columns > MAX_SIDE {
        let (rows, columns) = (u64::from(rows), u64::from(columns));
        return Err(LevelError::TooLarge { rows, columns });
    }
    Ok(())
}

impl FromStr for Level {
    type Err = LevelError;

    /// Reads the text form, or the JSON form where the text begins with `{`.
    fn from_str(text: &str) -> Result<Self, LevelError> {
        let template: Template = text.parse()?;
        template.to_level()
    }
}

impl fmt::Display for Level {
    /// Writes the text form, every row with a line end, and a last line where the level is not
    /// the one that was wanted.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.layout().iter().try_for_each(|row| writeln!(f, "{row}"))?;
        self.missed.iter().try_for_each(|missed| writeln!(f, "{missed}"))
    }
}

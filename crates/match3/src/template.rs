//! A level of which some cells are still free.

use std::str::FromStr;

use tilewright_grid::{Grid, Size};

use crate::level::{Spawners, check_size};
use crate::{Goal, Kind, Level, LevelError, Missed, document, layout};

/// A level of which some cells are still free: what a designer has fixed, and `?` elsewhere.
///
/// ```
/// use tilewright_match3::Template;
///
/// let template: Template = "_???_\n?????\n??#??\n".parse()?;
/// assert_eq!(template.free(), 12);
/// # Ok::<(), tilewright_match3::LevelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    pub(crate) cells: Grid<Option<Kind>>,
    pub(crate) spawners: Spawners,
    /// How many colours of blocks there are.
    pub colors: u32,
    /// What the player must reach, if the level says so.
    pub goal: Option<Goal>,
    /// In how many moves, if the level says so.
    pub moves: Option<u32>,
    /// Of a whole level, why it is not the level that was wanted.
    pub missed: Option<Missed>,
}

impl Template {
    /// A board of that size whose cells are all free, with spawners in the top row.
    ///
    /// # Errors
    /// When it has no cell or a side of more than [`crate::MAX_SIDE`].
    pub fn open(size: Size) -> Result<Self, LevelError> {
        check_size(size)?;
        Ok(Self {
            cells: Grid::filled(size, None),
            spawners: Spawners::TopRow,
            colors: 5,
            goal: None,
            moves: None,
            missed: None,
        })
    }

    /// The same template with other spawners.
    ///
    /// # Errors
    /// When a listed one stands outside the board or in a hole.
    pub fn with_spawners(mut self, spawners: Spawners) -> Result<Self, LevelError> {
        spawners.on(&self.cells.map(|cell| cell.is_none_or(Kind::is_present)))?;
        self.spawners = spawners;
        Ok(self)
    }

    /// The rows and columns.
    pub const fn size(&self) -> Size {
        self.cells.size()
    }

    /// What is fixed in each cell; `None` where it is free.
    pub const fn cells(&self) -> &Grid<Option<Kind>> {
        &self.cells
    }

    /// Checks the colours, the goal and the moves, which can be set freely.
    ///
    /// # Errors
    /// When no game has so many colours, or the goal asks for nothing or for colours that
    /// are not there.
    pub fn check(&self) -> Result<(), LevelError> {
        document::check_rules(self.colors, self.goal.as_ref(), self.moves)
    }

    /// The level whose free cells are all ordinary.
    pub fn opened(&self) -> Level {
        self.filled(|_| Kind::Ordinary)
    }

    /// How many cells are free.
    pub fn free(&self) -> usize {
        self.cells.values().iter().filter(|cell| cell.is_none()).count()
    }

    /// The level, when no cell is free.
    ///
    /// # Errors
    /// When one is.
    pub fn to_level(&self) -> Result<Level, LevelError> {
        if let Some(cell) = layout::first_free(&self.cells) {
            return Err(LevelError::Free(cell));
        }
        let level = self.filled(|_| Kind::Ordinary);
        Ok(Level { missed: self.missed.clone(), ..level })
    }

    /// The level whose free cells, given by index in reading order, hold what `kind` says.
    pub(crate) fn filled(&self, kind: impl Fn(usize) -> Kind) -> Level {
        let size = self.cells.size();
        let cells = Grid::from_fn(size, |cell| {
            self.cells[cell].unwrap_or_else(|| kind(size.index(cell)))
        });
        Level {
            cells,
            spawners: self.spawners.clone(),
            colors: self.colors,
            goal: self.goal.clone(),
            moves: self.moves,
            missed: None,
        }
    }
}

impl From<&Level> for Template {
    /// The template that only this level fits.
    fn from(level: &Level) -> Self {
        Self {
            cells: level.cells.map(|&kind| Some(kind)),
            spawners: level.spawners.clone(),
            colors: level.colors,
            goal: level.goal.clone(),
            moves: level.moves,
            missed: level.missed.clone(),
        }
    }
}

impl FromStr for Template {
    type Err = LevelError;

    /// Reads the text form, or the JSON form where the text begins with `{`. A byte-order
    /// mark, line ends of any system, and blanks at the end of rows and text are taken as they
    /// come.
    fn from_str(text: &str) -> Result<Self, LevelError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim_start().starts_with('{') {
            return document::read(text);
        }
        let blank = ['\n', '\r', ' ', '\t'];
        let (rows, missed) = Missed::part(text.trim_end_matches(blank));
        let rows = rows.trim_end_matches(blank).lines().map(str::trim_end);
        let cells = layout::parse(rows, |row, column| (row + 1, column + 1))?;
        let size = cells.size();
        Ok(Self { cells, missed, ..Self::open(size)? })
    }
}

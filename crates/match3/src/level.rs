//! A level and its text form.

use std::{fmt, str::FromStr, sync::Arc};

use tilewright_grid::{Cell, Grid, Size};

use crate::setting::Setting;
use crate::token::Tokens;
use crate::{Goal, Kind, LevelError, Preset, Ruleset, Spawners, Template};

/// The maximum number of rows and of columns of a level.
pub const MAX_SIDE: u32 = 64;

/// The allowed numbers of colours of blocks under the rules `classic`; under others a level may also have
/// one colour.
pub const COLORS: std::ops::RangeInclusive<u32> = 2..=64;

/// A match-3 level: the kinds of its cells, its spawners, the number of colours, the goal and the
/// move limit.
///
/// The text form has one character per cell, rows from the top; see [`Kind::glyph`]. Only the JSON
/// form, [`to_json`](Level::to_json), has rules, spawners, colours, goal and moves. Both are read by
/// [`str::parse`].
///
/// ```
/// use tilewright_match3::Level;
///
/// let level: Level = ".....\n.....\n..#..\n.....\n.....\n".parse()?;
/// assert_eq!((level.size().area(), level.colors()), (25, 5));
/// # Ok::<(), tilewright_match3::LevelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    pub(crate) cells: Grid<Kind>,
    pub(crate) spawners: Spawners,
    pub(crate) colors: u32,
    /// The rules, and how blocks move.
    pub(crate) setting: Arc<Setting>,
    /// The goal, if the level has one.
    pub goal: Option<Goal>,
    /// The move limit, if the level has one.
    pub moves: Option<u32>,
    /// If a search failed and this is its closest level: what was requested, and what was reached.
    pub missed: Option<MissedTarget>,
}

/// The note of a level that does not fulfil its request: what was requested, and what was reached. The
/// file of the level keeps it.
///
/// ```
/// use tilewright_match3::{Level, MissedTarget};
///
/// let mut level: Level = "...\n...\n...\n".parse()?;
/// level.missed = Some(MissedTarget::new("potential 30", "potential 24"));
/// assert!(level.to_string().ends_with("! not found: wanted potential 30; reached potential 24\n"));
/// assert_eq!(level.to_string().parse::<Level>()?, level);
/// assert_eq!(level.to_json().parse::<Level>()?, level);
/// # Ok::<(), tilewright_match3::LevelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissedTarget {
    /// The request, on one line.
    pub wanted: String,
    /// The result, on one line.
    pub reached: String,
}

/// The start of the note in the text form, and the separator of its parts.
const MISSED: (&str, &str) = ("! not found: wanted ", "; reached ");

impl MissedTarget {
    /// A note of these texts.
    pub fn new(wanted: impl Into<String>, reached: impl Into<String>) -> Self {
        Self { wanted: wanted.into(), reached: reached.into() }
    }

    /// Splits the note off the end of a text, if there is one.
    pub(crate) fn part(text: &str) -> (&str, Option<Self>) {
        let (before, last) = text.rsplit_once('\n').unwrap_or(("", text));
        let words = last.strip_prefix(MISSED.0);
        match words.and_then(|words| words.split_once(MISSED.1)) {
            Some((wanted, reached)) => (before, Some(Self::new(wanted, reached))),
            None => (text, None),
        }
    }
}

impl fmt::Display for MissedTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}{}", MISSED.0, self.wanted, MISSED.1, self.reached)
    }
}

impl Level {
    /// A level of these cells, with spawners in the top row, 5 colours, no goal and no move limit.
    ///
    /// # Errors
    /// When there are no cells, or more than [`MAX_SIDE`] rows or columns.
    pub fn new(cells: Grid<Kind>) -> Result<Self, LevelError> {
        let open = Template::open(cells.size())?.opened();
        Ok(Self { cells, ..open })
    }

    /// The same level with other kinds of its rules in its cells.
    ///
    /// # Panics
    /// If the size differs, or a hole is not where one was: spawners and exits stay.
    #[must_use]
    pub fn with_cells(&self, cells: Grid<Kind>) -> Self {
        assert_eq!(cells.size(), self.size(), "a level keeps its size");
        let mut pairs = cells.values().iter().zip(self.cells.values());
        assert!(pairs.all(|(a, b)| a.is_present() == b.is_present()), "holes stay");
        Self { cells, ..self.clone() }
    }

    /// The same level with another number of colours. Names and weights that it lists are dropped if the
    /// number differs.
    ///
    /// # Errors
    /// When the number is out of [`COLORS`], or the cells or the goal need other colours.
    pub fn with_colors(mut self, colors: u32) -> Result<Self, LevelError> {
        self.setting.check_colors(colors)?;
        self.setting = Setting::with_colors(&self.setting, colors);
        self.colors = colors;
        Template::from(&self).check_cells()?;
        Ok(self)
    }

    /// Whether it is a level of the articles' game: its rules are `classic` by name, and it has nothing that
    /// the articles do not know. The potential and feasibility
    /// apply to such levels only.
    pub fn is_classic(&self) -> bool {
        self.setting.is_classic()
            && COLORS.contains(&self.colors)
            && self.cells.values().iter().all(|kind| kind.classic_index().is_some())
    }

    /// Whether blocks fall along fill paths of `classic`, whatever the cells and the colours: its rules are `classic`
    /// by name, and it is [plain](Self::is_plain).
    pub fn has_classic_rules(&self) -> bool {
        self.setting.is_classic()
    }

    /// Whether blocks fall down and come evenly, without portals, conveyors and supply.
    pub fn is_plain(&self) -> bool {
        self.setting.is_plain()
    }

    /// What spawners give before blocks of random colours, spawner by spawner.
    pub fn supply(&self) -> impl Iterator<Item = Kind> + '_ {
        self.setting.supply.iter().flat_map(|(_, kinds)| kinds).copied()
    }

    /// The cells, row 0 on top.
    pub const fn cells(&self) -> &Grid<Kind> {
        &self.cells
    }

    /// The rows and columns.
    pub const fn size(&self) -> Size {
        self.cells.size()
    }

    /// The spawners.
    pub const fn spawners(&self) -> &Spawners {
        &self.spawners
    }

    /// For each cell, whether it is a spawner, open or closed.
    pub fn spawner_cells(&self) -> Grid<bool> {
        let present = self.cells.map(|kind| kind.is_present());
        self.setting
            .spawners(&self.spawners, &present)
            .expect("a level checks its spawners when it is made")
    }

    /// The cells where ingredients leave, in reading order: those listed, or the last one of each line along gravity.
    pub fn exits(&self) -> Vec<Cell> {
        let (size, main) = (self.size(), self.setting.gravity.main());
        let last = |line: u32| {
            let (_, length) = main.lines(size);
            let mut cells = (0..length).rev().map(|far| main.cell(size, line, far));
            cells.find(|&cell| self.cells[cell].is_present())
        };
        let listed = self.setting.exits.clone();
        let mut cells =
            listed.unwrap_or_else(|| (0..main.lines(size).0).filter_map(last).collect());
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The number of colours of blocks.
    pub const fn colors(&self) -> u32 {
        self.colors
    }

    /// The rules.
    pub fn rules(&self) -> &Ruleset {
        &self.setting.ruleset
    }

    /// The names of the colours in their order; empty if they have none, which is so if a level has more
    /// than eight and does not list them.
    pub fn color_names(&self) -> Vec<String> {
        self.setting.color_names(self.colors)
    }

    /// The tokens of the cells.
    pub(crate) fn tokens(&self) -> Tokens<'_> {
        Tokens::new(&self.setting.ruleset, &self.color_names())
    }

    /// The rows of the text form under any rules: one token for each cell, such as `.`, `r` or `box2`.
    ///
    /// ```
    /// use tilewright_match3::Level;
    ///
    /// let level: Level = "..#\n.1b\n...\n".parse()?;
    /// assert_eq!(level.token_rows()[1], [".", "blocked1", ".+overlay2"]);
    /// # Ok::<(), tilewright_match3::LevelError>(())
    /// ```
    pub fn token_rows(&self) -> Vec<Vec<String>> {
        let tokens = self.tokens();
        let row = |row: &[Kind]| row.iter().map(|&kind| tokens.write(kind)).collect();
        self.cells.rows().map(row).collect()
    }

    /// Whether every cell has a character in the text form of its rules.
    pub(crate) fn is_text(&self) -> bool {
        let is_classic = self.setting.ruleset.preset == Some(Preset::Classic);
        let common = [Kind::ORDINARY, Kind::OBSTACLE, Kind::HOLE];
        self.cells.values().iter().all(|kind| {
            common.contains(kind) || is_classic && kind.classic_index().is_some()
        })
    }

    /// The rows of the text form, without line ends: a character for each cell or, if a cell has none under
    /// the rules, the tokens of [`token_rows`](Level::token_rows), separated by blanks.
    pub fn layout(&self) -> Vec<String> {
        if !self.is_text() {
            return self.token_rows().iter().map(|row| row.join(" ")).collect();
        }
        let row = |row: &[Kind]| row.iter().map(|kind| kind.glyph()).collect();
        self.cells.rows().map(row).collect()
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

    /// Reads the JSON form if the text begins with `{`, a [`LabText`](crate::LabText) if it looks like one, else
    /// the text form.
    fn from_str(text: &str) -> Result<Self, LevelError> {
        let template: Template = text.parse()?;
        template.to_level()
    }
}

impl fmt::Display for Level {
    /// Writes the text form, every row with a line end, and as a last line the note of
    /// [`missed`](Level::missed). If a cell has no character in it, rows are tokens separated by blanks,
    /// which only displays use: [`str::parse`] does not read them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.layout().iter().try_for_each(|row| writeln!(f, "{row}"))?;
        self.missed.iter().try_for_each(|missed| writeln!(f, "{missed}"))
    }
}

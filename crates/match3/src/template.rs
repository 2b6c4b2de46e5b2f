//! Templates: levels with free cells.

use std::str::FromStr;
use std::sync::Arc;

use tilewright_grid::{Cell, Grid, Size};

use crate::level::check_size;
use crate::ruleset::{Block, Place};
use crate::setting::Setting;
use crate::token::Tokens;
use crate::{
    Goal, Kind, LabText, Level, LevelError, MissedTarget, Preset, RulesError, Ruleset,
    Spawners, UnknownQuota, document, layout,
};

/// A level with free cells, which a generator fills. In its text and JSON forms a free cell is `?`.
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
    /// The number of colours of blocks.
    pub colors: u32,
    /// The rules, and how blocks move.
    pub(crate) setting: Arc<Setting>,
    /// The goal, if there is one.
    pub goal: Option<Goal>,
    /// The move limit, if there is one.
    pub moves: Option<u32>,
    /// For a template without free cells, the note of [`Level::missed`].
    pub missed: Option<MissedTarget>,
}

impl Template {
    /// A board of free cells, with spawners in the top row, 5 colours, no goal and no move limit.
    ///
    /// # Errors
    /// When the size has no cells, or more than [`crate::MAX_SIDE`] rows or columns.
    pub fn open(size: Size) -> Result<Self, LevelError> {
        check_size(size)?;
        Ok(Self {
            cells: Grid::filled(size, None),
            spawners: Spawners::TopRow,
            colors: 5,
            setting: Setting::classic(),
            goal: None,
            moves: None,
            missed: None,
        })
    }

    /// The same template with other spawners.
    ///
    /// # Errors
    /// When a listed spawner is outside the board, in a hole or on the exit of a portal, or the refill of
    /// the rules knows no spawners.
    pub fn with_spawners(mut self, spawners: Spawners) -> Result<Self, LevelError> {
        let present = self.cells.map(|cell| cell.is_none_or(Kind::is_present));
        self.setting.spawners(&spawners, &present)?;
        self.spawners = spawners;
        Ok(self)
    }

    /// The same board under other rules.
    ///
    /// # Errors
    /// When a fixed cell is more than an ordinary cell, an obstacle or a hole, which mean the same under all
    /// rules, or the rules refuse the spawners, the colours or the goal.
    pub fn with_rules(mut self, ruleset: Ruleset) -> Result<Self, LevelError> {
        let common = [Kind::ORDINARY, Kind::OBSTACLE, Kind::HOLE];
        let fixed = self.cells.values().iter().flatten();
        if let Some(kind) = fixed.copied().find(|kind| !common.contains(kind)) {
            let message =
                format!("do not know the kind {} of a cell", self.name_of(kind));
            return Err(RulesError { key: "rules".to_owned(), message }.into());
        }
        self.setting = Setting::of(ruleset).shared();
        self.check()?;
        let spawners = self.spawners.clone();
        self.with_spawners(spawners)
    }

    /// The rows and columns.
    pub const fn size(&self) -> Size {
        self.cells.size()
    }

    /// The kind of each fixed cell; `None` for free cells.
    pub const fn cells(&self) -> &Grid<Option<Kind>> {
        &self.cells
    }

    /// Checks the colours, the goal and the move limit, which are public fields.
    ///
    /// # Errors
    /// When the number of colours is out of [`crate::COLORS`], the move limit is 0, or the goal is
    /// empty, needs more colours than there are or can never be reached.
    pub fn check(&self) -> Result<(), LevelError> {
        document::check_rules(
            &self.setting,
            self.colors,
            self.goal.as_ref(),
            self.moves,
        )?;
        self.check_cells()
    }

    /// Whether its levels are of the articles' game; see [`Level::is_classic`].
    pub fn is_classic(&self) -> bool {
        self.opened().is_classic() && self.goal.as_ref().is_none_or(Goal::is_classic)
    }

    /// Refuses cells with a colour that the level does not have, and a goal that no game can reach.
    pub(crate) fn check_cells(&self) -> Result<(), LevelError> {
        let placed = || self.cells.values().iter().copied().flatten();
        let supplied = self.setting.supply.iter().flat_map(|(_, list)| list).copied();
        let kinds = || placed().chain(supplied.clone());

        let is_color =
            |color: u8| color == Kind::COLORLESS || u32::from(color) < self.colors;
        if let Some(kind) = kinds().find(|kind| !is_color(kind.color)) {
            let (wanted, found) = (u32::from(kind.color) + 1, self.colors);
            return Err(LevelError::CellColors { wanted, found });
        }

        let is_colored = kinds().any(|kind| kind.color != Kind::COLORLESS);

        if is_colored && self.setting.color_names(self.colors).is_empty() {
            let message = format!(
                "is {}: the cells name colours, and more than eight have no names",
                self.colors
            );
            return Err(RulesError { key: "colors".to_owned(), message }.into());
        }

        self.setting.check_big_blocks(&self.cells)?;
        self.setting.check_timers(&self.cells)?;

        let Some(goal) = &self.goal else { return Ok(()) };
        // What is put into a free cell may be anything.
        let is_free = self.free() > 0;
        Ok(document::check_goal(goal, &self.setting, self.colors, placed(), is_free)?)
    }

    /// The kind of this name under the rules: a token such as `box2`, `.+chain1` or `R-`; a cover or a
    /// ground alone, such as `chain1`, over or under an ordinary block; or a name of `classic`, such as
    /// `obstacle`.
    ///
    /// # Errors
    /// What is wrong with the name.
    pub fn kind(&self, name: &str) -> Result<Kind, UnknownQuota> {
        let names = self.setting.color_names(self.colors);
        let tokens = Tokens::new(&self.setting.ruleset, &names);
        let is_classic = self.setting.ruleset.preset == Some(Preset::Classic);

        if let Some(kind) = name.parse().ok().filter(|&kind: &Kind| {
            is_classic || [Kind::OBSTACLE, Kind::ORDINARY].contains(&kind)
        }) {
            return Ok(kind);
        }

        let read = |token: &str| tokens.read(token).ok().flatten();
        let forms = [name.to_owned(), format!(".+{name}"), format!("._{name}")];
        let found = forms.iter().find_map(|token| read(token));
        found.ok_or_else(|| self.unknown(name))
    }

    /// The error of a name that no kind has which can be placed.
    pub(crate) fn unknown(&self, name: &str) -> UnknownQuota {
        let blocks = self.setting.ruleset.blocks.iter().filter(|block| !block.is_big());
        let words = blocks.map(|block| match (block.place, block.first_number()) {
            (Place::Ingredient, _) | (_, 0) => block.name.clone(),
            (_, 1) => format!("{}1", block.name),
            (_, most) => format!("{0}1 to {0}{most}", block.name),
        });
        let kinds: Vec<String> =
            std::iter::once("obstacle".to_owned()).chain(words).collect();
        let blocks = self.setting.ruleset.blocks.iter().filter(|block| !block.is_big());
        let known =
            std::iter::once("obstacle".to_owned()).chain(blocks.flat_map(Block::names));
        UnknownQuota::Token {
            name: name.to_owned(),
            kinds: kinds.join(", "),
            has_pieces: !self.setting.ruleset.pieces.is_empty(),
            known: known.collect(),
        }
    }

    /// The name of a kind under the rules, which [`kind`](Self::kind) reads.
    pub fn name_of(&self, kind: Kind) -> String {
        self.setting.name_of(kind, self.colors)
    }

    /// The level whose free cells are all ordinary.
    pub fn opened(&self) -> Level {
        self.filled(|_| Kind::ORDINARY)
    }

    /// The number of free cells.
    pub fn free(&self) -> usize {
        self.cells.values().iter().filter(|cell| cell.is_none()).count()
    }

    /// The level, if no cell is free.
    ///
    /// # Errors
    /// The first free cell.
    pub fn to_level(&self) -> Result<Level, LevelError> {
        if let Some(cell) = layout::first_free(&self.cells) {
            return Err(LevelError::Free(cell));
        }
        let level = self.filled(|_| Kind::ORDINARY);
        Ok(Level { missed: self.missed.clone(), ..level })
    }

    /// The rules.
    pub fn rules(&self) -> &Ruleset {
        &self.setting.ruleset
    }

    /// Fixes a cell to a kind of the rules, or frees it.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn set(&mut self, cell: Cell, kind: Option<Kind>) {
        self.cells[cell] = kind;
    }

    /// The level whose free cells are filled by `kind`, which takes an index in reading order.
    pub fn filled(&self, kind: impl Fn(usize) -> Kind) -> Level {
        let size = self.cells.size();
        let cells = Grid::from_fn(size, |cell| {
            self.cells[cell].unwrap_or_else(|| kind(size.index(cell)))
        });

        Level {
            cells,
            spawners: self.spawners.clone(),
            colors: self.colors,
            setting: Setting::with_colors(&self.setting, self.colors),
            goal: self.goal.clone(),
            moves: self.moves,
            missed: None,
        }
    }
}

impl From<&Level> for Template {
    /// The template without free cells that has this level only.
    fn from(level: &Level) -> Self {
        Self {
            cells: level.cells.map(|&kind| Some(kind)),
            spawners: level.spawners.clone(),
            colors: level.colors,
            setting: level.setting.clone(),
            goal: level.goal.clone(),
            moves: level.moves,
            missed: level.missed.clone(),
        }
    }
}

impl FromStr for Template {
    type Err = LevelError;

    /// Reads the JSON form if the text begins with `{`, a [`LabText`] if it looks like one, else the text
    /// form. A byte-order mark, line ends of any system, and blanks at the end of rows and text are ignored.
    fn from_str(text: &str) -> Result<Self, LevelError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim_start().starts_with('{') {
            return document::read(text);
        }

        if LabText::is_one(text) {
            return Ok(Self::from(&text.parse::<LabText>()?.level));
        }

        let blank = ['\n', '\r', ' ', '\t'];
        let (rows, missed) = MissedTarget::part(text.trim_end_matches(blank));
        let rows = rows.trim_end_matches(blank).lines().map(str::trim_end);

        let cells = layout::parse(rows, true, |row, column| (row + 1, column + 1))?;
        let size = cells.size();
        Ok(Self { cells, missed, ..Self::open(size)? })
    }
}

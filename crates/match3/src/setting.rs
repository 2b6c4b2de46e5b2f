//! What a level says beyond its cells: its rules, its colours, and how blocks move on it.

use std::sync::{Arc, LazyLock};

use tilewright_grid::{Cell, Grid, Size};

use crate::level::COLORS;
use crate::ruleset::Refill;
use crate::token::Tokens;
use crate::{Json, Kind, LevelError, Preset, RulesError, Ruleset, Spawners};

/// The names of colours that a level only counts.
const NAMES: [&str; 8] =
    ["red", "green", "blue", "yellow", "purple", "orange", "cyan", "white"];

/// The rules of a level, its colours, and how blocks move on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    pub(crate) ruleset: Ruleset,
    /// The key `blocks` of the level, which is joined over the rules.
    pub(crate) blocks: Option<Json>,
    /// The names and weights of the colours, if the level lists them.
    pub(crate) palette: Option<Vec<(String, u32)>>,
    pub(crate) gravity: Gravity,
    /// The entrances and exits of portals.
    pub(crate) portals: Vec<[Cell; 2]>,
    /// The cells of conveyors, in the order of motion.
    pub(crate) conveyors: Vec<Vec<Cell>>,
    /// Where ingredients leave, if the level lists the cells.
    pub(crate) exits: Option<Vec<Cell>>,
    /// What spawners give first.
    pub(crate) supply: Vec<(Cell, Vec<Kind>)>,
}

/// Where the contents of a cell fall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Gravity {
    /// All in one direction.
    All(Direction),
    /// An arrow for each cell.
    Arrows(Grid<Direction>),
}

/// A direction on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Down,
    Left,
    Up,
    Right,
}

impl Setting {
    /// The setting of a level that says nothing.
    pub(crate) fn classic() -> Arc<Self> {
        static CLASSIC: LazyLock<Arc<Setting>> =
            LazyLock::new(|| Arc::new(Setting::of(Ruleset::preset(Preset::Classic))));
        CLASSIC.clone()
    }

    /// The same setting for a number of colours; names and weights of another number are dropped.
    pub(crate) fn with_colors(setting: &Arc<Self>, colors: u32) -> Arc<Self> {
        if setting.palette.is_none() || setting.palette_of(colors).is_some() {
            return setting.clone();
        }
        Arc::new(Self { palette: None, ..setting.as_ref().clone() })
    }

    /// Whether it is that of the articles' game, but for names of its colours.
    pub(crate) fn is_classic(&self) -> bool {
        self.is_plain()
            && self.ruleset.preset == Some(Preset::Classic)
            && self.blocks.is_none()
    }

    /// Whether blocks fall down and come evenly, without portals, conveyors and supply.
    pub(crate) fn is_plain(&self) -> bool {
        let palette = self.palette.as_ref();
        let is_even =
            palette.is_none_or(|all| all.iter().all(|(_, weight)| *weight == 1));
        is_even
            && self.gravity == Gravity::All(Direction::Down)
            && self.portals.is_empty()
            && self.conveyors.is_empty()
            && self.supply.is_empty()
    }

    /// The setting of a level that says its rules only.
    pub(crate) const fn of(ruleset: Ruleset) -> Self {
        Self {
            ruleset,
            blocks: None,
            palette: None,
            gravity: Gravity::All(Direction::Down),
            portals: Vec::new(),
            conveyors: Vec::new(),
            exits: None,
            supply: Vec::new(),
        }
    }

    /// The setting to share; the one of [`Setting::classic`] if it is equal.
    pub(crate) fn shared(self) -> Arc<Self> {
        let classic = Self::classic();
        if self == *classic { classic } else { Arc::new(self) }
    }

    /// The names and weights of this number of colours, if they are listed.
    pub(crate) fn palette_of(&self, colors: u32) -> Option<&[(String, u32)]> {
        self.palette.as_deref().filter(|palette| palette.len() == colors as usize)
    }

    /// The names of this number of colours; empty if they have none.
    pub(crate) fn color_names(&self, colors: u32) -> Vec<String> {
        if let Some(palette) = self.palette_of(colors) {
            return palette.iter().map(|(name, _)| name.clone()).collect();
        }
        let names = NAMES.get(..colors as usize).unwrap_or_default();
        names.iter().copied().map(str::to_owned).collect()
    }

    /// The name of a kind: that of `classic` if its rules have it, else its token.
    pub(crate) fn name_of(&self, kind: Kind, colors: u32) -> String {
        let is_classic = self.ruleset.preset == Some(Preset::Classic);
        if kind.classic_index().is_some_and(|index| is_classic || index < 2) {
            return kind.key().to_owned();
        }
        Tokens::new(&self.ruleset, &self.color_names(colors)).write(kind)
    }

    /// Refuses a number of colours out of range, and kinds that break by groups of an unknown colour.
    pub(crate) fn check_colors(&self, colors: u32) -> Result<(), LevelError> {
        let least = self.ruleset.least_colors();
        if !(least..=*COLORS.end()).contains(&colors) {
            return Err(LevelError::Colors { found: u64::from(colors), least });
        }

        let names = self.color_names(colors);
        for block in &self.ruleset.blocks {
            // A preset has kinds of all usual colours, and a level perhaps fewer.
            let is_known = |color: &&String| {
                names.contains(color) || NAMES.contains(&color.as_str())
            };
            if let Some(color) = block.color.as_ref().filter(|color| !is_known(color)) {
                let key = format!("blocks.{}.color", block.name);
                let message = format!(
                    "is {color:?}: neither the level nor the usual names have this colour"
                );
                return Err(RulesError { key, message }.into());
            }
        }
        Ok(())
    }

    /// Whether each cell of a board is a spawner; `present` says which cells are no holes.
    ///
    /// # Errors
    /// When a listed spawner is outside the board, in a hole or on the exit of a portal, or the refill
    /// knows no spawners.
    pub(crate) fn spawners(
        &self,
        spawners: &Spawners,
        present: &Grid<bool>,
    ) -> Result<Grid<bool>, LevelError> {
        let refused =
            |message: String| RulesError { key: "spawners".to_owned(), message };
        let refill = self.ruleset.refill;
        if refill.is_by_column() && *spawners != Spawners::TopRow {
            let message = format!("are not with the refill {}", refill.name());
            return Err(refused(message).into());
        }
        // Contents pass holes there.
        let tops = Spawners::Tops;
        let spawners = if refill == Refill::Column { &tops } else { spawners };
        let found = spawners.on(present, &self.gravity)?;

        match self.portals.iter().find(|[_, exit]| found[*exit]) {
            None => Ok(found),
            Some([_, exit]) => {
                let Cell { row, column } = *exit;
                let message = format!(
                    "have [{row}, {column}], which is the exit of a portal ({exit})"
                );
                Err(refused(message).into())
            }
        }
    }
}

impl Ruleset {
    /// The least number of colours of a level.
    pub(crate) fn least_colors(&self) -> u32 {
        if self.preset == Some(Preset::Classic) { *COLORS.start() } else { 1 }
    }
}

impl Gravity {
    /// The side from which contents come: the direction in which they fall there.
    pub(crate) const fn main(&self) -> Direction {
        match self {
            Self::All(direction) => *direction,
            Self::Arrows(_) => Direction::Down,
        }
    }
}

impl Direction {
    /// The number of lines along the direction, and their length.
    pub(crate) const fn lines(self, size: Size) -> (u32, u32) {
        match self {
            Self::Down | Self::Up => (size.columns, size.rows),
            Self::Left | Self::Right => (size.rows, size.columns),
        }
    }

    /// The cell of a line at a distance from where contents come in.
    pub(crate) const fn cell(self, size: Size, line: u32, distance: u32) -> Cell {
        match self {
            Self::Down => Cell::new(distance, line),
            Self::Up => Cell::new(size.rows - 1 - distance, line),
            Self::Right => Cell::new(line, distance),
            Self::Left => Cell::new(line, size.columns - 1 - distance),
        }
    }
}

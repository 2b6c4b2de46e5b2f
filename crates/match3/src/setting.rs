//! What a level says beyond its cells: its rules, its colours, and how blocks move on it.

use std::sync::{Arc, LazyLock};

use tilewright_grid::{Cell, Grid};

use crate::{Kind, Preset, Ruleset};

/// The rules of a level, its colours, and how blocks move on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    pub(crate) ruleset: Ruleset,
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

    /// The setting of a level that says its rules only.
    pub(crate) const fn of(ruleset: Ruleset) -> Self {
        Self {
            ruleset,
            palette: None,
            gravity: Gravity::All(Direction::Down),
            portals: Vec::new(),
            conveyors: Vec::new(),
            exits: None,
            supply: Vec::new(),
        }
    }
}

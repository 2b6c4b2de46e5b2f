//! A change of one cell, and what games say of it.

use tilewright_grid::Cell;
use tilewright_match3::{Kind, Level};

use super::changes::changed;
use super::paired::PairedGames;
use crate::potential;

/// A change of one cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) cell: Cell,
    pub(super) from: Kind,
    pub(super) to: Kind,
    /// The potential after it; none under rules without one.
    pub(super) potential: Option<u32>,
}

impl Step {
    pub(super) fn new(level: &Level, cell: Cell, to: Kind) -> Self {
        let then = || potential(&changed(level, cell, to));
        let potential = level.is_classic().then(then);
        Self { cell, from: level.cells()[cell], to, potential }
    }
}

/// A change with its predicted swaps and its games.
#[derive(Clone, Debug)]
pub(super) struct Contender {
    pub(super) step: Step,
    /// Whether the goal stays in reach.
    pub(super) is_reachable: bool,
    /// Whether it also adds no infeasible cell.
    pub(super) is_sound: bool,
    /// Whether it is listed, be its effect large or small.
    pub(super) is_shown: bool,
    /// The predicted mean swaps; none if there is no prediction.
    pub(super) expected: Option<f64>,
    pub(super) games: PairedGames,
}

impl Contender {
    pub(super) fn new(
        step: Step,
        expected: Option<f64>,
        is_reachable: bool,
        is_feasible: bool,
    ) -> Self {
        Self {
            step,
            is_reachable,
            is_sound: is_reachable && is_feasible,
            is_shown: false,
            expected,
            games: PairedGames::default(),
        }
    }

    pub(super) const fn is_played(&self) -> bool {
        self.games.count > 0
    }
}

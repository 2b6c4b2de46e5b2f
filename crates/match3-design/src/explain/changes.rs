//! The changes of one cell, and their predicted effects.

use std::cmp::Reverse;

use rayon::prelude::*;
use tilewright_grid::{Cell, Grid};
use tilewright_match3::{Kind, Level, Rules, unreachable};

use super::Change;
use super::playtest::{Contender, Playtest};
use crate::{Feasibility, potential};

/// The kinds that a change puts into a cell: ordinary cells, what never opens, blockers of the
/// fewest and of the most hits, and the most layers.
const CHANGES: [Kind; 5] =
    [Kind::ORDINARY, Kind::OBSTACLE, Kind::BLOCKER1, Kind::BLOCKER4, Kind::OVERLAY4];

/// The numbers of openings and of closings whose effect the guide predicts: 29 ms at 50 µs each.
/// All openings of usual boards fit; of the closings, four for each ordinary cell, the 64 of the
/// largest change of the potential. Chosen; `cargo xtask bench explanations` shows the ranks.
const LOOKS: [usize; 2] = [512, 64];

/// The openings and the closings, each in descending order of the change of the potential.
pub(super) fn candidates(
    level: &Level,
    playtest: Option<&Playtest<'_>>,
) -> (Vec<Contender>, Vec<Contender>) {
    let cells = level.size().cells().collect::<Vec<_>>().into_par_iter();
    let changes: Vec<Change> =
        cells.flat_map_iter(|cell| changes_of(level, cell)).collect();
    let (openings, closings) =
        changes.into_iter().partition(|change| change.to == Kind::ORDINARY);

    let now = potential(level);
    let infeasible = infeasible(level);
    let look = |mut changes: Vec<Change>, looks: usize| -> Vec<Contender> {
        changes.sort_by_key(|change| Reverse(change.potential.abs_diff(now)));
        let looked = changes.par_iter().enumerate().map(|(rank, change)| {
            let playtest = playtest.filter(|_| rank < looks);
            contender(level, *change, playtest, &infeasible)
        });
        looked.collect()
    };
    (look(openings, LOOKS[0]), look(closings, LOOKS[1]))
}

fn contender(
    level: &Level,
    change: Change,
    playtest: Option<&Playtest<'_>>,
    infeasible_now: &Grid<bool>,
) -> Contender {
    let then = changed(level, change.cell, change.to);
    let expected = playtest.map(|playtest| playtest.guide.predict(&then));
    let is_reachable = playtest
        .is_none_or(|playtest| unreachable(&Rules::new(&then, playtest.goal)).is_none());
    // Cells that are infeasible already may stay so.
    let mut added = Feasibility::of(&then).cells.into_iter();
    let is_sound = is_reachable && added.all(|cell| infeasible_now[cell]);
    Contender::new(change, expected, is_sound)
}

fn infeasible(level: &Level) -> Grid<bool> {
    let cells = Feasibility::of(level).cells;
    Grid::from_fn(level.size(), |cell| cells.binary_search(&cell).is_ok())
}

/// The level with another kind in one cell.
pub(super) fn changed(level: &Level, cell: Cell, to: Kind) -> Level {
    let mut cells = level.cells().clone();
    cells[cell] = to;
    level.with_cells(cells)
}

/// The changes of a cell, each with the new potential.
fn changes_of(level: &Level, cell: Cell) -> Vec<Change> {
    let from = level.cells()[cell];
    if from == Kind::HOLE {
        return Vec::new();
    }
    let change = |to: Kind| {
        let potential = potential(&changed(level, cell, to));
        Change { cell, from, to, potential, factor: None, played: None }
    };
    CHANGES.into_iter().filter(|&to| to != from).map(change).collect()
}

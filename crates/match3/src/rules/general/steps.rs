//! From where each cell takes its contents.

use super::plan::{FALLS, NOWHERE};
use crate::Game;
use crate::ruleset::Refill;

/// From where a cell takes its contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellSource {
    /// From nowhere.
    Nothing,
    /// It draws.
    Draw,
    /// From a cell.
    From(u16),
    /// From the first of two cells that has any.
    Either(u16, u16),
}

impl<const W: usize> Game<'_, W> {
    /// From where a cell can take contents now: a cell that has some, a draw, or nowhere.
    #[inline]
    pub(super) fn source(&self, index: usize) -> CellSource {
        let has = |from: u16| self.board.general.flags[usize::from(from)] & FALLS != 0;
        match self.board.general.steps[index] {
            CellSource::Draw => CellSource::Draw,
            CellSource::From(from) if has(from) => CellSource::From(from),
            CellSource::Either(one, _) if one != NOWHERE && has(one) => {
                CellSource::From(one)
            }
            CellSource::Either(_, other) if other != NOWHERE && has(other) => {
                CellSource::From(other)
            }
            _ => CellSource::Nothing,
        }
    }

    /// Finds from where each open cell takes its contents.
    pub(super) fn find_steps(&mut self) {
        let plan = self.plan();
        if plan.refill == Refill::FillPath {
            self.find_paths();
            return;
        }

        let is_open =
            |index: u16| index != NOWHERE && self.board.open.has(usize::from(index));
        let is_entrance =
            |index: u16| plan.terrain.exit_of[usize::from(index)] != NOWHERE;

        let mut steps = std::mem::take(&mut self.board.general.steps);
        for (index, step) in steps.iter_mut().enumerate() {
            let entrance = plan.terrain.entrance_of[index];
            let [above, left, right] = plan.terrain.above[index];

            // A portal comes before the cell above, and that before those beside it.
            *step = if !self.board.open.has(index) {
                CellSource::Nothing
            } else if plan.terrain.spawners[index] {
                CellSource::Draw
            } else if entrance != NOWHERE {
                if is_open(entrance) {
                    CellSource::From(entrance)
                } else {
                    CellSource::Nothing
                }
            } else if is_open(above) && !is_entrance(above) {
                CellSource::From(above)
            } else {
                let side = |side| {
                    if is_open(side) && !is_entrance(side) { side } else { NOWHERE }
                };
                CellSource::Either(side(left), side(right))
            };
        }

        if plan.terrain.has_portals {
            stop_loops(&mut steps);
        }
        self.board.general.steps = steps;
    }

    /// Finds the fill paths: breadth first from the open spawners through open cells.
    fn find_paths(&mut self) {
        let plan = self.plan();
        let mut steps = std::mem::take(&mut self.board.general.steps);

        steps.fill(CellSource::Nothing);
        let mut queue = Vec::with_capacity(steps.len());
        for (index, step) in steps.iter_mut().enumerate() {
            if plan.terrain.spawners[index] && self.board.open.has(index) {
                *step = CellSource::Draw;
                queue.push(index as u16);
            }
        }

        let mut next = 0;
        while next < queue.len() {
            let from = queue[next];
            next += 1;

            let exit = plan.terrain.exit_of[usize::from(from)];

            // What enters a portal leaves it nowhere else.
            let sides = if exit == NOWHERE {
                plan.terrain.ahead[usize::from(from)]
            } else {
                [exit, NOWHERE, NOWHERE]
            };

            for to in sides {
                let index = usize::from(to);
                if to == NOWHERE
                    || steps[index] != CellSource::Nothing
                    || !self.board.open.has(index)
                    || exit == NOWHERE && plan.terrain.entrance_of[index] != NOWHERE
                {
                    continue;
                }
                steps[index] = CellSource::From(from);
                queue.push(to);
            }
        }
        self.board.general.steps = steps;
    }
}

/// Loops of portals and falls stand still.
fn stop_loops(steps: &mut [CellSource]) {
    // The walk that has reached a cell, by the cell where it began, plus 1.
    let mut reached = vec![0; steps.len()];
    for start in 0..steps.len() {
        let mut at = start;
        let is_loop = loop {
            if reached[at] != 0 {
                // A walk that comes back to a cell of its own has found a loop.
                break reached[at] == start + 1;
            }
            reached[at] = start + 1;
            let CellSource::From(from) = steps[at] else { break false };
            at = usize::from(from);
        };
        while is_loop && let CellSource::From(from) = steps[at] {
            steps[at] = CellSource::Nothing;
            at = usize::from(from);
        }
    }
}

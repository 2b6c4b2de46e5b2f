//! Settling: contents fall, and new ones come in.

use tilewright_grid::Bits;

use super::plan::{self, Code, FALLS, LEAVES, NOWHERE};
use crate::rules::observer::{DynObserver, FallStep as Fall, Phase};
use crate::ruleset::Refill;
use crate::{Game, Kind};

/// The passes of a settling that are shown one by one; what moves in later ones is shown at once. A
/// column that lost all of its 64 cells takes 64; contents that go round for ever have no last one.
const SHOWN: usize = 512;

/// The number of passes after which the observer is asked whether the game is to stop: as many as a
/// column of 64 cells takes, so that only winding paths and loops ask more than once.
const PASSES: usize = 64;

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
    /// Lets the contents fall until the board is settled, and ingredients leave.
    pub(super) fn settle_board(&mut self, watch: &mut dyn DynObserver<W>) {
        loop {
            match self.plan().refill {
                Refill::Segment => self.fill_segments(watch),
                Refill::FillPath | Refill::Diagonal => self.fill_by_steps(watch),
            }
            if !self.plan().drops || !self.let_out() || watch.is_stopped() {
                return;
            }
        }
    }

    /// The open cells without contents.
    pub(super) fn vacant(&self) -> Bits<W> {
        let falling = self.board.general.with_flag(FALLS);
        self.board.open.without(falling)
    }

    fn fill_by_steps(&mut self, watch: &mut dyn DynObserver<W>) {
        // The steps change only where cells open or close, and are found again then.
        if !self.board.general.has_steps {
            self.find_steps();
            self.board.general.has_steps = true;
            self.board.general.is_straight = self.is_straight();
        }

        let mut vacant = self.vacant();
        if self.board.general.is_straight && !watch.looks() {
            self.drop_columns(vacant);
            return;
        }

        let mut passes = match self.plan().refill {
            Refill::Diagonal => 4 * self.board.colors.len(),
            _ => usize::MAX,
        };
        // Contents that go round for ever are shown for a while only.
        let shown = passes.saturating_sub(SHOWN);

        let mut falls = watch.looks().then(Vec::new);
        while passes > 0 && !vacant.is_empty() {
            passes -= 1;
            if passes.is_multiple_of(PASSES) && watch.is_stopped() {
                return;
            }

            let mut moved = false;
            for word in (0..W).rev() {
                moved |= self.pass_word(&mut vacant, word, falls.as_mut());
            }
            if !moved {
                break;
            }

            if let Some(falls) = &mut falls {
                if passes >= shown {
                    watch.see(self, Phase::Fallen(std::mem::take(falls)));
                } else {
                    falls.clear();
                }
            }
        }

        if let Some(falls) = falls.filter(|_| passes < shown) {
            watch.see(self, Phase::Fallen(falls));
        }
    }

    /// Visits the vacant cells of a word from the last to the first. Returns whether something moved.
    #[inline]
    fn pass_word(
        &mut self,
        vacant: &mut Bits<W>,
        word: usize,
        mut falls: Option<&mut Vec<Fall>>,
    ) -> bool {
        let (mut below, mut moved) = (u64::MAX, false);

        loop {
            let due = vacant.0[word] & below;
            if due == 0 {
                return moved;
            }

            // From the last cell to the first: bits at and above this one have been visited.
            let bit = 63 - due.leading_zeros() as usize;
            below = (1 << bit) - 1;
            let index = word * 64 + bit;

            let has = |game: &Self, from: u16| {
                game.board.general.flags[usize::from(from)] & FALLS != 0
            };

            let from = match self.board.general.steps[index] {
                CellSource::Draw => {
                    self.draw_contents(index);
                    vacant.remove(index);
                    None
                }
                CellSource::From(from) if has(self, from) => Some(from),
                CellSource::Either(one, _) if one != NOWHERE && has(self, one) => {
                    Some(one)
                }
                CellSource::Either(_, other) if other != NOWHERE && has(self, other) => {
                    Some(other)
                }
                CellSource::Nothing | CellSource::From(_) | CellSource::Either(..) => {
                    continue;
                }
            };

            let from = from.map(usize::from);
            if let Some(from) = from {
                self.shift(from, index);
                vacant.remove(index);
                vacant.insert(from);
            }

            moved = true;
            if let Some(falls) = &mut falls {
                falls.push(Fall { from, to: index });
            }
        }
    }

    /// Finds from where each open cell takes its contents.
    fn find_steps(&mut self) {
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

    /// A spawner gives what its supply owes, or draws a colour.
    pub(super) fn draw_contents(&mut self, index: usize) {
        let plan = self.plan();
        let supply = plan.terrain.supply_of[index];
        if supply != NOWHERE {
            let number = usize::from(supply);
            let given = self.board.general.supplied[number];
            if let Some(&kind) = plan.terrain.supply[number].get(given as usize) {
                self.board.general.supplied[number] = given + 1;
                self.place_kind(index, kind);
                return;
            }
        }

        let color = self.draw_color();
        self.put(index, Code { what: super::plan::BLOCK, color, layers: 0 });
    }

    /// Puts the contents of a kind into a cell during the game.
    fn place_kind(&mut self, index: usize, kind: Kind) {
        let code = self.plan().code(kind);
        self.count_block(code);
        self.put(index, code);
    }

    /// Draws a colour, by the weights if there are some.
    pub(super) fn draw_color(&mut self) -> u8 {
        let plan = self.plan();
        match &plan.weights {
            _ if plan.colors == 1 && !plan.is_classic => 0,
            None => self.draw(plan.colors) as u8,
            Some((weights, sum)) => {
                let drawn = self.draw(*sum);
                plan::weighed(weights.iter().copied().enumerate(), drawn) as u8
            }
        }
    }

    /// The ingredients on exits leave. Returns whether there was one.
    fn let_out(&mut self) -> bool {
        let plan = self.plan();
        let mut left = false;

        for &exit in &plan.terrain.exits {
            let index = usize::from(exit);
            if self.board.general.flags[index] & LEAVES != 0
                && !self.board.general.covered.has(index)
            {
                let kind =
                    usize::from(self.board.general.what[index] - plan.first_block());
                self.board.general.gone[kind].present -= 1;
                self.board.general.dropped += 1;
                self.empty_cell(index);
                left = true;
            }
        }

        left
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

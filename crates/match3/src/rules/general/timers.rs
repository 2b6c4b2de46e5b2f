//! Kinds that count down and act when their turns are over.

use super::End;
use super::plan::{Code, NONE};
use crate::Game;
use crate::events::{Event, EventKind, Id, Place};
use crate::rules::journal::{COVER, FILLING};
use crate::rules::observer::Observer;
use crate::ruleset::TimerEnd;

impl<const W: usize> Game<'_, W> {
    /// Every timer counts a turn, and those that have run out act. Returns whether one ends the game.
    pub(super) fn count_down(&mut self, watch: &mut dyn Observer) -> bool {
        let mut due = Vec::new();
        for index in 0..self.board.colors.len() {
            for layer in [FILLING, COVER] {
                let Some(kind) = self.timer_at(layer, index) else { continue };
                let left = self.count_of(layer, index);
                *left -= 1;
                if *left == 0 {
                    due.push((index, layer, kind));
                }
                self.note_count_down(layer, index);
            }
        }
        self.end_step(watch);

        for (index, layer, kind) in due {
            self.note_timer(layer, index);
            if self.run_out(layer, index, kind) {
                self.board.general.end = Some(End::TimedOut);
                self.forget_moves();
                break;
            }
        }
        self.end_step(watch);
        self.pack_board();
        self.board.general.end.is_some()
    }

    /// Whether a timer has no turns left, which is so only when it has ended the game.
    pub(super) fn has_spent_timer(&self) -> bool {
        let state = &self.board.general;
        let is_spent = |index: usize| {
            let is_of = |layer: usize| self.timer_at(layer, index).is_some();
            is_of(FILLING) && state.layers[index] == 0
                || is_of(COVER) && state.cover_layers[index] == 0
        };
        self.plan().has_timers && (0..self.board.colors.len()).any(is_spent)
    }

    /// The kind of the timer in a layer of a cell.
    fn timer_at(&self, layer: usize, index: usize) -> Option<usize> {
        let (plan, state) = (self.plan(), &self.board.general);
        let kind = if layer == COVER {
            state.cover[index].checked_sub(1)
        } else {
            state.what[index].checked_sub(plan.first_block())
        };
        let kind = kind.map(usize::from)?;
        plan.blocks[kind].timer.is_some().then_some(kind)
    }

    /// The turns that are left of a timer.
    fn count_of(&mut self, layer: usize, index: usize) -> &mut u8 {
        let state = &mut self.board.general;
        if layer == COVER {
            &mut state.cover_layers[index]
        } else {
            &mut state.layers[index]
        }
    }

    /// A timer acts. Returns whether the game is lost.
    fn run_out(&mut self, layer: usize, index: usize, kind: usize) -> bool {
        let Some(timer) = self.plan().blocks[kind].timer else { return false };
        match timer.then {
            TimerEnd::Lose => return true,
            TimerEnd::Spread => {
                *self.count_of(layer, index) = timer.after;
                self.note_count_down(layer, index);
                let free = self.free_beside([index].into_iter().collect());
                if let Some(to) = self.pick(free) {
                    self.spread_to(kind, [index].into_iter().collect(), to);
                }
            }
            TimerEnd::Turn(other) => {
                let other = usize::from(other);
                let first = self.plan().blocks[other].first_number();
                if layer == COVER {
                    let state = &mut self.board.general;
                    (state.cover[index], state.cover_layers[index]) =
                        (other as u8 + 1, first);
                } else {
                    let what = self.plan().first_block() + other as u8;
                    self.put(index, Code { what, color: NONE, layers: first });
                }
                let gone = &mut self.board.general.gone;
                gone[kind].present -= 1;
                gone[other].present += 1;
                self.note_count_down(layer, index);
            }
        }
        false
    }

    /// A timer has another number of turns, or another kind.
    fn note_count_down(&mut self, layer: usize, index: usize) {
        if !self.is_watched() {
            return;
        }
        let look = self.looks(index)[layer];
        let Some(journal) = &mut self.board.journal else { return };
        let id = journal.id(layer, index);
        self.note_cause(Id::NONE);
        self.note_turn(id, index, look);
    }

    /// A timer has run out.
    fn note_timer(&mut self, layer: usize, index: usize) {
        let Some(journal) = &mut self.board.journal else { return };
        let (id, from) = (journal.id(layer, index), Place::of(index));
        self.note(Event { id, from, ..Event::new(EventKind::Timer) });
    }
}

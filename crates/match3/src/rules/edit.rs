//! Boards that somebody sets by hand: other contents of cells, another goal.

use super::general::End;
use super::journal::Journal;
use super::notes::told;
use super::observer::Listener;
use super::{BoardError, Game, Rules, Simulator};
use crate::Kind;
use crate::events::{Event, EventKind, Events, Id, Look, Manner, Place};

impl Rules {
    /// Whether a cell of a running game can have this kind: holes and obstacles stay, and under `classic` blockers and
    /// overlays have at most the layers of the level.
    pub(crate) fn can_have(&self, index: usize, kind: Kind) -> bool {
        if self.simulator == Simulator::General {
            return self.plan.can_have(index, kind);
        }
        let of_level = self.level.cells().values()[index];
        if !of_level.is_present() || of_level == Kind::OBSTACLE {
            return false;
        }
        let has_color = kind.color != Kind::COLORLESS;
        if kind.hits() == 0 {
            return kind.is_open() && has_color;
        }
        kind.is_open() == of_level.is_open()
            && kind.is_open() == has_color
            && kind.hits() <= of_level.hits()
    }
}

impl<const W: usize> Game<'_, W> {
    /// Puts kinds into cells, by their index; of a block or piece the colour counts, too. The board must be one at rest then,
    /// with a possible move or its goal met.
    ///
    /// # Errors
    /// If it is not; then nothing has changed.
    pub(crate) fn put_kinds(
        &mut self,
        cells: &[(usize, Kind)],
        see: &mut dyn FnMut(Events<'_>),
    ) -> Result<(), BoardError> {
        self.watch();
        let mut before = self.board.clone();
        if let Err(error) = self.fill_kinds(cells) {
            *self.board = before;
            return Err(error);
        }

        let journal = before.journal.take();
        let old = Game { rules: self.rules, board: &mut before };
        let looks: Vec<_> =
            (0..self.board.colors.len()).map(|index| old.looks(index)).collect();
        self.board.journal = journal;
        self.begin_events();
        self.note(Event::new(EventKind::Edit));
        self.note_placed(&looks);
        self.note_rest();
        self.end_step(&mut Listener(see));
        Ok(())
    }

    /// Fills the cells and judges the board.
    fn fill_kinds(&mut self, cells: &[(usize, Kind)]) -> Result<(), BoardError> {
        let area = self.board.colors.len();
        let mut saved = self.board.saved(self.rules);
        for &(index, kind) in cells {
            match self.rules.simulator {
                Simulator::Classic => {
                    saved.put(area, index, kind.color, &[kind.hits()])?;
                }
                Simulator::General => {
                    let layers = self.rules.plan.saved_layers(kind);
                    saved.put(area, index, kind.color, &layers)?;
                }
            }
        }

        self.fill_saved(&saved)?;
        match self.rules.simulator {
            Simulator::Classic => {
                if self.move_count() == 0 && !self.is_won() {
                    return Err(BoardError("no possible move"));
                }
            }
            Simulator::General => self.judge_edited()?,
        }
        Ok(())
    }

    /// Tells what has left and appeared since the cells had these looks.
    fn note_placed(&mut self, before: &[[Look; 3]]) {
        let manner = Manner::Placed;
        for (index, was) in before.iter().enumerate() {
            let is = self.looks(index);
            let place = Place::of(index);
            for layer in 0..3 {
                let Some(journal) = &mut self.board.journal else { return };
                if was[layer] == is[layer] {
                    continue;
                }
                if was[layer] != Look::NONE {
                    let (id, from, look) =
                        (journal.take(layer, index), place, was[layer]);
                    let leave = Event::new(EventKind::Leave);
                    journal.tell(Event { manner, id, from, look, value: -1, ..leave });
                }
                if is[layer] != Look::NONE {
                    let (id, to, look) = (journal.next(), place, is[layer]);
                    journal.set(layer, index, id);
                    let appear = Event::new(EventKind::Appear);
                    journal.tell(Event { manner, id, to, look, ..appear });
                }
            }
        }
    }

    /// The rules have another goal from here on: judges the board by it. A board that was won goes on, after a shuffle if it
    /// has no move.
    pub(crate) fn begin_goal(&mut self, was_won: bool, see: &mut dyn FnMut(Events<'_>)) {
        let mut watch = Listener(see);
        self.watch();
        self.begin_events();
        self.note(Event::new(EventKind::Edit));
        self.note_parts();
        self.end_step(&mut watch);

        match self.rules.simulator {
            Simulator::Classic => {
                if was_won && !self.is_won() && self.move_count() == 0 {
                    self.shuffle::<true>(&mut watch);
                }
            }
            Simulator::General if self.is_goal_met() => {
                self.board.general.end = Some(End::Won);
                self.forget_moves();
            }
            Simulator::General if was_won => {
                self.board.general.end = None;
                if !self.find_moves() {
                    self.reshuffle(&mut watch);
                }
            }
            Simulator::General => {}
        }
        self.note_rest();
        self.end_step(&mut watch);
    }

    /// Tells how much is left of every part of the goal.
    fn note_parts(&mut self) {
        let left: Vec<i32> = self.parts().map(|(_, left)| told(left)).collect();
        let Some(journal) = &mut self.board.journal else { return };
        let journal: &mut Journal = journal;
        for (part, &value) in left.iter().enumerate() {
            let id = Id(part as u32 + 1);
            journal.tell(Event { id, value, ..Event::new(EventKind::Count) });
        }
        journal.left = left;
    }
}

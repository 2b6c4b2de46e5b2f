//! What is reported while somebody watches a game.
//!
//! What changes the board says so by the methods `note_…`, which do nothing without a journal (what they do with one is
//! `#[cold]`: inlined, it made games of `royal` that nobody watches 5 % slower); [`Game::end_step`] hands the events of a
//! step on.

use tilewright_grid::Bits;

use super::Game;
use super::general::End;
use super::journal::{FILLING, Journal};
use super::observer::Observer;
use super::target::Part;
use crate::events::{Element, Event, EventKind, Events, Id, Look, Manner, Place, Sort};

/// How much is left as an event tells it: at most what its field holds.
pub(super) fn told(left: u64) -> i32 {
    i32::try_from(left).unwrap_or(i32::MAX)
}

impl<const W: usize> Game<'_, W> {
    /// Numbers what is on the board, so that it can be watched; one that is watched stays as it is.
    pub fn watch(&mut self) {
        if self.is_watched() {
            return;
        }
        let area = self.board.colors.len();
        let mut journal = Journal::of(area, Id::NONE);
        for index in 0..area {
            for (layer, look) in self.looks(index).into_iter().enumerate() {
                if look != Look::NONE {
                    let id = journal.next();
                    journal.set(layer, index, id);
                }
            }
        }
        self.begin_journal(journal);
    }

    /// Begins to tell of a board whose elements are numbered.
    pub(super) fn begin_journal(&mut self, mut journal: Journal) {
        journal.score = self.board.score;
        journal.left.extend(self.parts().map(|(_, left)| told(left)));
        self.board.journal = Some(Box::new(journal));
    }

    /// How the ground, the filling and the cover of a cell look.
    pub(crate) fn looks(&self, index: usize) -> [Look; 3] {
        let color = self.color(index).map(|color| color as u8);
        Look::of_cell(self.kind(index), color)
    }

    /// All elements on the board in reading order, of each cell its ground, its filling and its cover; nothing while nobody
    /// watches.
    pub fn elements(&self) -> impl Iterator<Item = Element> {
        let journal = self.board.journal.as_deref();
        journal.into_iter().flat_map(move |journal| {
            (0..self.board.colors.len()).flat_map(move |index| {
                let looks = self.looks(index);
                (0..3).filter_map(move |layer| {
                    let id = journal.id(layer, index);
                    let element =
                        Element { id, look: looks[layer], place: Place::of(index) };
                    (!id.is_none()).then_some(element)
                })
            })
        })
    }

    /// Whether somebody watches.
    #[inline]
    pub(super) const fn is_watched(&self) -> bool {
        self.board.journal.is_some()
    }

    /// Hands on the events of a step, if there are some.
    pub(super) fn end_step(&mut self, watch: &mut dyn Observer) {
        // It is taken out, since the rest of the game is asked below, and given back for its memory.
        let Some(mut journal) = self.board.journal.take() else { return };
        if !journal.events.is_empty() {
            self.count(&mut journal);
            watch.step(Events { events: &journal.events, lists: &journal.lists });
            journal.events.clear();
            journal.lists.clear();
            journal.step += 1;
        }
        self.board.journal = Some(journal);
    }

    /// Adds what the step has scored and counted.
    fn count(&self, journal: &mut Journal) {
        if self.board.score != journal.score {
            // Below 0 where a failed reshuffle gives back what its lines had scored.
            let value = self.board.score.wrapping_sub(journal.score) as i32;
            journal.score = self.board.score;
            journal.tell(Event { value, ..Event::new(EventKind::Score) });
        }

        // Only what leaves, loses a layer, appears or turns is counted.
        let is_counted =
            |event: &Event| event.kind.is_change() && event.kind != EventKind::Move;
        if !journal.events.iter().any(is_counted) {
            return;
        }
        for (part, (_, left)) in self.parts().enumerate() {
            let value = told(left);
            if journal.left[part] != value {
                journal.left[part] = value;
                let id = Id(part as u32 + 1);
                journal.tell(Event { id, value, ..Event::new(EventKind::Count) });
            }
        }
    }

    /// A new move begins.
    pub(super) fn begin_events(&mut self) {
        if let Some(journal) = &mut self.board.journal {
            (journal.step, journal.by) = (0, Id::NONE);
            // A board that resumes an earlier one gives the same ids again.
            (journal.fired, journal.other_fired) = (Id::NONE, Id::NONE);
            journal.departed.clear();
        }
    }

    /// A plain reason.
    pub(super) fn note(&mut self, event: Event) {
        if let Some(journal) = &mut self.board.journal {
            journal.tell(event);
        }
    }

    /// Sets the cause of what follows.
    #[inline]
    pub(super) fn note_cause(&mut self, by: Id) {
        if let Some(journal) = &mut self.board.journal {
            journal.by = by;
        }
    }

    /// The id of what fills a cell; none while nobody watches.
    #[inline]
    pub(super) fn id_at(&self, index: usize) -> Id {
        self.board.journal.as_ref().map_or(Id::NONE, |journal| journal.id(FILLING, index))
    }

    /// The player swaps two cells, whose contents have been exchanged.
    pub(super) fn note_swap(&mut self, [from, to]: [usize; 2], manner: Manner) {
        let Some(journal) = &mut self.board.journal else { return };
        let [id, other] = [from, to].map(|cell| journal.id(FILLING, cell));
        journal.exchange(FILLING, from, to);

        let [from, to] = [from, to].map(Place::of);
        let way = Event { manner, ..Event::new(EventKind::Move) };
        let kind =
            if manner == Manner::Swap { EventKind::Swap } else { EventKind::Refused };
        journal.tell(Event { id, by: other, from, to, ..Event::new(kind) });
        journal.tell(Event { id, from, to, ..way });
        if !other.is_none() {
            journal.tell(Event { id: other, from: to, to: from, ..way });
        }
    }

    /// The player taps a cell.
    pub(super) fn note_tap(&mut self, cell: usize) {
        let (id, from) = (self.id_at(cell), Place::of(cell));
        self.note(Event { id, from, ..Event::new(EventKind::Tap) });
    }

    /// What fills a cell has moved on from another one.
    #[inline]
    pub(super) fn note_move(&mut self, from: usize, to: usize, manner: Manner) {
        if self.is_watched() {
            self.tell_move(from, to, manner);
        }
    }

    #[cold]
    #[inline(never)]
    fn tell_move(&mut self, from: usize, to: usize, manner: Manner) {
        let Some(journal) = &mut self.board.journal else { return };
        let id = journal.take(FILLING, from);
        journal.set(FILLING, to, id);
        let (from, to) = (Place::of(from), Place::of(to));
        journal.tell(Event { manner, id, from, to, ..Event::new(EventKind::Move) });
    }

    /// Something has appeared in a layer of a cell.
    #[inline]
    pub(super) fn note_appear(
        &mut self,
        layer: usize,
        from: Place,
        to: usize,
        manner: Manner,
    ) {
        if self.is_watched() {
            self.tell_appear(layer, from, to, manner);
        }
    }

    #[cold]
    #[inline(never)]
    fn tell_appear(&mut self, layer: usize, from: Place, to: usize, manner: Manner) {
        let look = self.looks(to)[layer];
        let Some(journal) = &mut self.board.journal else { return };
        let (id, by) = (journal.next(), journal.by);
        journal.set(layer, to, id);
        let to = Place::of(to);
        journal.tell(Event {
            manner,
            id,
            by,
            from,
            to,
            look,
            ..Event::new(EventKind::Appear)
        });
    }

    /// What is in a layer of a cell is about to leave: called before the board changes.
    #[inline]
    pub(super) fn note_leave(&mut self, layer: usize, index: usize, manner: Manner) {
        if self.is_watched() {
            self.tell_leave(layer, index, manner);
        }
    }

    #[cold]
    #[inline(never)]
    fn tell_leave(&mut self, layer: usize, index: usize, manner: Manner) {
        let look = self.looks(index)[layer];
        let value = self.part_of(look);
        let Some(journal) = &mut self.board.journal else { return };
        let (id, by) = (journal.take(layer, index), journal.by);
        if id.is_none() {
            return;
        }
        let from = Place::of(index);
        journal.tell(Event {
            manner,
            id,
            by,
            from,
            look,
            value,
            ..Event::new(EventKind::Leave)
        });
    }

    /// What is in a layer of a cell is about to lose a layer, and leaves if it has no other: called before the board
    /// changes.
    #[inline]
    pub(super) fn note_hit(&mut self, layer: usize, index: usize) {
        if self.is_watched() {
            self.tell_hit(layer, index);
        }
    }

    #[cold]
    #[inline(never)]
    fn tell_hit(&mut self, layer: usize, index: usize) {
        let mut look = self.looks(index)[layer];
        let kind = self.rules.level.rules().blocks().get(usize::from(look.number));
        let is_timer = kind.is_some_and(|kind| kind.timer.is_some());
        look.detail = if is_timer { 0 } else { look.detail.saturating_sub(1) };

        let Some(journal) = &mut self.board.journal else { return };
        let (id, by, from) = (journal.id(layer, index), journal.by, Place::of(index));
        let value = i32::from(look.detail);
        journal.tell(Event { id, by, from, look, value, ..Event::new(EventKind::Hit) });
        if look.detail == 0 {
            self.note_leave(layer, index, Manner::Destroyed);
        }
    }

    /// A group has been found, which makes a piece of this look in a cell, by a shape of this number.
    pub(super) fn note_group(
        &mut self,
        cells: Bits<W>,
        makes: Option<(Look, usize, u8)>,
    ) {
        let Some(journal) = &mut self.board.journal else { return };
        let id = journal.next();
        let (look, to, value) = makes.map_or((Look::NONE, Place::NONE, -1), |makes| {
            (makes.0, Place::of(makes.1), i32::from(makes.2))
        });
        for index in cells.indices() {
            journal.group_of[index] = id;
        }

        let start = journal.lists.len();
        let ids = cells.indices().map(|index| journal.ids[FILLING][index].0);
        journal.lists.extend(ids.filter(|&id| id != 0));
        journal.tell_last(
            Event { id, to, look, value, ..Event::new(EventKind::Group) },
            start,
        );
        journal.groups.push(id);
        journal.by = id;
    }

    /// What follows is caused by the group of a cell.
    pub(super) fn note_cause_of_cell(&mut self, index: usize) {
        if let Some(journal) = &mut self.board.journal {
            journal.by = journal.group_of[index];
        }
    }

    /// The blocks of cells are about to be dealt anew.
    pub(super) fn note_clear(&mut self, cells: Bits<W>) {
        if self.is_watched() {
            self.note_cause(Id::NONE);
            for index in cells.indices() {
                self.note_leave(FILLING, index, Manner::Cleared);
            }
        }
    }

    /// Cells have been dealt anew.
    pub(super) fn note_dealt(&mut self, cells: Bits<W>) {
        if self.is_watched() {
            for index in cells.indices() {
                if self.looks(index)[FILLING] != Look::NONE {
                    self.note_appear(FILLING, Place::NONE, index, Manner::Dealt);
                }
            }
        }
    }

    /// Takes down for each cell with a block, in reading order, from which cell its block comes.
    pub(super) fn set_shuffle(&mut self, from: impl Iterator<Item = u32>) {
        if let Some(journal) = &mut self.board.journal {
            journal.moved.clear();
            journal.moved.extend(from);
        }
    }

    /// The blocks of these cells have changed places.
    pub(super) fn note_shuffled(&mut self, cells: Bits<W>) {
        let Some(journal) = &mut self.board.journal else { return };
        let start = journal.lists.len();
        journal.lists.extend(&journal.moved);
        journal.tell_last(Event::new(EventKind::Reshuffle), start);

        // All leave their cells before they come to others.
        let mut ids = std::mem::take(&mut journal.shuffled);
        ids.clear();
        ids.extend(journal.moved.iter().map(|&from| journal.ids[FILLING][from as usize]));
        for (rank, index) in cells.indices().enumerate() {
            let (id, from) = (ids[rank], journal.moved[rank] as usize);
            journal.set(FILLING, index, id);
            if from != index {
                let (from, to) = (Place::of(from), Place::of(index));
                let manner = Manner::Shuffle;
                journal.tell(Event {
                    manner,
                    id,
                    from,
                    to,
                    ..Event::new(EventKind::Move)
                });
            }
        }
        journal.shuffled = ids;
    }

    /// The board is at rest, and the game may have ended.
    #[inline]
    pub(super) fn note_rest(&mut self) {
        if self.is_watched() {
            self.tell_rest();
        }
    }

    #[cold]
    #[inline(never)]
    fn tell_rest(&mut self) {
        self.note(Event::new(EventKind::Rest));

        let manner = if self.is_won() {
            Manner::Won
        } else if self.board.general.end == Some(End::Endless) {
            Manner::Endless
        } else if self.is_timed_out() {
            Manner::TimedOut
        } else if self.is_out_of_moves() {
            Manner::OutOfMoves
        } else if self.move_count() == 0 {
            Manner::Stuck
        } else {
            return;
        };
        self.note(Event { manner, ..Event::new(EventKind::End) });
    }

    /// What fills a cell has got another look, and keeps this id.
    pub(super) fn note_turn(&mut self, id: Id, index: usize, look: Look) {
        let Some(journal) = &mut self.board.journal else { return };
        let (by, from) = (journal.by, Place::of(index));
        journal.tell(Event { id, by, from, look, ..Event::new(EventKind::Turn) });
    }

    /// The number of the part of the goal that an element counts for when it leaves now, or -1.
    pub(super) fn part_of(&self, look: Look) -> i32 {
        let number = usize::from(look.number);
        let is_it = |part: Part| match (part, look.sort) {
            (Part::Color(color), _) => color == u32::from(look.color),
            (Part::Blockers, sort) => sort == Sort::Blocker,
            (Part::Overlays, sort) => sort == Sort::Cover,
            (Part::Layers(_), Sort::Ingredient) => false,
            (
                Part::Kind(kind) | Part::Layers(kind),
                Sort::Blocker | Sort::Ingredient | Sort::Cover | Sort::Ground,
            ) => kind == number,
            (Part::Ingredients, sort) => sort == Sort::Ingredient,
            _ => false,
        };
        let found = self.parts().position(|(part, left)| left > 0 && is_it(part));
        found.and_then(|part| i32::try_from(part).ok()).unwrap_or(-1)
    }
}

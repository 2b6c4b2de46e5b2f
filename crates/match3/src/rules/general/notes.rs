//! What is reported of groups, pieces and falls; without a journal these do nothing.

use tilewright_grid::Bits;

use super::groups::Group;
use super::plan::{Code, NOWHERE};
use super::waves::{Departure, FiringPiece};
use crate::Game;
use crate::Kind;
use crate::events::{Event, EventKind, Id, Look, Manner, Place, Sort};
use crate::kind::Contents;
use crate::rules::journal::{COVER, Drop, FILLING, Journal, LeftPiece};
use crate::rules::observer::Observer;
use crate::ruleset::Effect;

impl<const W: usize> Game<'_, W> {
    /// The groups of a cascade have been found.
    pub(super) fn note_groups(&mut self, groups: &[Group<W>]) {
        let Some(journal) = &mut self.board.journal else { return };
        journal.groups.clear();
        for group in groups {
            let makes = group.makes.map(|made| {
                (super::Plan::look(made.code), usize::from(made.cell), made.shape)
            });
            self.note_group(group.cells, makes);
        }
    }

    /// What follows is caused by a group.
    pub(super) fn note_group_cause(&mut self, number: usize) {
        if let Some(journal) = &mut self.board.journal {
            journal.by = journal.groups[number];
        }
    }

    /// A piece or block is about to leave its cell, and is seen there until it fires.
    #[inline]
    pub(super) fn note_set_off(&mut self, index: usize) -> Departure {
        if self.is_watched() { self.tell_set_off(index) } else { Departure::NONE }
    }

    #[cold]
    #[inline(never)]
    fn tell_set_off(&mut self, index: usize) -> Departure {
        let look = self.looks(index)[FILLING];
        let part = self.part_of(look);
        let Some(journal) = &mut self.board.journal else { return Departure::NONE };
        let (id, by) = (journal.take(FILLING, index), journal.by);
        journal.departed.push(LeftPiece { id, by, look, place: Place::of(index), part });
        Departure(journal.departed.len() as u32 - 1)
    }

    /// The piece of a departure, while somebody watches.
    fn departed(&mut self, left: Departure) -> Option<&mut LeftPiece> {
        self.board.journal.as_mut()?.departed.get_mut(left.0 as usize)
    }

    /// What follows is caused by a piece that has left.
    #[inline]
    pub(super) fn note_cause_of(&mut self, left: Departure) {
        if let Some(id) = self.departed(left).map(|piece| piece.id) {
            self.note_cause(id);
        }
    }

    /// Another piece has set off a piece.
    pub(super) fn note_partner(&mut self, left: Departure, by: Departure) {
        if let Some(by) = self.departed(by).map(|piece| piece.id)
            && let Some(piece) = self.departed(left)
        {
            piece.by = by;
        }
    }

    /// A piece of a component is merged into the two that fire.
    pub(super) fn note_merged(&mut self, left: Departure) {
        if let Some(&mut piece) = self.departed(left) {
            self.note_left(piece, Manner::Merged);
        }
    }

    /// A piece that was hit has gone without firing.
    pub(super) fn note_gone(&mut self, left: Departure) {
        if let Some(&mut piece) = self.departed(left) {
            self.note_left(piece, Manner::Destroyed);
        }
    }

    fn note_left(&mut self, left: LeftPiece, manner: Manner) {
        let LeftPiece { id, by, look, place: from, part: value } = left;
        self.note(Event {
            manner,
            id,
            by,
            from,
            look,
            value,
            ..Event::new(EventKind::Leave)
        });
    }

    /// A piece is armed in a cell, and keeps its id. The second one of a pair that turns blocks comes there from its own.
    pub(super) fn note_armed(&mut self, index: usize, left: Departure) {
        let Some(&mut LeftPiece { id, place: from, .. }) = self.departed(left) else {
            return;
        };
        let look = self.looks(index)[FILLING];
        let to = Place::of(index);
        if let Some(journal) = &mut self.board.journal {
            journal.set(FILLING, index, id);
        }
        if from != to {
            // A piece of a component comes from farther than a swap.
            let is_tapped = self.plan().taps.is_some();
            let manner = if is_tapped { Manner::Merged } else { Manner::Swap };
            self.note(Event { manner, id, from, to, ..Event::new(EventKind::Move) });
        }
        self.note_turn(id, index, look);
    }

    /// A block has become a piece of a kind that will fire.
    pub(super) fn note_turned(
        &mut self,
        index: usize,
        block: Departure,
        kind: usize,
        is_down: bool,
    ) {
        let by = self.board.journal.as_ref().map_or(Id::NONE, |journal| journal.by);
        let has_color = self.plan().pieces[kind].has_color;
        let Some(piece) = self.departed(block) else { return };

        let color = if has_color { piece.look.color } else { Kind::COLORLESS };
        let (number, detail) = (kind as u8, u8::from(is_down));
        piece.look = Look { sort: Sort::Piece, number, color, detail };
        piece.by = by;
        let (id, look) = (piece.id, piece.look);
        self.note_turn(id, index, look);
    }

    /// A piece fires, and reaches these cells; then it has left, unless it is armed.
    #[inline]
    pub(super) fn note_fire(
        &mut self,
        fired: &FiringPiece,
        cells: Bits<W>,
        chosen: Option<usize>,
    ) {
        if self.is_watched() {
            self.tell_fire(fired, cells, chosen);
        }
    }

    #[cold]
    #[inline(never)]
    fn tell_fire(&mut self, fired: &FiringPiece, cells: Bits<W>, chosen: Option<usize>) {
        let Some(&mut left) = self.departed(fired.left) else { return };
        let other = self.departed(fired.other_left).copied();
        let Some(journal) = &mut self.board.journal else { return };

        let manner = match fired.effect {
            Effect::Line if fired.is_down => Manner::Down,
            Effect::Line => Manner::Across,
            _ => Manner::Around,
        };
        let value = if fired.pair == NOWHERE { -1 } else { i32::from(fired.pair) };
        let fire = Event {
            manner,
            id: left.id,
            by: left.by,
            from: Place::of(usize::from(fired.cell)),
            to: chosen.map_or(Place::NONE, Place::of),
            look: left.look,
            value,
            ..Event::new(EventKind::Fire)
        };
        let start = journal.lists.len();
        journal.lists.extend(cells.indices().map(|index| index as u32));
        journal.tell_last(fire, start);

        // One that chooses several cells fires at each of them, and leaves once; so does the other one of a pair, also if the
        // first is armed and stays.
        let is_armed = journal.id(FILLING, usize::from(fired.cell)) == left.id;
        if !is_armed && journal.fired != left.id {
            journal.fired = left.id;
            self.note_left(LeftPiece { by: left.id, ..left }, Manner::Fired);
        }
        let Some(other) = other else { return };
        let Some(journal) = &mut self.board.journal else { return };
        if journal.other_fired != other.id {
            journal.other_fired = other.id;
            self.note_left(LeftPiece { by: left.id, ..other }, Manner::Fired);
        }
    }

    /// The contents and covers of two cells of a conveyor have been exchanged.
    pub(super) fn note_exchange(&mut self, one: usize, other: usize) {
        if let Some(journal) = &mut self.board.journal {
            journal.exchange(FILLING, one, other);
            journal.exchange(COVER, one, other);
        }
    }

    /// A conveyor has moved on.
    pub(super) fn note_conveyed(&mut self, conveyor: &[u16]) {
        let Some(journal) = &mut self.board.journal else { return };
        journal.by = Id::NONE;
        let last = conveyor.len() - 1;
        for (rank, &to) in conveyor.iter().enumerate() {
            let from = Place(conveyor[if rank == 0 { last } else { rank - 1 }]);
            for layer in [FILLING, COVER] {
                let (id, to) = (journal.id(layer, usize::from(to)), Place(to));
                if !id.is_none() && from != to {
                    let manner = Manner::Conveyor;
                    journal.tell(Event {
                        manner,
                        id,
                        from,
                        to,
                        ..Event::new(EventKind::Move)
                    });
                }
            }
        }
    }

    /// Of these elements, one beside a cell is about to spread to it.
    pub(super) fn note_spread(&mut self, layer: usize, elements: Bits<W>, index: usize) {
        if !self.is_watched() {
            return;
        }
        let around: Bits<W> = [index].into_iter().collect();
        let beside = self.beside(around).into_iter().fold(Bits::EMPTY, Bits::or);
        let from = beside.and(elements).first();

        let Some(journal) = &mut self.board.journal else { return };
        let id = from.map_or(Id::NONE, |from| journal.id(layer, from));
        let to = Place::of(index);
        journal.by = id;
        journal.tell(Event { id, to, ..Event::new(EventKind::Spread) });
        if layer == FILLING {
            self.note_leave(FILLING, index, Manner::Replaced);
        }
    }

    /// A shuffle of the blocks of these cells begins.
    pub(super) fn begin_shuffle(&mut self, cells: Bits<W>) {
        self.set_shuffle(cells.indices().map(|index| index as u32));
    }

    /// A shuffle exchanges two blocks, by their ranks.
    #[inline]
    pub(super) fn note_shuffle(&mut self, one: usize, other: usize) {
        if let Some(journal) = &mut self.board.journal {
            journal.moved.swap(one, other);
        }
    }

    /// What fills a cell has fallen down its column at once.
    #[inline]
    pub(super) fn note_drop(&mut self, from: usize, to: usize) {
        if self.is_watched() {
            self.tell_drop(from, to);
        }
    }

    #[cold]
    #[inline(never)]
    fn tell_drop(&mut self, from: usize, to: usize) {
        if let Some(journal) = &mut self.board.journal {
            let id = journal.take(FILLING, from);
            journal.set(FILLING, to, id);
            journal.drops.push(Drop { id, look: Look::NONE, at: from, to, begin: 0 });
        }
    }

    /// What fills a cell was drawn at the top of its column, as the one of this number, and fell there at once.
    #[inline]
    pub(super) fn note_drawn_drop(&mut self, top: usize, to: usize, number: u32) {
        if self.is_watched() {
            self.tell_drawn_drop(top, to, number);
        }
    }

    #[cold]
    #[inline(never)]
    fn tell_drawn_drop(&mut self, top: usize, to: usize, number: u32) {
        let look = self.looks(to)[FILLING];
        if let Some(journal) = &mut self.board.journal {
            journal.drops.push(Drop { id: Id::NONE, look, at: top, to, begin: number });
        }
    }

    /// Tells what has fallen at once, cell by cell.
    pub(super) fn tell_falls(&mut self, watch: &mut dyn Observer) {
        let (columns, plan) = (self.columns(), self.plan());
        // The next cell below that is no hole.
        let below = |index: usize| {
            let mut below = index + columns;
            while plan.terrain.start.get(below).is_some_and(|kind| !kind.is_present()) {
                below += columns;
            }
            below
        };
        for step in 0.. {
            let Some(journal) = &mut self.board.journal else { return };
            if !journal.tell_fall(step, &below) {
                journal.drops.clear();
                return;
            }
            self.end_step(watch);
        }
    }

    /// Takes the journal of a board that becomes what it was before: what is on it now and was not then leaves. Returns
    /// the journal of the board before.
    pub(super) fn note_cleared(
        &mut self,
        before: Option<&Journal>,
    ) -> Option<Box<Journal>> {
        let before = before?;
        self.note_cause(Id::NONE);
        for layer in 0..3 {
            for index in 0..self.board.colors.len() {
                let id = self.board.journal.as_ref()?.id(layer, index);
                if !id.is_none() && !before.ids[layer].contains(&id) {
                    self.note_leave(layer, index, Manner::Cleared);
                }
            }
        }
        self.board.journal.take()
    }

    /// The board is what it was before: what was on it then and has left appears anew. `looks` are those of the board that
    /// is no more.
    pub(super) fn note_restored(
        &mut self,
        before: Option<&Journal>,
        looks: &[[Look; 3]],
    ) {
        let Some(before) = before else { return };
        let Some(journal) = &mut self.board.journal else { return };
        let after = std::mem::replace(&mut journal.ids, before.ids.clone());

        for layer in 0..3 {
            for index in 0..self.board.colors.len() {
                let id = before.ids[layer][index];
                if id.is_none() {
                    continue;
                }
                let to = Place::of(index);
                match after[layer].iter().position(|&other| other == id) {
                    None => self.note_appear(layer, Place::NONE, index, Manner::Restored),
                    Some(from) => {
                        let look = self.looks(index)[layer];
                        if from != index {
                            let (from, manner) = (Place::of(from), Manner::Restored);
                            self.note(Event {
                                manner,
                                id,
                                from,
                                to,
                                ..Event::new(EventKind::Move)
                            });
                        }
                        if look != looks[from][layer] {
                            self.note_turn(id, index, look);
                        }
                    }
                }
            }
        }
    }
}

impl Journal {
    /// Tells one step of what falls; returns whether something has still to fall.
    fn tell_fall(&mut self, step: u32, below: &dyn Fn(usize) -> usize) -> bool {
        let mut is_left = false;
        for number in 0..self.drops.len() {
            let Drop { id, look, at, to, begin } = self.drops[number];
            if step < begin {
                is_left = true;
            } else if step == begin && id.is_none() {
                let (id, from) = (self.next(), Place::of(at));
                self.drops[number].id = id;
                self.set(FILLING, to, id);
                let manner = Manner::Refilled;
                let event = Event {
                    id,
                    look,
                    from,
                    to: from,
                    manner,
                    ..Event::new(EventKind::Appear)
                };
                self.tell(event);
                is_left = true;
            } else if at < to {
                let next = below(at);
                self.drops[number].at = next;
                let (from, to) = (Place::of(at), Place::of(next));
                let manner = Manner::Fall;
                self.tell(Event { manner, id, from, to, ..Event::new(EventKind::Move) });
                is_left = true;
            }
        }
        is_left
    }
}

impl super::Plan {
    /// How the piece of a code looks.
    const fn look(code: Code) -> Look {
        let id = code.what - super::plan::PIECES;
        let kind = Kind { id, color: code.color, ..Kind::of(Contents::Piece, 0) };
        Look::of_cell(kind, Some(code.color))[FILLING]
    }
}

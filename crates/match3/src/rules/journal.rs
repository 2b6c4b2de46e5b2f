//! The events of a game that is watched: the ids of what is on the board, and what happens to it.
//!
//! A board has a [`Journal`] only while somebody watches; `notes.rs` has what fills it.

use crate::events::{Event, Id, Look, Place};

/// The layers of a cell, as indices into the ids of a journal.
pub(super) const GROUND: usize = 0;
pub(super) const FILLING: usize = 1;
pub(super) const COVER: usize = 2;

/// The ids of a board, and the events of the step that is played.
#[derive(Clone, Debug, Default)]
pub(crate) struct Journal {
    /// For each layer and cell, the id of what is there.
    pub(super) ids: [Vec<Id>; 3],
    /// The last id that was given.
    pub(super) last: Id,
    /// The number of the step.
    pub(super) step: u32,
    /// Who causes what happens now.
    pub(super) by: Id,
    pub(super) events: Vec<Event>,
    pub(super) lists: Vec<u32>,
    /// The ids of the groups of the cascade, in their order, and for each cell that of its last group.
    pub(super) groups: Vec<Id>,
    pub(super) group_of: Vec<Id>,
    /// The last piece that was told to have left because it has fired, and the last other one of a pair.
    pub(super) fired: Id,
    pub(super) other_fired: Id,
    /// The pieces that have left their cells in this move and fire, or have fired.
    pub(super) departed: Vec<LeftPiece>,
    /// What falls at once, to be told cell by cell.
    pub(super) drops: Vec<Drop>,
    /// The score and what was left of each part of the goal when it was told last.
    pub(super) score: u64,
    pub(super) left: Vec<i32>,
    /// Of a reshuffle: for each cell with a block, from which cell its block comes, and its id.
    pub(super) moved: Vec<u32>,
    pub(super) shuffled: Vec<Id>,
}

/// A piece that has left its cell and will fire.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeftPiece {
    pub(super) id: Id,
    /// Who set it off.
    pub(super) by: Id,
    pub(super) look: Look,
    /// Where it is seen, which is not where it fires if it is the first one of a pair.
    pub(super) place: Place,
    /// The part of the goal for which it counted, or -1.
    pub(super) part: i32,
}

/// An element that falls down a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drop {
    /// None yet of one that is to appear.
    pub(super) id: Id,
    pub(super) look: Look,
    /// Where it is and where it ends.
    pub(super) at: usize,
    pub(super) to: usize,
    /// The step in which it appears.
    pub(super) begin: u32,
}

impl Journal {
    /// Of a board of this many cells, whose elements have no ids yet; `last` is the last one that was given.
    pub(super) fn of(area: usize, last: Id) -> Self {
        Self {
            ids: std::array::from_fn(|_| vec![Id::NONE; area]),
            group_of: vec![Id::NONE; area],
            last,
            ..Self::default()
        }
    }

    /// Becomes a copy of one of a board at rest, without allocating memory; the lists of a move are left out.
    pub(super) fn copy_from(&mut self, from: &Self) {
        // The `clone_from` of an array makes new lists.
        for (ids, from) in self.ids.iter_mut().zip(&from.ids) {
            ids.clone_from(from);
        }
        self.left.clone_from(&from.left);
        (self.last, self.step, self.by) = (from.last, from.step, from.by);
        self.score = from.score;
    }

    /// The last id that was given.
    pub(super) const fn last(&self) -> Id {
        self.last
    }

    /// Adds an event of this step.
    pub(super) fn tell(&mut self, event: Event) {
        self.events.push(Event { step: self.step, ..event });
    }

    /// Adds an event whose list is the lists from here on.
    pub(super) fn tell_last(&mut self, event: Event, start: usize) {
        let list_length = (self.lists.len() - start) as u16;
        self.tell(Event { list_start: start as u32, list_length, ..event });
    }

    /// The next id.
    pub(super) const fn next(&mut self) -> Id {
        self.last.0 += 1;
        self.last
    }

    /// The id of what is in a layer of a cell.
    pub(super) fn id(&self, layer: usize, index: usize) -> Id {
        self.ids[layer][index]
    }

    pub(super) fn set(&mut self, layer: usize, index: usize, id: Id) {
        self.ids[layer][index] = id;
    }

    /// What is in a layer of a cell is there no more.
    pub(super) fn take(&mut self, layer: usize, index: usize) -> Id {
        std::mem::take(&mut self.ids[layer][index])
    }

    pub(super) fn exchange(&mut self, layer: usize, one: usize, other: usize) {
        self.ids[layer].swap(one, other);
    }
}

//! Events as plain data: what happens, to whom, where.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, Size};

use super::Look;

/// The number of an element or of a group in its game, from 1.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
)]
#[repr(transparent)]
pub struct Id(pub u32);

impl Id {
    /// Nothing.
    pub const NONE: Self = Self(0);

    /// Whether it is nothing.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// A cell by its index in reading order, or none.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[repr(transparent)]
pub struct Place(pub u16);

impl Place {
    /// No cell.
    pub const NONE: Self = Self(u16::MAX);

    pub(crate) const fn of(index: usize) -> Self {
        Self(index as u16)
    }

    /// The index in reading order; none of no cell.
    pub fn index(self) -> Option<usize> {
        (self != Self::NONE).then_some(usize::from(self.0))
    }

    /// The cell on a board of this size; none of no cell.
    pub fn cell(self, size: Size) -> Option<Cell> {
        self.index().map(|index| size.cell(index))
    }
}

impl Default for Place {
    fn default() -> Self {
        Self::NONE
    }
}

/// The kind of an event. Numbers and names of a release stay; programs skip those that they do not know.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum EventKind {
    /// An element appears: `id`, `look`, `to`; `from` is the spawner or the generator, `by` the group, the piece or the generator that made it, `manner` dealt,
    /// refilled, made, given, spread, restored or placed.
    Appear = 0,
    /// An element leaves: `id`, `look`, `from`, `by`; `manner` matched, destroyed, fired, merged, exit, replaced, cleared or placed; `value` the
    /// goal that it counts for, from 0, or -1.
    Leave = 1,
    /// An element moves by one cell or one jump: `id`, `from`, `to`; `manner` swap, swap-back, fall, slide, portal, conveyor,
    /// shuffle, merged or restored.
    Move = 2,
    /// An element gets another look: `id`, `look`, `from` where it is, `by`.
    Turn = 3,
    /// An element loses a layer: `id`, `look` with the layers that are left, `value` their number, `from` where it is, `by`. After
    /// 0 it leaves.
    Hit = 4,
    /// The player swaps: `id` goes `from` a cell `to` a neighbour, where `by` was.
    Swap = 32,
    /// The player taps: `id`, `from`.
    Tap = 33,
    /// The swap makes nothing and is taken back: `id` goes back `from` the neighbour `to` its own cell, where `by` was.
    Refused = 34,
    /// A group is matched: `id` is its own, `list` the ids of what is in it, in reading order; if it makes a piece, `look` is the
    /// piece, `to` its cell and `value` the number of its shape in the rules, otherwise `value` is -1.
    Group = 35,
    /// A piece fires: `id`, `look`, `from`; `by` the group or piece that set it off, `manner` across or down of a line,
    /// otherwise around; `to` the cell that it has chosen, if it chooses; `list` the cells that it reaches, in the order in
    /// which they are hit. Of a pair, `by` is the other piece and `value` the number of the pair in the rules, otherwise -1.
    Fire = 36,
    /// Another number is left of a part of the goal: `value`, at most 2,147,483,647, of part `id - 1` in the order of `Game::parts`.
    Count = 37,
    /// Points are scored: `value` of them; below 0 where a reshuffle is undone.
    Score = 38,
    /// A kind spreads: the element `id` takes the cell `to`.
    Spread = 39,
    /// No move was left: the blocks change places. `list` has for each cell that had a block where its block goes, in reading
    /// order; the moves follow.
    Reshuffle = 40,
    /// The cascades of the move have no end: `classic` deals again, other rules end the game.
    Endless = 41,
    /// The board is at rest, and the next move is the player's.
    Rest = 42,
    /// The player uses a booster: `from` is its cell, if it has one.
    Boost = 44,
    /// The game has ended: `manner` won, out-of-moves, timed-out, stuck or endless.
    End = 43,
    /// Somebody sets the board or its goal; `manner` placed of what appears and leaves.
    Edit = 45,
    /// The last of a list that holds not all events of a move: `value` of them are missing, from its step on. The state after the
    /// move has all elements. Only lists have it, never a listener.
    Omitted = 46,
    /// The turns of the timer `id` are over, `from` where it is: what it does follows.
    Timer = 47,
}

impl EventKind {
    /// Whether it changes the board; other events are reasons.
    pub const fn is_change(self) -> bool {
        (self as u8) < 32
    }
}

/// In which manner something appears, leaves, moves, fires or ends.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Manner {
    /// None of these.
    #[default]
    None = 0,
    /// It is swapped by the player.
    Swap = 1,
    /// Its swap is taken back.
    SwapBack = 2,
    /// It falls straight down.
    Fall = 3,
    /// It slides to a cell beside.
    Slide = 4,
    /// It goes through a portal.
    Portal = 5,
    /// A conveyor carries it.
    Conveyor = 6,
    /// A reshuffle moves it.
    Shuffle = 7,
    /// It is dealt, as at the start.
    Dealt = 16,
    /// It comes in at a spawner.
    Refilled = 17,
    /// A group makes it.
    Made = 18,
    /// It spreads.
    Spread = 19,
    /// It is there again after a reshuffle that found no board with a move.
    Restored = 20,
    /// Somebody has put it there, or in its place.
    Placed = 21,
    /// A generator has given it.
    Given = 22,
    /// It belongs to a group.
    Matched = 32,
    /// A hit destroys it.
    Destroyed = 33,
    /// It has fired.
    Fired = 34,
    /// It leaves the board by an exit.
    Exit = 35,
    /// Something else takes its cell.
    Replaced = 36,
    /// The board is dealt again or restored.
    Cleared = 37,
    /// It touches pieces that fire together, and is merged into them.
    Merged = 38,
    /// Along its row.
    Across = 48,
    /// Along its column.
    Down = 49,
    /// Around itself, or at cells of its choice.
    Around = 50,
    /// The goal is reached.
    Won = 64,
    /// All moves have been made.
    OutOfMoves = 65,
    /// No move is possible.
    Stuck = 66,
    /// The cascades have no end.
    Endless = 67,
    /// A timer has run out.
    TimedOut = 68,
}

/// One change or one reason: 32 bytes, without pointers. [`EventKind`] says which fields mean something; the others have
/// their default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Event {
    /// What happens.
    pub kind: EventKind,
    /// In which manner.
    pub manner: Manner,
    /// The length of the list.
    pub list_length: u16,
    /// The step of the move, from 0.
    pub step: u32,
    /// Whom it happens to.
    pub id: Id,
    /// Who causes it; none if nobody does.
    pub by: Id,
    /// The cell where it begins.
    pub from: Place,
    /// The cell where it ends.
    pub to: Place,
    /// How the element looks after it.
    pub look: Look,
    /// A number: layers, points, a goal.
    pub value: i32,
    /// Where the list begins in [`Events::lists`].
    pub list_start: u32,
}

impl Event {
    /// An event with no more than its kind.
    pub(crate) const fn new(kind: EventKind) -> Self {
        Self {
            kind,
            manner: Manner::None,
            list_length: 0,
            step: 0,
            id: Id::NONE,
            by: Id::NONE,
            from: Place::NONE,
            to: Place::NONE,
            look: Look::NONE,
            value: 0,
            list_start: 0,
        }
    }
}

/// The events of one step, in the order in which the rules take them, and their lists.
#[derive(Clone, Copy, Debug)]
pub struct Events<'a> {
    /// The events.
    pub events: &'a [Event],
    /// The lists of all of them, one after the other.
    pub lists: &'a [u32],
}

impl<'a> Events<'a> {
    /// The list of one of the events: ids or indices of cells.
    pub fn list(&self, event: &Event) -> &'a [u32] {
        let start = event.list_start as usize;
        &self.lists[start..start + usize::from(event.list_length)]
    }

    /// The events one by one.
    pub fn iter(&self) -> std::slice::Iter<'a, Event> {
        self.events.iter()
    }
}

impl<'a> IntoIterator for &Events<'a> {
    type Item = &'a Event;
    type IntoIter = std::slice::Iter<'a, Event>;

    fn into_iter(self) -> Self::IntoIter {
        self.events.iter()
    }
}

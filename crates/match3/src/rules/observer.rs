//! What can be observed while a game is played.

use super::{Game, Move};
use crate::ruleset::Effect;

/// An event on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// The board was dealt.
    Dealt,
    /// The move was made: two cells have been swapped, or one was tapped.
    Swapped(Move),
    /// These cells are matched and about to be cleared.
    Matched(Vec<usize>),
    /// Under rules other than `classic`: the sources of a wave have taken effect; these pieces have fired.
    Wave(Vec<Shot>),
    /// The matched cells are cleared, with their hits and layers; nothing has fallen yet.
    Cleared,
    /// Blocks have fallen by one cell each, in this order.
    Fallen(Vec<FallStep>),
    /// Conveyors have moved on.
    Conveyed,
    /// Kinds that spread have taken cells.
    Spread,
    /// No move was left, and the blocks have been reshuffled.
    Shuffled,
    /// The swap is over, and the board is at rest.
    Over,
}

/// A piece or a pair that has fired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shot {
    /// The index of the cell from which it fired.
    pub(crate) cell: usize,
    pub(crate) effect: Effect,
    /// Whether a line goes along the column.
    pub(crate) is_down: bool,
    /// The number of the piece into which it turned blocks.
    pub(crate) turned_into: Option<usize>,
    /// The cells that it changed, in reading order.
    pub(crate) hits: Vec<usize>,
}

/// The step of a falling block, by the indices of cells in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FallStep {
    /// The cell before; none for a new block.
    pub(crate) from: Option<usize>,
    /// The cell after.
    pub(crate) to: usize,
}

/// Observes a game.
pub(crate) trait Observer {
    /// Whether it observes anything.
    const LOOKS: bool = true;
    /// Whether the game is to stop in the middle of a turn; its board is of no use then.
    fn is_stopped(&self) -> bool {
        false
    }
    /// Called after every event.
    fn see<const W: usize>(&mut self, game: &Game<'_, W>, phase: Phase);
}

/// An observer behind a reference, so that the rules other than `classic` are compiled once for each width of
/// boards, and not for each observer too.
pub(super) trait DynObserver<const W: usize> {
    /// [`Observer::LOOKS`].
    fn looks(&self) -> bool;
    /// [`Observer::is_stopped`].
    fn is_stopped(&self) -> bool;
    /// [`Observer::see`].
    fn see(&mut self, game: &Game<'_, W>, phase: Phase);
}

impl<const W: usize, T: Observer> DynObserver<W> for T {
    fn looks(&self) -> bool {
        T::LOOKS
    }

    fn is_stopped(&self) -> bool {
        Observer::is_stopped(self)
    }

    fn see(&mut self, game: &Game<'_, W>, phase: Phase) {
        Observer::see(self, game, phase);
    }
}

/// Observes nothing.
impl Observer for () {
    const LOOKS: bool = false;
    fn see<const W: usize>(&mut self, _: &Game<'_, W>, _: Phase) {}
}

//! Boosters: help that a player buys, which changes the board without a move.

use serde::{Deserialize, Serialize};
use tilewright_grid::Cell;
use tilewright_play::ErrorCode;

use super::journal::{COVER, FILLING};
use super::observer::{Listener, Observer};
use super::{Board, Game, Move, Simulator};
use crate::events::{Event, EventKind, Events, Manner, Place};

/// Help that a player buys. It is no move: it counts for no move limit, conveyors stand still, and nothing spreads after it.
/// What it takes counts for the goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Booster {
    /// Hits a cell once, as the effect of a piece does: a cover, blocker, block, piece or ground. Under `classic` a blocker or
    /// a block with a layer of its overlay.
    Hammer(Cell),
    /// Swaps two neighbouring cells whether or not that makes a group.
    FreeSwap([Cell; 2]),
    /// Shuffles the blocks, as when no move is possible.
    Shuffle,
    /// Turns the block of a cell into a piece of the rules, by its name; `down` is for those that fire along their column.
    Piece {
        /// The cell.
        cell: Cell,
        /// The name of the piece.
        piece: String,
        /// Whether it fires along its column.
        #[serde(default)]
        down: bool,
    },
}

/// Why a booster has no effect; then nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoosterError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A cell outside the board, or nothing in it that the booster could change.
    #[error("{0} has nothing that this booster can change")]
    Nothing(Cell),
    /// Two cells that are not neighbours.
    #[error("{one} and {two} are not neighbours on the board")]
    NotNeighbors {
        /// The first cell.
        one: Cell,
        /// The second cell.
        two: Cell,
    },
    /// A piece that the rules do not have.
    #[error("the rules have no piece `{0}`")]
    NoPiece(String),
    /// No order of the blocks has a possible move.
    #[error("no order of the blocks has a possible move")]
    NoOrder,
}

impl ErrorCode for BoosterError {
    fn code(&self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::Nothing(_) => "no-effect",
            Self::NotNeighbors { .. } => "not-neighbors",
            Self::NoPiece(_) => "no-piece",
            Self::NoOrder => "no-order",
        }
    }
}

impl<const W: usize> Game<'_, W> {
    /// Uses a booster, and plays the cascades that follow; `see` gets the events of each step, as of [`Game::play_seen`].
    ///
    /// # Errors
    /// If it has no effect.
    pub fn boost(
        &mut self,
        booster: &Booster,
        see: &mut dyn FnMut(Events<'_>),
    ) -> Result<(), BoosterError> {
        if self.is_over() {
            return Err(BoosterError::Over);
        }
        self.watch();
        self.begin_events();
        let mut watch = Listener(see);
        match (booster, self.rules.simulator) {
            (Booster::Hammer(cell), Simulator::Classic) => {
                self.hammer_classic(*cell, &mut watch)
            }
            (Booster::Hammer(cell), Simulator::General) => self.hammer(*cell, &mut watch),
            (&Booster::FreeSwap([one, two]), _) => {
                let size = self.rules.level.size();
                let swap = Move::from_to(size, one, two).filter(|made| !made.is_tap());
                let swap = swap.ok_or(BoosterError::NotNeighbors { one, two })?;
                self.swap_freely(swap, &mut watch)
            }
            (Booster::Shuffle, _) => self.shuffle_for(&mut watch),
            (Booster::Piece { cell, piece, down }, _) => {
                self.put_piece(*cell, piece, *down)
            }
        }?;
        self.note_rest();
        self.end_step(&mut watch);
        Ok(())
    }

    /// The index of a cell on the board.
    pub(super) fn index_of(&self, cell: Cell) -> Result<usize, BoosterError> {
        let size = self.rules.level.size();
        size.contains(cell).then(|| size.index(cell)).ok_or(BoosterError::Nothing(cell))
    }

    /// Reports that a booster is used on a cell.
    pub(super) fn note_boost(&mut self, from: Place) {
        self.note(Event { from, ..Event::new(EventKind::Boost) });
    }

    fn hammer_classic(
        &mut self,
        cell: Cell,
        watch: &mut dyn Observer,
    ) -> Result<(), BoosterError> {
        let index = self.index_of(cell)?;
        let is_blocker = self.board.classic.blockers.has(index);
        if !is_blocker && !self.board.filled.has(index) {
            return Err(BoosterError::Nothing(cell));
        }
        self.note_boost(Place::of(index));

        if is_blocker {
            self.note_hit(FILLING, index);
            self.board.classic.hits[index] -= 1;
            if self.board.classic.hits[index] == 0 {
                self.open_blocker(index);
            }
        } else {
            self.note_leave(FILLING, index, Manner::Destroyed);
            if self.board.classic.overlays.has(index) {
                self.note_hit(COVER, index);
            }
            self.take_block(index);
        }
        self.end_step(watch);
        self.refill::<true>(watch);
        self.pack();
        self.come_to_rest::<true>(watch);
        Ok(())
    }

    fn swap_freely(
        &mut self,
        swap: Move,
        watch: &mut dyn Observer,
    ) -> Result<(), BoosterError> {
        let [from, to] = swap.indices(self.columns());
        let size = self.rules.level.size();
        for index in [from, to] {
            if !self.can_drag(index) {
                return Err(BoosterError::Nothing(size.cell(index)));
            }
        }

        self.note_boost(Place::of(from));
        match self.rules.simulator {
            Simulator::Classic => {
                self.board.colors.swap(from, to);
                self.pack();
                self.note_swap([from, to], Manner::Swap);
                self.end_step(watch);
                self.come_to_rest::<true>(watch);
            }
            Simulator::General => self.swap_contents(from, to, watch),
        }
        Ok(())
    }

    fn shuffle_for(&mut self, watch: &mut dyn Observer) -> Result<(), BoosterError> {
        // On a copy first: a shuffle that fails has changed nothing then, and reported nothing.
        let mut copy = Board { journal: None, ..self.board.clone() };
        if !(Game { rules: self.rules, board: &mut copy }).shuffle_once(&mut ()) {
            return Err(BoosterError::NoOrder);
        }
        self.note_boost(Place::NONE);
        self.shuffle_once(watch);
        Ok(())
    }

    /// Shuffles the blocks. Returns whether a move is possible then, or the goal is met.
    fn shuffle_once(&mut self, watch: &mut dyn Observer) -> bool {
        match self.rules.simulator {
            Simulator::Classic if self.is_watched() => self.shuffle::<true>(watch),
            Simulator::Classic => self.shuffle::<false>(watch),
            Simulator::General => return self.shuffle_general(watch),
        }
        self.move_count() > 0 || self.is_won()
    }

    /// Shows those who watch a swap that makes nothing, and that it is taken back; the board stays.
    pub(crate) fn refuse(&mut self, swap: Move, see: &mut dyn FnMut(Events<'_>)) {
        let [from, to] = swap.indices(self.columns());
        if from == to || !self.can_drag(from) || !self.can_drag(to) {
            return;
        }
        self.watch();
        self.begin_events();
        let mut watch = Listener(see);
        self.note_swap([from, to], Manner::Swap);
        self.end_step(&mut watch);
        self.note_swap([to, from], Manner::SwapBack);
        self.end_step(&mut watch);
    }

    /// Whether what fills a cell can be moved by the player.
    const fn can_drag(&self, index: usize) -> bool {
        match self.rules.simulator {
            Simulator::Classic => {
                self.board.filled.has(index) && !self.board.classic.overlays.has(index)
            }
            Simulator::General => self.board.general.drag.has(index),
        }
    }
}

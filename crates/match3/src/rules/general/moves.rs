//! The possible moves.

use tilewright_grid::Bits;

use super::plan::{DRAGS, IS_PIECE, Plan};
use crate::bits;
use crate::rules::swaps::{self, EqualNeighbors};
use crate::{Game, Move, rules::Way};

impl<const W: usize> Game<'_, W> {
    /// Finds the possible moves of the packed board, which is at rest. Returns whether there is one.
    pub(in crate::rules) fn find_moves(&mut self) -> bool {
        let plan = self.plan();

        let flags = self.board.general.flags.bytes();
        let drag = bits::pack::<W>(flags, DRAGS.trailing_zeros() as usize);
        let drag = drag.without(self.board.general.covered);
        if let Some(least) = plan.taps {
            // Boosters swap what no player does.
            self.board.general.drag = drag;
            return self.find_taps(least);
        }
        let pieces = bits::pack::<W>(flags, IS_PIECE.trailing_zeros() as usize);

        let shape = &self.rules.shape;
        let alike = EqualNeighbors::new(shape, self.planes(), self.board.filled);

        let arrivals = swaps::arrivals(shape, &alike);
        let mut squares = [Bits::EMPTY; 2];
        let mut swaps = swaps::lines(shape, &arrivals, drag);
        if plan.has_squares {
            squares = swaps::squares(shape, &alike);
            swaps[0] = swaps[0].or(squares[0].and(drag).and(shape.east(drag)));
            swaps[1] = swaps[1].or(squares[1].and(drag).and(shape.south(drag)));
        }

        // Pieces can be moved or tapped without a line.
        let mut taps = Bits::EMPTY;
        for index in pieces.and(drag).indices() {
            if plan.pieces[Plan::piece_of(self.board.general.what[index])].starts.tap {
                taps.insert(index);
            }
            self.add_swaps(index, drag, &mut swaps);
        }

        self.board.swaps = swaps;
        self.board.taps = taps;
        let state = &mut self.board.general;
        (state.pieces, state.drag) = (pieces, drag);
        (state.arrivals, state.squares) = (arrivals, squares);

        !(swaps[0].or(swaps[1]).or(taps)).is_empty()
    }

    /// Adds the swaps of a piece that fire it, or a pair.
    fn add_swaps(&self, index: usize, drag: Bits<W>, swaps: &mut [Bits<W>; 2]) {
        let (columns, area) = (self.columns(), self.board.colors.len());
        let column = index % columns;

        let mut look = |other: usize, first: usize, way: usize| {
            if drag.has(other)
                && (self.starts_by_swap(index, other)
                    || self.starts_by_swap(other, index)
                    || self.pair_at(index, other).is_some())
            {
                swaps[way].insert(first);
            }
        };

        // Each pair of neighbours stands at its first cell.
        if column + 1 < columns {
            look(index + 1, index, 0);
        }
        if column > 0 {
            look(index - 1, index - 1, 0);
        }
        if index + columns < area {
            look(index + columns, index, 1);
        }
        if index >= columns {
            look(index - columns, index - columns, 1);
        }
    }

    /// Leaves no possible move, since the game has ended.
    pub(in crate::rules) const fn forget_moves(&mut self) {
        self.board.swaps = [Bits::EMPTY; 2];
        self.board.taps = Bits::EMPTY;
        self.board.general.tappable = Bits::EMPTY;
    }

    /// The taps that are possible, in reading order.
    pub(in crate::rules) fn taps(&self) -> impl Iterator<Item = Move> + use<W> {
        let taps = self.board.taps.indices();
        taps.map(|first| Move { first: first as u16, way: Way::Tap })
    }
}

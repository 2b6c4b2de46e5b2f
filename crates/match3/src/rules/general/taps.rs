//! Games that are tapped: groups of blocks, components of pieces, and what a tap on them does.

use tilewright_grid::Bits;

use super::groups::{Group, MadePiece};
use super::plan::{Code, IS_ARMED, IS_BLOCK, IS_PIECE, NONE, PIECES, Plan};
use super::turn::PairedPiece;
use super::waves::{Departure, FiringPiece};
use crate::Game;
use crate::rules::observer::Observer;
use crate::rules::swaps;
use crate::ruleset::GroupShape;

/// A group that can be tapped.
#[derive(Clone, Copy, Debug)]
pub(super) struct TapGroup<const W: usize> {
    pub(super) color: u8,
    pub(super) cells: Bits<W>,
    /// The number of the size in the rules whose piece it makes.
    pub(super) makes: Option<u8>,
}

impl<const W: usize> Game<'_, W> {
    /// Finds the groups of the packed board, which is at rest, and the possible moves. Returns whether there is one.
    pub(super) fn find_taps(&mut self, least: u8) -> bool {
        let plan = self.plan();
        let (blocks, shape) = (self.plain_blocks(), &self.rules.shape);
        let [east, south] = swaps::alike_next(shape, self.planes(), blocks);

        let mut groups = std::mem::take(&mut self.board.general.tap_groups);
        groups.clear();
        let (mut moves, mut tappable) = (Bits::EMPTY, Bits::EMPTY);
        // Blocks without a neighbour of their colour are no group.
        let mut left = east.or(south);
        while let Some(first) = left.first() {
            let cells = self.hanging_together(first, [east, south]);
            left = left.without(cells);
            let size = cells.count();
            if size < u32::from(least) {
                continue;
            }
            let makes = plan.made_by_size(size);
            tappable = tappable.or(cells);
            if makes.is_some() {
                moves = moves.or(cells);
            } else {
                moves.insert(first);
            }
            groups.push(TapGroup { color: self.board.colors[first], cells, makes });
        }

        let state = &mut self.board.general;
        state.tap_groups = groups;
        state.pieces = state.with_flag(IS_PIECE);
        for index in state.pieces.without(state.covered).indices() {
            if plan.pieces[Plan::piece_of(state.what[index])].starts.tap {
                moves.insert(index);
                tappable.insert(index);
            }
        }
        state.tappable = tappable;
        self.board.taps = moves;
        !moves.is_empty()
    }

    /// The cells with a block that nothing covers.
    fn plain_blocks(&self) -> Bits<W> {
        let state = &self.board.general;
        state.with_flag(IS_BLOCK).without(state.covered)
    }

    /// All cells that hang together with one, by links to the cells to the east and to the south.
    fn hanging_together(&self, first: usize, [east, south]: [Bits<W>; 2]) -> Bits<W> {
        let shape = &self.rules.shape;
        let mut cells: Bits<W> = [first].into_iter().collect();
        loop {
            let across = shape.west(cells.and(east)).or(shape.east(cells).and(east));
            let down = shape.north(cells.and(south)).or(shape.south(cells).and(south));
            let grown = cells.or(across).or(down);
            if grown == cells {
                return cells;
            }
            cells = grown;
        }
    }

    /// A cell is tapped: finds the group that is taken, or the pieces that fire in the first wave.
    pub(super) fn begin_tap(&mut self, cell: usize, watch: &mut dyn Observer) {
        self.note_tap(cell);
        self.end_step(watch);

        let state = &self.board.general;
        if state.flags[cell] & IS_PIECE == 0 {
            self.start_group(cell);
            return;
        }
        let pieces = state.with_flag(IS_PIECE).without(state.covered);
        let component = self.grown(cell, pieces);
        if component.count() == 1 {
            self.start_piece(cell, NONE);
        } else {
            self.start_component(cell, component);
        }
    }

    fn start_group(&mut self, cell: usize) {
        let color = self.board.colors[cell];
        let alike = self.of_color(self.plain_blocks(), color);
        let cells = self.grown(cell, alike);
        let plan = self.plan();
        let makes = plan.made_by_size(cells.count()).map(|shape| {
            let kind = plan.shapes[usize::from(shape)].makes;
            let has_color = plan.pieces[usize::from(kind)].has_color;
            let color = if has_color { color } else { NONE };
            let code = Code { what: PIECES + 2 * kind, color, layers: 0 };
            MadePiece { code, cell: cell as u16, shape }
        });
        self.board.general.groups.push(Group { color, cells, makes });
    }

    /// The two strongest pieces of a component fire from the tapped cell, and the others are merged into them.
    fn start_component(&mut self, tapped: usize, component: Bits<W>) {
        let plan = self.plan();
        let what = |cell: usize| self.board.general.what[cell];
        let rank = |cell: usize| {
            (plan.strength[Plan::piece_of(what(cell))], cell != tapped, cell)
        };
        let strongest = |without: Option<usize>| {
            let cells = component.indices().filter(|&cell| Some(cell) != without);
            cells.min_by_key(|&cell| rank(cell)).expect("a component has two pieces")
        };
        let first = strongest(None);
        let strongest = [first, strongest(Some(first))];

        self.board.general.spared = component;
        let piece = |cell: usize| PairedPiece {
            what: what(cell),
            color: self.board.colors[cell],
            left: Departure::NONE,
        };
        let mut two = strongest.map(piece);
        for cell in component.indices() {
            let left = self.leave(cell, 1);
            match strongest.iter().position(|&at| at == cell) {
                Some(at) => two[at].left = left,
                None => self.note_merged(left),
            }
            self.note_cause_of(left);
            self.start_from(cell);
        }

        let kinds = two.map(|piece| Plan::piece_of(piece.what));
        match plan.pair(kinds[0], kinds[1]) {
            Some(pair) => {
                // Of two of one kind, the first is the partner.
                let is_second = kinds[0] != usize::from(plan.pairs[pair].of[1]);
                self.fire_pair(tapped, pair, two, usize::from(is_second));
            }
            None => two.into_iter().for_each(|piece| self.fire_alone(tapped, piece)),
        }
    }

    /// A piece that has left its cell fires from the tapped one.
    fn fire_alone(
        &mut self,
        tapped: usize,
        PairedPiece { what, color, left }: PairedPiece,
    ) {
        let kind = Plan::piece_of(what);
        // One cell holds one armed piece.
        let effect = if self.board.general.flags[tapped] & IS_ARMED != 0 {
            self.plan().pieces[kind].fires
        } else {
            self.arm_if_twice(tapped, kind, left)
        };
        let fired = FiringPiece::of(tapped, effect, (what - PIECES) % 2 == 1);
        self.board.general.firing.push(FiringPiece { color, left, ..fired });
    }
}

impl Plan {
    /// The number of the first size that a group of this many blocks has or exceeds.
    pub(super) fn made_by_size(&self, size: u32) -> Option<u8> {
        let is_met = |shape: GroupShape| match shape {
            GroupShape::Size(least) => u32::from(least) <= size,
            _ => false,
        };
        let found = self.shapes.iter().position(|made| is_met(made.shape));
        found.map(|shape| shape as u8)
    }
}

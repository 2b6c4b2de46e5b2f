//! Games that are tapped: groups of blocks, components of pieces, and what a tap on them does.

use tilewright_grid::Bits;

use super::groups::{Group, MadePiece};
use super::plan::{Code, IS_ARMED, IS_BLOCK, IS_PIECE, NONE, PIECES, Plan};
use super::waves::{Departure, FiringPiece};
use crate::Game;
use crate::rules::observer::Observer;
use crate::rules::swaps;
use crate::ruleset::{Effect, GroupShape, PairEffect};

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
            } else if let Some(first) = cells.first() {
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

    /// All cells of a set that hang together with one of them.
    fn grown(&self, first: usize, within: Bits<W>) -> Bits<W> {
        let mut cells: Bits<W> = [first].into_iter().collect();
        loop {
            let beside = self.beside(cells).into_iter().fold(cells, Bits::or);
            let grown = beside.and(within);
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
        let second = strongest(Some(first));
        let two = [first, second].map(|cell| (cell, what(cell), self.board.colors[cell]));

        self.board.general.spared = component;
        let mut left = [Departure::NONE; 2];
        for cell in component.indices() {
            let departure = self.leave(cell, 1);
            match [first, second].iter().position(|&at| at == cell) {
                Some(at) => left[at] = departure,
                None => self.note_merged(departure),
            }
            self.note_cause_of(departure);
            self.start_from(cell);
        }
        self.fire_two(tapped, two, left);
    }

    /// Two pieces that have left their cells fire from another one, as a pair or one after the other.
    fn fire_two(
        &mut self,
        tapped: usize,
        two: [(usize, u8, u8); 2],
        left: [Departure; 2],
    ) {
        let kinds = two.map(|(_, what, _)| Plan::piece_of(what));
        let is_down = |what: u8| (what - PIECES) % 2 == 1;
        let Some(number) = self.plan().pair(kinds[0], kinds[1]) else {
            for (&(_, what, color), left) in two.iter().zip(left) {
                let kind = Plan::piece_of(what);
                // One cell holds one armed piece.
                let effect = if self.board.general.flags[tapped] & IS_ARMED != 0 {
                    self.plan().pieces[kind].fires
                } else {
                    self.arm_if_twice(tapped, kind, left)
                };
                let fired = FiringPiece::of(tapped, effect, is_down(what));
                self.board.general.firing.push(FiringPiece { color, left, ..fired });
            }
            return;
        };

        let pair = self.plan().pairs[number];
        // Of two of one kind, the first is the partner.
        let partner = usize::from(kinds[0] != usize::from(pair.of[1]));
        let other = 1 - partner;
        let (_, what, color) = two[partner];
        let fired = FiringPiece {
            left: left[other],
            other_left: left[partner],
            pair: number as u16,
            ..FiringPiece::of(tapped, Effect::Board, false)
        };
        let fired = match pair.fires {
            PairEffect::Fires { effect, is_twice, carries } => {
                if is_twice {
                    self.arm(tapped, usize::from(pair.of[0]), effect, left[other]);
                }
                let partner_fires = self.plan().pieces[kinds[partner]].fires;
                let carried = carries.then(|| (partner_fires, is_down(what)));
                FiringPiece { effect, carried, pieces: 2, ..fired }
            }
            PairEffect::Turn(turns_into) => {
                self.note_partner(left[partner], left[other]);
                self.fire_next(
                    tapped,
                    kinds[partner],
                    is_down(what),
                    color,
                    left[partner],
                );
                let color = if color == NONE { two[other].2 } else { color };
                let other_left = Departure::NONE;
                FiringPiece { color, turns_into, other_left, ..fired }
            }
        };
        self.board.general.firing.push(fired);
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

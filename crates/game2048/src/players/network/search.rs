//! The search of the player that searches with a network.

use super::super::Memory;
use super::super::stopwatch::Limit;
use super::{MAX_PLIES, PATIENCE};
use crate::BitBoard;
use crate::network::{Features, View};
use crate::rows::Rows;

/// The number of new 4s on a path of a search that deepens. Measured on 2,500 boards of games beside a search of five plies with all of
/// them (12.8 ms): with one the moves are 0.7 points worse in the mean, in a third of the time, and a search of four plies with all of them is 38.7
/// worse; with none they are as bad as those of a search with a ply less.
const FOURS: u32 = 1;

/// The largest probability of a 4 at which their number is limited: half more than the usual one. Where they are no rarer than that, boards after two
/// of them decide.
const RARE: f32 = 0.15;

/// A search. Within one stage the value of an afterstate depends only on the depth, so entries of the
/// transposition table stay valid.
pub(super) struct Search<'a, 's, 'w, F> {
    pub(super) rows: &'a Rows,
    pub(super) features: F,
    pub(super) view: View<'a, i16>,
    pub(super) terminal_value: f32,
    pub(super) shares: [f32; 2],
    pub(super) searched: &'a mut Memory<f32>,
    pub(super) valued: &'a mut Memory<f32>,
    /// The number of expanded afterstates.
    pub(super) expanded: u32,
    pub(super) limit: &'a mut Limit<'s, 'w>,
    /// Whether the search has to end.
    pub(super) is_over: bool,
}

/// The value of a move in two parts.
#[derive(Clone, Copy)]
pub(super) struct MoveValue {
    /// The points that it scores.
    pub(super) gain: f32,
    /// The value of the board after it.
    pub(super) value: f32,
}

impl MoveValue {
    pub(super) fn sum(self) -> f32 {
        self.gain + self.value
    }
}

/// How far an afterstate is searched.
#[derive(Clone, Copy)]
struct Depth {
    plies: u32,
    /// The number of new 4s on a path; where there may be none, all new tiles are 2s.
    fours: u32,
}

impl Depth {
    /// All new tiles of this many plies.
    const fn whole(plies: u32) -> Self {
        Self { plies, fours: plies }
    }

    /// After a new tile and a move.
    const fn below(self, fours: u32) -> Self {
        Self { plies: self.plies - 1, fours }
    }

    /// A number for each depth; more 4s than plies are as many.
    fn key(self) -> u32 {
        self.plies * (MAX_PLIES + 1) + self.fours.min(self.plies)
    }
}

impl<F: Features> Search<'_, '_, '_, F> {
    /// The value of each move, by searches that look a ply further each, until the limit ends the last one.
    pub(super) fn deepened(&mut self, board: BitBoard) -> [Option<MoveValue>; 4] {
        let mut values = self.values(board, 1);
        for plies in 1..MAX_PLIES {
            if self.is_over {
                break;
            }
            let fours = if self.shares[1] > RARE { plies } else { FOURS };
            values = self.further(board, Depth { plies, fours }, values);
        }
        values
    }

    /// The value of each move by a further search, the best move by the one before first.
    ///
    /// If the limit ends it, the moves that were not searched have their values from before, changed as much as that of
    /// the first: so those that were searched are compared with each other by the deeper search, and no move by both. If
    /// the first was not searched to its end, or its value became infinite, all values are those from before.
    fn further(
        &mut self,
        board: BitBoard,
        depth: Depth,
        before: [Option<MoveValue>; 4],
    ) -> [Option<MoveValue>; 4] {
        let sum = |at: usize| before[at].map_or(f32::NEG_INFINITY, MoveValue::sum);
        let mut order = [0, 1, 2, 3];
        order.sort_by(|&a, &b| sum(b).total_cmp(&sum(a)));

        let (all, mut values, mut change) = (moves(self.rows, board), before, None);
        for at in order {
            let Some(known) = before[at] else { continue };
            let found = (!self.is_over).then(|| self.value(all[at].0, depth));
            let value = match (found.filter(|_| !self.is_over), change) {
                (Some(value), _) => value,
                (None, Some(change)) => known.value + change,
                (None, None) => return before,
            };
            change = change.or(Some(value - known.value));
            if self.is_over && !change.is_some_and(f32::is_finite) {
                return before;
            }
            values[at] = Some(MoveValue { value, ..known });
        }
        values
    }

    /// Whether the search has to end; asks the limit at intervals.
    fn must_end(&mut self) -> bool {
        self.expanded = self.expanded.wrapping_add(1);
        self.is_over |= self.limit.is_spent()
            || (self.expanded.is_multiple_of(PATIENCE) && self.limit.is_over());
        self.is_over
    }

    /// The value of each move, with all new tiles; `None` for illegal moves.
    #[inline]
    pub(super) fn values(
        &mut self,
        board: BitBoard,
        plies: u32,
    ) -> [Option<MoveValue>; 4] {
        moves(self.rows, board).map(|(after, gain)| {
            (after != board).then(|| MoveValue {
                gain,
                value: self.value(after, Depth::whole(plies - 1)),
            })
        })
    }

    /// The value of the best move, or the terminal value.
    fn best(&mut self, board: BitBoard, depth: Depth) -> f32 {
        let mut best: Option<f32> = None;
        for (after, gain) in moves(self.rows, board) {
            if after != board {
                let value = gain + self.value(after, depth);
                best = Some(best.map_or(value, |best| best.max(value)));
            }
        }
        best.unwrap_or(self.terminal_value)
    }

    /// The value of an afterstate, searched that deep.
    fn value(&mut self, after: BitBoard, depth: Depth) -> f32 {
        if depth.plies == 0 {
            return self.network_value(after);
        }
        if let Some(value) = self.searched.get(after, depth.key()) {
            return value;
        }
        if self.must_end() {
            return 0.0;
        }

        let Depth { fours, .. } = depth;
        let mut sums = [0.0, 0.0];
        let mut mask = after.empty_mask();
        let empty = mask.count_ones() as f32;
        while mask != 0 {
            let tile = mask & mask.wrapping_neg();
            sums[0] += self.best(BitBoard(after.0 | tile), depth.below(fours));
            if fours > 0 && self.shares[1] > 0.0 {
                let board = BitBoard(after.0 | tile << 1);
                sums[1] += self.best(board, depth.below(fours - 1));
            }
            mask &= mask - 1;
        }

        let [two, four] = if fours > 0 { self.shares } else { [1.0, 0.0] };
        let value = (sums[0] * two + sums[1] * four) / empty;
        // A value of a search that had to end is incomplete and would be found again.
        if !self.is_over {
            self.searched.put(after, depth.key(), value);
        }

        value
    }

    /// The value that the network gives an afterstate.
    #[inline]
    fn network_value(&mut self, after: BitBoard) -> f32 {
        if let Some(value) = self.valued.get(after, 0) {
            return value;
        }
        let value = self.view.value(self.features, after);
        self.valued.put(after, 0, value);
        value
    }
}

/// The boards after the four moves, and the scores of the moves; an illegal move leaves the board
/// unchanged.
#[inline]
pub(super) fn moves(rows: &Rows, board: BitBoard) -> [(BitBoard, f32); 4] {
    let turned = board.transposed();
    let (along, across) = (turned.line_gain(rows) as f32, board.line_gain(rows) as f32);
    [
        (turned.each(&rows.left).transposed(), along),
        (board.each(&rows.right), across),
        (turned.each(&rows.right).transposed(), along),
        (board.each(&rows.left), across),
    ]
}

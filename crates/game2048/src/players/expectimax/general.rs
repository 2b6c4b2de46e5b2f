//! The search on boards that are not 4 × 4.

use std::collections::BTreeMap;

use tilewright_grid::Heading;

use super::heuristic::Heuristic;
use crate::Board;
use crate::players::stopwatch::Limit;

/// Boards that are less probable than this are not expanded. Mean scores of 40 games on 3 × 3 cells
/// (`tilewright 2048 bench --player expectimax --rows 3 --columns 3 --games 40 --seed 1`), with a
/// standard error of some 220: 3457 with 1e-3, 3527 with 3e-3, 3454 with 1e-2, 3488 with 3e-2 and
/// 3312 with 0.1, the last two in about a half and an eighth of the time. There 3e-2 would do;
/// larger boards, whose new tiles are less probable each, were not compared.
const UNLIKELY: f32 = 1e-2;

/// The maximum number of values in the transposition table of a move: some 70 MB. Only fixed depths
/// on large boards come near it; then values are searched again instead of kept.
const MOST: usize = 1 << 20;

/// The approximate number of boards of an adaptive search. The same games give 3021 points with
/// 1000, 3482 with 5000, 3454 with 30,000 and 3288 with 150,000: too few cost points, while more
/// make no difference beyond the noise there, since [`UNLIKELY`] ends what is deeper. Chosen for
/// larger boards.
const EFFORT: usize = 30_000;

/// The number of evaluated boards between two checks of the clock and the watch: each is evaluated
/// line by line without tables, which takes longer than a check.
const PATIENCE: u32 = 64;

/// The adaptive depth for a board, by its number of empty cells. A new tile has two values, and
/// after it there are four moves: eight boards for each empty cell. The depth is the largest at
/// which all boards are fewer than [`EFFORT`], from two to five plies.
pub(super) fn adapted(board: Board) -> u32 {
    let branches = 8 * board.empty_count().max(1);
    EFFORT.ilog(branches).clamp(1, 4) + 1
}

/// The search for one move.
pub(super) struct GeneralSearch<'a, 's, 'w> {
    heuristic: &'a Heuristic,
    shares: [f32; 2],
    known: BTreeMap<(Board, u32), f32>,
    limit: &'a mut Limit<'s, 'w>,
    evaluated: u32,
    is_over: bool,
}

impl<'a, 's, 'w> GeneralSearch<'a, 's, 'w> {
    pub(super) const fn new(
        heuristic: &'a Heuristic,
        shares: [f32; 2],
        limit: &'a mut Limit<'s, 'w>,
    ) -> Self {
        Self {
            heuristic,
            shares,
            known: BTreeMap::new(),
            limit,
            evaluated: 0,
            is_over: false,
        }
    }

    /// Whether the limit ended the search before it was complete.
    pub(super) const fn is_over(&self) -> bool {
        self.is_over
    }

    /// The value of each move; `None` for illegal moves.
    pub(super) fn values(
        &mut self,
        board: Board,
        depth: u32,
        chance: f32,
    ) -> [Option<f32>; 4] {
        Heading::ALL.map(|heading| {
            Some(self.mean(board.slide(heading)?.board, depth - 1, chance))
        })
    }

    /// The value of an afterstate that is reached with a given probability.
    fn mean(&mut self, after: Board, depth: u32, chance: f32) -> f32 {
        if depth == 0 || chance < UNLIKELY {
            self.check_limit();
            return self.heuristic.value_of(after);
        }

        // The search below an afterstate depends on its depth and its probability.
        let key = (after, depth << 16 | chance.to_bits() >> 16);
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        self.is_over |= self.limit.is_spent();

        let empty = after.empty_count() as f32;
        let mut sum = 0.0;
        for cell in after.empty_cells() {
            for (code, share) in [1, 2].into_iter().zip(self.shares) {
                if self.is_over {
                    return 0.0;
                }
                let board = after.with_code(cell, code);
                sum += share * self.best(board, depth, chance * share / empty);
            }
        }

        if self.known.len() < MOST {
            self.known.insert(key, sum / empty);
        }

        sum / empty
    }

    /// The value of the best move; 0 if no move is legal.
    fn best(&mut self, board: Board, depth: u32, chance: f32) -> f32 {
        let mut best = 0.0_f32;
        for (_, slide) in board.slides() {
            best = best.max(self.mean(slide.board, depth - 1, chance));
        }
        best
    }

    fn check_limit(&mut self) {
        self.evaluated = self.evaluated.wrapping_add(1);
        self.is_over |= self.evaluated.is_multiple_of(PATIENCE) && self.limit.is_over();
    }
}

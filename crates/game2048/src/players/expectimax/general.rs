//! Boards of other shapes than 4 × 4.

use std::collections::BTreeMap;

use tilewright_grid::Heading;

use super::Stopwatch;
use super::heuristic::Heuristic;
use crate::Board;

/// Boards less likely than this are not looked beyond.
const UNLIKELY: f32 = 1e-2;

/// The most values that are remembered for a move.
const MOST: usize = 1 << 20;

/// About how many boards an adaptive search looks at.
const EFFORT: usize = 30_000;

/// How many boards are judged between two looks at the clock.
const PATIENCE: u32 = 64;

/// The depth for a board: as many own moves as a move's time allows, by its empty cells.
pub(super) fn adapted(board: Board) -> u32 {
    let branches = 8 * board.empty_count().max(1);
    EFFORT.ilog(branches).clamp(1, 4) + 1
}

/// The search for one move.
pub(super) struct General<'a, 'w> {
    heuristic: &'a Heuristic,
    shares: [f32; 2],
    known: BTreeMap<(Board, u32), f32>,
    watch: Option<&'a mut (dyn Stopwatch + 'w)>,
    judged: u32,
    is_timed_out: bool,
}

impl<'a, 'w> General<'a, 'w> {
    pub(super) fn new(
        heuristic: &'a Heuristic,
        shares: [f32; 2],
        watch: Option<&'a mut (dyn Stopwatch + 'w)>,
    ) -> Self {
        Self {
            heuristic,
            shares,
            known: BTreeMap::new(),
            watch,
            judged: 0,
            is_timed_out: false,
        }
    }

    /// Whether the time was over before all was looked at.
    pub(super) const fn is_timed_out(&self) -> bool {
        self.is_timed_out
    }

    /// What each move is worth; none of those that are not legal.
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

    /// What an afterstate is worth that is met with that probability.
    fn mean(&mut self, after: Board, depth: u32, chance: f32) -> f32 {
        if depth == 0 || chance < UNLIKELY {
            self.look_at_the_clock();
            return self.heuristic.worth_of(after);
        }
        // Depth and chance together say how far is looked.
        let key = (after, depth << 16 | chance.to_bits() >> 16);
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        let empty = after.empty_count() as f32;
        let mut sum = 0.0;
        for cell in after.empty_cells() {
            for (code, share) in [1, 2].into_iter().zip(self.shares) {
                if self.is_timed_out {
                    return 0.0;
                }
                let board = after.with_code(cell, code);
                sum += share * self.most(board, depth, chance * share / empty);
            }
        }
        if self.known.len() < MOST {
            self.known.insert(key, sum / empty);
        }
        sum / empty
    }

    /// What the best move is worth; 0 where there is none.
    fn most(&mut self, board: Board, depth: u32, chance: f32) -> f32 {
        let mut most = 0.0_f32;
        for (_, slide) in board.slides() {
            most = most.max(self.mean(slide.board, depth - 1, chance));
        }
        most
    }

    fn look_at_the_clock(&mut self) {
        if let Some(watch) = &mut self.watch {
            self.judged = self.judged.wrapping_add(1);
            self.is_timed_out |= self.judged.is_multiple_of(PATIENCE) && watch.is_over();
        }
    }
}

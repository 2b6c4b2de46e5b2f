//! Optimal play on small boards, exactly.

mod layers;
mod small;

use std::ops::ControlFlow;

use rayon::prelude::*;
use tilewright_grid::{Heading, Size};

use crate::{BitBoard, Board, BoardError};
use layers::{Layer, positions};
use small::SmallBoards;

/// The maximum number of cells of a board that can be solved: 3 × 3 has 48,713,519 positions.
pub const MAX_SOLVED_CELLS: usize = 9;

/// The exact solution of a small board: for every position that a game can reach its value, which is
/// the expected further score under optimal play.
///
/// A move keeps the sum of the tiles, and a new tile raises it by 2 or 4. So the positions are
/// enumerated in layers of equal sum, and their values computed from the last layer back (backward
/// induction). Positions that are rotations or reflections of each other are stored once.
///
/// ```
/// use tilewright_2048::Solution;
/// use tilewright_grid::Size;
///
/// let solution = Solution::new(Size::new(2, 2), 0.1)?;
/// let (start, value) = solution.best_start();
/// assert_eq!(start.sum(), 4);
/// assert!((value - 67.70).abs() < 0.01);
/// # Ok::<(), tilewright_2048::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solution {
    boards: SmallBoards,
    four_probability: f64,
    /// The positions, by half the sum of their tiles.
    layers: Vec<Layer>,
}

/// The progress of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveProgress {
    /// This number of positions was enumerated so far.
    Found(u64),
    /// The values of some of the positions are known.
    Solved {
        /// The number of these positions.
        positions: u64,
        /// The number of all positions.
        of: u64,
    },
}

impl Solution {
    /// Solves the game on boards of a size, with the probability that a new tile is a 4.
    ///
    /// # Errors
    /// If the size is not supported, or has more than nine cells.
    pub fn new(size: Size, four_probability: f64) -> Result<Self, BoardError> {
        Self::with_progress(size, four_probability, |_| ControlFlow::Continue(()))
    }

    /// Solves the game as [`Solution::new`] does. `report` is called after each layer and may stop the
    /// work.
    ///
    /// # Errors
    /// As [`Solution::new`], and [`BoardError::Cancelled`] if `report` stops the work.
    pub fn with_progress(
        size: Size,
        four_probability: f64,
        mut report: impl FnMut(SolveProgress) -> ControlFlow<()>,
    ) -> Result<Self, BoardError> {
        let empty = Board::empty(size)?;
        if empty.area() > MAX_SOLVED_CELLS {
            return Err(BoardError::TooLarge { rows: size.rows, columns: size.columns });
        }

        let boards = SmallBoards::new(size);
        let layers = positions(boards, &mut report)?;
        let mut solution = Self { boards, four_probability, layers };
        let (mut solved, of) = (0, solution.position_count() as u64);

        // From the last layer to the first: the values after a move are those of larger sums.
        for half in (0..solution.layers.len()).rev() {
            let positions = &solution.layers[half].positions;
            let afters = Layer::new(boards.afters(positions));
            let mean = |&after: &BitBoard| {
                solution.mean(after, half).expect("later layers are solved")
            };
            let value = afters.positions.par_iter().map(mean).collect();

            let afters = Layer { value, ..afters };
            let best = |&position: &BitBoard| {
                let slides = boards.slides(position).into_iter();
                let value = slides.filter(|&(after, _)| after != position).map(
                    |(after, gain)| {
                        let value = afters.value(boards.canonical(after));
                        f64::from(gain) + value.expect("the layer holds all afterstates")
                    },
                );
                value.fold(0.0, f64::max)
            };

            let value = positions.par_iter().map(best).collect();
            solution.layers[half].value = value;

            solved += solution.layers[half].positions.len() as u64;
            if report(SolveProgress::Solved { positions: solved, of }).is_break() {
                return Err(BoardError::Cancelled);
            }
        }
        Ok(solution)
    }

    /// The number of positions, without rotations and reflections.
    pub fn position_count(&self) -> usize {
        self.layers.iter().map(|layer| layer.positions.len()).sum()
    }

    /// The value of a position before a move; `None` if no game can reach it.
    pub fn value(&self, board: Board) -> Option<f64> {
        let bits = self.boards.bits(board)?;
        self.layers.get(board.sum() as usize / 2)?.value(self.boards.canonical(bits))
    }

    /// The best move and its value; the first one wins a tie. `None` if no move is legal, or no game
    /// can reach the board.
    pub fn best(&self, board: Board) -> Option<(Heading, f64)> {
        let known = Heading::ALL.into_iter().zip(self.values(board));
        let value = known.filter_map(|(heading, value)| Some((heading, value?)));
        value.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }

    /// The values of the moves up, right, down and left; `None` for illegal moves, and for all four if
    /// no game can reach the board.
    pub fn values(&self, board: Board) -> [Option<f64>; 4] {
        let half = board.sum() as usize / 2;
        let bits = self.boards.bits(board).filter(|_| self.value(board).is_some());
        bits.map_or([None; 4], |bits| {
            self.boards.slides(bits).map(|(after, gain)| {
                let value = (after != bits).then(|| self.mean(after, half))??;
                Some(f64::from(gain) + value)
            })
        })
    }

    /// The expected value over all new tiles on an afterstate with that half sum.
    fn mean(&self, after: BitBoard, half: usize) -> Option<f64> {
        let value = |code: u64, cell: u64| {
            let layer = self.layers.get(half + code as usize)?;
            layer.value(self.boards.canonical(BitBoard(after.0 | (cell * code))))
        };

        let mut sum = 0.0;
        let cells = self.boards.empty_cells(after);
        let count = cells.clone().count();
        for cell in cells {
            sum += (1.0 - self.four_probability) * value(1, cell)?
                + self.four_probability * value(2, cell)?;
        }
        Some(sum / count as f64)
    }

    /// The expected score of a game under optimal play, before its first two tiles.
    pub fn mean_start(&self) -> f64 {
        let share = |code: u8| {
            if code == 1 { 1.0 - self.four_probability } else { self.four_probability }
        };
        let weighted = self.boards.starts().map(|bits| {
            let board = self.boards.board(bits);
            let likely: f64 = board.codes().filter(|&code| code > 0).map(share).product();
            likely * self.value(board).expect("games start there")
        });
        let area = self.boards.size.area();
        weighted.sum::<f64>() / (area * (area - 1) / 2) as f64
    }

    /// The start position with the highest value, and the value; the first one wins a tie.
    pub fn best_start(&self) -> (Board, f64) {
        let starts = self.boards.starts().map(|bits| {
            let board = self.boards.board(bits);
            (board, self.value(board).expect("games start there"))
        });
        starts
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
            .expect("there are at least two cells")
    }
}

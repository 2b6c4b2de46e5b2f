//! The best play on small boards, exactly.

use std::ops::ControlFlow;

use rayon::prelude::*;
use tilewright_grid::{Heading, Size};

use crate::rows::{Rows, rows};
use crate::{BitBoard, Board, BoardError};

/// The most cells of a board that is solved: 3 × 3 has 48,713,519 positions.
pub const MAX_SOLVED_CELLS: usize = 9;

/// What every position that a game can come to is value under best play: the score that is
/// still to be expected.
///
/// A move keeps the sum of the tiles and a new tile raises it by 2 or 4, so positions are
/// found layer by layer of that sum, and value is found from the last layer back. Positions
/// that are turns or reflections of each other stand together as one.
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
    shape: Shape,
    four_probability: f64,
    /// The positions by half the sum of their tiles.
    layers: Vec<Layer>,
}

/// The positions of one sum, in ascending order, and what they are value.
#[derive(Clone, Debug, Default)]
struct Layer {
    positions: Vec<BitBoard>,
    value: Vec<f64>,
}

impl Layer {
    /// These positions, each once.
    fn new(mut positions: Vec<BitBoard>) -> Self {
        positions.par_sort_unstable();
        positions.dedup();
        Self { positions, value: Vec::new() }
    }

    fn value(&self, position: BitBoard) -> Option<f64> {
        let place = self.positions.binary_search(&position).ok()?;
        self.value.get(place).copied()
    }
}

/// How far a solution is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveProgress {
    /// So many positions were found, and more may come.
    Found(u64),
    /// What so many of all positions are value is known.
    Solved {
        /// How many.
        positions: u64,
        /// All there are.
        of: u64,
    },
}

impl Solution {
    /// Solves the game on boards of that size where 4s come that often.
    ///
    /// # Errors
    /// When there is no board of that size, or it has more than nine cells.
    pub fn new(size: Size, four_probability: f64) -> Result<Self, BoardError> {
        Self::with_progress(size, four_probability, |_| ControlFlow::Continue(()))
    }

    /// The same, where `watch` hears how far it is, layer by layer, and may stop it.
    ///
    /// # Errors
    /// As [`Solution::new`], and [`BoardError::Cancelled`] when `watch` stops it.
    pub fn with_progress(
        size: Size,
        four_probability: f64,
        mut watch: impl FnMut(SolveProgress) -> ControlFlow<()>,
    ) -> Result<Self, BoardError> {
        let empty = Board::empty(size)?;
        if empty.area() > MAX_SOLVED_CELLS {
            return Err(BoardError::TooLarge { rows: size.rows, columns: size.columns });
        }
        let shape = Shape::new(size);
        let layers = positions(shape, &mut watch)?;
        let mut solution = Self { shape, four_probability, layers };
        let (mut solved, of) = (0, solution.position_count() as u64);
        for half in (0..solution.layers.len()).rev() {
            let positions = &solution.layers[half].positions;
            let afters = Layer::new(shape.afters(positions));
            let mean = |&after: &BitBoard| {
                solution.mean(after, half).expect("what follows a position is known")
            };
            let value = afters.positions.par_iter().map(mean).collect();
            let afters = Layer { value, ..afters };
            let best = |&position: &BitBoard| {
                let slides = shape.slides(position).into_iter();
                let value = slides.filter(|&(after, _)| after != position).map(
                    |(after, gain)| {
                        let value = afters.value(shape.canonical(after));
                        f64::from(gain)
                            + value.expect("the layer holds what its moves lead to")
                    },
                );
                value.fold(0.0, f64::max)
            };
            let value = positions.par_iter().map(best).collect();
            solution.layers[half].value = value;
            solved += solution.layers[half].positions.len() as u64;
            if watch(SolveProgress::Solved { positions: solved, of }).is_break() {
                return Err(BoardError::Cancelled);
            }
        }
        Ok(solution)
    }

    /// How many positions there are, turns and reflections not counted.
    pub fn position_count(&self) -> usize {
        self.layers.iter().map(|layer| layer.positions.len()).sum()
    }

    /// What a position before a move is value; none of one that no game comes to.
    pub fn value(&self, board: Board) -> Option<f64> {
        let bits = self.shape.bits(board)?;
        self.layers.get(board.sum() as usize / 2)?.value(self.shape.canonical(bits))
    }

    /// The best move, the first of several, and what it is value; none where no move is legal,
    /// or no game comes to the board.
    pub fn best(&self, board: Board) -> Option<(Heading, f64)> {
        let known = Heading::ALL.into_iter().zip(self.values(board));
        let value = known.filter_map(|(heading, value)| Some((heading, value?)));
        value.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }

    /// What the moves up, right, down and left are value; none of those that are not legal, or
    /// where no game comes to the board.
    pub fn values(&self, board: Board) -> [Option<f64>; 4] {
        let half = board.sum() as usize / 2;
        let bits = self.shape.bits(board).filter(|_| self.value(board).is_some());
        bits.map_or([None; 4], |bits| {
            self.shape.slides(bits).map(|(after, gain)| {
                let value = (after != bits).then(|| self.mean(after, half))??;
                Some(f64::from(gain) + value)
            })
        })
    }

    /// The mean value over the tiles that may come to a board of that half sum.
    fn mean(&self, after: BitBoard, half: usize) -> Option<f64> {
        let value = |code: u64, cell: u64| {
            let layer = self.layers.get(half + code as usize)?;
            layer.value(self.shape.canonical(BitBoard(after.0 | (cell * code))))
        };
        let mut sum = 0.0;
        let cells = self.shape.empty_cells(after);
        let count = cells.clone().count();
        for cell in cells {
            sum += (1.0 - self.four_probability) * value(1, cell)?
                + self.four_probability * value(2, cell)?;
        }
        Some(sum / count as f64)
    }

    /// What a game is value before its first two tiles came.
    pub fn mean_start(&self) -> f64 {
        let share = |code: u8| {
            if code == 1 { 1.0 - self.four_probability } else { self.four_probability }
        };
        let weighted = self.shape.starts().map(|bits| {
            let board = self.shape.board(bits);
            let likely: f64 = board.codes().filter(|&code| code > 0).map(share).product();
            likely * self.value(board).expect("games begin there")
        });
        let area = self.shape.size.area();
        weighted.sum::<f64>() / (area * (area - 1) / 2) as f64
    }

    /// The first position that is value most, and its value.
    pub fn best_start(&self) -> (Board, f64) {
        let starts = self.shape.starts().map(|bits| {
            let board = self.shape.board(bits);
            (board, self.value(board).expect("games begin there"))
        });
        starts
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
            .expect("there are two cells")
    }
}

/// All positions before a move that a game can come to, by half their sum.
fn positions(
    shape: Shape,
    watch: &mut impl FnMut(SolveProgress) -> ControlFlow<()>,
) -> Result<Vec<Layer>, BoardError> {
    let mut coming: [Vec<BitBoard>; 5] = Default::default();
    for start in shape.starts() {
        coming[shape.board(start).sum() as usize / 2].push(shape.canonical(start));
    }
    let [first, second, mut next, mut after_next, mut last] = coming;
    let mut layers = vec![Layer::new(first), Layer::new(second)];
    let mut found = (layers[0].positions.len() + layers[1].positions.len()) as u64;
    while !(next.is_empty() && after_next.is_empty() && last.is_empty()) {
        let layer = Layer::new(next);
        let afters = Layer::new(shape.afters(&layer.positions));
        let come = |code: u64| {
            afters.positions.par_iter().flat_map_iter(move |&after| {
                let cells = shape.empty_cells(after);
                cells.map(move |cell| shape.canonical(BitBoard(after.0 | (cell * code))))
            })
        };
        after_next.par_extend(come(1));
        last.par_extend(come(2));
        found += layer.positions.len() as u64;
        if watch(SolveProgress::Found(found)).is_break() {
            return Err(BoardError::Cancelled);
        }
        layers.push(layer);
        (next, after_next, last) = (after_next, last, Vec::new());
    }
    Ok(layers)
}

/// Small boards as bits: the cells lie in a corner of 4 × 4, the others stay empty.
#[derive(Clone, Copy, Debug)]
struct Shape {
    size: Size,
    rows: &'static Rows,
    /// The lowest bits of the cells.
    cells: u64,
    /// By how much a board lies off its corner when columns, or rows, were reversed.
    shifts: [u32; 2],
}

impl Shape {
    /// Boards of at most four rows and columns.
    fn new(size: Size) -> Self {
        let mut cells = 0;
        for row in 0..size.rows {
            for column in 0..size.columns {
                cells |= 1 << (16 * row + 4 * column);
            }
        }
        let shifts = [4 * (4 - size.columns), 4 * (4 - size.rows)];
        Self { size, rows: rows(), cells, shifts }
    }

    /// The board as bits, if it has this size and small enough tiles.
    fn bits(self, board: Board) -> Option<BitBoard> {
        if board.size() != self.size {
            return None;
        }
        let mut bits = 0;
        for (index, code) in board.codes().enumerate() {
            let (row, column) =
                (index / self.size.columns as usize, index % self.size.columns as usize);
            bits |= u64::from(code) << (16 * row + 4 * column);
        }
        board.codes().all(|code| code < 16).then_some(BitBoard(bits))
    }

    /// The board of these bits.
    fn board(self, bits: BitBoard) -> Board {
        let empty = Board::empty(self.size).expect("the size was checked");
        let columns = self.size.columns as usize;
        let code = |index: usize| bits.code(4 * (index / columns) + index % columns);
        (0..empty.area()).fold(empty, |board, index| board.with_code(index, code(index)))
    }

    /// The boards after the moves up, right, down and left, and what they gain.
    fn slides(self, board: BitBoard) -> [(BitBoard, u32); 4] {
        let turned = board.transposed();
        let gains = [turned.line_gain(self.rows), board.line_gain(self.rows)];
        let right = |board: BitBoard, shift: u32| {
            BitBoard(board.each(&self.rows.right).0 >> shift)
        };
        let [columns, rows] = self.shifts;
        [
            (turned.each(&self.rows.left).transposed(), gains[0]),
            (right(board, columns), gains[1]),
            (right(turned, rows).transposed(), gains[0]),
            (board.each(&self.rows.left), gains[1]),
        ]
    }

    /// Where legal moves from these positions lead, before a tile comes; some more than once.
    fn afters(self, positions: &[BitBoard]) -> Vec<BitBoard> {
        let afters = |&position: &BitBoard| {
            let slides = self.slides(position).into_iter();
            let afters = slides.filter(move |&(after, _)| after != position);
            afters.map(move |(after, _)| self.canonical(after))
        };
        positions.par_iter().flat_map_iter(afters).collect()
    }

    /// The lowest bits of the empty cells, one after the other.
    fn empty_cells(self, board: BitBoard) -> impl Iterator<Item = u64> + Clone {
        let first = board.empty_mask() & self.cells;
        let next = |&mask: &u64| Some(mask & (mask - 1)).filter(|&mask| mask != 0);
        let masks = std::iter::successors(Some(first).filter(|&mask| mask != 0), next);
        masks.map(|mask| mask & mask.wrapping_neg())
    }

    /// The least of all turns and reflections of a board.
    fn canonical(self, board: BitBoard) -> BitBoard {
        let [columns, rows] = self.shifts;
        let mirrored = |board: BitBoard| BitBoard(board.mirrored().0 >> columns);
        let flipped = |board: BitBoard| BitBoard(board.flipped().0 >> (4 * rows));
        let least = |board: BitBoard| {
            let other = mirrored(board);
            board.min(other).min(flipped(board)).min(flipped(other))
        };
        if columns == rows {
            least(board).min(least(board.transposed()))
        } else {
            least(board)
        }
    }

    /// The boards with two tiles.
    fn starts(self) -> impl Iterator<Item = BitBoard> {
        let empty = BitBoard::default();
        self.empty_cells(empty).flat_map(move |first| {
            let second = self.empty_cells(empty).filter(move |&second| second > first);
            second.flat_map(move |second| {
                [(1, 1), (1, 2), (2, 1), (2, 2)]
                    .map(|(one, other)| BitBoard((first * one) | (second * other)))
            })
        })
    }
}

//! Small n-tuple networks whose weights come from outside: a genome of an evolutionary search is one, and plays.

use tilewright_grid::{Seed, Watch};

use crate::{BitBoard, Board, Outcome};

/// The cells that a small n-tuple network looks at, and how many values it tells apart.
///
/// Each tuple is looked up under all eight symmetries of the board. The weight that a look finds has the number that the codes
/// of the cells are in base [`values`](Self::values), the first cell most significant; a code above the largest value counts as that.
/// The value of a board is the sum of these weights, so that one array of [`weights`](Self::weights) numbers is a network.
///
/// ```
/// use tilewright_2048::{FOUR_PROBABILITY, TupleLayout};
/// use tilewright_grid::Seed;
///
/// // Rows, columns and squares of two cells, tiles up to 2048.
/// let layout = TupleLayout::new(&[vec![0, 1], vec![1, 2], vec![4, 5]], 12)?;
/// let weights = vec![0.0; layout.weights()];
/// let game = layout.play(&weights, FOUR_PROBABILITY, Seed(1), 100, &()).expect("it is not stopped");
/// assert!(game.moves <= 100 && game.score > 0);
/// # Ok::<(), tilewright_2048::TuplesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TupleLayout {
    /// For each tuple and symmetry the places of its cells among [`places`], as many as a tuple has.
    looks: Vec<[u8; MAX_LENGTH]>,
    length: usize,
    tuples: usize,
    values: u8,
}

/// The most cells of a tuple.
const MAX_LENGTH: usize = 6;

/// The most tuples: a bound of the time that a move takes, as each is looked up 32 times for it.
const MAX_TUPLES: usize = 64;

/// The most weights of a network, which take 128 MiB.
const MAX_WEIGHTS: usize = 1 << 24;

/// How many moves lie between two looks at the watch: some tens of microseconds.
const PATIENCE: u32 = 64;

/// Why tuples are none of a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TuplesError {
    /// None, or too many.
    #[error("expected 1 to {MAX_TUPLES} tuples, found {0}")]
    Count(usize),
    /// Too few or too many cells.
    #[error("tuple {tuple} has {found} cells, expected 1 to {MAX_LENGTH}")]
    Length {
        /// The tuple, counted from 0.
        tuple: usize,
        /// The number of its cells.
        found: usize,
    },
    /// Tuples of different lengths.
    #[error("tuple {tuple} has {found} cells, tuple 0 has {expected}")]
    Ragged {
        /// The tuple, counted from 0.
        tuple: usize,
        /// The number of its cells.
        found: usize,
        /// The number of cells of the first.
        expected: usize,
    },
    /// A cell that is not on the board, or twice in a tuple.
    #[error("tuple {tuple} has the cell {cell}, expected different cells from 0 to 15")]
    Cell {
        /// The tuple, counted from 0.
        tuple: usize,
        /// The cell.
        cell: u8,
    },
    /// Too few or too many values.
    #[error("expected 2 to 18 values, found {0}")]
    Values(u32),
    /// More weights than memory is taken for.
    #[error("{0} weights are too many: at most {MAX_WEIGHTS} are possible")]
    Weights(u128),
}

impl TupleLayout {
    /// The layout of tuples of the same length, each of cells from 0 to 15, row by row.
    ///
    /// # Errors
    /// When there are no tuples or more than 64, they differ in length or have no or more than six cells, a cell is not on the board
    /// or twice in a tuple, there are not 2 to 18 values, or the network would have more than 2²⁴ weights.
    pub fn new(tuples: &[Vec<u8>], values: u32) -> Result<Self, TuplesError> {
        if !(1..=MAX_TUPLES).contains(&tuples.len()) {
            return Err(TuplesError::Count(tuples.len()));
        }
        if !(2..=18).contains(&values) {
            return Err(TuplesError::Values(values));
        }
        let length = tuples[0].len();
        for (tuple, cells) in tuples.iter().enumerate() {
            check(tuple, cells, length)?;
        }

        let all = u128::from(values).pow(length as u32) * tuples.len() as u128;
        if all > MAX_WEIGHTS as u128 {
            return Err(TuplesError::Weights(all));
        }

        let looks = tuples.iter().flat_map(|cells| symmetric(cells)).collect();
        Ok(Self { looks, length, tuples: tuples.len(), values: values as u8 })
    }

    /// The number of weights of a network: those of each tuple one after the other.
    pub const fn weights(&self) -> usize {
        self.tuples * self.table()
    }

    /// The number of values of a cell that it tells apart.
    pub const fn values(&self) -> u32 {
        self.values as u32
    }

    /// The number of weights of a tuple.
    const fn table(&self) -> usize {
        (self.values as usize).pow(self.length as u32)
    }

    /// The value of a 4 × 4 board: the sum of the weights that it looks up, tuple by tuple.
    ///
    /// # Panics
    /// If there are not as many weights as [`weights`](Self::weights) says.
    pub fn value(&self, weights: &[f64], board: BitBoard) -> f64 {
        assert_eq!(weights.len(), self.weights(), "one weight for each entry");
        self.sum(weights, places(board))
    }

    /// Plays a game greedily: each move is the one with the most points and value of the board after it, the first of up, right,
    /// down and left if several are equal. New tiles are those of [`Game`](crate::Game) with the same seed. A game ends without a
    /// legal move, or after a number of moves; `None` if the watch stops it.
    ///
    /// # Panics
    /// If there are not as many weights as [`weights`](Self::weights) says.
    pub fn play(
        &self,
        weights: &[f64],
        four_probability: f64,
        seed: Seed,
        max_moves: u32,
        watch: &dyn Watch,
    ) -> Option<Outcome> {
        assert_eq!(weights.len(), self.weights(), "one weight for each entry");
        let mut tiles = seed.rng();
        let mut spawn = |board: BitBoard| board.spawn(four_probability, &mut tiles);
        let first = spawn(BitBoard::default());
        let mut board = spawn(first);
        let (mut score, mut moves) = (0_u64, 0_u32);

        // Two tiles of 32,768 cannot merge in four bits.
        while board.is_exact() && moves < max_moves {
            if moves.is_multiple_of(PATIENCE) && watch.look().is_break() {
                return None;
            }
            let Some((after, gain)) = self.best(weights, board) else { break };
            score += u64::from(gain);
            moves += 1;
            board = spawn(after);
        }

        let mut large = Board::from(board);
        while !large.bits().is_some_and(BitBoard::is_exact) && moves < max_moves {
            if watch.look().is_break() {
                return None;
            }
            let Some((after, gain)) = self.best_large(weights, large) else { break };
            score += gain;
            moves += 1;
            large = after.spawn(four_probability, &mut tiles);
        }
        Some(Outcome { score, moves, largest: large.largest() })
    }

    /// The board after the best move and its points; none without a legal move.
    #[inline]
    fn best(&self, weights: &[f64], board: BitBoard) -> Option<(BitBoard, u32)> {
        let mut best: Option<(f64, BitBoard, u32)> = None;
        for (after, gain) in board.moves() {
            if after != board {
                let value = f64::from(gain) + self.sum(weights, places(after));
                if best.is_none_or(|(most, ..)| value > most) {
                    best = Some((value, after, gain));
                }
            }
        }
        best.map(|(_, after, gain)| (after, gain))
    }

    /// The same of a board with larger tiles.
    fn best_large(&self, weights: &[f64], board: Board) -> Option<(Board, u64)> {
        let mut best: Option<(f64, Board, u64)> = None;
        for (_, slide) in board.slides() {
            let value = slide.gain as f64 + self.sum(weights, places_of(slide.board));
            if best.is_none_or(|(most, ..)| value > most) {
                best = Some((value, slide.board, slide.gain));
            }
        }
        best.map(|(_, after, gain)| (after, gain))
    }

    /// The sum of the weights of a board, given its codes by their places.
    #[inline]
    fn sum(&self, weights: &[f64], codes: [u8; 16]) -> f64 {
        // The length is a constant in each, so that no loop over it is left.
        match self.length {
            1 => self.sum_of::<1>(weights, codes),
            2 => self.sum_of::<2>(weights, codes),
            3 => self.sum_of::<3>(weights, codes),
            4 => self.sum_of::<4>(weights, codes),
            5 => self.sum_of::<5>(weights, codes),
            _ => self.sum_of::<6>(weights, codes),
        }
    }

    #[inline]
    fn sum_of<const LENGTH: usize>(&self, weights: &[f64], codes: [u8; 16]) -> f64 {
        let largest = self.values - 1;
        let codes = codes.map(|code| code.min(largest));
        let values = u32::from(self.values);
        let mut sum = 0.0;
        let tables = weights.chunks_exact(self.table());
        for (table, looks) in tables.zip(self.looks.as_chunks::<8>().0) {
            for cells in looks {
                let mut index = 0;
                for &cell in &cells[..LENGTH] {
                    index = index * values + u32::from(codes[usize::from(cell & 15)]);
                }
                sum += table[index as usize];
            }
        }
        sum
    }
}

/// Checks a tuple.
fn check(tuple: usize, cells: &[u8], expected: usize) -> Result<(), TuplesError> {
    let found = cells.len();
    if !(1..=MAX_LENGTH).contains(&found) {
        return Err(TuplesError::Length { tuple, found });
    }
    if found != expected {
        return Err(TuplesError::Ragged { tuple, found, expected });
    }
    let is_wrong = |&(at, &cell): &(usize, &u8)| cell > 15 || cells[..at].contains(&cell);
    match cells.iter().enumerate().find(is_wrong) {
        Some((_, &cell)) => Err(TuplesError::Cell { tuple, cell }),
        None => Ok(()),
    }
}

/// The places that the cells of a tuple have under each symmetry of the board.
fn symmetric(cells: &[u8]) -> [[u8; MAX_LENGTH]; 8] {
    let symmetry = |number: u8| {
        let mut looks = [0; MAX_LENGTH];
        for (look, &cell) in looks.iter_mut().zip(cells) {
            let (mut row, mut column) = (cell / 4, cell % 4);
            if number & 1 == 1 {
                (row, column) = (column, row);
            }
            if number & 2 == 2 {
                column = 3 - column;
            }
            if number & 4 == 4 {
                row = 3 - row;
            }
            *look = place(4 * row + column);
        }
        looks
    };
    [0, 1, 2, 3, 4, 5, 6, 7].map(symmetry)
}

/// The place of a cell among [`places`].
const fn place(cell: u8) -> u8 {
    cell / 2 + 8 * (cell % 2)
}

/// The codes of a board: those of the cells of even numbers, then those of odd ones, since these need no shuffling of bits.
#[inline]
fn places(board: BitBoard) -> [u8; 16] {
    const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let (even, odd) = ((board.0 & LOW).to_le_bytes(), (board.0 >> 4 & LOW).to_le_bytes());
    let mut codes = [0; 16];
    codes[..8].copy_from_slice(&even);
    codes[8..].copy_from_slice(&odd);
    codes
}

/// The same of a board with larger tiles.
fn places_of(board: Board) -> [u8; 16] {
    let mut codes = [0; 16];
    for (cell, code) in board.codes().enumerate() {
        codes[usize::from(place(cell as u8))] = code;
    }
    codes
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use tilewright_grid::Size;

    use super::*;
    use crate::{FOUR_PROBABILITY, Game, Setup};

    /// The value, as the definition says it.
    fn plain(tuples: &[Vec<u8>], values: u32, weights: &[f64], board: Board) -> f64 {
        let table = weights.len() / tuples.len();
        let mut sum = 0.0;
        for (number, tuple) in tuples.iter().enumerate() {
            for symmetry in 0..8 {
                let mut index = 0;
                for &cell in tuple {
                    let (mut row, mut column) = (cell / 4, cell % 4);
                    if symmetry & 1 == 1 {
                        (row, column) = (column, row);
                    }
                    row = if symmetry & 2 == 2 { 3 - row } else { row };
                    column = if symmetry & 4 == 4 { 3 - column } else { column };
                    let code = u32::from(board.code(usize::from(4 * row + column)));
                    index = index * values + code.min(values - 1);
                }
                sum += weights[number * table + index as usize];
            }
        }
        sum
    }

    #[test]
    fn games_are_those_of_the_definition() {
        let tuples = [vec![0, 1, 2], vec![0, 1, 5]];
        let layout = TupleLayout::new(&tuples, 7).unwrap();
        let mut rng = Seed(5).rng();
        // Whole numbers, so that the order of a sum does not matter.
        let weights: Vec<f64> =
            (0..layout.weights()).map(|_| f64::from(rng.below(200))).collect();
        let setup = Setup::new(Size::new(4, 4), Seed(0));
        for seed in (0..20).map(Seed) {
            let mut game = Game::new(&setup, seed).unwrap();
            loop {
                let mut best = None;
                for (heading, slide) in game.board().slides() {
                    let value = plain(&tuples, 7, &weights, slide.board);
                    let value = slide.gain as f64 + value;
                    if best.is_none_or(|(most, _)| value > most) {
                        best = Some((value, heading));
                    }
                }
                let Some((_, heading)) = best else { break };
                game.play(heading);
            }
            let played = layout.play(&weights, FOUR_PROBABILITY, seed, u32::MAX, &());
            let largest = game.board().largest();
            let expected = Outcome { score: game.score(), moves: game.moves(), largest };
            assert_eq!(played, Some(expected));
        }
    }

    #[test]
    fn games_end_at_their_limit_and_stop_by_the_watch() {
        let layout = TupleLayout::new(&[vec![0]], 2).unwrap();
        let played = layout.play(&[0.0; 2], 0.1, Seed(1), 3, &()).unwrap();
        assert_eq!(played.moves, 3);
        let stop = || ControlFlow::Break(());
        assert_eq!(layout.play(&[0.0; 2], 0.1, Seed(1), 3, &stop), None);
    }

    #[test]
    fn what_is_no_layout_is_refused() {
        let error = |tuples: &[Vec<u8>], values| {
            TupleLayout::new(tuples, values).unwrap_err().to_string()
        };
        assert_eq!(error(&[], 12), "expected 1 to 64 tuples, found 0");
        assert_eq!(error(&[vec![]], 12), "tuple 0 has 0 cells, expected 1 to 6");
        let ragged = error(&[vec![0, 1], vec![2]], 12);
        assert_eq!(ragged, "tuple 1 has 1 cells, tuple 0 has 2");
        let twice = error(&[vec![0, 0]], 12);
        assert_eq!(
            twice,
            "tuple 0 has the cell 0, expected different cells from 0 to 15"
        );
        assert_eq!(error(&[vec![0]], 1), "expected 2 to 18 values, found 1");
        let large = error(&[vec![0, 1, 2, 3, 4, 5]], 18);
        assert_eq!(large, "34012224 weights are too many: at most 16777216 are possible");
    }
}

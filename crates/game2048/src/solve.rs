//! The best play on small boards, exactly.

use tilewright_grid::{Heading, Size};

use crate::{Board, BoardError};

/// The most cells of a board that is solved: 3 × 3 has some millions of positions.
const MOST_CELLS: usize = 9;

/// What every position that a game can come to is worth under best play: the score that is
/// still to be expected.
///
/// A move keeps the sum of the tiles and a new tile raises it by 2 or 4, so positions are
/// found layer by layer of that sum, and worth is found from the last layer back. Positions
/// that are turns or reflections of each other stand together as one.
///
/// ```
/// use tilewright_2048::Solution;
/// use tilewright_grid::Size;
///
/// let solution = Solution::new(Size::new(2, 2), 0.1)?;
/// let (start, worth) = solution.best_start();
/// assert_eq!(start.sum(), 4);
/// assert!((worth - 67.70).abs() < 0.01);
/// # Ok::<(), tilewright_2048::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solution {
    size: Size,
    /// The positions by half the sum of their tiles.
    layers: Vec<Layer>,
}

/// The positions of one sum, in ascending order, and what they are worth.
#[derive(Clone, Debug, Default)]
struct Layer {
    positions: Vec<u64>,
    worth: Vec<f64>,
}

impl Solution {
    /// Solves the game on boards of that size where 4s come that often.
    ///
    /// # Errors
    /// When there is no board of that size, or it has more than nine cells.
    pub fn new(size: Size, fours: f64) -> Result<Self, BoardError> {
        let empty = Board::empty(size)?;
        if empty.area() > MOST_CELLS {
            return Err(BoardError::TooLarge { rows: size.rows, columns: size.columns });
        }
        let mut solution = Self { size, layers: positions(empty) };
        for half in (0..solution.layers.len()).rev() {
            let worth = |&position: &u64| {
                solution
                    .best(unpacked(size, position), fours)
                    .map_or(0.0, |(_, worth)| worth)
            };
            let worth = solution.layers[half].positions.iter().map(worth).collect();
            solution.layers[half].worth = worth;
        }
        Ok(solution)
    }

    /// How many positions there are, turns and reflections not counted.
    pub fn position_count(&self) -> usize {
        self.layers.iter().map(|layer| layer.positions.len()).sum()
    }

    /// What a position before a move is worth; none of one that no game comes to.
    pub fn worth(&self, board: Board) -> Option<f64> {
        if board.size() != self.size {
            return None;
        }
        let layer = self.layers.get(board.sum() as usize / 2)?;
        let place = layer.positions.binary_search(&canonical(board)).ok()?;
        layer.worth.get(place).copied()
    }

    /// The best move where 4s come that often, the first of several, and what it is worth;
    /// none where no move is legal.
    pub fn best(&self, board: Board, fours: f64) -> Option<(Heading, f64)> {
        let slides = board.slides();
        let worth = slides
            .map(|(to, slide)| (to, slide.gain as f64 + self.mean(slide.board, fours)));
        worth.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }

    /// The mean worth over the tiles that may come.
    fn mean(&self, after: Board, fours: f64) -> f64 {
        let worth =
            |board| self.worth(board).expect("it follows a position that is known");
        let each = after.empty_cells().map(|cell| {
            (1.0 - fours) * worth(after.with_code(cell, 1))
                + fours * worth(after.with_code(cell, 2))
        });
        each.sum::<f64>() / after.empty_count() as f64
    }

    /// What a game is worth before its first two tiles came, where 4s come that often.
    pub fn mean_start(&self, fours: f64) -> f64 {
        let empty = Board::empty(self.size).expect("the size was checked");
        let share = |code: u8| if code == 1 { 1.0 - fours } else { fours };
        let weighted = starts(empty).map(|board| {
            let likely: f64 = board.codes().filter(|&code| code > 0).map(share).product();
            likely * self.worth(board).expect("games begin there")
        });
        let pairs = empty.area() * (empty.area() - 1) / 2;
        weighted.sum::<f64>() / pairs as f64
    }

    /// The first position that is worth most, and its worth.
    pub fn best_start(&self) -> (Board, f64) {
        let empty = Board::empty(self.size).expect("the size was checked");
        let starts = starts(empty).map(|board| {
            let worth = self.worth(board).expect("games begin there");
            (board, worth)
        });
        starts
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
            .expect("there are two cells")
    }
}

/// The boards with two tiles.
fn starts(empty: Board) -> impl Iterator<Item = Board> {
    let area = empty.area();
    (0..area).flat_map(move |first| {
        (first + 1..area).flat_map(move |second| {
            [(1, 1), (1, 2), (2, 1), (2, 2)]
                .map(|(one, other)| empty.with_code(first, one).with_code(second, other))
        })
    })
}

/// All positions before a move that a game can come to, by half their sum.
fn positions(empty: Board) -> Vec<Layer> {
    let mut layers: Vec<Layer> = Vec::new();
    let add = |layers: &mut Vec<Layer>, board: Board| {
        let half = board.sum() as usize / 2;
        if layers.len() <= half {
            layers.resize(half + 1, Layer::default());
        }
        layers[half].positions.push(canonical(board));
    };
    starts(empty).for_each(|board| add(&mut layers, board));
    let mut half = 0;
    while half < layers.len() {
        let mut positions = std::mem::take(&mut layers[half].positions);
        positions.sort_unstable();
        positions.dedup();
        for &position in &positions {
            for (_, slide) in unpacked(empty.size(), position).slides() {
                for cell in slide.board.empty_cells() {
                    add(&mut layers, slide.board.with_code(cell, 1));
                    add(&mut layers, slide.board.with_code(cell, 2));
                }
            }
        }
        layers[half].positions = positions;
        half += 1;
    }
    layers
}

/// A position as a number, four bits a cell; the least of all its turns and reflections.
fn canonical(board: Board) -> u64 {
    let (rows, columns) = (board.size().rows as usize, board.size().columns as usize);
    let mut codes = [0_u8; MOST_CELLS];
    for (code, index) in codes.iter_mut().zip(0..board.area()) {
        *code = board.code(index);
    }
    let mut least = u64::MAX;
    let turns = if rows == columns { 8 } else { 4 };
    for turn in 0..turns {
        let mut packed = 0;
        for row in 0..rows {
            for column in 0..columns {
                let row = if turn & 1 == 0 { row } else { rows - 1 - row };
                let column = if turn & 2 == 0 { column } else { columns - 1 - column };
                let (row, column) =
                    if turn & 4 == 0 { (row, column) } else { (column, row) };
                packed = packed << 4 | u64::from(codes[row * columns + column]);
            }
        }
        least = least.min(packed);
    }
    least
}

/// The board of such a number.
fn unpacked(size: Size, position: u64) -> Board {
    let empty = Board::empty(size).expect("the size was checked");
    let last = empty.area() - 1;
    let code = |index: usize| (position >> (4 * (last - index))) as u8 & 15;
    (0..=last).fold(empty, |board, index| board.with_code(index, code(index)))
}

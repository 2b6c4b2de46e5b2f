//! Which cells the tuples of a network look at.

use std::{fmt, str::FromStr};

use super::features::Known;
use crate::{BitBoard, NetworkError};

/// The most tuples of a network.
const MOST_TUPLES: usize = 32;

/// The most cells of a tuple.
const MOST_CELLS: usize = 6;

/// The most weights of a network: with all that learning needs they take 1.6 GB, with late boards
/// 2.1 GB.
const MOST_WEIGHTS: usize = 8 << 24;

/// What a shape may be.
const EXPECTED: &str = "write 4x5, 4x6, 8x5, or tuples of two to six cells 0 to f in \
                        ascending order, such as 0123,0145, with at most 134217728 weights in all";

/// The tuples of a network: each looks at some cells of the board, named 0 to f in reading
/// order, from all eight sides.
///
/// ```
/// use tilewright_2048::Shape;
///
/// let shape: Shape = "4x6".parse()?;
/// assert_eq!(shape.to_string(), "4x6");
/// assert_eq!(shape.weight_count(), 4 << 24);
/// # Ok::<(), tilewright_2048::NetworkError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    tuples: Vec<Tuple>,
    /// Which of the shapes it is that are found fast; asked before every move.
    known: Known,
}

/// The cells of a tuple, as what to take of a board's 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tuple {
    /// The cells as bits.
    cells: u16,
    /// How far runs of neighbouring cells are shifted, and what is kept of them.
    runs: [(u32, u64); 4],
    /// Where its weights begin.
    pub(crate) offset: usize,
}

/// The names of known shapes. 4x6 are the tuples of Yeh et al. (*Multistage temporal difference
/// learning for 2048-like games*, 2017).
const NAMED: [(&str, &str); 3] = [
    ("4x5", "01234,45678,01245,45689"),
    ("4x6", "012345,456789,012456,45689a"),
    ("8x5", "01234,45678,01245,45689,01256,01236,45679,12567"),
];

impl Shape {
    /// The tuples.
    pub(crate) fn tuples(&self) -> &[Tuple] {
        &self.tuples
    }

    /// Which of the known shapes it is.
    pub(crate) const fn known(&self) -> Known {
        self.known
    }

    /// How many weights a network of this shape has: 16 to the power of its cells for each
    /// tuple.
    pub fn weight_count(&self) -> usize {
        self.tuples.iter().map(|tuple| tuple.size()).sum()
    }

    /// How many weights the value of a board is the sum of.
    pub const fn feature_count(&self) -> usize {
        8 * self.tuples.len()
    }
}

impl Tuple {
    /// The tuple of these cells, which come in ascending order.
    pub(crate) const fn new(cells: u16, offset: usize) -> Self {
        let mut runs = [(0, 0); 4];
        let (mut count, mut run, mut cell, mut last) = (0, 0, 0, 16);
        while cell < 16 {
            if cells >> cell & 1 == 1 {
                let shift = 4 * (cell - count);
                if cell > 0 && last != cell - 1 && count > 0 {
                    run += 1;
                }
                runs[run].0 = shift;
                runs[run].1 |= 15 << (4 * count);
                last = cell;
                count += 1;
            }
            cell += 1;
        }
        Self { cells, runs, offset }
    }

    /// How many weights it has.
    pub(crate) const fn size(self) -> usize {
        1 << (4 * self.cells.count_ones())
    }

    /// What it sees of the board: the codes of its cells, side by side.
    #[inline]
    pub(crate) const fn look(&self, board: BitBoard) -> usize {
        let [a, b, c, d] = self.runs;
        ((board.0 >> a.0) & a.1
            | (board.0 >> b.0) & b.1
            | (board.0 >> c.0) & c.1
            | (board.0 >> d.0) & d.1) as usize
    }
}

/// The cells that a word of hexadecimal digits names; `None` where they do not ascend.
pub(crate) const fn cells(word: &str) -> Option<u16> {
    let (word, mut cells, mut index) = (word.as_bytes(), 0_u16, 0);
    while index < word.len() {
        let cell = match word[index] {
            digit @ b'0'..=b'9' => digit - b'0',
            digit @ b'a'..=b'f' => digit - b'a' + 10,
            _ => return None,
        };
        if cells >> cell != 0 {
            return None;
        }
        cells |= 1 << cell;
        index += 1;
    }
    Some(cells)
}

impl FromStr for Shape {
    type Err = NetworkError;

    /// Reads a known name, or tuples of cells parted by commas.
    fn from_str(text: &str) -> Result<Self, NetworkError> {
        let wrong = || NetworkError::Shape { found: text.to_owned(), expected: EXPECTED };
        let named = NAMED.iter().find(|(name, _)| *name == text);
        let mut shape = Self { tuples: Vec::new(), known: Known::Other };
        for word in named.map_or(text, |(_, tuples)| tuples).split(',') {
            let cells = cells(word).ok_or_else(wrong)?;
            let lengths = 2..=MOST_CELLS;
            if !lengths.contains(&word.len()) || shape.tuples.len() == MOST_TUPLES {
                return Err(wrong());
            }
            shape.tuples.push(Tuple::new(cells, shape.weight_count()));
            if shape.weight_count() > MOST_WEIGHTS {
                return Err(wrong());
            }
        }
        shape.known = Known::named(&shape.to_string());
        Ok(shape)
    }
}

impl fmt::Display for Shape {
    /// Writes the name where there is one, else the tuples.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.tuples.iter().map(Tuple::to_string).collect();
        let words = words.join(",");
        let named = NAMED.iter().find(|(_, tuples)| *tuples == words);
        f.write_str(named.map_or(&words, |(name, _)| name))
    }
}

impl fmt::Display for Tuple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut cells = (0..16).filter(|cell| self.cells >> cell & 1 == 1);
        cells.try_for_each(|cell| write!(f, "{cell:x}"))
    }
}

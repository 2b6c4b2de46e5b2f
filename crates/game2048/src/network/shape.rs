//! Which cells the tuples of a network look at.

use std::{fmt, str::FromStr};

use super::features::Known;
use crate::{BitBoard, NetworkError};

/// The most tuples of a network.
const MAX_TUPLES: usize = 32;

/// The most cells of a tuple.
const MAX_TUPLE_CELLS: usize = 6;

/// The most weights of a network: with all that learning needs they take 1.6 GB, with late boards
/// 2.1 GB.
const MAX_WEIGHTS: usize = 8 << 24;

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

/// The cells of a tuple, as what to take of a board's 64 bits, and where its weights lie.
///
/// A tuple lies beside the next one that differs in one cell, if that lies beside no other: for
/// all that their other cells may hold, the sixteen weights of the one come before the sixteen
/// of the other. So what both look up is near each other in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tuple {
    /// The cells as bits.
    cells: u16,
    /// The cell whose code is counted first: the one that its neighbour has not, or the lowest.
    own: u32,
    /// How far the codes of the other cells are shifted to make a place.
    stride: u32,
    /// For the cell of its own and runs of the others, how far a board's bits are turned to the
    /// right, and which of them then belong to the place. The first three are enough for most.
    turns: [(u32, u64); MAX_TUPLE_CELLS],
    /// Where its weights begin.
    offset: usize,
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

    /// The places of all weights in the order of files: tuple by tuple in the order of their
    /// names, the code of a tuple's first cell counted first.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> {
        let places = |tuple: &Tuple| {
            let tuple = *tuple;
            (0..tuple.size()).map(move |codes| tuple.place_of(codes))
        };
        self.tuples.iter().flat_map(places)
    }

    /// How many weights the value of a board is the sum of.
    pub const fn feature_count(&self) -> usize {
        8 * self.tuples.len()
    }
}

impl Tuple {
    /// The tuple of these cells.
    const fn new(cells: u16, own: u32, stride: u32, offset: usize) -> Self {
        let mut turns = [(0, 0); MAX_TUPLE_CELLS];
        turns[0] = (4 * own, 15);
        let (mut count, mut turn, mut cell, mut last) = (0, 0, 0, 16);
        while cell < 16 {
            if cells >> cell & 1 == 1 && cell != own {
                if last + 1 != cell {
                    turn += 1;
                }
                let at = 4 * count + stride;
                turns[turn].0 = (64 + 4 * cell - at) % 64;
                turns[turn].1 |= 15 << at;
                last = cell;
                count += 1;
            }
            cell += 1;
        }
        Self { cells, own, stride, turns, offset }
    }

    /// How many weights it has.
    const fn size(self) -> usize {
        size(self.cells)
    }

    /// The place of the weight that it looks up for the board.
    #[inline]
    pub(crate) const fn place(&self, board: BitBoard) -> usize {
        let [first, second, third, fourth, fifth, sixth] = self.turns;
        let mut place = board.0.rotate_right(first.0) & first.1
            | board.0.rotate_right(second.0) & second.1
            | board.0.rotate_right(third.0) & third.1;
        if fourth.1 != 0 {
            place |= board.0.rotate_right(fourth.0) & fourth.1
                | board.0.rotate_right(fifth.0) & fifth.1
                | board.0.rotate_right(sixth.0) & sixth.1;
        }
        self.offset + place as usize
    }

    /// The place of the weight for cells with these codes, side by side, the first lowest.
    const fn place_of(self, codes: usize) -> usize {
        let below = 4 * (self.cells & ((1 << self.own) - 1)).count_ones();
        let own = codes >> below & 15;
        let others = codes & ((1 << below) - 1) | codes >> (below + 4) << below;
        self.offset + (others << self.stride) + own
    }
}

/// How many weights a tuple of these cells has.
const fn size(cells: u16) -> usize {
    1 << (4 * cells.count_ones())
}

/// The tuples of these cells, whose weights fill one place after the other.
pub(super) const fn lay_out<const N: usize>(cells: [u16; N]) -> [Tuple; N] {
    let mut tuples = [Tuple::new(0, 0, 0, 0); N];
    lay_out_in(&cells, &mut tuples);
    tuples
}

const fn lay_out_in(cells: &[u16], tuples: &mut [Tuple]) {
    let (mut index, mut done, mut offset) = (0, 0_u32, 0);
    while index < cells.len() {
        let first = cells[index];
        if done >> index & 1 == 1 {
            // It lies beside one before it.
        } else if let Some(other) = neighbour(cells, index, done) {
            let second = cells[other];
            let own = [first & !second, second & !first];
            tuples[index] = Tuple::new(first, own[0].trailing_zeros(), 5, offset);
            tuples[other] = Tuple::new(second, own[1].trailing_zeros(), 5, offset + 16);
            done |= 1 << other;
            offset += 2 * size(first);
        } else {
            tuples[index] = Tuple::new(first, first.trailing_zeros(), 4, offset);
            offset += size(first);
        }
        index += 1;
    }
}

/// The next that differs from that one in one cell and is not done.
const fn neighbour(cells: &[u16], index: usize, done: u32) -> Option<usize> {
    let count = cells[index].count_ones();
    let mut other = index + 1;
    while other < cells.len() {
        let is_free = done >> other & 1 == 0 && cells[other].count_ones() == count;
        if is_free && (cells[index] & cells[other]).count_ones() + 1 == count {
            return Some(other);
        }
        other += 1;
    }
    None
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
        let (mut all, mut count) = (Vec::new(), 0);
        for word in named.map_or(text, |(_, tuples)| tuples).split(',') {
            let cells = cells(word).ok_or_else(wrong)?;
            let lengths = 2..=MAX_TUPLE_CELLS;
            if !lengths.contains(&word.len()) || all.len() == MAX_TUPLES {
                return Err(wrong());
            }
            all.push(cells);
            count += size(cells);
            if count > MAX_WEIGHTS {
                return Err(wrong());
            }
        }
        let mut tuples = vec![Tuple::new(0, 0, 0, 0); all.len()];
        lay_out_in(&all, &mut tuples);
        let mut shape = Self { tuples, known: Known::Other };
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Cells of tuples, so few that their weights are quickly counted.
    fn small() -> impl Strategy<Value = Vec<u16>> {
        let cells = prop::sample::subsequence((0..16).collect::<Vec<u16>>(), 2..=3);
        let tuple = cells.prop_map(|cells| cells.iter().map(|cell| 1 << cell).sum());
        prop::collection::vec(tuple, 1..8)
    }

    fn named(cells: &[u16]) -> String {
        let tuple =
            |&cells: &u16| Tuple::new(cells, cells.trailing_zeros(), 0, 0).to_string();
        cells.iter().map(tuple).collect::<Vec<_>>().join(",")
    }

    proptest! {
        #[test]
        fn every_weight_has_a_place_of_its_own(cells in small()) {
            let shape: Shape = named(&cells).parse().unwrap();
            let mut places: Vec<usize> = shape.places().collect();
            places.sort_unstable();
            prop_assert!(places.into_iter().eq(0..shape.weight_count()));
        }

        #[test]
        fn a_board_looks_up_what_its_cells_name(
            cells in prop::sample::subsequence((0..16).collect::<Vec<u32>>(), 2..=6),
            more in small(),
            board: u64,
        ) {
            let board = BitBoard(board);
            let bits: u16 = cells.iter().map(|cell| 1 << cell).sum();
            let mut all = vec![bits];
            // One that lies beside it.
            let free = (0..16).find(|cell| bits >> cell & 1 == 0).unwrap();
            all.push(bits & (bits - 1) | 1 << free);
            all.extend(more);
            let shape: Shape = named(&all).parse().unwrap();
            for tuple in shape.tuples() {
                let cells = (0..16).filter(|&cell| tuple.cells >> cell & 1 == 1).rev();
                let codes =
                    cells.fold(0, |codes, at| codes << 4 | usize::from(board.code(at)));
                prop_assert_eq!(tuple.place(board), tuple.place_of(codes));
            }
        }
    }

    #[test]
    fn cells_may_all_lie_apart() {
        for text in ["02468a", "013579", "13579", "0246,8ace"] {
            assert_eq!(text.parse::<Shape>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn tuples_that_differ_in_one_cell_lie_side_by_side() {
        let shape: Shape = "4x6".parse().unwrap();
        let places = |board| {
            [0, 1, 2, 3].map(|index| shape.tuples()[index].place(BitBoard(board)))
        };
        // 3 and 6 are their own, 7 and a.
        assert_eq!(places(0), [0, 2 << 24, 16, (2 << 24) + 16]);
        assert_eq!(places(5 << 12)[0], 5);
        assert_eq!(places(5 << 24)[2], 16 + 5);
        assert_eq!(places(1), [32, 2 << 24, 16 + 32, (2 << 24) + 16]);
    }
}

//! The shape of a network: the cells of its tuples, and where their weights are stored.

use std::{fmt, str::FromStr};

use super::features::CompiledShape;
use crate::{BitBoard, NetworkError};

/// The maximum number of tuples.
const MAX_TUPLES: usize = 32;

/// The maximum number of cells of a tuple: six cells have 2²⁴ weights, 64 MiB, seven would have 1
/// GiB.
const MAX_TUPLE_CELLS: usize = 6;

/// The maximum number of weights: training then takes 1.6 GB of memory, and 2.1 GB in stage 2.
const MAX_WEIGHTS: usize = 8 << 24;

/// What a shape may be.
const EXPECTED: &str = "4x5, 4x6, 8x5 or tuples of two to six cells 0 to f in ascending order, \
                        such as 0123,0145, with at most 134217728 weights in total";

/// The shape of a network: its tuples. A tuple is a group of cells, numbered 0 to f row by row, and is
/// applied to the board in all eight symmetries.
///
/// As text it is a name, `4x5`, `4x6` or `8x5` (tuples × cells), or the tuples separated by commas,
/// such as `0123,0145`.
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
    /// The compiled shape that it is, if any.
    known: CompiledShape,
}

/// The cells of a tuple, as rotations and masks of a board's 64 bits, and the position of its weights.
///
/// The weights of two tuples that differ in one cell are interleaved: for each contents of their
/// common cells, the sixteen weights of the one are followed by the sixteen of the other. So both
/// lookups are close to each other in memory. A tuple is paired with the next such tuple that is
/// not paired yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tuple {
    /// The cells as bits.
    cells: u16,
    /// The cell whose code is the lowest digit of the index: the cell that the paired tuple does not
    /// have, or the first cell.
    own: u32,
    /// By how many bits the codes of the other cells are shifted.
    stride: u32,
    /// For the own cell, and for each run of the other cells, a rotation of the board's bits to the
    /// right and the mask of the bits that belong to the index. Most tuples need only three.
    turns: [(u32, u64); MAX_TUPLE_CELLS],
    /// The index of its first weight.
    offset: usize,
}

/// The named shapes. 4x6 has the tuples of Yeh et al. (*Multistage temporal difference learning for
/// 2048-like games*, 2017).
const NAMED: [(&str, &str); 3] = [
    ("4x5", "01234,45678,01245,45689"),
    ("4x6", "012345,456789,012456,45689a"),
    ("8x5", "01234,45678,01245,45689,01256,01236,45679,12567"),
];

impl Shape {
    /// What stands in the place of a shape until it is read.
    pub(super) const fn unread() -> Self {
        Self { tuples: Vec::new(), known: CompiledShape::Other }
    }

    /// The tuples.
    pub(crate) fn tuples(&self) -> &[Tuple] {
        &self.tuples
    }

    /// The compiled shape that it is, if any.
    pub(crate) const fn known(&self) -> CompiledShape {
        self.known
    }

    /// The number of weights: 16 to the power of its number of cells, for each tuple.
    pub fn weight_count(&self) -> usize {
        self.tuples.iter().map(|tuple| tuple.size()).sum()
    }

    /// The indices of all weights in the order of checkpoints: tuple by tuple, the code of a tuple's first
    /// cell changing fastest. A run has the indices of all codes of that cell.
    pub(super) fn runs(&self) -> impl Iterator<Item = Run> {
        let runs = |tuple: &Tuple| {
            let tuple = *tuple;
            let step = tuple.place_of(1) - tuple.place_of(0);
            let run = move |run| Run { first: tuple.place_of(Run::LENGTH * run), step };
            (0..tuple.size() / Run::LENGTH).map(run)
        };
        self.tuples.iter().flat_map(runs)
    }

    /// The indices of [`runs`](Self::runs), one by one.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> {
        self.runs().flat_map(Run::places)
    }

    /// The number of weights whose sum is the value of a board: eight for each tuple.
    pub const fn feature_count(&self) -> usize {
        8 * self.tuples.len()
    }
}

/// The indices of sixteen weights that follow each other in checkpoints, at even distances: to compute each index by itself takes longer than
/// to read the numbers.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub(super) first: usize,
    pub(super) step: usize,
}

impl Run {
    /// The number of weights: the codes of a cell.
    pub(super) const LENGTH: usize = 16;

    /// The indices.
    #[inline]
    pub(super) fn places(self) -> impl Iterator<Item = usize> {
        (0..Self::LENGTH).map(move |code| self.first + code * self.step)
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

                // A run of neighbouring cells keeps its distances, so that one rotation and one
                // mask move it as a whole.
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

    /// The number of its weights.
    const fn size(self) -> usize {
        size(self.cells)
    }

    /// The index of the weight for a board.
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

    /// The index of the weight for cells with these codes, four bits each, the first cell lowest.
    const fn place_of(self, codes: usize) -> usize {
        let below = 4 * (self.cells & ((1 << self.own) - 1)).count_ones();
        let own = codes >> below & 15;
        let others = codes & ((1 << below) - 1) | codes >> (below + 4) << below;
        self.offset + (others << self.stride) + own
    }
}

/// The number of weights of a tuple of these cells.
const fn size(cells: u16) -> usize {
    1 << (4 * cells.count_ones())
}

/// The tuples of these cells, with their weights stored without gaps.
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
            // It is paired with an earlier tuple.
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

/// The next tuple that differs from this one in one cell and is not paired yet.
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

/// The cells of a word of hexadecimal digits; `None` unless they are in ascending order.
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

    /// Reads a name, or tuples separated by commas.
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

        // A list that spells out the tuples of a name has the fast features of that name.
        let mut shape = Self { tuples, known: CompiledShape::Other };
        shape.known = CompiledShape::named(&shape.to_string());
        Ok(shape)
    }
}

impl fmt::Display for Shape {
    /// Writes the name if there is one, else the tuples.
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
        fn every_weight_has_its_own_index(cells in small()) {
            let shape: Shape = named(&cells).parse().unwrap();
            let mut places: Vec<usize> = shape.places().collect();
            places.sort_unstable();
            prop_assert!(places.into_iter().eq(0..shape.weight_count()));
        }

        #[test]
        fn a_tuple_looks_up_the_codes_of_its_cells(
            cells in prop::sample::subsequence((0..16).collect::<Vec<u32>>(), 2..=6),
            more in small(),
            board: u64,
        ) {
            let board = BitBoard(board);
            let bits: u16 = cells.iter().map(|cell| 1 << cell).sum();
            let mut all = vec![bits];
            // A tuple that is paired with it.
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
    fn cells_need_not_be_adjacent() {
        for text in ["02468a", "013579", "13579", "0246,8ace"] {
            assert_eq!(text.parse::<Shape>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn tuples_that_differ_in_one_cell_are_interleaved() {
        let shape: Shape = "4x6".parse().unwrap();
        let places = |board| {
            [0, 1, 2, 3].map(|index| shape.tuples()[index].place(BitBoard(board)))
        };
        // The own cells are 3 and 6, and 7 and a.
        assert_eq!(places(0), [0, 2 << 24, 16, (2 << 24) + 16]);
        assert_eq!(places(5 << 12)[0], 5);
        assert_eq!(places(5 << 24)[2], 16 + 5);
        assert_eq!(places(1), [32, 2 << 24, 16 + 32, (2 << 24) + 16]);
    }
}

//! Bit boards with a border: one bit a cell, row by row, and an empty column behind every row,
//! so that a step to any side never comes around.

use tilewright_grid::{Cell, Size};

use crate::{Ship, Touch};

/// A set of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bits<const W: usize>(pub(crate) [u64; W]);

/// Calls what is generic in the number of words with the least that holds the field.
macro_rules! dispatch {
    ($size:expr, $name:ident => $call:expr) => {
        match $crate::bits::words($size) {
            0..=1 => {
                const $name: usize = 1;
                $call
            }
            2 => {
                const $name: usize = 2;
                $call
            }
            3..=4 => {
                const $name: usize = 4;
                $call
            }
            _ => {
                const $name: usize = 11;
                $call
            }
        }
    };
}
pub(crate) use dispatch;

/// The words that a field needs.
pub(crate) const fn words(size: Size) -> usize {
    (size.rows as usize * stride(size)).div_ceil(64)
}

/// From a cell to the one below it.
pub(crate) const fn stride(size: Size) -> usize {
    size.columns as usize + 1
}

/// The bit of a cell.
pub(crate) const fn place(size: Size, cell: Cell) -> usize {
    cell.row as usize * stride(size) + cell.column as usize
}

/// The cell of a bit.
pub(crate) const fn cell(size: Size, place: usize) -> Cell {
    Cell::new((place / stride(size)) as u32, (place % stride(size)) as u32)
}

impl<const W: usize> Bits<W> {
    pub(crate) const EMPTY: Self = Self([0; W]);

    /// All cells of a field.
    pub(crate) fn field(size: Size) -> Self {
        let mut bits = Self::EMPTY;
        size.cells().for_each(|cell| bits.insert(place(size, cell)));
        bits
    }

    /// The cells of a ship.
    pub(crate) fn of_ship(size: Size, ship: Ship) -> Self {
        let mut bits = Self::EMPTY;
        ship.cells().for_each(|cell| bits.insert(place(size, cell)));
        bits
    }

    #[inline]
    pub(crate) const fn insert(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    #[inline]
    pub(crate) const fn has(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub(crate) fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    #[inline]
    pub(crate) fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    /// What this one has and the other has not.
    #[inline]
    pub(crate) fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    #[inline]
    pub(crate) fn meets(self, other: Self) -> bool {
        !self.and(other).is_empty()
    }

    /// Every cell moved so many places back.
    #[inline]
    pub(crate) fn back(self, places: usize) -> Self {
        let (words, bits) = (places / 64, places % 64);
        Self(std::array::from_fn(|at| {
            let low = self.0.get(at + words).copied().unwrap_or(0);
            let high = self.0.get(at + words + 1).copied().unwrap_or(0);
            if bits == 0 { low } else { low >> bits | high << (64 - bits) }
        }))
    }

    /// Every cell moved so many places on.
    #[inline]
    pub(crate) fn on(self, places: usize) -> Self {
        let (words, bits) = (places / 64, places % 64);
        Self(std::array::from_fn(|at| {
            let word = |back: usize| {
                at.checked_sub(back).and_then(|at| self.0.get(at)).copied().unwrap_or(0)
            };
            if bits == 0 {
                word(words)
            } else {
                word(words) << bits | word(words + 1) >> (64 - bits)
            }
        }))
    }

    /// The cells and those that no other ship may have, were this a ship; of the field.
    #[inline]
    pub(crate) fn grown(self, size: Size, touch: Touch, field: Self) -> Self {
        let down = stride(size);
        let sides = |bits: Self| bits.or(bits.on(1)).or(bits.back(1));
        let ends = |bits: Self| bits.or(bits.on(down)).or(bits.back(down));
        match touch {
            Touch::Never => ends(sides(self)).and(field),
            Touch::Corners => ends(self).or(sides(self)).and(field),
            Touch::Free => self,
        }
    }

    /// The places of all cells, in order.
    pub(crate) fn places(self) -> impl Iterator<Item = usize> {
        (0..W).flat_map(move |word| {
            let mut left = self.0[word];
            std::iter::from_fn(move || {
                let place = left.trailing_zeros();
                left = left.checked_sub(1).map(|less| left & less)?;
                Some(word * 64 + place as usize)
            })
        })
    }

    /// The place of the cell with that number, in order.
    #[inline]
    pub(crate) fn nth(self, mut number: u32) -> usize {
        for (at, &word) in self.0.iter().enumerate() {
            let count = word.count_ones();
            if number < count {
                return at * 64 + select(word, number) as usize;
            }
            number -= count;
        }
        unreachable!("there are more cells than the number")
    }
}

/// The position of the bit with that number.
#[inline]
const fn select(mut word: u64, mut number: u32) -> u32 {
    // Halves are skipped by their count until a few bits are left.
    let mut base = 0;
    let mut width = 32;
    while width >= 8 {
        let low = (word & ((1 << width) - 1)).count_ones();
        if number >= low {
            number -= low;
            word >>= width;
            base += width;
        }
        width /= 2;
    }
    while number > 0 {
        word &= word - 1;
        number -= 1;
    }
    base + word.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_grid::Heading;

    #[test]
    fn steps_never_come_around_and_cross_words() {
        let size = Size::new(26, 26);
        let field = Bits::<11>::field(size);
        assert_eq!(field.count(), 676);
        for cell in size.cells() {
            let ship = Ship::new(cell, 1, Heading::East);
            let bits = Bits::<11>::of_ship(size, ship);
            for touch in Touch::ALL {
                let grown = bits.grown(size, touch, field);
                let expected: Vec<usize> = size
                    .cells()
                    .filter(|&other| {
                        ship.clashes(Ship::new(other, 1, Heading::East), touch)
                    })
                    .map(|other| place(size, other))
                    .collect();
                assert_eq!(
                    grown.places().collect::<Vec<_>>(),
                    expected,
                    "{cell} {touch}"
                );
            }
        }
    }

    #[test]
    fn numbers_and_places_agree() {
        let bits = Bits::<2>([0x8001_0000_f0f0_0001, 0x11]);
        for (number, place) in bits.places().enumerate() {
            assert_eq!(bits.nth(number as u32), place);
            assert!(bits.has(place));
        }
        assert_eq!(bits.count() as usize, bits.places().count());
    }
}

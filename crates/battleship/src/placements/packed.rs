//! Compressed rows of counts: only counts other than 0 are stored, each in as many bytes as the
//! largest count needs.

use super::numbers::Count;

/// The padding after the last count, so that any count can be read as a full integer.
const SLACK: usize = size_of::<u128>();

/// Compressed rows of counts.
#[derive(Clone, Debug, Default)]
pub(super) struct PackedCounts {
    /// The number of words in `masks` per row.
    words: usize,
    /// One bit for every count: whether it is stored.
    masks: Vec<u64>,
    /// The index of the first stored count of every row.
    starts: Vec<u64>,
    /// The number of bytes per count.
    width: usize,
    bytes: Vec<u8>,
}

impl PackedCounts {
    /// Compresses rows of `length` counts. With `only`, stores only the counts that are stored
    /// there too.
    pub(super) fn of<C: Count>(rows: &[C], length: usize, only: Option<&Self>) -> Self {
        let words = length.div_ceil(64);
        let count = rows.len() / length;

        let mut masks = Vec::with_capacity(count * words);
        let mut starts = Vec::with_capacity(count);
        let (mut kept, mut max) = (0, C::default());
        for (number, row) in rows.chunks_exact(length).enumerate() {
            starts.push(kept);
            for (word, part) in row.chunks(64).enumerate() {
                let mut mask = 0;
                for (bit, &value) in part.iter().enumerate() {
                    mask |= u64::from(value > C::default()) << bit;
                }

                mask &= only.map_or(u64::MAX, |only| only.masks[number * words + word]);
                masks.push(mask);
                kept += u64::from(mask.count_ones());
                for_each_bit(mask, |bit| max = max.max_of(part[bit]));
            }
        }

        // Each count is written as a full integer, whose upper bytes the next one overwrites; those of the
        // last one reach into the slack.
        let width = max.bytes();
        let mut bytes = vec![0; kept as usize * width + SLACK];
        let mut at = 0;
        for (row, masks) in rows.chunks_exact(length).zip(masks.chunks_exact(words)) {
            for (part, &mask) in row.chunks(64).zip(masks) {
                for_each_bit(mask, |bit| {
                    part[bit].write(&mut bytes[at..]);
                    at += width;
                });
            }
        }

        Self { words, masks, starts, width, bytes }
    }

    /// The number of rows.
    pub(super) const fn rows(&self) -> usize {
        self.starts.len()
    }

    /// Its size in bytes.
    pub(super) const fn held(&self) -> u64 {
        ((self.masks.capacity() + self.starts.capacity()) * size_of::<u64>()
            + self.bytes.capacity()) as u64
    }

    /// Writes the counts of a row, with 0 for those not stored.
    pub(super) fn unpack<C: Count>(&self, row: usize, to: &mut [C]) {
        to.fill(C::default());
        let mut at = self.starts[row] as usize * self.width;
        let masks = &self.masks[row * self.words..(row + 1) * self.words];
        for (part, &mask) in to.chunks_mut(64).zip(masks) {
            for_each_bit(mask, |bit| {
                part[bit] = C::read(&self.bytes[at..], self.width);
                at += self.width;
            });
        }
    }

    /// One count of a row; 0 if it is not stored.
    pub(super) fn get(&self, row: usize, at: usize) -> u128 {
        let masks = &self.masks[row * self.words..(row + 1) * self.words];
        let (word, bit) = (at / 64, at % 64);
        if masks[word] >> bit & 1 == 0 {
            return 0;
        }
        let before: u32 = masks[..word].iter().map(|mask| mask.count_ones()).sum();
        let rank = before + (masks[word] & ((1 << bit) - 1)).count_ones();
        let place = (self.starts[row] + u64::from(rank)) as usize * self.width;
        u128::read(&self.bytes[place..], self.width)
    }
}

fn for_each_bit(mut mask: u64, mut visit: impl FnMut(usize)) {
    while mask > 0 {
        visit(mask.trailing_zeros() as usize);
        mask &= mask - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_counts_are_unpacked_unchanged() {
        let length = 130;

        let value = |at: u64| match at % 7 {
            0 | 3 => 0,
            part => (at * at * 977) >> (part * 2),
        };
        let rows: Vec<u64> = (0..5 * length as u64).map(value).collect();

        let packed = PackedCounts::of(&rows, length, None);
        let wide: Vec<u128> = rows.iter().map(|&it| u128::from(it) << 60).collect();
        let wide_packed = PackedCounts::of(&wide, length, None);

        for (number, row) in rows.chunks(length).enumerate() {
            let mut found = vec![1; length];
            packed.unpack(number, &mut found);
            assert_eq!(found, row);

            for (at, &value) in row.iter().enumerate() {
                assert_eq!(packed.get(number, at), u128::from(value));
                assert_eq!(wide_packed.get(number, at), u128::from(value) << 60);
            }
        }

        assert!(packed.held() < 4 * rows.len() as u64, "{}", packed.held());
        let first: Vec<u64> = rows.iter().map(|&it| it * (it % 2)).collect();
        let part = PackedCounts::of(
            &rows,
            length,
            Some(&PackedCounts::of(&first, length, None)),
        );

        for (at, (&value, &first)) in rows.iter().zip(&first).enumerate() {
            let expected = if first > 0 { value } else { 0 };
            assert_eq!(part.get(at / length, at % length), u128::from(expected));
        }
    }
}

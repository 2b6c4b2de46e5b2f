//! The order of walkers: by a key of 32 bits, in time that does not depend on how they are mixed.

/// The bits by which numbers are sorted in a pass.
const BITS: u32 = 11;

/// Memory of a sort.
#[derive(Clone, Debug, Default)]
pub(super) struct Sorter {
    /// Keys in the upper half, numbers of walkers in the lower one.
    pub(super) list: Vec<u64>,
    other: Vec<u64>,
    counts: Vec<[u32; 3]>,
}

impl Sorter {
    /// Sorts the list by the keys; equal ones keep their order.
    pub(super) fn sort(&mut self) {
        let Self { list, other, counts } = self;
        counts.clear();
        counts.resize(1 << BITS, [0; 3]);
        let digit = |item: u64, pass: u32| {
            (item >> (32 + pass * BITS)) as usize & ((1 << BITS) - 1)
        };
        for &item in &*list {
            for pass in 0..3 {
                counts[digit(item, pass)][pass as usize] += 1;
            }
        }

        other.clear();
        other.resize(list.len(), 0);
        for pass in 0..3 {
            let at = pass as usize;
            let first = list.first().map_or(0, |&item| digit(item, pass));
            if counts[first][at] as usize == list.len() {
                continue;
            }
            let mut sum = 0;
            for count in &mut *counts {
                sum += std::mem::replace(&mut count[at], sum);
            }
            for &item in &*list {
                let place = &mut counts[digit(item, pass)][at];
                other[*place as usize] = item;
                *place += 1;
            }
            std::mem::swap(list, other);
        }
    }
}

//! A row of bits, 64 to a word.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::{Sequence, sequence::for_hits};
use crate::Rate;

/// A row of bits, 64 to a word. Bits beyond the length are always 0.
///
/// ```
/// use tilewright_evolve::Bits;
///
/// let mut bits = Bits::zeros(100);
/// bits.flip(99);
/// assert!(bits.get(99));
/// assert_eq!(bits.ones(), 1);
/// ```
#[derive(Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Packed")]
pub struct Bits {
    words: Vec<u64>,
    length: usize,
}

/// The written form of bits, not yet checked.
#[derive(Deserialize)]
struct Packed {
    words: Vec<u64>,
    length: usize,
}

impl TryFrom<Packed> for Bits {
    type Error = &'static str;

    fn try_from(Packed { words, length }: Packed) -> Result<Self, Self::Error> {
        if words.len() != length.div_ceil(64) {
            return Err("bits with another number of words");
        }
        if words.last().is_some_and(|last| last & !below((length - 1) % 64 + 1) != 0) {
            return Err("bits with ones beyond their length");
        }
        Ok(Self { words, length })
    }
}

impl Bits {
    /// That many zeros.
    pub fn zeros(length: usize) -> Self {
        Self { words: vec![0; length.div_ceil(64)], length }
    }

    /// That many bits, each 1 with probability ½.
    pub fn random(length: usize, rng: &mut Rng) -> Self {
        let words = (0..length.div_ceil(64)).map(|_| rng.next_u64()).collect();
        let mut bits = Self { words, length };
        if let Some(last) = bits.words.last_mut() {
            *last &= below((length - 1) % 64 + 1);
        }
        bits
    }

    /// Whether the bit is 1.
    ///
    /// # Panics
    /// When there is no such bit.
    pub fn get(&self, index: usize) -> bool {
        assert!(index < self.length, "bit {index} of {}", self.length);
        self.words[index / 64] >> (index % 64) & 1 == 1
    }

    /// Turns the bit around.
    ///
    /// # Panics
    /// When there is no such bit.
    pub fn flip(&mut self, index: usize) {
        assert!(index < self.length, "bit {index} of {}", self.length);
        self.words[index / 64] ^= 1 << (index % 64);
    }

    /// How many bits are 1.
    pub fn ones(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// In how many places two rows of one length differ.
    pub fn hamming(&self, other: &Self) -> u32 {
        self.words.iter().zip(&other.words).map(|(a, b)| (a ^ b).count_ones()).sum()
    }
}

/// Copies reuse the words of what they overwrite, so that breeding does not allocate.
impl Clone for Bits {
    fn clone(&self) -> Self {
        Self { words: self.words.clone(), length: self.length }
    }

    fn clone_from(&mut self, source: &Self) {
        self.words.clone_from(&source.words);
        self.length = source.length;
    }
}

impl Sequence for Bits {
    fn length(&self) -> usize {
        self.length
    }

    fn swap_range(&mut self, other: &mut Self, range: Range<usize>) {
        let common = self.length.min(other.length);
        assert!(range.end <= common, "bits {range:?} of {common}");
        if range.is_empty() {
            return;
        }
        let (first, last) = (range.start / 64, (range.end - 1) / 64);
        for word in first..=last {
            let start = range.start.saturating_sub(word * 64);
            let end = (range.end - word * 64).min(64);
            let mask = below(end) & !below(start);
            swap_masked(&mut self.words[word], &mut other.words[word], mask);
        }
    }

    fn swap_some(&mut self, other: &mut Self, rate: Rate, rng: &mut Rng) {
        let common = self.length.min(other.length);
        if rate == Rate::HALF {
            for word in 0..common.div_ceil(64) {
                let mask = rng.next_u64() & below((common - word * 64).min(64));
                swap_masked(&mut self.words[word], &mut other.words[word], mask);
            }
        } else {
            for_hits(common, rate, rng, |index, _| {
                let (word, mask) = (index / 64, 1 << (index % 64));
                swap_masked(&mut self.words[word], &mut other.words[word], mask);
            });
        }
    }
}

/// A word whose lowest `count` bits are 1, for 0 to 64.
const fn below(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

const fn swap_masked(a: &mut u64, b: &mut u64, mask: u64) {
    let change = (*a ^ *b) & mask;
    *a ^= change;
    *b ^= change;
}

//! Bit strings.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::{Sequence, sequence::for_hits};
use crate::Rate;

/// A string of bits, stored in 64-bit words. Bits beyond the length are always 0.
///
/// ```
/// use tilewright_evolve::BitString;
///
/// let mut bits = BitString::zeros(100);
/// bits.flip(99);
/// assert!(bits.get(99));
/// assert_eq!(bits.ones(), 1);
/// ```
#[derive(Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Packed")]
pub struct BitString {
    words: Vec<u64>,
    length: usize,
}

/// A serialized bit string that is not yet checked.
#[derive(Deserialize)]
struct Packed {
    words: Vec<u64>,
    length: usize,
}

impl TryFrom<Packed> for BitString {
    type Error = &'static str;

    fn try_from(Packed { words, length }: Packed) -> Result<Self, Self::Error> {
        if words.len() != length.div_ceil(64) {
            return Err("the bit string has a wrong number of words");
        }
        if words.last().is_some_and(|last| last & !below((length - 1) % 64 + 1) != 0) {
            return Err("the bit string has ones beyond its length");
        }
        Ok(Self { words, length })
    }
}

impl BitString {
    /// A string of `length` zeros.
    pub fn zeros(length: usize) -> Self {
        Self { words: vec![0; length.div_ceil(64)], length }
    }

    /// A string of `length` random bits, each 1 with probability ½.
    pub fn random(length: usize, rng: &mut Rng) -> Self {
        let words = (0..length.div_ceil(64)).map(|_| rng.next_u64()).collect();
        let mut bits = Self { words, length };
        if let Some(last) = bits.words.last_mut() {
            *last &= below((length - 1) % 64 + 1);
        }
        bits
    }

    /// Whether a bit is 1.
    ///
    /// # Panics
    /// If the index is not less than the length.
    pub fn get(&self, index: usize) -> bool {
        assert!(index < self.length, "bit {index} of {} bits", self.length);
        self.words[index / 64] >> (index % 64) & 1 == 1
    }

    /// Flips a bit.
    ///
    /// # Panics
    /// If the index is not less than the length.
    pub fn flip(&mut self, index: usize) {
        assert!(index < self.length, "bit {index} of {} bits", self.length);
        self.words[index / 64] ^= 1 << (index % 64);
    }

    /// The number of ones.
    pub fn ones(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// The Hamming distance of two strings of the same length: in how many bits they differ.
    pub fn hamming(&self, other: &Self) -> u32 {
        self.words.iter().zip(&other.words).map(|(a, b)| (a ^ b).count_ones()).sum()
    }
}

/// `clone_from` reuses the memory of the string that it overwrites, so that breeding does not
/// allocate.
impl Clone for BitString {
    fn clone(&self) -> Self {
        Self { words: self.words.clone(), length: self.length }
    }

    fn clone_from(&mut self, source: &Self) {
        self.words.clone_from(&source.words);
        self.length = source.length;
    }
}

impl Sequence for BitString {
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

/// A word whose lowest `count` bits are 1, for a count from 0 to 64.
const fn below(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

const fn swap_masked(a: &mut u64, b: &mut u64, mask: u64) {
    let change = (*a ^ *b) & mask;
    *a ^= change;
    *b ^= change;
}

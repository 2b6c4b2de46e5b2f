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
#[serde(try_from = "PackedBits")]
pub struct BitString {
    words: Vec<u64>,
    length: usize,
}

/// A serialized bit string that is not yet checked.
#[derive(Deserialize)]
struct PackedBits {
    words: Vec<u64>,
    length: usize,
}

impl TryFrom<PackedBits> for BitString {
    type Error = &'static str;

    fn try_from(PackedBits { words, length }: PackedBits) -> Result<Self, Self::Error> {
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
    #[inline]
    pub fn get(&self, index: usize) -> bool {
        assert!(index < self.length, "bit {index} of {} bits", self.length);
        self.words[index / 64] >> (index % 64) & 1 == 1
    }

    /// Makes a bit 1 or 0.
    ///
    /// # Panics
    /// If the index is not less than the length.
    #[inline]
    pub fn set(&mut self, index: usize, bit: bool) {
        assert!(index < self.length, "bit {index} of {} bits", self.length);
        let word = &mut self.words[index / 64];
        *word = *word & !(1 << (index % 64)) | u64::from(bit) << (index % 64);
    }

    /// Flips a bit.
    ///
    /// # Panics
    /// If the index is not less than the length.
    #[inline]
    pub fn flip(&mut self, index: usize) {
        assert!(index < self.length, "bit {index} of {} bits", self.length);
        self.words[index / 64] ^= 1 << (index % 64);
    }

    /// The bits in words: bit `i` of the string is bit `i % 64` of word `i / 64`, counted from the
    /// least significant one. Bits beyond the length are 0.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The number of ones.
    #[inline]
    pub fn ones(&self) -> u32 {
        let (groups, rest) = self.words.as_chunks::<GROUP>();
        let groups: u32 = groups.iter().map(|words| ones(words.iter().copied())).sum();
        groups + ones(rest.iter().copied())
    }

    /// The Hamming distance of two strings of the same length: in how many bits they differ.
    #[inline]
    pub fn hamming(&self, other: &Self) -> u32 {
        let (ours, our_rest) = self.words.as_chunks::<GROUP>();
        let (theirs, their_rest) = other.words.as_chunks::<GROUP>();
        let differ = |(a, b): (&u64, &u64)| a ^ b;
        let groups = ours.iter().zip(theirs);
        let groups: u32 = groups.map(|(a, b)| ones(a.iter().zip(b).map(differ))).sum();
        groups + ones(our_rest.iter().zip(their_rest).map(differ))
    }
}

/// `clone_from` reuses the memory of the string that it overwrites, so that breeding does not
/// allocate.
impl Clone for BitString {
    fn clone(&self) -> Self {
        Self { words: self.words.clone(), length: self.length }
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        // Between strings of one length, one copy and nothing else.
        if self.words.len() == source.words.len() {
            self.words.copy_from_slice(&source.words);
        } else {
            self.words.clone_from(&source.words);
        }
        self.length = source.length;
    }
}

impl Sequence for BitString {
    fn length(&self) -> usize {
        self.length
    }

    #[inline]
    fn swap_range(&mut self, other: &mut Self, range: Range<usize>) {
        let common = self.length.min(other.length);
        assert!(range.end <= common, "bits {range:?} of {common}");
        if range.is_empty() {
            return;
        }

        let (first, last) = (range.start / 64, (range.end - 1) / 64);
        let (head, tail) = (!below(range.start % 64), below((range.end - 1) % 64 + 1));
        let (mine, theirs) = (&mut self.words[..=last], &mut other.words[..=last]);

        if first == last {
            swap_masked(&mut mine[first], &mut theirs[first], head & tail);
            return;
        }
        swap_masked(&mut mine[first], &mut theirs[first], head);
        swap_masked(&mut mine[last], &mut theirs[last], tail);
        mine[first + 1..last].swap_with_slice(&mut theirs[first + 1..last]);
    }

    fn swap_some(&mut self, other: &mut Self, rate: Rate, rng: &mut Rng) {
        let common = self.length.min(other.length);

        // 64 coins come from one random number; the general way needs one for each hit.
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

/// The number of words whose ones are counted together. The bytes of as many words hold up to 128
/// ones each; those of 31 words would fit. Chosen: a power of two, so that usual lengths leave no rest.
const GROUP: usize = 16;

/// The number of ones of at most [`GROUP`] words. Adding up bytes is faster than word by word where
/// the processor's own instruction may not be used, as in portable programs.
#[inline]
fn ones(words: impl Iterator<Item = u64>) -> u32 {
    sum(words.map(bytes).sum())
}

/// The number of ones of each byte of a word.
#[inline]
const fn bytes(word: u64) -> u64 {
    const PAIRS: u64 = 0x5555_5555_5555_5555;
    const FOURS: u64 = 0x3333_3333_3333_3333;
    const BYTES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let pairs = word - (word >> 1 & PAIRS);
    let fours = (pairs & FOURS) + (pairs >> 2 & FOURS);
    (fours + (fours >> 4)) & BYTES
}

/// The sum of eight bytes.
#[inline]
const fn sum(bytes: u64) -> u32 {
    const HALVES: u64 = 0x00ff_00ff_00ff_00ff;
    let halves = (bytes & HALVES) + (bytes >> 8 & HALVES);
    (halves.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
}

#[inline]
const fn swap_masked(a: &mut u64, b: &mut u64, mask: u64) {
    let change = (*a ^ *b) & mask;
    *a ^= change;
    *b ^= change;
}

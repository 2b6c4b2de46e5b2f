//! Bit strings as rows of bytes.

use tilewright_evolve::{BitString, Rng, Sequence as _};

use super::super::refusal::{SearchRefusal, refusal};
use super::Genome;

impl Genome for BitString {
    type Element = u8;
    const NAME: &'static str = "bits";
    const MANY: usize = 1 << 20;

    fn random(&length: &usize, rng: &mut Rng) -> Self {
        Self::random(length, rng)
    }

    fn length(&length: &usize) -> usize {
        length
    }

    fn write(&self, row: &mut Vec<u8>, _: &usize) {
        let end = row.len() + (*self).length();
        for word in self.words() {
            for byte in word.to_le_bytes() {
                row.extend(spread(byte));
            }
        }
        row.truncate(end);
    }

    fn read(row: &[u8], _: &usize) -> Result<Self, SearchRefusal> {
        let mut bits = Self::zeros(row.len());
        for (index, &bit) in row.iter().enumerate() {
            if bit > 1 {
                return Err(refusal(format!("initial: expected 0 or 1, found {bit}")));
            }
            bits.set(index, bit == 1);
        }
        Ok(bits)
    }

    fn fits(&self, &length: &usize, _: bool) -> bool {
        (*self).length() == length
    }

    fn distance(&length: &usize, a: &Self, b: &Self) -> f64 {
        f64::from(a.hamming(b)) / length.max(1) as f64
    }
}

/// The eight bits of a byte, the lowest one first.
fn spread(byte: u8) -> [u8; 8] {
    // Byte i keeps bit i; adding 127 then sets its highest bit unless it is 0.
    let own = u64::from(byte).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    let ones = (own + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101;
    ones.to_le_bytes()
}

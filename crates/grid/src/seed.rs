//! The seed of a random stream.

use std::fmt;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::Rng;

/// The number from which all randomness of a run is derived.
///
/// Item `i` of a batch uses the seed `child(i)`, so that the result does not depend on the
/// number of threads or on the order of the items.
///
/// ```
/// use tilewright_grid::Seed;
///
/// let mut rng = Seed(7).child(3).rng();
/// assert_eq!(rng.below(6), Seed(7).child(3).rng().below(6));
/// assert_ne!(Seed(7).child(3), Seed(7).child(4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Seed(pub u64);

impl Seed {
    /// The seed of item `index`. Different indices give different seeds, and the children of a
    /// seed have children of their own.
    #[inline]
    #[must_use]
    pub const fn child(self, index: u64) -> Self {
        Self(mix(mix(self.0).wrapping_add(index.wrapping_mul(GOLDEN))))
    }

    /// The random stream of this seed: xoshiro256++ (Blackman and Vigna, 2021), whose state is
    /// filled by `SplitMix64` as its authors recommend.
    #[inline]
    pub fn rng(self) -> Rng {
        let mut state = [0; 32];
        let (words, _) = state.as_chunks_mut::<8>();
        for (number, word) in (0_u64..).zip(words) {
            *word = mix(self.0.wrapping_add(number.wrapping_mul(GOLDEN))).to_le_bytes();
        }
        Rng::new(Xoshiro256PlusPlus::from_seed(state))
    }
}

/// 2⁶⁴ divided by the golden ratio, as an odd number: the increment of `SplitMix64`.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output function of `SplitMix64` (Steele, Lea and Flood, 2014), a bijection of 64 bits.
#[inline]
const fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(GOLDEN);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_streams_never_change() {
        let mut rng = Seed(1).rng();
        let drawn: Vec<u64> = (0..3).map(|_| rng.next_u64()).collect();
        assert_eq!(
            drawn,
            [0xcfc5_d07f_6f03_c29b, 0xbf42_4132_963f_e08d, 0x19a3_7d57_57aa_f520],
            "a dependency changed its generator"
        );
    }

    #[test]
    fn children_differ_from_each_other_and_from_their_parent() {
        let mut seen = std::collections::BTreeSet::from([Seed(5)]);
        for index in 0..1000 {
            assert!(seen.insert(Seed(5).child(index)));
            assert!(seen.insert(Seed(5).child(index).child(0)));
        }
    }
}

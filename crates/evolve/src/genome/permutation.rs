//! Permutations.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use crate::Error;

/// An order of the numbers from 0 to below its length, each of which it contains exactly once. It
/// is no [`Sequence`](crate::Sequence): exchanging genes of two permutations would repeat some
/// numbers and lose others.
///
/// ```
/// use tilewright_evolve::Permutation;
///
/// let mut tour = Permutation::identity(5);
/// tour.reverse(1..4);
/// tour.swap(0, 4);
/// tour.move_item(1, 3);
/// assert_eq!(tour.items(), [4, 2, 1, 3, 0]);
/// assert!(Permutation::new(vec![0, 2, 2]).is_err());
/// ```
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<u32>")]
pub struct Permutation(Vec<u32>);

impl Permutation {
    /// The permutation with these items.
    ///
    /// # Errors
    /// [`Error::Permutation`] if one repeats another or is not less than their number.
    pub fn new(items: Vec<u32>) -> Result<Self, Error> {
        let mut seen = vec![false; items.len()];
        for (index, &found) in items.iter().enumerate() {
            match seen.get_mut(found as usize) {
                Some(seen) if !*seen => *seen = true,
                _ => {
                    return Err(Error::Permutation { index, found, length: items.len() });
                }
            }
        }
        Ok(Self(items))
    }

    /// The numbers in ascending order.
    ///
    /// # Panics
    /// If the length is greater than `u32::MAX`.
    pub fn identity(length: usize) -> Self {
        let length =
            u32::try_from(length).expect("permutations hold fewer than 2³² items");
        Self((0..length).collect())
    }

    /// A random permutation: every order is equally likely.
    ///
    /// # Panics
    /// If the length is greater than `u32::MAX`.
    pub fn random(length: usize, rng: &mut Rng) -> Self {
        let mut permutation = Self::identity(length);
        rng.shuffle(&mut permutation.0);
        permutation
    }

    /// The items in their order.
    pub fn items(&self) -> &[u32] {
        &self.0
    }

    /// The number of items.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no items.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Exchanges the items at two indices.
    ///
    /// # Panics
    /// If there is no item at one of them.
    pub fn swap(&mut self, one: usize, two: usize) {
        self.0.swap(one, two);
    }

    /// Reverses the order of the items in a range of indices.
    ///
    /// # Panics
    /// If there is no item at an index of the range.
    pub fn reverse(&mut self, range: Range<usize>) {
        self.0[range].reverse();
    }

    /// Moves the item at index `from` to index `to`; the items between them give way by one place.
    ///
    /// # Panics
    /// If there is no item at one of the indices.
    pub fn move_item(&mut self, from: usize, to: usize) {
        if from < to {
            self.0[from..=to].rotate_left(1);
        } else {
            self.0[to..=from].rotate_right(1);
        }
    }

    /// The items, for operators that leave a permutation behind.
    pub(crate) fn items_mut(&mut self) -> &mut [u32] {
        &mut self.0
    }
}

/// `clone_from` reuses the memory of the permutation that it overwrites, so that breeding does not
/// allocate.
impl Clone for Permutation {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    fn clone_from(&mut self, source: &Self) {
        self.0.clone_from(&source.0);
    }
}

impl TryFrom<Vec<u32>> for Permutation {
    type Error = Error;

    fn try_from(items: Vec<u32>) -> Result<Self, Error> {
        Self::new(items)
    }
}

impl From<Permutation> for Vec<u32> {
    fn from(permutation: Permutation) -> Self {
        permutation.0
    }
}

/// Two different indices below a length of at least 2, the smaller one first; every pair is equally
/// likely.
pub(crate) fn pair(length: usize, rng: &mut Rng) -> (usize, usize) {
    let one = rng.index(length);
    let two = rng.index(length - 1);
    if two < one { (two, one) } else { (one, two + 1) }
}

/// A range of at least one of `length` items, of which there must be one; every range is equally
/// likely.
pub(crate) fn segment(length: usize, rng: &mut Rng) -> Range<usize> {
    let (start, end) = pair(length + 1, rng);
    start..end
}

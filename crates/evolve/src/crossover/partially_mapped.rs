//! Partially mapped crossover of permutations.

use std::cell::RefCell;

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::Crossover;
use crate::Permutation;
use crate::genome::segment;

/// Partially mapped crossover, PMX (Goldberg and Lingle, *Alleles, loci, and the traveling salesman
/// problem*, 1985): exchanges a segment. An item outside it that would now occur twice is replaced
/// by the one that stood opposite its double, again and again until it is new. Every segment of at
/// least one item is equally likely.
///
/// Permutations of different lengths do not change.
///
/// ```
/// use tilewright_evolve::{Crossover, PartiallyMapped, Permutation};
/// use tilewright_grid::Seed;
///
/// let mut a = Permutation::identity(9);
/// let mut b = Permutation::random(9, &mut Seed(1).rng());
/// PartiallyMapped.cross(&mut a, &mut b, &mut Seed(2).rng());
/// assert!(Permutation::new(a.into()).is_ok());
/// ```
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartiallyMapped;

/// Stands for an item that is not in the segment.
const OUTSIDE: u32 = u32::MAX;

thread_local! {
    /// The index of each item in the segment of one child and of the other.
    static PLACES: RefCell<[Vec<u32>; 2]> = const { RefCell::new([Vec::new(), Vec::new()]) };
}

impl Crossover<Permutation> for PartiallyMapped {
    fn cross(&self, a: &mut Permutation, b: &mut Permutation, rng: &mut Rng) {
        if a.len() == b.len() && a.len() >= 2 {
            let range = segment(a.len(), rng);
            let (a, b) = (a.items_mut(), b.items_mut());

            a[range.clone()].swap_with_slice(&mut b[range.clone()]);

            PLACES.with_borrow_mut(|[in_a, in_b]| {
                for (places, child) in [(&mut *in_a, &*a), (&mut *in_b, &*b)] {
                    places.clear();
                    places.resize(child.len(), OUTSIDE);
                    for index in range.clone() {
                        places[child[index] as usize] = index as u32;
                    }
                }

                for index in (0..range.start).chain(range.end..a.len()) {
                    a[index] = new(a[index], in_a, b);
                    b[index] = new(b[index], in_b, a);
                }
            });
        }
    }
}

/// The item that replaces one outside the segment: the first on the way through the opposite places
/// that is not in the segment.
fn new(mut item: u32, places: &[u32], opposite: &[u32]) -> u32 {
    while places[item as usize] != OUTSIDE {
        item = opposite[places[item as usize] as usize];
    }
    item
}

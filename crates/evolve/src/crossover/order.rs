//! Order crossover of permutations.

use std::cell::RefCell;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::Crossover;
use crate::Permutation;
use crate::genome::segment;

/// Order crossover, OX (Davis, *Applying adaptive algorithms to epistatic domains*, 1985): a child
/// keeps a segment of one parent in its place. The other items follow after it in the order of the
/// other parent from the end of the segment on, beginning again at the front after the last one.
/// Every segment of at least one item is equally likely.
///
/// Permutations of different lengths do not change.
///
/// ```
/// use tilewright_evolve::{Crossover, Order, Permutation};
/// use tilewright_grid::Seed;
///
/// let mut a = Permutation::identity(9);
/// let mut b = Permutation::random(9, &mut Seed(1).rng());
/// Order.cross(&mut a, &mut b, &mut Seed(2).rng());
/// assert!(Permutation::new(a.into()).is_ok());
/// ```
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Order;

/// A copy of a parent, and which items a child has.
type Buffers = (Vec<u32>, Vec<bool>);

thread_local! {
    static BUFFERS: RefCell<Buffers> = const { RefCell::new((Vec::new(), Vec::new())) };
}

impl Crossover<Permutation> for Order {
    fn cross(&self, a: &mut Permutation, b: &mut Permutation, rng: &mut Rng) {
        if a.len() == b.len() && a.len() >= 2 {
            let kept = segment(a.len(), rng);
            let (a, b) = (a.items_mut(), b.items_mut());
            BUFFERS.with_borrow_mut(|(before, taken)| {
                before.clear();
                before.extend_from_slice(a);
                fill(a, b, &kept, taken);
                fill(b, before, &kept, taken);
            });
        }
    }
}

/// Fills all places of a child outside the kept ones with the items of the other parent.
fn fill(child: &mut [u32], other: &[u32], kept: &Range<usize>, taken: &mut Vec<bool>) {
    taken.clear();
    taken.resize(child.len(), false);
    for &item in &child[kept.clone()] {
        taken[item as usize] = true;
    }
    let (before, after) = other.split_at(kept.end);
    let mut items = after.iter().chain(before).filter(|&&item| !taken[item as usize]);
    let (front, back) = child.split_at_mut(kept.end);
    let places = back.iter_mut().chain(&mut front[..kept.start]);
    places.zip(&mut items).for_each(|(place, &item)| *place = item);
}

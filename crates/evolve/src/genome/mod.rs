//! Genomes: bit strings, integers and real numbers in bounds, permutations, and lists of any type.
//! A tuple of genomes is a genome of mixed variables.

mod bit_string;
mod bounds;
mod permutation;
mod reals;
mod sequence;
mod ziggurat;

use std::any::Any;

pub use bit_string::BitString;
pub use bounds::{Bounds, Draw, RealBounds};
pub use permutation::Permutation;
pub(crate) use permutation::{pair, segment};
pub(crate) use reals::{Degree, between, reflected};
pub use sequence::Sequence;
pub(crate) use sequence::for_hits;
pub(crate) use ziggurat::{normal, unsigned};

/// Whether two bit strings or permutations have the same length; true for all other genomes.
pub(crate) fn has_same_length<G: 'static>(one: &G, two: &G) -> bool {
    let (one, two): (&dyn Any, &dyn Any) = (one, two);
    let bits = |genome: &dyn Any| genome.downcast_ref().map(BitString::length);
    let items = |genome: &dyn Any| genome.downcast_ref().map(Permutation::len);
    bits(one) == bits(two) && items(one) == items(two)
}

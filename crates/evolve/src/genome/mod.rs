//! Ready representations: packed bits, bounded integers and reals, and lists of anything.

mod bits;
mod integers;
mod reals;
mod sequence;

pub use bits::Bits;
pub use integers::{Bounds, Draw};
pub use reals::RealBounds;
pub(crate) use reals::{between, normal, reflected};
pub use sequence::Sequence;
pub(crate) use sequence::for_hits;

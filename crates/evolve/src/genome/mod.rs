//! Ready representations: packed bits, bounded integers, and lists of anything.

mod bits;
mod integers;
mod sequence;

pub use bits::Bits;
pub use integers::{Bounds, Draw};
pub use sequence::Sequence;
pub(crate) use sequence::for_hits;

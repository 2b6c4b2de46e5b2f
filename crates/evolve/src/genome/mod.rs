//! Genomes: bit strings, integers and real numbers in bounds, and lists of any type.

mod bit_string;
mod integers;
mod reals;
mod sequence;

pub use bit_string::BitString;
pub use integers::{Bounds, Draw};
pub use reals::RealBounds;
pub(crate) use reals::{between, normal, reflected};
pub use sequence::Sequence;
pub(crate) use sequence::for_hits;

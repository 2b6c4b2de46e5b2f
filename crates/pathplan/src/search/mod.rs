//! What planners of one's own are made of: an open list, and jump point search over bits that the caller keeps, so that a map may
//! change between two queries.

mod jump;
mod lines;
mod open;

pub use jump::{JumpGrid, JumpSearch};
pub use lines::{Bits, Lines};
pub use open::OpenList;

pub use crate::steps::{WAYS, Way, back, hex_ways};

//! tilewright-evolve beside other Rust crates: each solves the same problems with a plain function
//! from a seed to an [`Outcome`](problems::Outcome), so that a table or a benchmark can call it.

pub mod ours;
pub mod packed;
pub mod peers;
pub mod problems;
pub mod table;

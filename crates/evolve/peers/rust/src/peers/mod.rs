//! One file per peer: its fastest configuration on one thread, in its own representation, with
//! the operators that are nearest to ours.

pub mod genetic_algorithm;
pub mod genetic_algorithms;
pub mod genevo;
pub mod heuropt;
pub mod moors;
pub mod radiate;

//! `path/crowd`: many walkers on one map, none through another.

mod answer;
mod flow;
mod request;
mod starts;
mod steps;
mod walk;

pub use request::{CrowdKind, CrowdRequest};

//! `path/crowd`: many walkers on one map, none through another.

mod answer;
mod request;
mod walks;

pub use request::CrowdRequest;

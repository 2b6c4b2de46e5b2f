//! Other crates.

pub(crate) mod condor;
pub(crate) mod grid_pathfinding;
pub(crate) mod hierarchical;
pub(crate) mod northstar;
pub(crate) mod pathfinding;
pub(crate) mod polyanya;

//! Planners that evolve a path: the article's and those it is compared with.
//!
//! A chromosome is a path as the list of its cells, start and goal included, by steps to four
//! neighbours. The article is Li, Qian and Sun, "Improved genetic algorithm for path planning
//! in games NPC", 2017; what it leaves open is an option of [`Options`] each.

mod comparator;
mod improved;
mod options;
mod planner;
mod problem;
mod trail;

pub use options::{Method, Nearest, Options, Outcome, Replacement, Start};
pub use planner::{EvolveError, Evolved, Evolving};
pub use problem::Chromosome;

//! Planners that evolve a path: the improved genetic algorithm of an article, and the algorithms
//! that the article compares it with.
//!
//! The article is Li, Qian and Sun, "Improved genetic algorithm for path planning in games NPC",
//! 2017. A chromosome is a path: the list of its cells with start and goal, by steps to four
//! neighbours. Where the article allows several readings, [`Options`] has a field for the choice.

mod baseline;
mod improved;
mod maker;
mod options;
mod planner;
mod problem;
mod scheme;

pub use options::{Distance, Initialization, Method, Options, Replacement, ResultSource};
pub use planner::{EvolveError, EvolvedPlanner, GenerationView};
pub(crate) use problem::cost_on;

//! `path/plan`: a path between two cells, or the paths of all NPCs.

mod agents;
mod answer;
mod each;
mod item;
mod request;
mod search;
mod spread;
mod trace;
mod walk;

pub use request::PlanRequest;

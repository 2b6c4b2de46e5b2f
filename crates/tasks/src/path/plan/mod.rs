//! `path/plan`: a path between two cells, or the paths of all NPCs.

mod agents;
mod answer;
mod crowd;
mod each;
mod item;
mod request;
mod search;
mod trace;
mod walk;

pub use request::PlanRequest;

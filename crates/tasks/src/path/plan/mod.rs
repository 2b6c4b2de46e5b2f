//! `path/plan`: a path between two cells, or the paths of all NPCs.

mod answer;
mod crowd;
mod item;
mod request;
mod search;
mod trace;
mod walk;

pub use request::PlanRequest;

//! `path/pareto`: the Pareto front of the paths between two cells.

mod answer;
mod request;

pub use request::{Objective, ParetoRequest, RandomDanger};

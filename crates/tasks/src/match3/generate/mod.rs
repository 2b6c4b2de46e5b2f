//! `match3/generate`: generates levels of a given potential or difficulty.

mod answer;
mod difficulty;
mod people;
mod potential;
mod request;
mod search;

pub use request::{Algorithm, GenerateRequest};

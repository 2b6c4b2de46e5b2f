//! `match3/generate`: generates levels of a given potential or difficulty.

mod answer;
mod request;

pub use answer::GenerateAnswer;
pub use request::{Algorithm, GenerateRequest};

#![doc = include_str!("../README.md")]

mod environment;
mod game2048;
mod vector;

pub use environment::{Environment, Outcome, Space};
pub use game2048::Game2048;
pub use vector::{Arrays, Autoreset, Vector, VectorError};

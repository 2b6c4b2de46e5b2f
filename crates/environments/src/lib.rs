#![doc = include_str!("../README.md")]

mod environment;
mod game2048;
mod hunt;
mod vector;

pub use environment::{Environment, Outcome, Space};
pub use game2048::Game2048;
pub use hunt::Hunt;
pub use vector::{Arrays, Autoreset, Games, Vector, VectorError};

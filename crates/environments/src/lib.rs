#![doc = include_str!("../README.md")]

mod arrays;
mod environment;
mod game2048;
mod hunt;
mod vector;

pub use arrays::Arrays;
pub use environment::{Environment, Outcome, Space};
pub use game2048::Game2048;
pub use hunt::Hunt;
pub use vector::{Autoreset, CHUNK, Games, Vector, VectorError};

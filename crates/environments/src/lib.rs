#![doc = include_str!("../README.md")]

mod arrays;
mod design;
mod environment;
mod game2048;
mod hunt;
mod match3;
mod vector;
mod walk;

pub use arrays::Arrays;
pub use design::{Design, DesignError, DesignMeasure, DesignRequest, Representation};
pub use environment::{Environment, Outcome, Space};
pub use game2048::Game2048;
pub use hunt::Hunt;
pub use match3::Match3;
pub use vector::{Autoreset, Games, Vector, VectorError};
pub use walk::{Maps, Walk, WalkError};

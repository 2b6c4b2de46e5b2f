#![doc = include_str!("../README.md")]
//!
//! # Where things are
//!
//! | in `src` | contents |
//! |---|---|
//! | `environment.rs`, `arrays.rs` | the trait [`Environment`], and where a call writes its results |
//! | `vector.rs`, `vector/` | many games in one call: how threads share them and stay awake between calls |
//! | `game2048.rs`, `hunt.rs`, `match3.rs`, `design.rs`, `walk.rs` | one environment each |
//!
//! The golden file `tests/golden.json` fixes the trajectories of every environment: a changed one needs a new name. What [`Environment::save`] gives
//! holds the streams of random numbers too.

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

#![doc = include_str!("../README.md")]
//!
//! # What is in it
//!
//! 1. [`tiled`] has the maps, tilesets and templates of Tiled. [`tiled::Map::parse`] reads a map,
//!    [`tiled::Map::to_tmx`] and [`tiled::Map::to_tmj`] write it, [`tiled::Map::orthogonal`]
//!    makes a new one.
//! 2. [`ldtk`] reads projects of LDtk: [`ldtk::Project::parse`].
//! 3. [`movingai`] reads and writes the maps of the MovingAI benchmarks ([`movingai::Map`]) and
//!    reads their lists of shortest paths ([`movingai::scenarios`]).

pub mod ldtk;
pub mod movingai;
pub mod tiled;

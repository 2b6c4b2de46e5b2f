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
//!
//! # Where things are
//!
//! | in `src` | contents |
//! |---|---|
//! | `tiled/` | maps, tilesets and templates as plain data; what is unknown is kept |
//! | `tiled/tmx/`, `tiled/tmj/` | the same data as XML and as JSON |
//! | `ldtk/` | projects of LDtk |
//! | `movingai/` | maps and scenarios of MovingAI |
//!
//! The crate `tiled`, which only reads, is the oracle of `tests/tiled/`.

pub mod ldtk;
pub mod movingai;
pub mod tiled;

//! A plain simulator of match-3 games, written from `docs/src/rules.md` alone: slow, with no
//! cleverness, one module for each chapter of the page. Fast simulators are compared with it.
//!
//! The preset `classic` by name is played as an object with base `classic`, but for its draws
//! with one candidate in dealing and settling: it has vectors of its own.

mod big_blocks;
pub(crate) mod board;
mod checks;
mod column;
mod component;
mod conveyors;
pub(crate) mod counts;
mod dealing;
mod diagonal;
mod document;
pub(crate) mod effect;
mod effects;
mod ending;
pub(crate) mod events;
mod fill_path;
pub(crate) mod game;
mod generators;
mod goal_checks;
mod goal_effect;
pub(crate) mod goals;
pub(crate) mod groups;
mod hits;
mod json;
pub(crate) mod level;
pub(crate) mod level_cells;
mod made;
pub(crate) mod moves;
mod pairs;
pub(crate) mod presets;
mod read_kinds;
mod read_objects;
mod read_rules;
mod reshuffle;
pub(crate) mod rules;
mod segment;
mod settling;
mod spreading;
mod supply;
pub(crate) mod taps;
pub(crate) mod text;
mod timers;
pub(crate) mod tokens;
mod turn_color;
mod waves;

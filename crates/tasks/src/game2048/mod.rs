//! 2048: boards are moved and judged, players measured, networks trained.

mod slide;

pub use slide::Move;

use crate::Entry;

/// The tasks of this game.
pub const TASKS: &[Entry] = &[Entry::of::<Move>()];

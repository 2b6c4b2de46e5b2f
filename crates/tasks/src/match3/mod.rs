//! Match-3: levels are made, measured, played and checked.

mod analyze;
mod levels;
mod opinion;

pub use analyze::Analyze;
pub use levels::{cure, is_map};

use crate::Entry;

/// The tasks of this game.
pub const TASKS: &[Entry] = &[Entry::of::<Analyze>()];

//! Match-3: levels are made, measured, played and checked.

mod analyze;
mod band;
mod check;
mod export;
mod levels;
mod opinion;

pub use analyze::Analyze;
pub use band::Band;
pub use check::Check;
pub use export::{Export, Form};
pub use levels::{cure, is_map};

use crate::Entry;

/// The tasks of this game.
pub const TASKS: &[Entry] =
    &[Entry::of::<Analyze>(), Entry::of::<Export>(), Entry::of::<Check>()];

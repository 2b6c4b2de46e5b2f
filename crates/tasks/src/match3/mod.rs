//! Match-3: levels are made, measured, played and checked.

mod analyze;
mod band;
mod batch;
mod calibrate;
mod check;
mod export;
mod levels;
mod opinion;
mod play;
mod played;
mod replay;
mod rules;

pub use analyze::Analyze;
pub use band::Band;
pub use calibrate::{Calibrate, Method};
pub use check::Check;
pub use export::{Export, Form};
pub use levels::{cure, is_map};
pub use play::Play;
pub use rules::Moves;

use crate::Entry;

/// The tasks of this game.
pub const TASKS: &[Entry] = &[
    Entry::of::<Analyze>(),
    Entry::of::<Play>(),
    Entry::of::<Calibrate>(),
    Entry::of::<Export>(),
    Entry::of::<Check>(),
];

//! Battleship: fleets are placed, counted and hunted.

mod count;
mod field;
mod score;

pub use count::Count;
pub use score::Score;

use tilewright_battleship::FleetError;

use crate::{Entry, Hint, Refusal};

/// The tasks of this game.
pub const TASKS: &[Entry] = &[Entry::of::<Score>(), Entry::of::<Count>()];

/// A refusal with its hint, where one is known.
fn refused(error: FleetError) -> Refusal {
    let hint = match &error {
        FleetError::CannotFit
        | FleetError::TooMany { .. }
        | FleetError::TooLong { .. } => {
            Some("take a larger field, fewer or shorter ships, or a laxer {touch}")
        }
        FleetError::Memory { .. } => Some("allow more with {memory}, such as 16G"),
        FleetError::Letters(_) => Some("write them to a .json file"),
        FleetError::Illegal { clash, .. } if clash.contains("touch") => {
            Some("{touch=corners} or {touch=free} lets ships lie closer")
        }
        FleetError::Sign { .. } | FleetError::Bent(_) => Some(
            "write a line a row, . for water, the same letter for all decks of a ship",
        ),
        _ => None,
    };
    Refusal { error: error.into(), hint: hint.map(Hint::from), key: None }
}

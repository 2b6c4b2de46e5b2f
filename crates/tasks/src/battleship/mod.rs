//! Battleship: fleets are placed, counted and hunted.

mod count;
mod duel;
mod field;
mod fleets;
mod games;
mod hunt;
mod hunters;
mod place;
mod placed;
mod placers;
mod placing;
mod replay;
mod score;

pub use count::Count;
pub use duel::Duel;
pub use field::{Field, Ships};
pub use fleets::{built_in_fleets, check_fleets, check_possible, read_fleets};
pub use hunt::Hunt;
pub use hunters::{Hunter, WinRate, note_sampling};
pub use place::{Method, Place};
pub use score::Score;

use tilewright_battleship::FleetError;

use crate::{Answer, Entry, Event, Game, Hint, Host, Refusal, Verdict};

/// The game and its tasks, in the order in which people look for them.
pub const GAME: Game = Game {
    name: "battleship",
    about: "Battleship: place fleets, count them, hide them from hunters, hunt them",
    tasks: &[
        Entry::of::<Score>(),
        Entry::of::<Place>(),
        Entry::of::<Count>(),
        Entry::of::<Hunt>(),
        Entry::of::<Duel>(),
    ],
};

/// The steps in which counting is shown.
const STEPS: u64 = 1000;

/// A refusal with its hint, where one is known.
pub fn refused(error: FleetError) -> Refusal {
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

/// Why there is no answer.
#[derive(Debug)]
pub enum Unanswered {
    /// Nothing is decided.
    Undecided(Undecided),
    /// It cannot be.
    Refused(Refusal),
}

/// Nothing is decided: counting was stopped, or takes more than it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undecided(pub Verdict);

impl Answer for Undecided {
    fn verdict(&self) -> Verdict {
        self.0
    }

    fn reached(&self) -> Option<String> {
        Some("counting was cancelled".to_owned())
    }
}

impl Unanswered {
    /// What is undecided, as an answer.
    fn undecided(self) -> Result<Undecided, Refusal> {
        match self {
            Self::Undecided(undecided) => Ok(undecided),
            Self::Refused(refusal) => Err(refusal),
        }
    }
}

impl<E: Into<Refusal>> From<E> for Unanswered {
    fn from(error: E) -> Self {
        Self::Refused(error.into())
    }
}

/// Says why nothing is decided, if that is what the error means; `searched` helps where a quick
/// placer gave up.
pub fn undecided(error: FleetError, searched: &str, host: &dyn Host) -> Unanswered {
    let hint = match error {
        FleetError::Cancelled => {
            return Unanswered::Undecided(Undecided(Verdict::Stopped));
        }
        FleetError::NotFound(_) => Some(Hint::from(searched)),
        FleetError::Overflow | FleetError::Memory { .. } => None,
        other => return Unanswered::Refused(refused(other)),
    };
    let Refusal { error, hint: known, .. } = refused(error);
    let hint = hint.or(known);
    let _ = host.see(Event::Warning(&error.to_string(), hint.as_ref()));
    Unanswered::Undecided(Undecided(Verdict::No))
}

/// The refusal of keys that stand beside each other and may not.
fn conflict(key: &str, other: &str) -> Refusal {
    anyhow::anyhow!("`{key}` cannot be used with `{other}`").into()
}

//! The tasks of Battleship.

mod count;
mod duel;
mod field;
mod fleets;
mod games;
mod hunt;
mod hunters;
mod place;
mod placers;
mod replay;
mod score;

pub use count::CountRequest;
pub use duel::DuelRequest;
pub use field::Field;
pub use fleets::{built_in_fleets, check_fleets, check_possible, read_fleets};
pub use hunt::HuntRequest;
pub use hunters::{CasualHunter, Hunter, Worded, note_sampling};
pub use place::{Method, PlaceRequest};
pub use score::ScoreRequest;

use tilewright_battleship::{FleetError, Rules, Sight};
use tilewright_grid::{Size, det};

use crate::{Answer, Bytes, Entry, Event, Game, Hint, Host, Refusal, Verdict};

/// The game and its tasks, in the order in which people look for them.
pub const GAME: Game = Game {
    name: "battleship",
    about: "Battleship: place and count fleets, hunt them, let hunters duel",
    tasks: &[
        Entry::of::<ScoreRequest>(),
        Entry::of::<PlaceRequest>(),
        Entry::of::<CountRequest>(),
        Entry::of::<HuntRequest>(),
        Entry::of::<DuelRequest>(),
    ],
};

/// The number of steps in which the progress of counting is shown.
const STEPS: u64 = 1000;

/// The work of counting from which it takes seconds, as cells × mixes × 2^columns, a mix being how many ships of each
/// length are placed. Measured with the standard fleet: on 11 × 11 (3 × 10⁷) a second of CPU time and 190 MB, on 12 × 12
/// (7 × 10⁷) 3 s and 400 MB, on 13 × 13 (1.6 × 10⁸) more than 13 s and 1.7 GB, in a build for tests.
const SLOW: f64 = 5e7;

/// Begins to count, and says beforehand if that takes long.
fn begin_counting(rules: &Rules, memory: Bytes, host: &dyn Host) {
    let Size { rows, columns } = rules.size();
    let ships = Sight::new(rules).afloat();

    // The work: for each cell, the mixes of ships left times the ways to fill the narrow side.
    let mixes: f64 = ships.iter().map(|&(_, count)| f64::from(count) + 1.0).product();
    let narrow = f64::from(rows.min(columns));
    let work = f64::from(rows) * f64::from(columns) * mixes * det::powf(2.0, narrow);

    if work > SLOW {
        host.tell(Event::Note(&format!(
            "counting on a {rows} × {columns} field takes long: seconds and hundreds of MB at 12 × 12, and three times as \
             long in twice the memory with each further row and column, within `memory` ({memory})"
        )));
    }

    host.tell(Event::Begun { doing: "counting", steps: Some(STEPS) });
}

/// A refusal, with a hint for the errors that have one.
pub fn refused(error: FleetError) -> Refusal {
    let hint = match &error {
        FleetError::CannotFit
        | FleetError::TooMany { .. }
        | FleetError::TooLong { .. } => {
            Some("use a larger field, fewer or shorter ships, or a less strict {touch}")
        }
        FleetError::Memory { .. } => {
            Some("set a higher limit with {memory}, such as 16G")
        }
        FleetError::Letters(_) => Some("write the fleets to a .json file"),
        FleetError::Illegal { clash, .. } if clash.contains("touch") => {
            Some("{touch=corners} or {touch=free} lets ships lie closer")
        }
        FleetError::Sign { .. } | FleetError::Bent(_) => Some(
            "write one line per row, . for water, and the same letter for all cells of a ship",
        ),
        _ => None,
    };

    Refusal { error: error.into(), hint: hint.map(Hint::from), key: None }
}

/// The reason why there is no full answer.
#[derive(Debug)]
pub enum AnswerError {
    /// The question could not be decided.
    Undecided(UndecidedAnswer),
    /// The request was refused.
    Refused(Refusal),
}

/// The answer to a question that could not be decided: counting was cancelled, or needs more
/// memory than allowed, or a placer gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UndecidedAnswer(pub Verdict);

impl Answer for UndecidedAnswer {
    fn verdict(&self) -> Verdict {
        self.0
    }

    fn reached(&self) -> Option<String> {
        Some("counting was cancelled".to_owned())
    }
}

impl AnswerError {
    /// The answer of an undecided question; otherwise the refusal.
    fn undecided(self) -> Result<UndecidedAnswer, Refusal> {
        match self {
            Self::Undecided(undecided) => Ok(undecided),
            Self::Refused(refusal) => Err(refusal),
        }
    }
}

/// The answer of a task that may end without one.
fn answered(
    answer: Result<impl Answer + 'static, AnswerError>,
) -> Result<Box<dyn Answer>, Refusal> {
    Ok(match answer {
        Ok(answer) => Box::new(answer),
        Err(error) => Box::new(error.undecided()?),
    })
}

impl<E: Into<Refusal>> From<E> for AnswerError {
    fn from(error: E) -> Self {
        Self::Refused(error.into())
    }
}

/// Sorts errors that leave a question undecided from refusals, and warns about the former.
/// `not_found` is the hint for the case that a placer gave up.
pub fn undecided(error: FleetError, not_found: &str, host: &dyn Host) -> AnswerError {
    let hint = match error {
        FleetError::Cancelled => {
            return AnswerError::Undecided(UndecidedAnswer(Verdict::Stopped));
        }
        FleetError::NotFound(_) => Some(Hint::from(not_found)),
        FleetError::Overflow | FleetError::Memory { .. } => None,
        other => return AnswerError::Refused(refused(other)),
    };

    let Refusal { error, hint: known, .. } = refused(error);
    let hint = hint.or(known);
    host.tell(Event::Warning(&error.to_string(), hint.as_ref()));

    AnswerError::Undecided(UndecidedAnswer(Verdict::No))
}

/// The refusal of two keys that exclude each other.
fn conflict(key: &str, other: &str) -> Refusal {
    anyhow::anyhow!("`{key}` cannot be used with `{other}`").into()
}

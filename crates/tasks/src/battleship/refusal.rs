//! Why a task of Battleship has no answer, or none that decides the question.

use tilewright_battleship::FleetError;

use crate::{Answer, Event, Hint, Host, Refusal, Verdict};

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
        FleetError::SlowDuels { .. } => Some(
            "name a level or a strategy instead, or measure against a faster hunter: \
             {against=hunt-and-target}",
        ),
        FleetError::WinRate { .. } => Some(
            "ask for a share in that range, or measure against another hunter with {against}",
        ),
        FleetError::NotSolved(_) => {
            Some("{hunter=exact} and {hunter=expert} play on fields of any size")
        }
        FleetError::NoFleet => Some(
            "look for a wrong mark on the board, and say by which {fleet} and {touch} you play",
        ),
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
    pub(super) fn undecided(self) -> Result<UndecidedAnswer, Refusal> {
        match self {
            Self::Undecided(undecided) => Ok(undecided),
            Self::Refused(refusal) => Err(refusal),
        }
    }
}

/// The answer of a task that may end without one.
pub(super) fn answered(
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
pub(super) fn conflict(key: &str, other: &str) -> Refusal {
    anyhow::anyhow!("`{key}` cannot be used with `{other}`").into()
}

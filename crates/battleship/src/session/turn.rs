//! A shot of a duel and its outcome, and their form in JSON.

use serde::{Deserialize, Serialize};
use tilewright_grid::Cell;

use crate::{Answer, Ship};

/// One of the two players of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The person.
    Person,
    /// The hunter.
    Hunter,
}

/// A shot of a duel and its outcome. In JSON the key `ship` holds the ship if it was sunk:
/// `{"side":"person","cell":[0,2],"answer":"sunk","ship":{"cell":[0,1],"length":2,"heading":"east"}}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "Note")]
pub struct Turn {
    /// The player who shot.
    pub side: Side,
    /// The target of the shot.
    pub cell: Cell,
    /// The outcome.
    pub answer: Answer,
}

/// A turn as it is written to JSON and read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Note {
    pub(super) side: Side,
    pub(super) cell: Cell,
    answer: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ship: Option<Ship>,
}

impl From<Turn> for Note {
    fn from(Turn { side, cell, answer }: Turn) -> Self {
        let ship = if let Answer::Sunk(ship) = answer { Some(ship) } else { None };
        Self { side, cell, answer: answer.key().to_owned(), ship }
    }
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let who = if self.side == Side::Person { "person" } else { "hunter" };
        write!(f, "{} by the {who} at {}", self.answer, crate::cell_name(self.cell))?;
        self.ship.map_or(Ok(()), |ship| write!(f, " ({ship})"))
    }
}

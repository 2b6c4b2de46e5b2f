//! The state of a duel.

use serde::Serialize;
use tilewright_grid::Grid;

use super::Side;
use crate::{Fleet, Mark, Ship, Sight, Touch};

/// The state of a duel, as far as the person may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// How close ships may lie.
    pub touch: Touch,
    /// The hunter's field, at which the person shoots.
    pub hunter: Waters,
    /// The person's field, at which the hunter shoots.
    pub person: Waters,
    /// The player who has won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// Whether all ships of one player are sunk.
    pub over: bool,
}

/// The field of one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Waters {
    /// What the shots have revealed of every cell.
    pub marks: Grid<Mark>,
    /// The number of shots at this field.
    pub shots: u32,
    /// The lengths of the ships that are afloat, the longest first.
    pub afloat: Vec<u32>,
    /// The ships that are sunk, in the order in which they were sunk.
    pub sunk: Vec<Ship>,
    /// The whole fleet; that of the hunter only when the duel is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fleet: Option<Fleet>,
}

impl Waters {
    pub(super) fn new(sight: &Sight<'_>, fleet: Option<&Fleet>) -> Self {
        let afloat = sight.afloat().into_iter();
        let lengths = |(length, count)| std::iter::repeat_n(length, count as usize);
        Self {
            marks: sight.marks().clone(),
            shots: sight.shots(),
            afloat: afloat.flat_map(lengths).collect(),
            sunk: sight.sunk().to_vec(),
            fleet: fleet.cloned(),
        }
    }
}

//! Agents: what moves, and those of them that the map knows.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::{LayerId, Place};

/// A kind of agent: its layer, its size, and the links that it may use.
///
/// ```
/// use tilewright_navigation::{Agent, LayerId};
///
/// let giant = Agent::on(LayerId(0)).size(3).mask(0b01); // may use links whose masks have bit 0
/// assert_eq!(giant, Agent { layer: LayerId(0), size: 3, mask: 1 });
/// assert_eq!(Agent::default(), Agent { layer: LayerId(0), size: 1, mask: u32::MAX });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Agent {
    /// The layer that it moves on.
    pub layer: LayerId,
    /// It covers `size` × `size` cells, and stands where the upper left one of them is.
    pub size: u8,
    /// It may use the links whose masks have a bit in common with this one.
    pub mask: u32,
}

impl Agent {
    /// An agent of a layer, of size 1, that may use all links.
    pub const fn on(layer: LayerId) -> Self {
        Self { layer, size: 1, mask: u32::MAX }
    }

    /// The same agent of another size.
    #[must_use]
    pub const fn size(mut self, size: u8) -> Self {
        self.size = size;
        self
    }

    /// The same agent with another mask.
    #[must_use]
    pub const fn mask(mut self, mask: u32) -> Self {
        self.mask = mask;
        self
    }
}

impl Default for Agent {
    /// Of the first layer.
    fn default() -> Self {
        Self::on(LayerId(0))
    }
}

/// An agent that the map knows: it has a place, which others can walk around, and keeps its handle when a file is read again.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Walker {
    /// Its name; may be empty.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// What it is.
    pub agent: Agent,
}

impl Walker {
    /// An agent of this name at a place.
    pub fn new(name: &str, place: impl Into<Place>, agent: Agent) -> Self {
        Self { name: name.to_owned(), place: place.into(), agent }
    }
}

/// The handle of a [`Walker`]. That of a removed one is never that of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct WalkerId {
    pub(crate) place: u32,
    pub(crate) generation: u32,
}

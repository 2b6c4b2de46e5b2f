//! Links: stairs, ladders, teleporters and drops between two places.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::Place;

/// A way from one place to another beside the steps of the map.
///
/// ```
/// use tilewright_grid::Cell;
/// use tilewright_navigation::{Link, Place};
///
/// let stairs = Link::both_ways(Cell::new(4, 7), Place::new(1, Cell::new(4, 7)), 2.0);
/// let drop = Link::one_way(Cell::new(0, 3), Cell::new(6, 3), 0.5).mask(0b10); // not for all
/// assert!(stairs.is_both_ways && !drop.is_both_ways);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Link {
    /// Where it begins.
    pub from: Place,
    /// Where it ends.
    pub to: Place,
    /// What it costs, 0 or more.
    pub cost: f64,
    /// Who may use it: agents whose mask has a bit in common with it.
    pub mask: u32,
    /// Whether it can be used from its end to its beginning too.
    pub is_both_ways: bool,
}

impl Link {
    /// A link for all that leads one way: a drop, a slide.
    pub fn one_way(from: impl Into<Place>, to: impl Into<Place>, cost: f64) -> Self {
        let (from, to, mask) = (from.into(), to.into(), u32::MAX);
        Self { from, to, cost, mask, is_both_ways: false }
    }

    /// A link for all that leads both ways: stairs, a ladder, a teleporter.
    pub fn both_ways(from: impl Into<Place>, to: impl Into<Place>, cost: f64) -> Self {
        Self { is_both_ways: true, ..Self::one_way(from, to, cost) }
    }

    /// The same link for agents whose mask has a bit in common with this one.
    #[must_use]
    pub const fn mask(mut self, mask: u32) -> Self {
        self.mask = mask;
        self
    }
}

/// The handle of a link. That of a removed link is never that of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct LinkId {
    pub(crate) place: u32,
    pub(crate) generation: u32,
}

impl LinkId {
    /// A number that no other link of the map has at the same time, from 0 on: for lists of what a game knows of each. One that is added later may get that of one
    /// that was removed.
    pub const fn index(self) -> usize {
        self.place as usize
    }

    /// As one number, for languages that keep handles as numbers.
    pub const fn to_bits(self) -> u64 {
        (self.generation as u64) << 32 | self.place as u64
    }

    /// The handle of such a number. One that no map has given is that of nothing.
    pub const fn from_bits(bits: u64) -> Self {
        Self { place: bits as u32, generation: (bits >> 32) as u32 }
    }
}

//! What is answered.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::{Agent, LinkId, Place};

/// A route of an agent, and what of the map it depends on.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Route {
    /// The places from the start to the end, both included, each a step or a link from the one before.
    pub places: Vec<Place>,
    /// The cost of all steps and links. Where every step costs its length that is the length, with √2 for a diagonal step. On maps with doors
    /// it is the time from departure to arrival.
    pub cost: f64,
    /// What the cheapest route costs at least: as much as this one, but for a [weight](crate::Query::weight) above 1 or a
    /// [coarse](crate::Query::coarse) query.
    pub least: f64,
    /// The links that it uses: each with the number of the place from which it is used, in ascending order.
    pub links: Vec<(u32, LinkId)>,
    /// On maps with doors the time at which the agent comes to each place, and that at which it leaves it: later if it waits there.
    /// Both are empty on other maps; the departure from the end is the arrival.
    pub arrivals: Vec<f64>,
    /// See [`Route::arrivals`].
    pub departures: Vec<f64>,
    pub(crate) agent: Agent,
    /// The version of the map that it was planned on.
    pub(crate) version: u64,
    /// The direction of each step; [`LINK`] for a link.
    pub(crate) ways: Vec<u8>,
    /// The stretches of it that lie in one chunk each.
    pub(crate) stretches: Vec<Stretch>,
}

/// The direction of a link among those of steps.
pub(crate) const LINK: u8 = 8;

/// A part of a route that lies in one chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub(crate) struct Stretch {
    pub(crate) chunk: u32,
    /// The number of its first place, and the node of that.
    pub(crate) first: u32,
    pub(crate) node: u32,
}

impl Route {
    /// The agent that it is for.
    pub const fn agent(&self) -> Agent {
        self.agent
    }

    /// The version of the map that it was planned on.
    pub const fn version(&self) -> u64 {
        self.version
    }
}

/// The answer to a query.
#[derive(Debug)]
pub enum Outcome<'a> {
    /// A route to a goal: the cheapest, or one within the weight of the query.
    Reached(&'a Route),
    /// No goal can be reached: a route to the nearest cell that can, for a query with
    /// [`or_nearest`](crate::Query::or_nearest).
    Partial(&'a Route),
    /// No goal can be reached, or none at the largest cost of the query.
    Unreachable,
    /// The budget is used up. [`Navigation::resume`](crate::Navigation::resume) continues.
    Unfinished(crate::Search),
}

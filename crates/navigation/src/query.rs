//! What is asked.

use tilewright_grid::Cell;

use crate::metric::Metric;
use crate::{Agent, LayerId, NavigationError, Place, WalkerId};

/// Where a query may end.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Goals<'a> {
    /// One place.
    One(Place),
    /// The cheapest of several; of equally cheap ones the first as places sort.
    Any(&'a [Place]),
    /// The cheapest place of a floor at most this far from one, as the crow flies, in cells: for archers, and for talking.
    Within(Place, f64),
}

/// A query: from where to where, for whom, within which limits.
///
/// ```
/// use tilewright_grid::Cell;
/// use tilewright_navigation::{LayerId, Query};
///
/// let swim = LayerId(1);
/// let others = [Cell::new(4, 4).into(), Cell::new(4, 5).into()]; // where other agents stand
/// let query = Query::new(Cell::new(0, 0), Cell::new(9, 9)).layer(swim).size(2).blocked(&others).budget(2_000);
/// # let _ = query;
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct Query<'a> {
    pub(crate) start: Place,
    pub(crate) goals: Goals<'a>,
    pub(crate) agent: Agent,
    pub(crate) blocked: &'a [Place],
    /// Whether other walkers of the map block it, and which one it is itself.
    pub(crate) around_walkers: bool,
    pub(crate) walker: Option<WalkerId>,
    pub(crate) departure: f64,
    pub(crate) max_cost: f64,
    pub(crate) weight: f64,
    pub(crate) budget: u64,
    pub(crate) or_nearest: bool,
    pub(crate) is_coarse: bool,
}

impl<'a> Query<'a> {
    /// From a place to another one, for an agent of size 1 of the first layer that may use all links.
    ///
    /// A start where the agent cannot stand is moved to the nearest cell of its floor where it can, as the crow flies; of several the
    /// first in reading order.
    pub fn new(start: impl Into<Place>, goal: impl Into<Place>) -> Self {
        Self::to(start, Goals::One(goal.into()))
    }

    /// From a place to the cheapest of several goals.
    pub fn to(start: impl Into<Place>, goals: Goals<'a>) -> Self {
        Self {
            start: start.into(),
            goals,
            agent: Agent { layer: LayerId(0), size: 1, mask: u32::MAX },
            blocked: &[],
            around_walkers: false,
            walker: None,
            departure: 0.0,
            max_cost: f64::INFINITY,
            weight: 1.0,
            budget: u64::MAX,
            or_nearest: false,
            is_coarse: false,
        }
    }

    /// The same query with other goals.
    pub const fn goals(mut self, goals: Goals<'a>) -> Self {
        self.goals = goals;
        self
    }

    /// For this agent.
    pub const fn agent(mut self, agent: Agent) -> Self {
        self.agent = agent;
        self
    }

    /// For agents of this layer.
    pub const fn layer(mut self, layer: LayerId) -> Self {
        self.agent.layer = layer;
        self
    }

    /// For agents of this size, which cover `size` × `size` cells and stand where their upper left cell is.
    pub const fn size(mut self, size: u8) -> Self {
        self.agent.size = size;
        self
    }

    /// For agents that may use the links whose masks have a bit in common with this one.
    pub const fn mask(mut self, mask: u32) -> Self {
        self.agent.mask = mask;
        self
    }

    /// These cells count as walls: other agents that stand there, a place to avoid. The start does not count.
    pub const fn blocked(mut self, blocked: &'a [Place]) -> Self {
        self.blocked = blocked;
        self
    }

    /// The cells under the [`Walker`](crate::Walker)s of the map count as walls, but for those of the one that
    /// [`Navigation::query_of`](crate::Navigation::query_of) is for.
    pub const fn around_walkers(mut self) -> Self {
        self.around_walkers = true;
        self
    }

    /// For this walker, which does not block itself.
    pub(crate) const fn of(mut self, walker: WalkerId) -> Self {
        self.walker = Some(walker);
        self
    }

    /// The agent leaves at this time, in ticks from 0 on; 0 at first. It matters only on maps with doors
    /// ([`Navigation::set_door`](crate::Navigation::set_door)), where a step takes as many ticks as it costs and an agent may wait in
    /// every cell: a route is then the one that arrives first, and its cost the time from departure to arrival, waiting included.
    ///
    /// A door must be open when a step into its cell begins; an agent that stands in it may stay. That doors can be reached is taken for
    /// granted by [`Navigation::is_reachable`](crate::Navigation::is_reachable). The [`weight`](Query::weight) is not used: who is late
    /// by a little may come too late for a door.
    pub const fn departure(mut self, departure: f64) -> Self {
        self.departure = departure;
        self
    }

    /// A route must not cost more than this.
    pub const fn max_cost(mut self, max_cost: f64) -> Self {
        self.max_cost = max_cost;
        self
    }

    /// The route may cost up to `weight` times as much as the cheapest, which is found faster where steps have costs; 1 or more.
    pub const fn weight(mut self, weight: f64) -> Self {
        self.weight = weight;
        self
    }

    /// Expands this many cells, and then leaves the rest to the next frame.
    pub const fn budget(mut self, budget: u64) -> Self {
        self.budget = budget;
        self
    }

    /// Chooses the regions to cross first, and then the cheapest route through these and those beside them: not always the cheapest of all.
    /// Between random cells of 512 × 512 with costs of 1 to 5 it took a third of the time, and routes cost 2.5 % more on average; of
    /// 2048 × 2048 a thirteenth, and 4.6 %. [`Route::least`](crate::Route::least) says how far from it the route may be.
    ///
    /// It concerns queries to one place without links, blocked cells and a largest cost; others, and those that jump point search answers
    /// at once, are as cheap as ever.
    pub const fn coarse(mut self) -> Self {
        self.is_coarse = true;
        self
    }

    /// If no goal can be reached, the route leads to the cell that can be reached and is nearest to a goal, as the crow flies; of
    /// several to the one that is reached at the least cost, then to the first in reading order. If no cell of the goal's floor can
    /// be reached, there is no route.
    pub const fn or_nearest(mut self) -> Self {
        self.or_nearest = true;
        self
    }

    /// Refuses numbers that cannot be meant.
    pub(crate) fn check(&self) -> Result<(), NavigationError> {
        let number = |what, found: f64, least| {
            if found >= least {
                Ok(())
            } else {
                Err(NavigationError::Number { what, found, least })
            }
        };
        if !(0.0..=1e15).contains(&self.departure) {
            return Err(NavigationError::Departure(self.departure));
        }
        number("a heuristic weight", self.weight, 1.0)?;
        number("a largest cost", self.max_cost, 0.0)?;
        match self.goals {
            Goals::Within(_, radius) => number("a radius", radius, 0.0),
            Goals::Any([]) => Err(NavigationError::NoGoal),
            Goals::Any(_) | Goals::One(_) => Ok(()),
        }
    }
}

/// A query that owns what it names, so that a search can begin anew.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnedQuery {
    /// The query without its lists.
    bare: Option<Query<'static>>,
    goals: Vec<Place>,
    blocked: Vec<Place>,
}

impl OwnedQuery {
    /// Becomes a copy of a query, in the memory that it has.
    pub(crate) fn copy(&mut self, query: &Query<'_>) {
        self.goals.clear();
        let goals = match query.goals {
            Goals::Any(goals) => {
                self.goals.extend_from_slice(goals);
                Goals::Any(&[])
            }
            Goals::One(goal) => Goals::One(goal),
            Goals::Within(middle, radius) => Goals::Within(middle, radius),
        };
        self.blocked.clear();
        self.blocked.extend_from_slice(query.blocked);
        self.bare = Some(Query { goals, blocked: &[], ..*query });
    }

    /// The query, if there is one.
    pub(crate) fn query(&self) -> Option<Query<'_>> {
        let mut query: Query<'_> = self.bare?;
        if let Goals::Any(goals) = &mut query.goals {
            *goals = &self.goals;
        }
        Some(query.blocked(&self.blocked))
    }
}

/// Where a search ends, among the stacked floors.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Targets {
    /// The cells, in reading order; the middle one of a range.
    pub(crate) cells: Vec<Cell>,
    /// The radius of a range, and the rows of the floor that it belongs to.
    pub(crate) range: Option<(f64, [u32; 2])>,
    pub(crate) metric: Metric,
}

impl Targets {
    /// Whether a cell is one of them.
    #[inline]
    pub(crate) fn contains(&self, cell: Cell) -> bool {
        match (self.range, &self.cells[..]) {
            (None, &[only]) => only == cell,
            (None, cells) => cells.binary_search(&cell).is_ok(),
            (Some((radius, [first, end])), cells) => {
                (first..end).contains(&cell.row)
                    && self.metric.apart(cell, cells[0]) as f64
                        <= radius * radius * Metric::UNITS
            }
        }
    }
}

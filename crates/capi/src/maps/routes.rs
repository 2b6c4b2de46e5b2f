//! Queries, and routes and searches that are held.

use tilewright_navigation::{Goals, Outcome, Place, Query, Route, Search, Walk};

use super::{HeldMap, TwFound, TwOutcome, TwPlace, TwQuery, TwRouteLink, wrong};
use crate::handles::hold;
use crate::status::Failure;

/// A route that is kept.
pub(crate) struct HeldRoute(Route);

/// A search that goes on in a later frame; none when another call has taken it.
pub(crate) struct HeldSearch(pub(crate) Option<Search>);

/// A query with the lists that its pointers are about.
pub(crate) struct GivenQuery {
    query: TwQuery,
    goals: Vec<Place>,
    blocked: Vec<Place>,
}

impl GivenQuery {
    pub(crate) fn new(query: &TwQuery, goals: &[TwPlace], blocked: &[TwPlace]) -> Self {
        let places = |list: &[TwPlace]| list.iter().copied().map(Place::from).collect();
        Self { query: *query, goals: places(goals), blocked: places(blocked) }
    }

    fn query(&self) -> Result<Query<'_>, Failure> {
        let TwQuery { from, to, agent, radius, .. } = self.query;
        let goals = match &self.goals[..] {
            _ if radius.is_nan() => {
                return Err(Failure::argument("radius is no number"));
            }
            [] if self.query.goals.is_null() && radius >= 0.0 => {
                Goals::Within(to.into(), radius)
            }
            [] if self.query.goals.is_null() => Goals::One(to.into()),
            &[one] if radius >= 0.0 => Goals::Within(one, radius),
            _ if radius >= 0.0 => {
                return Err(Failure::argument("a radius needs one goal"));
            }
            several => Goals::Any(several),
        };
        let mut query = Query::to(from, goals)
            .agent(agent.into())
            .blocked(&self.blocked)
            .departure(self.query.departure)
            .max_cost(self.query.max_cost)
            .weight(self.query.weight)
            .budget(self.query.budget);
        if self.query.or_nearest != 0 {
            query = query.or_nearest();
        }
        if self.query.coarse != 0 {
            query = query.coarse();
        }
        Ok(query)
    }
}

impl HeldMap {
    /// Answers a query. The places of its route are those of `way` then; it is held, too, if it is to be kept.
    pub(crate) fn route(
        &mut self,
        given: &GivenQuery,
        is_kept: bool,
    ) -> Result<TwFound, Failure> {
        self.way.clear();
        let outcome = self.map.route(&given.query()?, &mut self.scratch);
        let found = put(outcome.map_err(|it| wrong(&it))?, &mut self.way, is_kept);
        Ok(TwFound { expansions: self.scratch.expansions(), ..found })
    }

    /// Continues a search, which then is over or has another handle.
    pub(crate) fn resume(
        &mut self,
        search: &mut HeldSearch,
        is_kept: bool,
    ) -> Result<TwFound, Failure> {
        self.way.clear();
        let search = search.0.take();
        let search = search.ok_or_else(|| Failure::argument("the search is over"))?;
        let outcome = self.map.resume(search, &mut self.scratch);
        let found = put(outcome.map_err(|it| wrong(&it))?, &mut self.way, is_kept);
        Ok(TwFound { expansions: self.scratch.expansions(), ..found })
    }

    /// Whether there is a way, without a search.
    pub(crate) fn is_reachable(&mut self, given: &GivenQuery) -> Result<bool, Failure> {
        let is_reachable = self.map.is_reachable(&given.query()?, &mut self.scratch);
        is_reachable.map_err(|it| wrong(&it))
    }

    /// Whether a route is still one from its place of this number on.
    pub(crate) fn is_valid(&self, route: &HeldRoute, from: usize) -> bool {
        self.map.is_valid_from(&route.0, from)
    }

    /// Whether there may be a better route.
    pub(crate) fn may_improve(&self, route: &HeldRoute) -> bool {
        self.map.may_improve(&route.0)
    }

    /// The turns of a walk along a route, and its length: pulled taut, or found at any angle.
    pub(crate) fn walk(
        &mut self,
        route: &HeldRoute,
        is_any_angle: bool,
    ) -> Result<(Vec<TwPlace>, f64), Failure> {
        let walk = if is_any_angle {
            self.map.any_angle(&route.0, &[], &mut self.scratch)
        } else {
            self.map.pull(&route.0, &[])
        };
        let Walk { turns, length, .. } = walk.map_err(|it| wrong(&it))?;
        Ok((turns.into_iter().map(TwPlace::from).collect(), length))
    }
}

impl HeldRoute {
    pub(crate) fn links(&self) -> Vec<TwRouteLink> {
        let link = |&(at, link): &(u32, tilewright_navigation::LinkId)| TwRouteLink {
            link: link.to_bits(),
            at: at as usize,
        };
        self.0.links.iter().map(link).collect()
    }

    /// When it comes to each place and leaves it, on a map with doors; else both are empty.
    pub(crate) fn times(&self) -> (&[f64], &[f64]) {
        (&self.0.arrivals, &self.0.departures)
    }
}

/// What an outcome has found; its places go into `way`.
fn put(outcome: Outcome<'_>, way: &mut Vec<TwPlace>, is_kept: bool) -> TwFound {
    let (route, outcome) = match outcome {
        Outcome::Unreachable => return TwFound::default(),
        Outcome::Unfinished(search) => {
            let search = hold(HeldSearch(Some(search)));
            let outcome = TwOutcome::Unfinished;
            return TwFound { search, outcome, ..TwFound::default() };
        }
        Outcome::Reached(route) => (route, TwOutcome::Reached),
        Outcome::Partial(route) => (route, TwOutcome::Nearest),
    };
    way.extend(route.places.iter().copied().map(TwPlace::from));
    TwFound {
        cost: route.cost,
        least: route.least,
        route: if is_kept { hold(HeldRoute(route.clone())) } else { 0 },
        length: way.len(),
        outcome,
        ..TwFound::default()
    }
}

//! Queries, routes, and searches over some frames.

use std::sync::{Arc, Mutex};

use pyo3::prelude::*;
use tilewright_grid::locked;
use tilewright_navigation::{
    Goals, NavigationError, Outcome, Place, Query, Route, Search,
};

use super::{AgentNumbers, LiveMap, Spot, agent, place, places, refuse, spot};

/// A query as Python has it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct GivenQuery {
    from: Spot,
    goals: Vec<Spot>,
    radius: Option<f64>,
    agent: AgentNumbers,
    blocked: Vec<Spot>,
    departure: f64,
    max_cost: f64,
    weight: f64,
    budget: u64,
    or_nearest: bool,
    coarse: bool,
}

/// A query with the lists that it names.
struct OwnedQuery {
    asked: GivenQuery,
    goals: Vec<Place>,
    blocked: Vec<Place>,
}

impl OwnedQuery {
    fn of(mut asked: GivenQuery) -> Self {
        let goals = places(std::mem::take(&mut asked.goals));
        let blocked = places(std::mem::take(&mut asked.blocked));
        Self { asked, goals, blocked }
    }

    fn query(&self) -> Result<Query<'_>, String> {
        let asked = &self.asked;
        let goals = match (&self.goals[..], asked.radius) {
            (&[goal], None) => Goals::One(goal),
            (&[goal], Some(radius)) => Goals::Within(goal, radius),
            (goals, None) => Goals::Any(goals),
            (_, Some(_)) => return Err("a radius needs one goal".to_owned()),
        };
        let mut query = Query::to(place(asked.from), goals)
            .agent(agent(asked.agent))
            .blocked(&self.blocked)
            .departure(asked.departure)
            .max_cost(asked.max_cost)
            .weight(asked.weight)
            .budget(asked.budget);
        if asked.or_nearest {
            query = query.or_nearest();
        }
        if asked.coarse {
            query = query.coarse();
        }
        Ok(query)
    }
}

/// A route, or that there is none, or the search that has to continue.
enum RouteOutcome {
    Nothing,
    Route(&'static str, Route),
    Unfinished(Search),
}

impl RouteOutcome {
    fn of(outcome: Outcome<'_>) -> Self {
        match outcome {
            Outcome::Unreachable => Self::Nothing,
            Outcome::Reached(route) => Self::Route("reached", route.clone()),
            Outcome::Partial(route) => Self::Route("nearest", route.clone()),
            Outcome::Unfinished(search) => Self::Unfinished(search),
        }
    }
}

/// What a query has found: the outcome, the cells that were expanded, a route, a search to continue.
type FoundNumbers = (&'static str, u64, Option<LiveRoute>, Option<LiveSearch>);

/// A route that a map has found.
#[pyclass(frozen, module = "tilewright._tilewright")]
pub(crate) struct LiveRoute {
    route: Route,
    family: Arc<()>,
}

#[pymethods]
impl LiveRoute {
    /// The places from the start to the end.
    #[getter]
    fn places(&self) -> Vec<Spot> {
        self.route.places.iter().copied().map(spot).collect()
    }

    /// What it costs.
    #[getter]
    const fn cost(&self) -> f64 {
        self.route.cost
    }

    /// What the cheapest route costs at least.
    #[getter]
    const fn least(&self) -> f64 {
        self.route.least
    }

    /// The links that it uses, each with the number of the place from which it is used.
    #[getter]
    fn links(&self) -> Vec<(u32, u64)> {
        self.route.links.iter().map(|&(from, link)| (from, link.to_bits())).collect()
    }

    /// When it comes to each place and when it leaves it, on maps with doors.
    #[getter]
    fn times(&self) -> (Vec<f64>, Vec<f64>) {
        (self.route.arrivals.clone(), self.route.departures.clone())
    }
}

/// A search whose budget was used up.
#[pyclass(frozen, module = "tilewright._tilewright")]
pub(crate) struct LiveSearch {
    /// None after it has continued.
    search: Mutex<Option<Search>>,
    family: Arc<()>,
}

/// Answers a query.
#[pyfunction]
pub(crate) fn route(
    py: Python<'_>,
    on: &LiveMap,
    asked: GivenQuery,
) -> PyResult<FoundNumbers> {
    let lists = OwnedQuery::of(asked);
    let query = refuse(py, lists.query())?;
    let answer = py.detach(|| {
        on.shared.search(|map, scratch| {
            let found = map.route(&query, scratch).map(RouteOutcome::of)?;
            Ok::<_, NavigationError>((found, scratch.expansions()))
        })
    });
    refuse(py, answer).map(|found| on.found(found))
}

/// Continues a search, which is over then.
#[pyfunction]
pub(crate) fn resume(
    py: Python<'_>,
    on: &LiveMap,
    search: &LiveSearch,
) -> PyResult<FoundNumbers> {
    on.check(py, "search", &search.family)?;
    let taken = locked(&search.search).take().ok_or("the search has continued before");
    let search = refuse(py, taken)?;
    let answer = py.detach(|| {
        on.shared.search(|map, scratch| {
            let found = map.resume(search, scratch).map(RouteOutcome::of)?;
            Ok::<_, NavigationError>((found, scratch.expansions()))
        })
    });
    refuse(py, answer).map(|found| on.found(found))
}

/// Whether there is a route.
#[pyfunction]
pub(crate) fn is_reachable(
    py: Python<'_>,
    on: &LiveMap,
    asked: GivenQuery,
) -> PyResult<bool> {
    let lists = OwnedQuery::of(asked);
    let query = refuse(py, lists.query())?;
    let ask = || on.shared.search(|map, it| map.is_reachable(&query, it));
    refuse(py, py.detach(ask))
}

/// Whether a route is still one from its place of this number on.
#[pyfunction]
pub(crate) fn is_valid(
    py: Python<'_>,
    on: &LiveMap,
    route: &LiveRoute,
    first: usize,
) -> PyResult<bool> {
    on.check(py, "route", &route.family)?;
    Ok(on.shared.read(py, |map| map.is_valid_from(&route.route, first)))
}

/// Whether there may be a better route.
#[pyfunction]
pub(crate) fn may_improve(
    py: Python<'_>,
    on: &LiveMap,
    route: &LiveRoute,
) -> PyResult<bool> {
    on.check(py, "route", &route.family)?;
    Ok(on.shared.read(py, |map| map.may_improve(&route.route)))
}

/// The turns of a walk along a route, and its length: pulled taut, or found at any angle.
#[pyfunction]
pub(crate) fn walk(
    py: Python<'_>,
    on: &LiveMap,
    route: &LiveRoute,
    any_angle: bool,
) -> PyResult<(Vec<Spot>, f64)> {
    on.check(py, "route", &route.family)?;
    let route = &route.route;
    let walk = py.detach(|| {
        on.shared.search(|map, scratch| {
            if any_angle {
                map.any_angle(route, &[], scratch)
            } else {
                map.pull(route, &[])
            }
        })
    });
    let walk = refuse(py, walk)?;
    Ok((walk.turns.into_iter().map(spot).collect(), walk.length))
}

impl LiveMap {
    fn found(&self, (found, expansions): (RouteOutcome, u64)) -> FoundNumbers {
        let family = Arc::clone(&self.family);
        match found {
            RouteOutcome::Nothing => ("unreachable", expansions, None, None),
            RouteOutcome::Route(outcome, route) => {
                (outcome, expansions, Some(LiveRoute { route, family }), None)
            }
            RouteOutcome::Unfinished(search) => {
                let search = LiveSearch { search: Mutex::new(Some(search)), family };
                ("unfinished", expansions, None, Some(search))
            }
        }
    }

    /// Refuses what a map has found that is no copy of this one: its places may be outside.
    fn check(&self, py: Python<'_>, what: &str, family: &Arc<()>) -> PyResult<()> {
        if Arc::ptr_eq(&self.family, family) {
            return Ok(());
        }
        refuse(py, Err(format!("the {what} belongs to another map")))
    }
}

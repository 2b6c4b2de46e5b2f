//! Queries and searches.

use slab::Slab;
use tilewright_navigation::{Goals, Outcome, Place, Query, Route, Search};

use super::{Buffers, HeldMap, Paths, Reason, agent, held_mut, place, refused};

/// The numbers of a query before its lists, in the order of `query.ts`.
const HEAD: usize = 16;

/// The bits of a query's flags.
const OR_NEAREST: u32 = 1;
const COARSE: u32 = 2;

/// A query that owns its lists.
struct GivenQuery {
    numbers: [f64; HEAD],
    goals: Vec<Place>,
    blocked: Vec<Place>,
}

impl GivenQuery {
    const fn at(&self, number: usize) -> u32 {
        self.numbers[number] as u32
    }

    fn query(&self) -> Query<'_> {
        let [departure, max_cost, weight, budget, radius] =
            [7, 8, 9, 10, 11].map(|at| self.numbers[at]);
        let goals = match &self.goals[..] {
            &[middle] if radius >= 0.0 => Goals::Within(middle, radius),
            &[one] => Goals::One(one),
            several => Goals::Any(several),
        };
        let mut query = Query::to(place(self.at(0), self.at(1), self.at(2)), goals)
            .agent(agent(self.at(3), self.at(4), self.at(5)))
            .blocked(&self.blocked)
            .departure(departure)
            .max_cost(max_cost)
            .weight(weight);
        if budget >= 0.0 {
            query = query.budget(budget as u64);
        }
        if self.at(6) & OR_NEAREST > 0 {
            query = query.or_nearest();
        }
        if self.at(6) & COARSE > 0 {
            query = query.coarse();
        }
        query
    }
}

/// The answers to a query.
const UNREACHABLE: u32 = 0;
const REACHED: u32 = 1;
const NEAREST: u32 = 2;
const UNFINISHED: u32 = 3;

impl Paths {
    /// The query among the numbers of the call.
    fn given_query(&self) -> Result<GivenQuery, Reason> {
        let head = self.buffers.input.first_chunk::<HEAD>();
        let numbers = *head.ok_or("a query needs sixteen numbers")?;
        let [goals, blocked] = [12, 13].map(|at| numbers[at] as usize);
        Ok(GivenQuery {
            numbers,
            goals: self.buffers.places(HEAD, goals),
            blocked: self.buffers.places(HEAD + 3 * goals, blocked),
        })
    }

    /// Answers the query of the call: 0 without a route, 1 with one, 2 with one to the nearest place, 3 with a search. The whole numbers are
    /// the places of the route; the values are its cost, what the cheapest costs at least, the number under which the route, if it
    /// should be, or the search is held, and how many places there are.
    pub fn route(&mut self, map: u32, is_held: bool) -> i32 {
        self.answer(|paths| {
            let given = paths.given_query()?;
            let HeldMap { map, scratch, .. } = held_mut(&mut paths.maps, map, "map")?;
            let outcome = map.route(&given.query(), scratch).map_err(refused)?;
            let routes = is_held.then_some(&mut paths.routes);
            Ok(put(outcome, &mut paths.buffers, routes, &mut paths.searches))
        })
    }

    /// Continues a search, which is given up if it ends; as [`Paths::route`], which holds the route.
    pub fn resume(&mut self, map: u32, search: u32) -> i32 {
        self.answer(|paths| {
            let HeldMap { map, scratch, .. } = held_mut(&mut paths.maps, map, "map")?;
            let search = paths.searches.try_remove(search as usize);
            let search = search.ok_or("there is no such search")?;
            let outcome = map.resume(search, scratch).map_err(refused)?;
            let routes = Some(&mut paths.routes);
            Ok(put(outcome, &mut paths.buffers, routes, &mut paths.searches))
        })
    }

    /// Whether a goal of the query of the call can be reached: 1 or 0.
    pub fn is_reachable(&mut self, map: u32) -> i32 {
        self.answer(|paths| {
            let given = paths.given_query()?;
            let HeldMap { map, scratch, .. } = held_mut(&mut paths.maps, map, "map")?;
            map.is_reachable(&given.query(), scratch).map(u32::from).map_err(refused)
        })
    }

    /// How many cells the last query of a map has expanded.
    pub fn expansions(&mut self, map: u32) -> i32 {
        self.answer(|paths| {
            let HeldMap { scratch, .. } = held_mut(&mut paths.maps, map, "map")?;
            Ok(u32::try_from(scratch.expansions()).unwrap_or(i32::MAX as u32))
        })
    }
}

/// Answers with an outcome: a route is held if there is a place for it.
fn put(
    outcome: Outcome<'_>,
    buffers: &mut Buffers,
    routes: Option<&mut Slab<Route>>,
    searches: &mut Slab<Search>,
) -> u32 {
    buffers.values.clear();
    let (route, answer) = match outcome {
        Outcome::Unreachable => return UNREACHABLE,
        Outcome::Unfinished(search) => {
            let number = searches.insert(search);
            buffers.values.extend([0.0, 0.0, number as f64]);
            return UNFINISHED;
        }
        Outcome::Reached(route) => (route, REACHED),
        Outcome::Partial(route) => (route, NEAREST),
    };
    let number = routes.map(|routes| routes.insert(route.clone()));
    let number = number.map_or(-1.0, |it| it as f64);
    let values = [route.cost, route.least, number, route.places.len() as f64];
    buffers.values.extend(values);
    buffers.put_places(&route.places);
    answer
}

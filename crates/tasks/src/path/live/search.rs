//! Each walks by a route of its own, to one goal after the other.

use tilewright_grid::{Cell, Size};
use tilewright_navigation::{
    self as navigation, Navigation, NavigationError, Outcome, Query, Scratch,
};

use super::change::MapChange;
use super::draw::draw;
use super::settings::LiveFrame;
use super::since;
use super::walker::{Walker, Want};
use crate::Host;

/// The most searches of a frame; other walkers wait for the next one, standing if they have no route. On caves of 200 × 300 cells 32 took
/// about a millisecond in a build without optimizations, of the 16 that a frame has on the page, and 200 walkers have all set out
/// after 7 frames.
const QUERIES: usize = 32;

/// The number of cells that the searches of a frame expand before no further one begins: about 4 ms, by which a frame on a map with
/// costs stays smooth.
const CELLS: u64 = 1 << 15;

/// The most cells of a map on which every search ends in its frame: one over all of them takes about 16 ms. On larger maps a search expands
/// [`CELLS`] a frame.
const SMALL: usize = 1 << 17;

/// The routes of a frame.
#[derive(Debug)]
pub(super) struct Search {
    /// The walker whose turn it is.
    turn: usize,
    /// The search that did not end in the frame before.
    unfinished: Option<OwnedSearch>,
    /// The number of cells that a search expands in a frame.
    budget: u64,
}

/// A search with the number of its walker, and the cell from which it begins.
type OwnedSearch = (usize, Cell, navigation::Search);

/// What the searches of a frame have taken.
#[derive(Default)]
struct Spent {
    queries: usize,
    cells: u64,
}

impl Spent {
    const fn add(&mut self, cells: u64) {
        self.queries += 1;
        self.cells += cells;
    }

    const fn is_all(&self) -> bool {
        self.queries >= QUERIES || self.cells >= CELLS
    }
}

impl Search {
    pub(super) const fn new(size: Size) -> Self {
        // Without a budget, jump point search answers where costs allow it.
        let budget = if size.area() <= SMALL { u64::MAX } else { CELLS };
        Self { turn: 0, unfinished: None, budget }
    }

    /// Plans routes within the budget of a frame: first for those that stand without one, then for those that may find a better one,
    /// in turn.
    pub(super) fn plan(
        &mut self,
        map: &Navigation,
        walkers: &mut [Walker],
        scratch: &mut Scratch,
        host: &dyn Host,
        frame: &mut LiveFrame,
    ) -> Result<(), NavigationError> {
        let (count, first, mut spent) = (walkers.len(), self.turn, Spent::default());
        for must_stand in [true, false] {
            for number in (0..count).map(|step| (first + step) % count) {
                let is_asked = match walkers[number].want {
                    Want::Route { .. } => must_stand,
                    Want::BetterRoute => !must_stand,
                    _ => false,
                };
                if !is_asked {
                    continue;
                }
                if spent.is_all() || host.look().is_break() {
                    self.turn = number;
                    return Ok(());
                }
                let query = (number, &mut walkers[number]);
                self.find(map, query, scratch, host, (frame, &mut spent))?;
            }
        }
        Ok(())
    }

    /// Searches the route of a walker, from the cell to which it steps.
    fn find(
        &mut self,
        map: &Navigation,
        (number, walker): (usize, &mut Walker),
        scratch: &mut Scratch,
        host: &dyn Host,
        (frame, spent): (&mut LiveFrame, &mut Spent),
    ) -> Result<(), NavigationError> {
        let query = Query::new(walker.to, walker.goal).agent(walker.agent);
        if !map.is_reachable(&query, scratch)? {
            walker.forget_route();
            walker.want = Want::Change;
            return Ok(());
        }

        let is_its =
            |(owner, start, _): &OwnedSearch| (*owner, *start) == (number, walker.to);
        let begun = host.nanos();
        let outcome = match self.unfinished.take().filter(is_its) {
            Some((_, _, search)) => map.resume(search, scratch)?,
            None => map.route(&query.budget(self.budget), scratch)?,
        };
        let took = since(begun, host);
        let is_again = walker.want != Want::Route { again: false };
        let is_found = match outcome {
            Outcome::Reached(route) | Outcome::Partial(route) => {
                walker.follow(route);
                true
            }
            Outcome::Unreachable => {
                walker.want = Want::Change;
                false
            }
            // Who walks meanwhile would have to begin anew, and keeps the route that it has.
            Outcome::Unfinished(_) if walker.want == Want::BetterRoute => {
                walker.want = Want::Nothing;
                false
            }
            Outcome::Unfinished(search) => {
                self.unfinished = Some((number, walker.to, search));
                false
            }
        };

        spent.add(scratch.expansions());
        frame.note_search(took, (is_found, is_again), number);
        Ok(())
    }
}

/// Notes for each walker what changes mean for it.
pub(super) fn note(map: &Navigation, walkers: &mut [Walker], changed: &MapChange) {
    if changed.is_empty() {
        return;
    }
    for walker in walkers {
        match walker.want {
            Want::Nothing | Want::BetterRoute => {
                walker.want = changed.want(map, walker);
                if matches!(walker.want, Want::Route { .. }) {
                    walker.forget_route();
                }
            }
            // Whether it can come there now is asked without a search.
            Want::Change => walker.want = Want::Route { again: true },
            Want::Route { .. } | Want::Goal => {}
        }
    }
}

/// Draws goals for those that have arrived, on the island where they are.
pub(super) fn draw_goals(map: &Navigation, size: Size, walkers: &mut [Walker]) {
    for walker in walkers.iter_mut().filter(|walker| walker.want == Want::Goal) {
        let (agent, from) = (walker.agent, walker.from);
        let Ok(Some(island)) = map.island(from, agent) else { continue };
        let suits = |cell| {
            cell != from && map.island(cell, agent).is_ok_and(|it| it == Some(island))
        };
        if let Some(goal) = draw(map, size, agent, &mut walker.rng, suits) {
            walker.goal = goal;
            walker.want = Want::Route { again: false };
        }
    }
}

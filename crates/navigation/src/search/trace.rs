//! Routes of what was found.

use std::f64::consts::SQRT_2;

use tilewright_grid::Cell;
use tilewright_pathplan::search::WAYS;

use super::memory::Sum;
use super::progress::Progress;
use crate::map::Navigation;
use crate::route::{LINK, Stretch};
use crate::surface::Surface;
use crate::{Place, Query, Route};

impl Navigation {
    /// Begins a route of a query's agent.
    pub(super) fn begin_route(&self, query: &Query<'_>, route: &mut Route) {
        route.places.clear();
        route.links.clear();
        route.ways.clear();
        route.stretches.clear();
        route.arrivals.clear();
        route.departures.clear();
        (route.agent, route.version, route.cost) = (query.agent, self.version(), 0.0);
    }

    /// Writes what jump point search has found.
    pub(super) fn write_jumped(
        &self,
        surface: &Surface,
        cells: &[Cell],
        route: &mut Route,
    ) {
        route.places.extend(cells.iter().map(|&cell| self.place_of(cell)));
        route.ways.extend(cells.windows(2).map(|step| way_of(step[0], step[1])));
        let across = route.ways.iter().filter(|&&way| way >= 4).count();
        route.cost = (route.ways.len() - across) as f64 + across as f64 * SQRT_2;
        route.least = route.cost;
        note_stretches(surface, cells, route);
    }

    /// Writes the way to a node that was found.
    pub(super) fn write_found<S: Sum>(
        &self,
        surface: &Surface,
        progress: &Progress<S>,
        end: usize,
        cells: &mut Vec<Cell>,
        route: &mut Route,
    ) {
        cells.clear();
        progress.trace(self, surface, end, |node, way, link| {
            if let Some(place) = link {
                // From the end, until the number of places is known.
                route.links.push((cells.len() as u32, self.link_id(place)));
            }
            route.ways.extend(way);
            cells.push(surface.plane.cell(node));
        });

        cells.reverse();
        route.ways.reverse();
        route.cost = progress.cost(end);
        route.links.reverse();
        let last = cells.len() as u32 - 1;
        for (at, _) in &mut route.links {
            *at = last - *at - 1;
        }
        route.places.extend(cells.iter().map(|&cell| self.place_of(cell)));
        note_stretches(surface, cells, route);
    }
}

impl Navigation {
    /// Writes when the agent of a route is where, if there are doors.
    pub(super) fn write_times(
        &self,
        surface: &Surface,
        departure: f64,
        route: &mut Route,
    ) {
        if surface.timetable.is_empty() {
            return;
        }
        let node = |place: Place| {
            let cell = self.cell_of(place).expect("routes keep to the map");
            surface.plane.node(cell)
        };

        let (mut elapsed, mut links) = (0.0, route.links.iter());
        for (step, &way) in route.places.windows(2).zip(&route.ways) {
            let [from, to] = [step[0], step[1]].map(node);
            // In the order of the search, so that the sums are the same to the last bit.
            let now = departure + elapsed;
            let leave = surface.timetable.leave(&surface.plane, now, from, to);
            route.arrivals.push(now);
            route.departures.push(leave);
            let cost = if way == LINK {
                let (_, link) = links.next().expect("it is used");
                self.link(*link).expect("it is there").cost
            } else {
                surface.step_cost(usize::from(way), to)
            };
            elapsed = leave - departure + cost;
        }
        route.arrivals.push(departure + elapsed);
        route.departures.push(departure + elapsed);
    }
}

/// The direction of a step.
fn way_of(from: Cell, to: Cell) -> u8 {
    let down = to.row.cast_signed() - from.row.cast_signed();
    let right = to.column.cast_signed() - from.column.cast_signed();
    let way = WAYS.iter().position(|way| (way.down, way.right) == (down, right));
    way.expect("it is a step") as u8
}

/// Notes the stretches of a route that lie in one chunk each, without a link.
fn note_stretches(surface: &Surface, cells: &[Cell], route: &mut Route) {
    for (first, &cell) in cells.iter().enumerate() {
        let chunk = surface.regions.chunk_of(cell);
        let is_linked = first > 0 && route.ways[first - 1] == LINK;
        if is_linked || route.stretches.last().is_none_or(|last| last.chunk != chunk) {
            let node = surface.plane.node(cell) as u32;
            route.stretches.push(Stretch { chunk, first: first as u32, node });
        }
    }
}

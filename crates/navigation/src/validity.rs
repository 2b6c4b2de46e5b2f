//! Whether routes are still legal after changes.

use std::ops::Range;

use tilewright_grid::Cell;

use crate::Route;
use crate::map::Navigation;
use crate::route::Stretch;
use crate::surface::Surface;

impl Navigation {
    /// Whether every step and link of a route can still be taken, whatever it costs now; with doors, at the times that it names. Where no chunk that it crosses has changed,
    /// that is known at once; else only the steps in chunks that have changed are looked at.
    ///
    /// A route of a map with other floors or layers is not valid.
    pub fn is_valid(&self, route: &Route) -> bool {
        self.is_valid_from(route, 0)
    }

    /// Whether the part of a route from its place of this number on, where its walker is by now, is [valid](Navigation::is_valid): a door that
    /// shuts behind a walker does not concern it. Of its end that is so as long as one can stand there; beyond it nothing is valid.
    pub fn is_valid_from(&self, route: &Route, place: usize) -> bool {
        if place >= route.places.len() {
            return false;
        }
        if route.version == self.version() {
            return true;
        }
        let Ok(surface) = self.surface(route.agent) else { return false };
        let mut links = route.links.iter().filter(|&&(from, _)| from as usize >= place);
        let has_links = links.all(|&(_, link)| self.link(link).is_ok());
        if !has_links || route.version > self.version() {
            return false;
        }

        let ends = route.stretches.iter().skip(1).map(|next| next.first as usize);
        let ends = ends.chain([route.ways.len()]);
        let mut is_changed = false;
        let can_walk = route.stretches.iter().zip(ends).all(|(stretch, end)| {
            let is_past = end < place || surface.opened(stretch.chunk) <= route.version;
            is_past || {
                is_changed = true;
                self.can_walk(surface, route, stretch, place..end)
            }
        });
        can_walk && (!is_changed || self.is_punctual(surface, route, place))
    }

    /// Whether an agent can take the steps of a stretch of a route within a range of its places.
    fn can_walk(
        &self,
        surface: &Surface,
        route: &Route,
        stretch: &Stretch,
        Range { start, end }: Range<usize>,
    ) -> bool {
        let first = stretch.first as usize;
        let node = if start <= first {
            Some(stretch.node as usize)
        } else {
            let cell = self.cell_of(route.places[start]);
            cell.ok().map(|cell| surface.plane.node(cell))
        };
        node.zip(route.ways.get(first.max(start)..end))
            .is_some_and(|(node, ways)| surface.plane.can_walk(node, ways))
    }

    /// Whether the doors that a route enters from a place on are open when it enters them.
    fn is_punctual(&self, surface: &Surface, route: &Route, place: usize) -> bool {
        let steps = route.places.windows(2).zip(&route.departures);
        steps.skip(place).all(|(step, &departure)| {
            let nodes = [step[0], step[1]]
                .map(|place| self.cell_of(place).map(|cell| surface.plane.node(cell)));
            let [Ok(from), Ok(to)] = nodes else { return false };
            surface.timetable.leave(&surface.plane, departure, from, to) <= departure
        })
    }

    /// Whether there may be a cheaper route by now: a link has changed, or something in a chunk that a cheaper route could cross. That
    /// there is none is certain.
    pub fn may_improve(&self, route: &Route) -> bool {
        if route.version == self.version() {
            return false;
        }
        let Ok(surface) = self.surface(route.agent) else { return true };
        let (Some(&start), Some(&end)) = (route.places.first(), route.places.last())
        else {
            return true;
        };
        let (Ok(start), Ok(end)) = (self.cell_of(start), self.cell_of(end)) else {
            return true;
        };
        // Links may make any way shorter.
        if self.links_changed() > route.version || surface.has_links(route.agent.mask) {
            return true;
        }

        let length = route.cost / surface.min_factor;
        surface.all_changed().iter().enumerate().any(|(chunk, &changed)| {
            changed > route.version
                && surface.regions.distance(chunk as u32, start)
                    + surface.regions.distance(chunk as u32, end)
                    < length + 1e-6
        })
    }

    /// Which of these routes are no longer valid, by their numbers: the agents that must plan again at once.
    pub fn invalidated<'a>(
        &self,
        routes: impl IntoIterator<Item = &'a Route>,
    ) -> impl Iterator<Item = usize> {
        let numbered = routes.into_iter().enumerate();
        numbered.filter(|(_, route)| !self.is_valid(route)).map(|(number, _)| number)
    }
}

impl crate::regions::Regions {
    /// A lower bound on the length of a walk from a cell to any of a chunk: the largest of the distances along rows and columns.
    fn distance(&self, chunk: u32, cell: Cell) -> f64 {
        let corner = self.corner(chunk);
        let beyond = |at: u32, first: u32| {
            // One more on each side: the steps beside a chunk depend on it too.
            let first = first.saturating_sub(1);
            first
                .saturating_sub(at)
                .max(at.saturating_sub(first + crate::regions::SIDE + 1))
        };
        f64::from(beyond(cell.row, corner.row).max(beyond(cell.column, corner.column)))
    }
}

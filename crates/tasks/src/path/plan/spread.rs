//! Paths of NPCs that share the ways: each takes one of its diverse routes.

use tilewright_grid::{Cell, Grid};
use tilewright_pathplan::Route;
use tilewright_pathplan::routes::{Detour, DiverseRoutes, RouteRequest, Router as _};

use super::super::ends::unless_stopped;
use super::super::{during, timed};
use super::search::{PathSearch, SearchResult};
use crate::{HostWatch, Refusal};

/// The number of diverse routes from which an NPC takes one: as many as `path routes` finds by
/// default. More make a query longer, fewer let NPCs share their ways. Chosen.
const ROUTES: u32 = 8;

/// The NPCs that have a path so far, spread over the ways.
pub(super) struct Spread<'a> {
    search: &'a PathSearch<'a>,
    router: DiverseRoutes<'a>,
    detour: Detour,
    /// The number of paths through each cell.
    load: Grid<u32>,
}

impl<'a> Spread<'a> {
    /// No NPCs yet.
    pub(super) fn new(search: &'a PathSearch<'a>, detour: Detour) -> Self {
        let router = DiverseRoutes::new(search.graph);
        Self { search, router, detour, load: Grid::filled(search.map.size(), 0) }
    }

    /// The path of the next NPC: of its routes the one with the lowest mean load, the cheaper of two.
    /// None if the host stopped it.
    pub(super) fn plan(
        &mut self,
        [start, goal]: [Cell; 2],
    ) -> Result<Option<SearchResult>, Refusal> {
        let request = RouteRequest { start, goal, count: ROUTES, detour: self.detour };
        let watch = &HostWatch(self.search.host);
        let (set, took) = during(self.search.host, "planning", || {
            timed(self.search.host, || self.router.routes(&request, watch))
        });
        let Some(set) = unless_stopped(set, self.search.file)? else { return Ok(None) };

        // The first route is the cheapest.
        let optimum = set.routes.first().cloned();
        let mean = |route: &Route| {
            let sum: u32 = route.cells.iter().map(|&cell| self.load[cell]).sum();
            f64::from(sum) / route.cells.len() as f64
        };

        let routes = set.routes.into_iter();
        let route = routes.min_by(|one, two| mean(one).total_cmp(&mean(two)));
        for &cell in route.iter().flat_map(|route| &route.cells) {
            self.load[cell] += 1;
        }

        Ok(Some(SearchResult { route, optimum, took, ..SearchResult::default() }))
    }
}

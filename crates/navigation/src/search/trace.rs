//! Routes of what was found.

use std::f64::consts::SQRT_2;

use tilewright_grid::Cell;

use super::memory::Sum;
use super::progress::Progress;
use crate::map::Navigation;
use crate::surface::Surface;
use crate::{Query, Route};

impl Navigation {
    /// Begins a route of a query's agent.
    pub(super) fn begin_route(&self, query: &Query<'_>, route: &mut Route) {
        route.places.clear();
        route.links.clear();
        route.chunks.clear();
        (route.layer, route.size, route.mask) = (query.layer, query.size, query.mask);
        (route.version, route.cost) = (self.version(), 0.0);
    }

    /// Writes what jump point search has found.
    pub(super) fn write_jumped(
        &self,
        surface: &Surface,
        cells: &[Cell],
        route: &mut Route,
    ) {
        let (mut straight, mut across) = (0_u32, 0_u32);
        for step in cells.windows(2) {
            let is_across =
                step[0].row != step[1].row && step[0].column != step[1].column;
            across += u32::from(is_across);
            straight += u32::from(!is_across);
        }
        route.cost = f64::from(straight) + f64::from(across) * SQRT_2;
        route.places.extend(cells.iter().map(|&cell| self.place_of(cell)));
        note_chunks(surface, cells.iter().copied(), &mut route.chunks);
    }

    /// Writes the way to a node that was found.
    pub(super) fn write_found<S: Sum>(
        &self,
        surface: &Surface,
        progress: &Progress<S>,
        end: usize,
        route: &mut Route,
    ) {
        route.cost = progress.cost(end);
        progress.trace(self, surface, end, |node, link| {
            if let Some(place) = link {
                // From the end, until the number of places is known.
                route.links.push((route.places.len() as u32, self.link_id(place)));
            }
            route.places.push(self.place_of(surface.plane.cell(node)));
        });
        route.places.reverse();
        route.links.reverse();
        let last = route.places.len() as u32 - 1;
        for (at, _) in &mut route.links {
            *at = last - *at - 1;
        }

        let cells = route
            .places
            .iter()
            .map(|&place| self.cell_of(place).expect("it is on the map"));
        note_chunks(surface, cells, &mut route.chunks);
    }
}

/// Notes the chunks that cells lie in, one after the other.
fn note_chunks(
    surface: &Surface,
    cells: impl Iterator<Item = Cell>,
    chunks: &mut Vec<(u32, u32)>,
) {
    for (at, cell) in cells.enumerate() {
        let chunk = surface.regions.chunk_of(cell);
        if chunks.last().is_none_or(|&(last, _)| last != chunk) {
            chunks.push((chunk, at as u32));
        }
    }
}

//! The path of one walker, to its goal or to the nearest cell that it can reach.

use tilewright_grid::Cell;
use tilewright_pathplan::planners::{NearestSearch, Planner};
use tilewright_pathplan::routes::Detour;

use super::super::ends::unless_stopped;
use super::search::{PathSearch, Record, SearchResult};
use super::spread::Spread;
use crate::{HostWatch, Refusal};

/// Plans the paths of walkers, one after the other.
pub(super) struct Walk<'a> {
    search: &'a PathSearch<'a>,
    spread: Option<Spread<'a>>,
    /// Made for the first path.
    exact: Option<Box<dyn Planner + 'a>>,
    /// Made when the first goal cannot be reached.
    nearest: Option<NearestSearch<'a>>,
}

impl<'a> Walk<'a> {
    /// On the graph of a search; with a detour the walkers spread.
    pub(super) fn new(search: &'a PathSearch<'a>, detour: Option<Detour>) -> Self {
        let spread = detour.map(|detour| Spread::new(search, detour));
        Self { search, spread, exact: None, nearest: None }
    }

    /// The path of the next walker. None if the host stopped it.
    pub(super) fn plan(
        &mut self,
        [start, goal]: [Cell; 2],
        mut record: Option<&mut Record>,
    ) -> Result<Option<SearchResult>, Refusal> {
        let PathSearch { request, graph, .. } = self.search;
        if !request.nearest {
            return self.search_for([start, goal], record);
        }

        // An evolved planner takes long to find nothing, an exact one does not.
        if graph.is_walkable(goal) && !request.planner.is_evolved() {
            let found = self.search_for([start, goal], record.as_deref_mut())?;
            if found.as_ref().is_none_or(|found| found.route.is_some()) {
                return Ok(found);
            }
        }

        let Some(near) = self.near([start, goal])? else { return Ok(None) };
        // What was recorded so far is of the search that found nothing.
        if let Some(record) = &mut record {
            **record = Record::default();
        }

        let found = self.search_for([start, near], record)?;
        let nearest = (near != goal).then_some(near);
        Ok(found.map(|found| SearchResult { nearest, ..found }))
    }

    fn search_for(
        &mut self,
        ends: [Cell; 2],
        record: Option<&mut Record>,
    ) -> Result<Option<SearchResult>, Refusal> {
        match &mut self.spread {
            Some(spread) => spread.plan(ends),
            None => self.search.run(&mut self.exact, ends, record),
        }
    }

    /// The reachable cell nearest to the goal.
    fn near(&mut self, [start, goal]: [Cell; 2]) -> Result<Option<Cell>, Refusal> {
        let PathSearch { host, file, graph, .. } = self.search;
        let nearest = self.nearest.get_or_insert_with(|| NearestSearch::new(graph));
        unless_stopped(nearest.find(start, goal, &HostWatch(*host)), file)
    }
}

//! The answer of `path/plan`.

use tilewright_draw::{Animation, DrawError};
use tilewright_formats::tiled::Properties;
use tilewright_grid::{Cell, Watch};
use tilewright_pathplan::picture::{Scene, tile_for};
use tilewright_pathplan::routes::RouteSet;
use tilewright_pathplan::tiled::PathLine;
use tilewright_pathplan::{DangerSource, Map, Route, animation};

use super::item::{Path, PathItem};
use super::request::PlanRequest;
use super::request::Query;
use super::search::Record;
use crate::{Answer, Drawing, Event, Head, Host, Medium, OutputFile, Verdict};

/// The number of paths up to which each is drawn in a map of its own, as text.
const DRAWN: usize = 4;

/// The answer; its paths were reported as items.
pub(super) struct PlanAnswer {
    pub(super) request: PlanRequest,
    /// With the danger of the request.
    pub(super) map: Map,
    pub(super) queries: Vec<Query>,
    /// One for each query, as far as the host let them be planned.
    pub(super) paths: Vec<Path>,
    /// Of the first query that was searched.
    pub(super) record: Record,
    pub(super) saved: Option<OutputFile>,
    pub(super) is_stopped: bool,
}

impl PlanAnswer {
    pub(super) fn report(&self, host: &dyn Host) {
        for (query, path) in self.queries.iter().zip(&self.paths) {
            let (is_single, is_drawn) =
                (self.paths.len() == 1, self.paths.len() <= DRAWN);
            let (map, agent_size) = (&self.map, self.request.agent.size.get());
            let shown = PathItem { map, agent_size, query, path, is_single, is_drawn };
            host.tell(Event::Item(&shown));
            if host.look().is_break() && !self.is_stopped {
                break;
            }
        }
    }

    /// The paths as objects for a map of the editor.
    pub(super) fn lines(&self) -> Vec<PathLine> {
        let found = self.paths.iter().filter(|path| path.found);
        let line = |path: &Path| {
            let mut properties = Properties::new();
            properties.insert("planner", path.planner);
            if let Some(length) = path.length {
                properties.insert("length", length);
            }
            PathLine { name: path.name.clone(), cells: path.cells.clone(), properties }
        };
        found.map(line).collect()
    }

    /// The animation of the first search.
    fn animation(
        &self,
        sources: &[DangerSource],
        first: &Path,
        ends: [Cell; 2],
        watch: &dyn Watch,
    ) -> Result<Animation, DrawError> {
        let Self { map, record, .. } = self;
        if record.generations.is_empty() {
            return animation::expansions(
                map,
                sources,
                &record.expanded,
                &first.cells,
                ends,
                watch,
            );
        }

        let [length, optimum] =
            [first.length, first.optimum].map(Option::unwrap_or_default);
        let path = Route { cells: first.cells.clone(), length };
        animation::generations(
            map,
            sources,
            &record.generations,
            &path,
            optimum,
            ends,
            watch,
        )
    }
}

impl Answer for PlanAnswer {
    fn verdict(&self) -> Verdict {
        match () {
            () if self.is_stopped => Verdict::Stopped,
            () if self.paths.iter().any(Path::is_wrong) => Verdict::Wrong,
            () if self.paths.iter().all(|path| path.found) => Verdict::Done,
            () => Verdict::No,
        }
    }

    fn text(&self, _: Medium) -> String {
        let paths = self.paths.iter().filter(|path| path.found);
        let paths = paths.map(|path| Route { cells: path.cells.clone(), length: 0.0 });
        let set = RouteSet { routes: paths.collect() };
        if set.routes.len() < 2 {
            return String::new();
        }
        let (count, load) = (set.routes.len(), set.max_load());
        format!("{count} paths, at most {load} through one cell between the ends\n")
    }

    fn reached(&self) -> Option<String> {
        let (done, all) = (self.paths.len(), self.queries.len());
        let Some(last) = self.paths.last().filter(|_| self.request.planner.is_evolved())
        else {
            return Some(format!("{done} of {all} paths were searched"));
        };

        let paths =
            if all > 1 { format!(" of path {done} of {all}") } else { String::new() };
        Some(format!(
            "after {} of {} generations{paths}; the best path so far is shown",
            last.generations,
            self.request.generations.get()
        ))
    }

    fn drawing(
        &self,
        is_moving: bool,
        watch: &dyn Watch,
    ) -> anyhow::Result<Option<Drawing>> {
        // The first path that was searched is drawn strongly, since the record is its own.
        let at = self.paths.iter().position(|path| !path.is_wrong());
        let Some(at) = at else { return Ok(None) };
        let (first, ends) = (&self.paths[at], self.queries[at].ends);
        let sources = self.request.danger.sources();

        let others = self.paths.iter().skip(at + 1);
        let faint: Vec<_> = others.map(|path| path.cells.clone()).collect();
        let queries = self.queries.iter().enumerate().filter(|&(index, _)| index != at);
        let npcs: Vec<_> = queries.map(|(_, query)| query.ends[0]).collect();

        let scene = Scene {
            faint: &faint,
            path: &first.cells,
            sources: &sources,
            start: Some(first.start.unwrap_or(ends[0])),
            goal: Some(ends[1]),
            npcs: &npcs,
            agent_size: self.request.agent.size.get(),
            ..Scene::default()
        };

        let still = self.map.picture(&scene, tile_for(self.map.size()));
        let animation = is_moving
            .then(|| self.animation(&sources, first, ends, watch))
            .transpose()?;

        Ok(Some(Drawing { still, animation }))
    }

    fn file(&self, _: &str, _: &str, _: &Head) -> anyhow::Result<Option<OutputFile>> {
        Ok(self.saved.clone())
    }
}

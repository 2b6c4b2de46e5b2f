//! A planner that evolves its path.

use std::ops::ControlFlow;
use std::sync::Mutex;

use tilewright_evolve::{Evolution, Individual, Scheme, Stop};
use tilewright_grid::{Cell, Seed, Watch};

use super::comparator::{self, Comparator};
use super::improved::{self, Improved};
use super::problem::{Chromosome, PathProblem};
use super::trail::Ground;
use super::{Method, Options, Outcome};
use crate::planners::{Bfs, Planner};
use crate::{Connectivity, Graph, Map, QueryError, Route};

/// The most cells that the paths of a population may have together: half a gigabyte.
const MOST_CELLS: usize = 1 << 27;

/// Why a path cannot be evolved on a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EvolveError {
    /// The graph steps to eight neighbours.
    #[error("evolved paths step to four neighbours")]
    Connectivity,
    /// The paths of a population could take too much memory.
    #[error(
        "the map is too large to evolve paths on: a population of {population} paths of up to {cells} cells each"
    )]
    Memory {
        /// How many paths the planner keeps.
        population: usize,
        /// The walkable cells, which a path may all go through.
        cells: usize,
    },
}

/// Evolves paths on a graph with steps to four neighbours.
#[derive(Clone, Debug)]
pub struct Evolved<'a> {
    graph: &'a Graph,
    options: Options,
    danger: Vec<u32>,
    walkable: usize,
    seed: Seed,
    route: Route,
    evaluations: u64,
}

/// What a generation looks like.
#[derive(Debug)]
pub struct Evolving<'a> {
    graph: &'a Graph,
    /// Which generation; the first is 0.
    pub generation: u64,
    paths: &'a [Chromosome],
    best: &'a Chromosome,
}

impl Evolving<'_> {
    /// The paths of the generation.
    pub fn paths(&self) -> impl Iterator<Item = Vec<Cell>> {
        self.paths.iter().map(|path| cells(self.graph, path))
    }

    /// How many they are.
    pub const fn count(&self) -> usize {
        self.paths.len()
    }

    /// The fittest of them.
    pub fn best(&self) -> Route {
        self.graph.route(self.best)
    }
}

fn cells(graph: &Graph, path: &[u32]) -> Vec<Cell> {
    path.iter().map(|&node| graph.cell(node as usize)).collect()
}

impl<'a> Evolved<'a> {
    /// For this graph, which is of that map; everything random comes from the seed.
    ///
    /// # Errors
    /// When the graph steps to eight neighbours, or a population could take too much memory.
    pub fn new(
        graph: &'a Graph,
        map: &Map,
        options: Options,
        seed: Seed,
    ) -> Result<Self, EvolveError> {
        if graph.steps().connectivity != Connectivity::Four {
            return Err(EvolveError::Connectivity);
        }
        let is_free = |cell: &Cell| graph.is_walkable(*cell);
        let walkable = graph.size().cells().filter(is_free).count();
        let population = match options.method {
            Method::Improved => improved::population(graph, walkable),
            _ => comparator::POPULATION,
        };
        if population.saturating_mul(walkable) > MOST_CELLS {
            return Err(EvolveError::Memory { population, cells: walkable });
        }
        let mut danger = vec![0; graph.node_count()];
        for (cell, &value) in graph.size().cells().zip(map.danger()) {
            danger[graph.node(cell)] = value;
        }
        let route = Route::default();
        Ok(Self { graph, options, danger, walkable, seed, route, evaluations: 0 })
    }

    /// Plans from now on with another seed.
    pub const fn reseed(&mut self, seed: Seed) {
        self.seed = seed;
    }

    /// Evolves a path; `see` is shown every generation. When it breaks or the watch stops the
    /// search, the path is the best so far. None where there is no way.
    ///
    /// # Errors
    /// When an end is off the map or in a wall, and [`QueryError::Cancelled`] when the watch
    /// stops it before the first generation is whole.
    pub fn evolve(
        &mut self,
        start: Cell,
        goal: Cell,
        see: &mut dyn FnMut(Evolving<'_>) -> ControlFlow<()>,
        watch: &dyn Watch,
    ) -> Result<Option<&Route>, QueryError> {
        let [from, to] = self.graph.ends(start, goal)?;
        self.evaluations = 0;
        if Bfs::new(self.graph).plan(start, goal, watch)?.is_none() {
            return Ok(None);
        }
        let best = self.run(from, to, see, watch)?;
        self.route = self.graph.route(&best);
        Ok(Some(&self.route))
    }

    fn run(
        &mut self,
        from: usize,
        to: usize,
        see: &mut dyn FnMut(Evolving<'_>) -> ControlFlow<()>,
        watch: &dyn Watch,
    ) -> Result<Chromosome, QueryError> {
        let ground = Ground::new(self.graph, from, to, self.options.nearest);
        let problem = PathProblem {
            graph: self.graph,
            ground: Mutex::new(ground.clone()),
            options: self.options,
            danger: self.danger.clone(),
        };
        if self.options.method == Method::Improved {
            let scheme = Improved::new(ground, self.walkable, self.options);
            self.search(problem, scheme, see, watch)
        } else {
            let scheme = Comparator::new(ground, self.options);
            self.search(problem, scheme, see, watch)
        }
    }

    fn search<S: Scheme<PathProblem<'a>>>(
        &mut self,
        problem: PathProblem<'a>,
        scheme: S,
        see: &mut dyn FnMut(Evolving<'_>) -> ControlFlow<()>,
        watch: &dyn Watch,
    ) -> Result<Chromosome, QueryError> {
        let graph = self.graph;
        let evolution = Evolution::new(problem, scheme, self.seed);
        let mut evolution = evolution.expect("the settings are those of the article");
        // The first generation is followed by so many others.
        let stop = Stop::new().generations(u64::from(self.options.generations) + 1);
        let mut generation = 0;
        let reason = evolution.run(&stop, watch, |evolution| {
            let population = evolution.population();
            let paths = population.genomes();
            let best = &paths[population.order()[0] as usize];
            let flow = see(Evolving { graph, generation, paths, best });
            generation += 1;
            flow
        });
        reason.expect("every path has a length");
        self.evaluations = evolution.evaluations();
        let best: &Individual<Chromosome> =
            evolution.best().ok_or(QueryError::Cancelled)?;
        let is_ever = self.options.method == Method::Improved
            && self.options.outcome == Outcome::BestEver;
        if is_ever {
            return Ok(best.genome.clone());
        }
        let last = evolution.population();
        Ok(last.genomes()[last.order()[0] as usize].clone())
    }
}

impl Planner for Evolved<'_> {
    /// After a stop the path is the best so far. No cells are shown: it expands none.
    fn plan_seeing(
        &mut self,
        start: Cell,
        goal: Cell,
        _: &mut dyn FnMut(Cell),
        watch: &dyn Watch,
    ) -> Result<Option<&Route>, QueryError> {
        self.evolve(start, goal, &mut |_| ControlFlow::Continue(()), watch)
    }

    /// How many paths the last search judged.
    fn expansions(&self) -> u64 {
        self.evaluations
    }
}

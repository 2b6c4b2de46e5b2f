//! The planner that evolves its path.

use std::ops::ControlFlow;

use tilewright_evolve::{Evolution, Stop};
use tilewright_grid::{Cell, Seed, Watch};

use super::baseline;
use super::improved;
use super::maker::PathMaker;
use super::problem::{Chromosome, PathProblem};
use super::scheme::PathScheme;
use super::{Method, Options, ResultSource};
use crate::planners::{Bfs, Planner};
use crate::{Connectivity, Graph, Map, QueryError, Route};

/// The largest number of cells of all paths of a population together: half a gigabyte.
const MOST_CELLS: usize = 1 << 27;

/// Why paths cannot be evolved on a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EvolveError {
    /// The graph has six or eight neighbours.
    #[error("the evolved planners need four neighbours, and the graph has more")]
    Connectivity,
    /// A population could need too much memory.
    #[error(
        "the map is too large to evolve paths on: a population has {population} paths of up to {cells} cells each"
    )]
    Memory {
        /// The size of the population.
        population: usize,
        /// The number of walkable cells, the largest number of cells of a path.
        cells: usize,
    },
}

/// A planner that evolves paths on a graph with four neighbours. The same seed gives the same path.
///
/// ```
/// use tilewright_grid::{Cell, Seed};
/// use tilewright_pathplan::evolved::{EvolvedPlanner, Method, Options};
/// use tilewright_pathplan::planners::Planner;
/// use tilewright_pathplan::{Graph, Map, Steps};
///
/// let map: Map = ".....\n.###.\n.....\n..##.\n.....\n".parse()?;
/// let graph = Graph::new(&map, Steps::FOUR);
/// let mut evolved = EvolvedPlanner::new(&graph, &map, Options::new(Method::Improved), Seed(7))?;
/// let route = evolved.plan(Cell::new(0, 0), Cell::new(4, 4), &())?.expect("there is a path");
/// assert_eq!(route.length, 8.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct EvolvedPlanner<'a> {
    graph: &'a Graph,
    options: Options,
    danger: Vec<u32>,
    /// The size of a population.
    population: usize,
    seed: Seed,
    route: Route,
    evaluations: u64,
}

/// A generation of a running search.
#[derive(Debug)]
pub struct GenerationView<'a> {
    graph: &'a Graph,
    /// The number of the generation, from 0.
    pub generation: u64,
    /// The fitness of the best, the median and the worst path, of which less is better: the cost
    /// of the path plus 1, or its weighted sum with [`Method::WeightedSum`]. Of an even number of
    /// paths, the median is the better of the two in the middle.
    pub fitness: [f64; 3],
    method: Method,
    paths: &'a [Chromosome],
    best: &'a Chromosome,
}

impl GenerationView<'_> {
    /// The paths of the generation.
    pub fn paths(&self) -> impl Iterator<Item = Vec<Cell>> {
        self.paths.iter().map(|path| cells(self.graph, path))
    }

    /// The number of paths.
    pub const fn count(&self) -> usize {
        self.paths.len()
    }

    /// The fittest path of the generation.
    pub fn best(&self) -> Route {
        self.graph.route(self.best)
    }

    /// The costs of the best, the median and the worst path. None with [`Method::WeightedSum`],
    /// which does not rank paths by their costs.
    pub fn costs(&self) -> Option<[f64; 3]> {
        let is_cost = self.method != Method::WeightedSum;
        is_cost.then(|| self.fitness.map(|fitness| fitness - 1.0))
    }
}

fn cells(graph: &Graph, path: &[u32]) -> Vec<Cell> {
    path.iter().map(|&node| graph.cell(node as usize)).collect()
}

impl<'a> EvolvedPlanner<'a> {
    /// A planner for the graph of a map. The map provides the danger for [`Method::WeightedSum`].
    ///
    /// # Errors
    /// When the graph has more than four neighbours, or a population could need too much memory.
    pub fn new(
        graph: &'a Graph,
        map: &Map,
        options: Options,
        seed: Seed,
    ) -> Result<Self, EvolveError> {
        if graph.shape().hexagons().is_some()
            || graph.steps().connectivity != Connectivity::Four
        {
            return Err(EvolveError::Connectivity);
        }

        let is_free = |cell: &Cell| graph.is_walkable(*cell);
        let walkable = graph.size().cells().filter(is_free).count();
        let population = match options.method {
            Method::Improved => improved::population(graph, walkable),
            _ => baseline::POPULATION,
        };
        // A path visits no cell twice, so the walkable cells bound its length.
        if population.saturating_mul(walkable) > MOST_CELLS {
            return Err(EvolveError::Memory { population, cells: walkable });
        }

        let mut danger = vec![0; graph.node_count()];
        for (cell, &value) in graph.size().cells().zip(map.danger()) {
            danger[graph.node(cell)] = value;
        }

        let route = Route::default();
        Ok(Self { graph, options, danger, population, seed, route, evaluations: 0 })
    }

    /// Sets the seed of the following queries.
    pub const fn reseed(&mut self, seed: Seed) {
        self.seed = seed;
    }

    /// Evolves a path, and calls `on_generation` after every generation. When that returns `Break`,
    /// or the watch stops the search, the result is the best path so far. None if there is no path.
    ///
    /// # Errors
    /// [`QueryError::Outside`] or [`QueryError::Blocked`] when an end is outside the map or not
    /// walkable, and [`QueryError::Cancelled`] when the watch stops the search before the first
    /// generation is complete.
    pub fn evolve(
        &mut self,
        start: Cell,
        goal: Cell,
        on_generation: &mut dyn FnMut(GenerationView<'_>) -> ControlFlow<()>,
        watch: &dyn Watch,
    ) -> Result<Option<&Route>, QueryError> {
        let [from, to] = self.graph.ends(start, goal)?;
        self.evaluations = 0;
        if Bfs::new(self.graph).plan(start, goal, watch)?.is_none() {
            return Ok(None);
        }
        let best = self.run(from, to, on_generation, watch)?;
        self.route = self.graph.route(&best);
        Ok(Some(&self.route))
    }

    fn run(
        &mut self,
        from: usize,
        to: usize,
        on_generation: &mut dyn FnMut(GenerationView<'_>) -> ControlFlow<()>,
        watch: &dyn Watch,
    ) -> Result<Chromosome, QueryError> {
        let maker = PathMaker::new(self.graph, from, to, self.options.distance);
        let scheme = PathScheme::new(&maker, self.options, self.population);
        let danger = self.danger.clone();
        let problem = PathProblem { maker, options: self.options, danger };

        let (graph, method) = (self.graph, self.options.method);
        let evolution = Evolution::new(problem, scheme, self.seed);
        let mut evolution = evolution.expect("the settings are those of the article");
        // The first generation is not counted in the options.
        let stop = Stop::new().generations(u64::from(self.options.generations) + 1);
        let mut generation = 0;
        let reason = evolution.run(&stop, watch, |evolution| {
            let population = evolution.population();
            let paths = population.genomes();
            let best = &paths[population.best().expect("there are paths")];
            let event = evolution.last_event().expect("a generation was evaluated");
            let fitness = [event.best, event.median, event.worst]
                .map(|rank| rank.map_or(f64::NAN, |[fitness]| fitness));
            let view = GenerationView { graph, generation, fitness, method, paths, best };
            generation += 1;

            on_generation(view)
        });

        reason.expect("every path has a length");
        self.evaluations = evolution.evaluations();
        let best = evolution.best().ok_or(QueryError::Cancelled)?;
        let is_ever = self.options.method == Method::Improved
            && self.options.result == ResultSource::BestEver;
        if is_ever {
            return Ok(best.genome.clone());
        }

        let last = evolution.population();
        Ok(last.genomes()[last.best().expect("there are paths")].clone())
    }
}

impl Planner for EvolvedPlanner<'_> {
    /// As [`EvolvedPlanner::evolve`]. Expands no cells, so that `on_expanded` is never called.
    fn plan_observed(
        &mut self,
        start: Cell,
        goal: Cell,
        _: &mut dyn FnMut(Cell),
        watch: &dyn Watch,
    ) -> Result<Option<&Route>, QueryError> {
        self.evolve(start, goal, &mut |_| ControlFlow::Continue(()), watch)
    }

    /// The number of paths that the last query evaluated.
    fn expansions(&self) -> u64 {
        self.evaluations
    }
}

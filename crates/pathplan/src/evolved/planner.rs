//! A planner that evolves its path.

use std::sync::Mutex;

use tilewright_evolve::{Evolution, Individual, Scheme, Stop};
use tilewright_grid::{Cell, Seed};

use super::comparator::Comparator;
use super::improved::Improved;
use super::problem::{Chromosome, PathProblem};
use super::trail::Ground;
use super::{Method, Options, Outcome};
use crate::planners::{Bfs, Planner};
use crate::{Connectivity, Graph, Map, QueryError, Route};

/// Why a path cannot be evolved on a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("evolved paths step to four neighbours")]
pub struct EvolveError;

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
}

impl Evolving<'_> {
    /// The paths of the generation.
    pub fn paths(&self) -> impl Iterator<Item = Vec<Cell>> {
        self.paths.iter().map(|path| cells(self.graph, path))
    }
}

fn cells(graph: &Graph, path: &[u32]) -> Vec<Cell> {
    path.iter().map(|&node| graph.cell(node as usize)).collect()
}

impl<'a> Evolved<'a> {
    /// For this graph, which is of that map; everything random comes from the seed.
    ///
    /// # Errors
    /// When the graph steps to eight neighbours.
    pub fn new(
        graph: &'a Graph,
        map: &Map,
        options: Options,
        seed: Seed,
    ) -> Result<Self, EvolveError> {
        if graph.steps().connectivity != Connectivity::Four {
            return Err(EvolveError);
        }
        let mut danger = vec![0; graph.node_count()];
        for (cell, &value) in graph.size().cells().zip(map.danger()) {
            danger[graph.node(cell)] = value;
        }
        let walkable =
            graph.size().cells().filter(|&cell| graph.is_walkable(cell)).count();
        let route = Route::default();
        Ok(Self { graph, options, danger, walkable, seed, route, evaluations: 0 })
    }

    /// Plans from now on with another seed.
    pub const fn reseed(&mut self, seed: Seed) {
        self.seed = seed;
    }

    /// Evolves a path; `watch` sees every generation. None where there is no way.
    ///
    /// # Errors
    /// When an end is off the map or in a wall.
    pub fn evolve(
        &mut self,
        start: Cell,
        goal: Cell,
        watch: &mut dyn FnMut(Evolving<'_>),
    ) -> Result<Option<&Route>, QueryError> {
        let [from, to] = self.graph.ends(start, goal)?;
        if Bfs::new(self.graph).plan(start, goal, &mut |_| {})?.is_none() {
            self.evaluations = 0;
            return Ok(None);
        }
        let best = self.run(from, to, watch);
        self.route = self.graph.route(&best);
        Ok(Some(&self.route))
    }

    fn run(
        &mut self,
        from: usize,
        to: usize,
        watch: &mut dyn FnMut(Evolving<'_>),
    ) -> Chromosome {
        let ground = Ground::new(self.graph, from, to, self.options.nearest);
        let problem = PathProblem {
            ground: Mutex::new(ground.clone()),
            options: self.options,
            danger: self.danger.clone(),
        };
        if self.options.method == Method::Improved {
            let scheme = Improved::new(ground, self.walkable, self.options);
            self.search(problem, scheme, watch)
        } else {
            self.search(problem, Comparator::new(ground, self.options), watch)
        }
    }

    fn search<S: Scheme<PathProblem<'a>>>(
        &mut self,
        problem: PathProblem<'a>,
        scheme: S,
        watch: &mut dyn FnMut(Evolving<'_>),
    ) -> Chromosome {
        let graph = self.graph;
        let evolution = Evolution::new(problem, scheme, self.seed);
        let mut evolution = evolution.expect("the settings are those of the article");
        // The first generation is followed by so many others.
        let stop = Stop::new().generations(u64::from(self.options.generations) + 1);
        let mut generation = 0;
        let reason = evolution.run(&stop, |evolution| {
            watch(Evolving {
                graph,
                generation,
                paths: evolution.population().genomes(),
            });
            generation += 1;
        });
        reason.expect("every path has a length");
        self.evaluations = evolution.evaluations();
        let is_ever = self.options.method == Method::Improved
            && self.options.outcome == Outcome::BestEver;
        if is_ever {
            let best: &Individual<Chromosome> =
                evolution.best().expect("there was a generation");
            return best.genome.clone();
        }
        let last = evolution.population();
        last.genomes()[last.order()[0] as usize].clone()
    }
}

impl Planner for Evolved<'_> {
    fn plan(
        &mut self,
        start: Cell,
        goal: Cell,
        _: &mut dyn FnMut(Cell),
    ) -> Result<Option<&Route>, QueryError> {
        self.evolve(start, goal, &mut |_| {})
    }

    /// How many paths the last search judged.
    fn expansions(&self) -> u64 {
        self.evaluations
    }
}

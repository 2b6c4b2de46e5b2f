//! The scheme that all algorithms but the improved one share.

use std::fmt;

use tilewright_evolve::{Error, Past, Population, Scheme};
use tilewright_grid::{Rng, Watch};

use super::maker::{PathMaker, inner};
use super::problem::{Chromosome, PathProblem, make, make_on};
use super::{Initialization, Method, Options};
use crate::QueryError;
use crate::planners::{Astar, Planner};

/// The size of the population (Li, Qian and Sun, 2017, chapter 3).
pub(super) const POPULATION: usize = 15;
/// The number of worst paths that are replaced by copies of the best: 20 %.
const REPLACED: usize = 3;

/// The scheme of the algorithms that the article compares with (chapter 3). The worst 20 % are
/// replaced by copies of the best; then random pairs cross and random paths mutate. There is no
/// elitism.
#[derive(Clone)]
pub(super) struct Baseline<'a> {
    options: Options,
    /// The rates of crossover and of mutation.
    rates: [f64; 2],
    maker: PathMaker<'a>,
    astar: Astar<'a>,
    order: Vec<u32>,
}

/// The settings, by which a checkpoint identifies the scheme.
impl fmt::Debug for Baseline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { options, rates, .. } = self;
        write!(f, "Baseline {{ options: {options:?}, rates: {rates:?} }}")
    }
}

impl<'a> Baseline<'a> {
    pub(super) fn new(maker: PathMaker<'a>, options: Options) -> Self {
        let graph = maker.graph;
        let rates = match options.method {
            Method::Complexity => [openness(&maker); 2],
            _ => [0.4; 2],
        };
        Self { options, rates, maker, astar: Astar::new(graph), order: Vec::new() }
    }

    fn mutate(
        &mut self,
        path: &mut Chromosome,
        rng: &mut Rng,
        past: &Past<'_, Chromosome>,
    ) -> Result<(), Error> {
        past.look()?;
        match self.options.method {
            Method::Regrow => {
                let Some(at) = inner(path, rng) else { return Ok(()) };
                path.truncate(at + 1);
                make_on(&mut self.maker, &self.options, path, rng);
                if self.cuts_loops() {
                    self.maker.cut_loop(path);
                }
            }
            Method::AstarMutation => return self.go_by(path, rng, past.watch),
            _ => make(&mut self.maker, &self.options, path, rng),
        }
        Ok(())
    }

    /// Whether loops are removed; the loops of random walks stay.
    fn cuts_loops(&self) -> bool {
        self.options.initialization == Initialization::DepthFirst
    }

    /// Replaces a path by the A* paths from the start to a random neighbour of a random inner cell,
    /// and from there to the goal.
    fn go_by(
        &mut self,
        path: &mut Chromosome,
        rng: &mut Rng,
        watch: &dyn Watch,
    ) -> Result<(), Error> {
        let Some(at) = inner(path, rng) else { return Ok(()) };
        let graph = self.maker.graph;
        let node = path[at] as usize;
        let ways = graph.ways[node] & 15;
        let open: Vec<usize> = (0..4).filter(|way| ways >> way & 1 == 1).collect();
        let Some(&way) = rng.pick(&open) else { return Ok(()) };
        let by = graph.cell(graph.neighbor(node, way));
        let ends =
            [self.maker.start, self.maker.goal].map(|end| graph.cell(end as usize));
        path.clear();
        for (from, to) in [(ends[0], by), (by, ends[1])] {
            let found = match self.astar.plan(from, to, watch) {
                Err(QueryError::Cancelled) => return Err(Error::Cancelled),
                found => found.expect("both are walkable"),
            };
            let route = found.expect("both are on a path");
            // The second path begins with the last cell of the first.
            path.pop();
            path.extend(route.cells.iter().map(|&cell| graph.node(cell) as u32));
        }
        Ok(())
    }
}

/// Edges ÷ (2 × nodes) of the walkable part of a graph, at most 1.
fn openness(maker: &PathMaker<'_>) -> f64 {
    let ways = maker.graph.ways.iter().map(|ways| u64::from((ways & 15).count_ones()));
    let nodes = maker.graph.ways.iter().filter(|&&ways| ways != 0).count();
    // Every edge is counted at both its ends.
    let edges = ways.sum::<u64>() as f64 / 2.0;
    edges / (2.0 * nodes.max(1) as f64)
}

impl<'a> Scheme<PathProblem<'a>> for Baseline<'a> {
    fn population(&self) -> usize {
        POPULATION
    }

    fn check(&self) -> Result<(), Error> {
        Ok(())
    }

    fn breed(
        &mut self,
        past: Past<'_, Chromosome>,
        children: &mut Population<Chromosome>,
    ) -> Result<(), Error> {
        let Past { parents, seed, .. } = past;
        let mut rng = seed.rng();
        for place in 0..POPULATION {
            past.look()?;
            // Copies of the first ranks replace the last ones.
            let kept = POPULATION - REPLACED;
            let rank = if place < kept { place } else { place - kept };
            children.keep_from(place, parents, parents.order()[rank] as usize);
        }
        self.order.clear();
        self.order.extend(0..POPULATION as u32);
        rng.shuffle(&mut self.order);
        for pair in 0..POPULATION / 2 {
            past.look()?;
            let places = [0, 1].map(|side| self.order[2 * pair + side] as usize);
            if !rng.chance(self.rates[0]) {
                continue;
            }
            let [one, two] = places.map(|place| &children.genomes()[place][..]);
            let Some(crossing) = self.maker.crossing(one, two, &mut rng) else {
                continue;
            };
            self.maker.cross(children, places, crossing, self.cuts_loops());
        }
        for place in 0..POPULATION {
            if rng.chance(self.rates[1]) {
                let mut path = std::mem::take(children.renew(place));
                self.mutate(&mut path, &mut rng, &past)?;
                *children.renew(place) = path;
            }
        }
        Ok(())
    }
}

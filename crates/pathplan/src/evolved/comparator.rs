//! The scheme that the planners of comparison share.

use std::fmt;

use tilewright_evolve::{Error, Past, Population, Scheme};
use tilewright_grid::{Rng, Watch};

use super::problem::{PathProblem, make, make_on};
use super::trail::{Ground, inner};
use super::{Chromosome, Method, Options, Start};
use crate::QueryError;
use crate::planners::{Astar, Planner};

/// How many paths a generation has (the article's chapter 3).
pub(super) const POPULATION: usize = 15;
/// How many of the worst become copies of the best: a fifth.
const REPLACED: usize = 3;

/// The scheme of the article's comparison (its chapter 3): the worst fifth become copies of the
/// best; all cross in pairs by chance and mutate by chance; nobody is protected.
#[derive(Clone)]
pub(super) struct Comparator<'a> {
    options: Options,
    /// How likely a pair crosses, and how likely a path mutates.
    rates: [f64; 2],
    ground: Ground<'a>,
    astar: Astar<'a>,
    order: Vec<u32>,
}

/// The settings, by which a checkpoint knows the scheme.
impl fmt::Debug for Comparator<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { options, rates, .. } = self;
        write!(f, "Comparator {{ options: {options:?}, rates: {rates:?} }}")
    }
}

impl<'a> Comparator<'a> {
    pub(super) fn new(ground: Ground<'a>, options: Options) -> Self {
        let graph = ground.graph;
        let rates = match options.method {
            Method::Complexity => [openness(&ground); 2],
            _ => [0.4; 2],
        };
        Self { options, rates, ground, astar: Astar::new(graph), order: Vec::new() }
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
                make_on(&mut self.ground, &self.options, path, rng);
                if self.cuts_loops() {
                    self.ground.cut_loop(path);
                }
            }
            Method::AstarMutation => return self.go_by(path, rng, past.watch),
            _ => make(&mut self.ground, &self.options, path, rng),
        }
        Ok(())
    }

    /// Whether loops are cut: where paths are random walks, they stay.
    fn cuts_loops(&self) -> bool {
        self.options.start == Start::DepthFirst
    }

    /// Goes by A* from start to goal through a random neighbour of a random inner cell.
    fn go_by(
        &mut self,
        path: &mut Chromosome,
        rng: &mut Rng,
        watch: &dyn Watch,
    ) -> Result<(), Error> {
        let Some(at) = inner(path, rng) else { return Ok(()) };
        let graph = self.ground.graph;
        let node = path[at] as usize;
        let ways = graph.ways[node] & 15;
        let open: Vec<usize> = (0..4).filter(|way| ways >> way & 1 == 1).collect();
        let Some(&way) = rng.pick(&open) else { return Ok(()) };
        let by = graph.cell(graph.neighbor(node, way));
        let ends =
            [self.ground.start, self.ground.goal].map(|end| graph.cell(end as usize));
        path.clear();
        for (from, to) in [(ends[0], by), (by, ends[1])] {
            let found = match self.astar.plan(from, to, watch) {
                Err(QueryError::Cancelled) => return Err(Error::Cancelled),
                found => found.expect("both are walkable"),
            };
            let route = found.expect("both are on a path");
            // The second half begins where the first ends.
            path.pop();
            path.extend(route.cells.iter().map(|&cell| graph.node(cell) as u32));
        }
        Ok(())
    }
}

/// Edges ÷ (2 × nodes) of the walkable part of a graph, which is 1 at most.
fn openness(ground: &Ground<'_>) -> f64 {
    let ways = ground.graph.ways.iter().map(|ways| u64::from((ways & 15).count_ones()));
    let nodes = ground.graph.ways.iter().filter(|&&ways| ways != 0).count();
    // Every edge is a way from both its ends.
    let edges = ways.sum::<u64>() as f64 / 2.0;
    edges / (2.0 * nodes.max(1) as f64)
}

impl<'a> Scheme<PathProblem<'a>> for Comparator<'a> {
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
            // The last ranks are taken by the first.
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
            let Some(crossing) = self.ground.crossing(one, two, &mut rng) else {
                continue;
            };
            self.ground.cross(children, places, crossing, self.cuts_loops());
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

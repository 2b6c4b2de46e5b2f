//! The scheme that all algorithms but the improved one share.

use tilewright_evolve::{Error, Population, Step};
use tilewright_grid::{Rng, Watch};

use super::maker::{PathMaker, inner};
use super::problem::{Chromosome, PathProblem, PathState, make, make_on};
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
#[derive(Clone, Copy, Debug)]
pub(super) struct Baseline {
    options: Options,
    /// The rates of crossover and of mutation.
    rates: [f64; 2],
}

impl Baseline {
    pub(super) fn new(maker: &PathMaker<'_>, options: Options) -> Self {
        let rates = match options.method {
            Method::Complexity => [openness(maker); 2],
            _ => [0.4; 2],
        };
        Self { options, rates }
    }

    /// Selection, crossover and mutation, from ranked parents.
    pub(super) fn breed(
        &self,
        step: &Step<'_, PathProblem<'_>>,
        state: &mut PathState<'_>,
        children: &mut Population<Chromosome>,
        rng: &mut Rng,
    ) -> Result<(), Error> {
        let PathState { population: parents, maker, ranking, order, .. } = state;
        children.resize(POPULATION, &parents.genomes()[0]);

        for place in 0..POPULATION {
            step.look()?;
            // Copies of the first ranks replace the last ones.
            let kept = POPULATION - REPLACED;
            let rank = if place < kept { place } else { place - kept };
            children.copy(place, parents, ranking[rank] as usize);
        }

        order.clear();
        order.extend(0..POPULATION as u32);
        rng.shuffle(order);

        for pair in 0..POPULATION / 2 {
            step.look()?;
            let places = [0, 1].map(|side| order[2 * pair + side] as usize);
            if !rng.chance(self.rates[0]) {
                continue;
            }

            let [one, two] = places.map(|place| &children.genomes()[place][..]);
            let Some(crossing) = maker.crossing([one, two], rng) else {
                continue;
            };

            maker.cross(children.renew_two(places), crossing, self.cuts_loops());
        }

        for place in 0..POPULATION {
            if rng.chance(self.rates[1]) {
                self.mutate(maker, children.renew(place), rng, step)?;
            }
        }

        Ok(())
    }

    fn mutate(
        &self,
        maker: &mut PathMaker<'_>,
        path: &mut Chromosome,
        rng: &mut Rng,
        step: &Step<'_, PathProblem<'_>>,
    ) -> Result<(), Error> {
        step.look()?;
        match self.options.method {
            Method::Regrow => {
                let Some(at) = inner(path, rng) else { return Ok(()) };
                path.truncate(at + 1);
                make_on(maker, &self.options, path, rng);
                if self.cuts_loops() {
                    maker.cut_loop(path);
                }
            }
            Method::AstarMutation => return go_by(maker, path, rng, step.watch),
            _ => make(maker, &self.options, path, rng),
        }

        Ok(())
    }

    /// Whether loops are removed; the loops of random walks stay.
    fn cuts_loops(self) -> bool {
        self.options.initialization == Initialization::DepthFirst
    }
}

/// Replaces a path by the A* paths from the start to a random neighbour of a random inner cell, and
/// from there to the goal.
fn go_by(
    maker: &PathMaker<'_>,
    path: &mut Chromosome,
    rng: &mut Rng,
    watch: &dyn Watch,
) -> Result<(), Error> {
    let Some(at) = inner(path, rng) else { return Ok(()) };

    let graph = maker.graph;
    let node = path[at] as usize;
    let ways = graph.ways[node] & 15;
    let open: Vec<usize> = (0..4).filter(|way| ways >> way & 1 == 1).collect();
    let Some(&way) = rng.pick(&open) else { return Ok(()) };

    let by = graph.cell(graph.neighbor(node, way));
    let ends = [maker.start, maker.goal].map(|end| graph.cell(end as usize));
    let mut astar = Astar::new(graph);
    path.clear();

    for (from, to) in [(ends[0], by), (by, ends[1])] {
        let found = match astar.plan(from, to, watch) {
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

/// Edges ÷ (2 × nodes) of the walkable part of a graph, at most 1.
fn openness(maker: &PathMaker<'_>) -> f64 {
    let ways = maker.graph.ways.iter().map(|ways| u64::from((ways & 15).count_ones()));
    let nodes = maker.graph.ways.iter().filter(|&&ways| ways != 0).count();
    // Every edge is counted at both its ends.
    let edges = ways.sum::<u64>() as f64 / 2.0;
    edges / (2.0 * nodes.max(1) as f64)
}

//! A path as evolution sees it.

use std::sync::Mutex;

use tilewright_evolve::{Direction, Evaluation, Problem};
use tilewright_grid::Rng;

use super::trail::Ground;
use super::{Method, Options, Start};
use crate::Graph;

/// Room for the cells of a path on a small map.
const FIRST_LENGTH: usize = 128;

/// The most nodes of a graph on which paths are judged in no time.
const QUICK: usize = 1 << 20;

/// A path: the nodes from start to goal.
pub type Chromosome = Vec<u32>;

/// A path between two cells, to be cheap: the cost of its steps, and 1 for the cell that it starts
/// in. Where every step costs 1 that is its number of cells, the article's fitness.
#[derive(Debug)]
pub(super) struct PathProblem<'a> {
    pub(super) graph: &'a Graph,
    /// Where paths of the first generation are made.
    pub(super) ground: Mutex<Ground<'a>>,
    pub(super) options: Options,
    /// The danger of every node, for the weighted sum.
    pub(super) danger: Vec<u32>,
}

/// A path made afresh as this planner makes them.
pub(super) fn make(
    ground: &mut Ground<'_>,
    options: &Options,
    path: &mut Chromosome,
    rng: &mut Rng,
) {
    path.clear();
    path.push(ground.start);
    make_on(ground, options, path, rng);
}

/// The rest of a path, from its last cell on.
pub(super) fn make_on(
    ground: &mut Ground<'_>,
    options: &Options,
    path: &mut Chromosome,
    rng: &mut Rng,
) {
    if options.method != Method::Improved && options.start == Start::RandomWalk {
        ground.walk_on(path, rng);
    } else {
        ground.grow_on(path, rng);
    }
}

impl Problem for PathProblem<'_> {
    type Genome = Chromosome;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Minimize]
    }

    fn random(&self, rng: &mut Rng) -> Chromosome {
        let mut path = Vec::with_capacity(FIRST_LENGTH);
        let mut ground = self.ground.lock().expect("nobody panics while making a path");
        make(&mut ground, &self.options, &mut path, rng);
        path
    }

    fn is_quick(&self) -> bool {
        self.graph.node_count() <= QUICK
    }

    fn evaluate(&self, path: &Chromosome) -> Evaluation {
        let cost = 1.0 + self.graph.steps_cost(path);
        if self.options.method != Method::WeightedSum {
            return Evaluation::feasible([cost]);
        }
        let danger = path[1..].iter().map(|&node| f64::from(self.danger[node as usize]));
        let danger: f64 = danger.sum();
        let Options { length_weight, danger_weight, .. } = self.options;
        Evaluation::feasible([length_weight * cost + danger_weight * danger])
    }
}

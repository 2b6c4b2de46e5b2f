//! Path planning as a problem of evolutionary search.

use std::sync::Mutex;

use tilewright_evolve::{Direction, Evaluation, Problem};
use tilewright_grid::Rng;

use super::maker::PathMaker;
use super::{Initialization, Method, Options};
use crate::Graph;

/// The initial capacity of a path.
const FIRST_LENGTH: usize = 128;

/// The largest number of nodes of a graph on which evaluating a path takes no noticeable time.
const QUICK: usize = 1 << 20;

/// A path as its nodes from start to goal.
pub(super) type Chromosome = Vec<u32>;

/// The problem of finding a cheap path. The fitness, to be minimised, is the cost of the steps plus
/// 1 for the first cell: where every step costs 1, the number of cells, as in the article.
#[derive(Debug)]
pub(super) struct PathProblem<'a> {
    pub(super) graph: &'a Graph,
    /// Makes the paths of the first generation.
    pub(super) maker: Mutex<PathMaker<'a>>,
    pub(super) options: Options,
    /// The danger of every node, for the weighted sum.
    pub(super) danger: Vec<u32>,
}

/// Makes a random path in place of the given one, in the way of the algorithm.
pub(super) fn make(
    maker: &mut PathMaker<'_>,
    options: &Options,
    path: &mut Chromosome,
    rng: &mut Rng,
) {
    path.clear();
    path.push(maker.start);
    make_on(maker, options, path, rng);
}

/// Completes a path from its last cell to the goal at random.
pub(super) fn make_on(
    maker: &mut PathMaker<'_>,
    options: &Options,
    path: &mut Chromosome,
    rng: &mut Rng,
) {
    if options.method != Method::Improved
        && options.initialization == Initialization::RandomWalk
    {
        maker.walk_on(path, rng);
    } else {
        maker.grow_on(path, rng);
    }
}

impl Problem for PathProblem<'_> {
    type Genome = Chromosome;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Minimize]
    }

    fn random(&self, rng: &mut Rng) -> Chromosome {
        let mut path = Vec::with_capacity(FIRST_LENGTH);
        let mut maker = self.maker.lock().expect("nobody panics while making a path");
        make(&mut maker, &self.options, &mut path, rng);
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
        let Options { fitness_length_weight, fitness_danger_weight, .. } = self.options;
        Evaluation::feasible([
            fitness_length_weight * cost + fitness_danger_weight * danger
        ])
    }
}

//! Path planning as a problem of evolutionary search.

use std::iter::once;

use tilewright_evolve::{
    Cost, Direction, Error, Evaluation, Population, Problem, State, Step,
};
use tilewright_grid::Rng;

use super::maker::PathMaker;
use super::{Initialization, Method, Options};
use crate::Graph;

/// The initial capacity of a path.
const FIRST_LENGTH: usize = 128;

/// The largest number of nodes of a graph on which evaluating a path takes no noticeable time: a
/// map of 1024 × 1024. On larger ones all threads share the evaluations of a generation.
const QUICK: usize = 1 << 20;

/// What evaluating a path costs on a graph.
pub(crate) const fn cost_on(graph: &Graph) -> Cost {
    if graph.node_count() <= QUICK { Cost::Quick } else { Cost::Slow }
}

/// A path as its nodes from start to goal.
pub(super) type Chromosome = Vec<u32>;

/// The problem of finding a cheap path. The fitness, to be minimised, is the cost of the steps plus
/// 1 for the first cell: where every step costs 1, the number of cells, as in the article.
#[derive(Debug)]
pub(super) struct PathProblem<'a> {
    /// A copy for each scheme and random path.
    pub(super) maker: PathMaker<'a>,
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
        make(&mut self.maker.clone(), &self.options, &mut path, rng);
        path
    }

    fn cost(&self) -> Cost {
        cost_on(self.maker.graph)
    }

    fn fingerprint(&self) -> String {
        let Self { maker, options, .. } = self;
        let (size, ends) = (maker.graph.size(), [maker.start, maker.goal]);
        format!("paths {size:?} from and to {ends:?} {options:?}")
    }

    fn evaluate(&self, path: &Chromosome) -> Evaluation {
        let cost = 1.0 + self.maker.cost(path);
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

/// The state of both schemes: the last generation, and what makes paths.
pub(super) struct PathState<'a> {
    pub(super) population: Population<Chromosome>,
    pub(super) maker: PathMaker<'a>,
    /// The places of the population from best to worst.
    pub(super) ranking: Vec<u32>,
    pub(super) mutant: Chromosome,
    pub(super) costs: Vec<f64>,
    pub(super) order: Vec<u32>,
}

impl State<Chromosome> for PathState<'_> {
    fn populations(&self) -> impl Iterator<Item = &Population<Chromosome>> + Clone {
        once(&self.population)
    }
}

impl<'a> PathState<'a> {
    pub(super) const fn new(maker: PathMaker<'a>) -> Self {
        Self {
            population: Population::new(),
            maker,
            ranking: Vec::new(),
            mutant: Vec::new(),
            costs: Vec::new(),
            order: Vec::new(),
        }
    }

    /// Ranks the last generation. Returns whether there is one.
    pub(super) fn rank(&mut self) -> bool {
        let Self { population, ranking, .. } = self;
        ranking.clear();
        ranking.extend(0..population.len() as u32);
        ranking.sort_unstable_by_key(|&at| (population.standings()[at as usize], at));
        !population.is_empty()
    }

    /// Draws the first generation.
    pub(super) fn draw(
        &mut self,
        step: &Step<'_, PathProblem<'_>>,
        count: usize,
        options: &Options,
        children: &mut Population<Chromosome>,
    ) -> Result<(), Error> {
        let mut draw = |place: usize| {
            step.look()?;
            let mut path = Vec::with_capacity(FIRST_LENGTH);
            let mut rng = step.seed.child(place as u64).rng();
            make(&mut self.maker, options, &mut path, &mut rng);
            Ok(path)
        };
        children.fill((0..count).map(&mut draw).collect::<Result<Vec<_>, Error>>()?);
        Ok(())
    }
}

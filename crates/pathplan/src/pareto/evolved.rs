//! Pareto fronts by evolution: NSGA-II over whole paths.

mod operators;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use tilewright_evolve::{
    Breeding, Cost, Direction, Evaluation, Evolution, Nsga2, Problem, Rate, Stop,
    Tournament,
};
use tilewright_grid::{Cell, Rng, Seed, Watch};

use self::operators::{CostGraph, JunctionCrossover, Regrowth, sums};
use super::approximate::Budget;
use super::random_weights::weights;
use super::{Front, Layers, ParetoPath, RandomWeights};
use crate::evolved::cost_on;
use crate::{Graph, QueryError};

/// The number of paths of a generation. The mean share of the exact hypervolume within 50 ms on
/// lak304d (`cargo xtask bench pareto`) is 0.954; with 50 paths 0.943, with 200 0.957.
const POPULATION: usize = 100;
/// The number of paths for random weights that the first generation begins with, after a shortest
/// path. With 4 the share is 0.909, with 24 0.948, with 48 0.935: they take the time of
/// generations.
const FIRST: u32 = 12;
/// The number of generations without a limit: 20,000 paths. Chosen.
const GENERATIONS: u64 = 200;
/// The weights of a shortest path.
const SHORTEST: [f64; 3] = [1.0, 0.0, 0.0];
/// The number of expanded cells between two looks at the budget.
const LOOK: u64 = 1024;

/// Finds approximate Pareto fronts by evolution: [`Nsga2`] over whole paths, with the crossover at
/// a shared cell and the heuristic regrowth of Li, Qian and Sun (2017), here with random weights
/// of the objectives. The first generation begins with a shortest path and the best paths for some
/// random weights, each by A*.
///
/// [`ApproximateSearch`](super::ApproximateSearch) comes nearer to the exact front in the same
/// time; this is for comparison and for what has no bounds.
///
/// ```
/// use tilewright_grid::{Cell, Seed};
/// use tilewright_pathplan::pareto::{Budget, EvolvedSearch, Layers};
/// use tilewright_pathplan::{Graph, Map, Steps};
///
/// let map: Map = "..~~..\n......\n".parse()?;
/// let graph = Graph::new(&map, Steps::FOUR);
/// let layers = Layers::new(map.size(), &[map.danger().to_vec()])?;
/// let mut search = EvolvedSearch::new(&graph, &layers);
/// let budget = Budget::new().expansions(1000);
/// let front = search.front(Cell::new(0, 0), Cell::new(0, 5), budget, Seed(1), &())?;
/// let found: Vec<_> = front.paths.iter().map(|it| (it.route.length, it.sums[0])).collect();
/// assert_eq!(found, [(5.0, 2), (7.0, 0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct EvolvedSearch<'a> {
    graph: &'a Graph,
    layers: &'a Layers,
    values: Vec<[u32; 2]>,
    weighted: RandomWeights<'a>,
}

/// The scheme of the search.
type Scheme<'a> = Nsga2<Tournament, JunctionCrossover<'a>, Regrowth<'a>>;

/// The problem of all paths between two cells. A genome is the nodes of a path.
struct ParetoProblem<'a> {
    ground: CostGraph<'a>,
    ends: [usize; 2],
    /// Paths to draw random ones from.
    known: Vec<Vec<u32>>,
}

impl Problem<3> for ParetoProblem<'_> {
    type Genome = Vec<u32>;

    fn objectives(&self) -> [Direction; 3] {
        [Direction::Minimize; 3]
    }

    /// A known path, regrown once.
    fn random(&self, rng: &mut Rng) -> Vec<u32> {
        let mut path = rng.pick(&self.known).cloned().unwrap_or_default();
        Regrowth(self.ground).regrow(&mut path, rng);
        path
    }

    fn evaluate(&self, path: &Vec<u32>) -> Evaluation<3> {
        let CostGraph { graph, values } = self.ground;
        let [first, second] = sums(path, values).map(f64::from);
        Evaluation::feasible([graph.length(path), first, second])
    }

    fn cost(&self) -> Cost {
        cost_on(self.ground.graph)
    }

    /// Searches are not saved.
    fn fingerprint(&self) -> String {
        format!("fronts of paths from and to {:?}", self.ends)
    }
}

impl<'a> EvolvedSearch<'a> {
    /// A search on this graph with these layers.
    ///
    /// # Panics
    /// When the layers have another size than the graph.
    pub fn new(graph: &'a Graph, layers: &'a Layers) -> Self {
        let values = layers.by_node(graph);
        Self { graph, layers, values, weighted: RandomWeights::new(graph, layers) }
    }

    /// Paths between two cells of which none dominates another one; empty if there is no path. An
    /// expansion of the budget is here the evaluation of a path: no generation is begun whose
    /// paths could be too many. A budget of time also ends the search for the first paths, of
    /// which only a shortest one is found in any case. Without a limit the search ends after 200
    /// generations. When the watch stops it after the shortest path, it returns the front so far.
    ///
    /// # Errors
    /// [`QueryError::Outside`] or [`QueryError::Blocked`] when an end is outside the map or not
    /// walkable, and [`QueryError::Cancelled`] when the watch stops the search before it has a
    /// path.
    pub fn front(
        &mut self,
        start: Cell,
        goal: Cell,
        budget: Budget<'_>,
        seed: Seed,
        watch: &dyn Watch,
    ) -> Result<Front, QueryError> {
        let (graph, ends) = (self.graph, self.graph.ends(start, goal)?);
        let rng = &mut seed.child(0).rng();
        let first = self.first([start, goal], budget, rng, watch)?;
        let is_last = |evaluations| budget.is_spent(evaluations + POPULATION as u64 - 1);
        // A budget that a whole generation would exceed ends before it.
        if first.paths.is_empty() || ends[0] == ends[1] || is_last(0) {
            return Ok(first);
        }

        let mut evolution = self.evolution(ends, &first.paths, seed.child(1));
        let stop = Stop::new().generations(GENERATIONS);
        let run = evolution.run(&stop, watch, |evolution| {
            if is_last(evolution.evaluations()) {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });

        run.expect("every path has a length and sums");
        if evolution.generations() == 0 {
            return Ok(first);
        }

        let (expansions, evaluations) = (first.expansions, evolution.evaluations());
        let mut front = Front { paths: Vec::new(), expansions, evaluations };
        for one in evolution.front() {
            let route = graph.route(&one.genome);
            front.add(ParetoPath { sums: self.layers.sums(&route), route });
        }

        front.sort();
        Ok(front)
    }

    /// A shortest path, and the best paths for random weights until the budget is spent or the
    /// watch stops it.
    fn first(
        &mut self,
        ends: [Cell; 2],
        budget: Budget<'_>,
        rng: &mut Rng,
        watch: &dyn Watch,
    ) -> Result<Front, QueryError> {
        let (mut front, layers) = (Front::default(), self.layers.count());
        let is_spent = AtomicBool::new(false);

        // A search cannot look at the budget itself, so its watch stops it. The first path, without
        // which there is no front, is always found.
        let until_spent = || {
            if is_spent.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            watch.look()
        };
        for number in 0..=FIRST {
            let (of, watch): (_, &dyn Watch) = match number {
                0 => (SHORTEST, watch),
                _ => (weights(layers, rng), &until_spent),
            };
            let on_expanded = &mut |_| {
                front.expansions += 1;
                if front.expansions.is_multiple_of(LOOK) && budget.is_spent(0) {
                    is_spent.store(true, Ordering::Relaxed);
                }
            };

            match self.weighted.path(ends, of, on_expanded, watch) {
                Ok(Some(path)) => front.add(path),
                Err(QueryError::Cancelled) if number > 0 => break,
                other => return other.map(|_| front),
            }

            front.evaluations += 1;
            if budget.is_spent(front.evaluations) || watch.look().is_break() {
                break;
            }
        }

        front.sort();
        Ok(front)
    }

    /// The evolution of paths between two nodes that begins with these paths.
    fn evolution(
        &self,
        ends: [usize; 2],
        first: &[ParetoPath],
        seed: Seed,
    ) -> Evolution<ParetoProblem<'_>, Scheme<'_>, 3> {
        let graph = self.graph;
        let nodes = |path: &ParetoPath| -> Vec<u32> {
            path.route.cells.iter().map(|&cell| graph.node(cell) as u32).collect()
        };
        let known: Vec<_> = first.iter().map(nodes).collect();
        let ground = CostGraph { graph, values: &self.values };
        let problem = ParetoProblem { ground, ends, known: known.clone() };
        // Shares with 0.6 and with 1 for both rates: 0.955 and 0.954, no difference.
        let rate = Rate::new(0.8).expect("0.8 is a probability");
        let breeding = Breeding {
            selection: Tournament::new(2),
            crossover: JunctionCrossover(ground),
            crossover_rate: rate,
            mutation: Regrowth(ground),
            mutation_rate: rate,
        };

        let scheme = Nsga2 { population: POPULATION, breeding };
        Evolution::new(problem, scheme, seed)
            .expect("the settings work for every graph")
            .starting_from(known)
    }
}

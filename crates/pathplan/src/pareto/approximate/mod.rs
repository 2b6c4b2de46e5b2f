//! Approximate Pareto fronts within a budget.

mod archive;
mod boxes;
mod budget;
mod labels;
mod nodes;
mod pass;
mod weighted_search;

pub use budget::Budget;

use tilewright_grid::{Cell, Watch};

use self::archive::{Archive, FoundPath};
use self::boxes::MOST_BOXES;
use self::budget::Account;
use self::nodes::{Bounds, Node};
use self::pass::{Pass, PassEnd, Passes, Region};
use self::weighted_search::{WeightedSearch, shortest};
use super::search::tidy;
use super::{Front, Layers, ParetoPath};
use crate::{Graph, QueryError};

/// The number of boxes of the first round; each round has twice as many as the one before. The mean
/// share of the exact hypervolume on lak304d (`cargo xtask bench pareto`, with a budget of 20,000
/// and of 200,000 expansions instead of time) is 0.928 and 0.994; with 4 boxes it is 0.931 and
/// 0.989, with 16 0.913 and 0.994, with 32 0.885 and 0.992.
const FIRST_BOXES: u32 = 8;

/// How much finer than the pass over the map the passes of a round through its corridor are. With
/// half of these the shares are 0.926 and 0.993, with twice these 0.925 and 0.992.
const FINER: [u32; 3] = [4, 8, 16];

/// The weight of the other objectives when one is minimised: small beside it, so that they decide
/// between equal paths only. With 1e-6 the shares of [`FIRST_BOXES`] are the same, with 0.01 they
/// are 0.919 and 0.994.
const OTHERS: f64 = 1e-4;

/// The weighted sums of the paths found first are about this, far above the resolution of the open
/// list.
/// That has units of 2⁻²⁴.
const COST: f64 = 1024.0;

/// Finds approximate Pareto fronts within a [`Budget`]: in a few milliseconds most of what
/// [`FrontSearch`](super::FrontSearch) would find, on maps too where that one needs too much time
/// or memory. The more it may do, the nearer the front comes to the exact one.
///
/// No path of the front dominates another one, but a path that was not found may dominate one of
/// it.
///
/// The exact minima of each objective on the way to the goal and the best path for each objective
/// come first. Rounds of label searches follow, each of which divides the ranges of the sums into
/// boxes and keeps of all partial paths to a cell and with sums in one box only the first one.
/// A round searches the whole map with few boxes, then with many boxes only the cells of the paths
/// found so far and, in later rounds, those a few steps beside them: there the paths found are
/// recombined and varied. Each round has twice as many boxes as the one before. Neither random
/// numbers nor several threads are used.
///
/// # Memory
/// Beside about 100 bytes per cell of the map, at most 2²¹ labels (64 MB), 2²⁵ boxes (32 MB) and the
/// cells of 4096 paths. A pass that would need more is cut short. The memory is kept from one query
/// to the next.
///
/// ```
/// use tilewright_grid::Cell;
/// use tilewright_pathplan::pareto::{ApproximateSearch, Budget, Layers};
/// use tilewright_pathplan::{Graph, Map, Steps};
///
/// let map: Map = "..~~..\n......\n".parse()?;
/// let graph = Graph::new(&map, Steps::FOUR);
/// let layers = Layers::new(map.size(), &[map.danger().to_vec()])?;
/// let mut search = ApproximateSearch::new(&graph, &layers);
/// let budget = Budget::new().expansions(1000);
/// let front = search.front(Cell::new(0, 0), Cell::new(0, 5), budget, &())?;
/// let found: Vec<_> = front.paths.iter().map(|it| (it.route.length, it.sums[0])).collect();
/// assert_eq!(found, [(5.0, 2), (7.0, 0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ApproximateSearch<'a> {
    graph: &'a Graph,
    bounds: Bounds,
    nodes: Vec<Node>,
    weighted: WeightedSearch,
    passes: Passes,
    found: Archive,
}

impl<'a> ApproximateSearch<'a> {
    /// A search on this graph with these layers.
    ///
    /// # Panics
    /// When the layers have another size than the graph.
    pub fn new(graph: &'a Graph, layers: &Layers) -> Self {
        Self {
            graph,
            bounds: Bounds::new(graph, layers),
            nodes: Vec::new(),
            weighted: WeightedSearch::new(graph),
            passes: Passes::default(),
            found: Archive::default(),
        }
    }

    /// Paths between two cells of which none dominates another one; empty if there is no path.
    ///
    /// Whatever the budget, it computes the minima of each objective, about as much work as a
    /// [`Dijkstra`](crate::planners::Dijkstra) over the whole map for each, and the shortest path.
    /// When the watch stops it after that, it returns the front so far.
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
        watch: &dyn Watch,
    ) -> Result<Front, QueryError> {
        let ends = self.graph.ends(start, goal)?;
        self.found.paths.clear();
        self.bounds.find(self.graph, ends[1], &mut self.nodes, watch)?;
        if self.nodes[ends[0]].length.is_infinite() {
            return Ok(Front::default());
        }
        self.found.add(shortest(self.graph, &self.nodes, ends));
        let mut account = Account::new(budget, watch);
        self.refine(ends, &mut account);
        let expansions = account.expansions;
        Ok(Front { paths: self.paths(), expansions, evaluations: 0 })
    }

    /// The paths found, by length.
    fn paths(&self) -> Vec<ParetoPath> {
        let path = |found: &FoundPath| {
            let route = self.graph.route(&found.nodes);
            ParetoPath { route, sums: found.sums }
        };
        let mut paths: Vec<_> = self.found.paths.iter().map(path).collect();
        paths.sort_by(|one, other| one.route.length.total_cmp(&other.route.length));
        tidy(paths)
    }

    /// Adds paths until the account is over or the finest round is done.
    fn refine(&mut self, ends: [usize; 2], account: &mut Account<'_>) {
        // Each objective alone, and with two layers also both sums together: these paths give the
        // ranges that the boxes divide.
        let single: &[u8] = &[0b001, 0b010, 0b100, 0b110];
        for &objectives in &single[..2 * self.bounds.layers()] {
            self.add_best(ends, objectives, account);
        }

        let mut boxes = FIRST_BOXES;
        for round in 0.. {
            // Few boxes on the whole map find new corridors; many boxes within the corridor of the
            // paths found improve these, at a cost that does not grow with the map.
            let end = self.pass(ends, boxes, Region::Map, account);
            if account.is_over || end == (PassEnd::Done { is_exact: true }) {
                return;
            }
            if boxes == MOST_BOXES {
                return;
            }

            let mut last = boxes;
            for finer in FINER {
                let finer = (finer * boxes).min(MOST_BOXES);
                if finer > last {
                    self.pass(ends, finer, Region::Corridor(round), account);
                }
                last = finer;
            }

            boxes = (2 * boxes).min(MOST_BOXES);
        }
    }

    /// Adds the best path for the sum of the objectives whose bits are set, length first; the
    /// others count so little that they decide between nearly equal ones.
    fn add_best(&mut self, ends: [usize; 2], objectives: u8, account: &mut Account<'_>) {
        if account.is_over {
            return;
        }

        let (length, sums) = self.found.highest();
        let highest = [length, sums[0].into(), sums[1].into()];

        let weight = |at: usize| {
            let share = if objectives >> at & 1 == 1 { 1.0 } else { OTHERS };
            COST * share / f64::max(highest[at], 1.0)
        };
        let weights = [weight(0), weight(1), weight(2)];
        let path = self.weighted.path(self.graph, &self.nodes, ends, weights, account);
        path.map(|path| self.found.add(path));
    }

    fn pass(
        &mut self,
        ends: [usize; 2],
        count: u32,
        region: Region,
        account: &mut Account<'_>,
    ) -> PassEnd {
        if account.look_now() {
            return PassEnd::Cut;
        }

        let (graph, nodes, found) = (self.graph, &mut self.nodes[..], &mut self.found);
        let layers = self.bounds.layers();
        self.passes.run(Pass {
            graph,
            ends,
            layers,
            count,
            region,
            nodes,
            found,
            account,
        })
    }
}

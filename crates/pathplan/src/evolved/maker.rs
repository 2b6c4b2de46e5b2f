//! Random paths, mutation and crossover.

use tilewright_grid::Rng;

use super::Distance;
use super::problem::Chromosome;
use crate::Graph;
use crate::steps::back;
use crate::visits::Visits;

/// The largest number of cells of a random walk: 4 MB and some milliseconds. On a map of `n` cells
/// a walk may take n² steps, which nobody waits for.
const LONGEST: usize = 1 << 20;

/// The index of the k-th set bit of each mask of four bits.
const NTH: [[u8; 4]; 16] = nth();

const fn nth() -> [[u8; 4]; 16] {
    let mut table = [[0; 4]; 16];
    let mut mask = 0;
    while mask < 16 {
        let (mut rank, mut bit) = (0, 0);
        while bit < 4 {
            if mask >> bit & 1 == 1 {
                table[mask][rank] = bit as u8;
                rank += 1;
            }
            bit += 1;
        }

        mask += 1;
    }

    table
}

/// The number of units of a cost of 1 in the estimates of the mutation.
const UNIT: f64 = 1024.0;

/// The estimate of every node for one end, as [`PathMaker::far`] describes it.
fn distances(graph: &Graph, end: usize, distance: Distance) -> Vec<u32> {
    let mut far = vec![0; graph.node_count()];
    let end = graph.square_of(end);
    for cell in graph.size().cells() {
        let square = graph.square(cell);
        let down = square.row.abs_diff(end.row);
        let right = square.column.abs_diff(end.column);
        let (distance, squared) = match distance {
            Distance::Euclidean => {
                let squared = down * down + right * right;
                (f64::from(squared).sqrt(), squared)
            }
            Distance::Manhattan => (f64::from(down + right), down + right),
        };

        let node = graph.node(cell);
        far[node] = if graph.is_uniform() {
            squared
        } else {
            let estimate = distance * graph.min_factor + graph.step_cost(0, node);
            // The highest number means that there is no neighbour.
            (estimate * UNIT).min(f64::from(u32::MAX - 1)) as u32
        };
    }

    far
}

/// Makes and changes paths between two ends of a graph, with its memory.
#[derive(Clone, Debug)]
pub(super) struct PathMaker<'a> {
    pub(super) graph: &'a Graph,
    pub(super) start: u32,
    pub(super) goal: u32,
    /// The estimates by which the mutation chooses neighbours, for the start and for the goal.
    /// Where every step costs 1, an estimate is the distance, squared if Euclidean; on other maps
    /// it is the distance at the lowest cost plus the cost of a step into the node, in units of
    /// [`UNIT`].
    far: [Vec<u32>; 2],
    /// For each node the orthogonal directions in which a step is possible.
    free: Vec<u8>,
    /// As `free`, without the directions to nodes that the path being made has visited.
    open: Vec<u8>,
    /// The difference of node indices for a step in each direction.
    offsets: [isize; 4],
    visits: Visits,
    spare: Vec<u32>,
}

impl<'a> PathMaker<'a> {
    pub(super) fn new(
        graph: &'a Graph,
        start: usize,
        goal: usize,
        distance: Distance,
    ) -> Self {
        let far = |end: usize| distances(graph, end, distance);
        let free: Vec<u8> = graph.ways.iter().map(|ways| ways & 15).collect();
        // Any index large enough that a step does not go below 0.
        let node = graph.node_count();
        let offset = |way| graph.neighbor(node, way).cast_signed() - node.cast_signed();

        Self {
            graph,
            open: free.clone(),
            free,
            offsets: std::array::from_fn(offset),
            start: start as u32,
            goal: goal as u32,
            far: [far(start), far(goal)],
            visits: Visits::default(),
            spare: Vec::new(),
        }
    }

    /// The cost of a path: the sum over its steps. Where every step costs 1, that is the number of
    /// its cells, the measure of the article, minus 1.
    pub(super) fn cost(&self, path: &[u32]) -> f64 {
        self.graph.steps_cost(path)
    }

    /// Marks all nodes as not visited.
    fn open_all(&mut self) {
        self.open.copy_from_slice(&self.free);
    }

    /// Marks a node as visited: no neighbour may step to it any more.
    #[inline]
    fn close(&mut self, node: usize) {
        for (way, &offset) in self.offsets.iter().enumerate() {
            self.open[node.wrapping_add_signed(offset)] &= !(1 << back(way));
        }
    }

    /// The neighbour in a direction.
    #[inline]
    const fn next(&self, node: usize, way: usize) -> usize {
        node.wrapping_add_signed(self.offsets[way])
    }

    /// Completes a path by a random depth-first search with backtracking from its last cell to the
    /// goal, which must be reachable.
    pub(super) fn grow_on(&mut self, path: &mut Vec<u32>, rng: &mut Rng) {
        let Some(&node) = path.last() else { return };

        let (mut node, goal) = (node as usize, self.goal as usize);
        self.open_all();
        self.close(node);

        while node != goal {
            let open = self.open[node];
            if open == 0 {
                path.pop();
                let Some(&before) = path.last() else { return };
                node = before as usize;
                continue;
            }

            let count = open.count_ones();
            // A corridor needs no random number.
            let rank = if count == 1 { 0 } else { rng.below(count) };
            let way = NTH[usize::from(open & 15)][rank as usize];
            node = self.next(node, usize::from(way));
            self.close(node);
            path.push(node as u32);
        }
    }

    /// Completes a path by a random walk from its last cell to the goal. A walk that gets too
    /// long is completed by [`Self::grow_on`].
    pub(super) fn walk_on(&mut self, path: &mut Vec<u32>, rng: &mut Rng) {
        while let Some(&node) = path.last() {
            if node == self.goal {
                return;
            }
            if path.len() > LONGEST {
                self.grow_on(path, rng);
                return;
            }

            let ways = self.graph.ways[node as usize] & 15;
            let rank = rng.below(ways.count_ones());
            let way = NTH[usize::from(ways)][rank as usize];
            path.push(self.next(node as usize, usize::from(way)) as u32);
        }
    }

    /// The mutation of the article: two heuristic depth-first searches from a cell of the path,
    /// one to the start and one to the goal, joined.
    pub(super) fn straighten(&mut self, path: &mut Vec<u32>, at: usize) {
        let middle = path[at];
        // The search to the start gives the first part in reverse order.
        let mut front = std::mem::take(&mut self.spare);
        front.clear();
        front.push(middle);
        self.go_to(&mut front, 0);
        path.clear();
        path.extend(front.iter().rev());
        front.clear();
        front.push(middle);
        self.go_to(&mut front, 1);
        path.extend_from_slice(&front[1..]);
        self.spare = front;
    }

    /// Completes a path by a depth-first search with backtracking to an end, which always steps
    /// to the unvisited neighbour with the lowest estimate, the first one of equals.
    fn go_to(&mut self, path: &mut Vec<u32>, end: usize) {
        let goal = [self.start, self.goal][end] as usize;
        let Some(&node) = path.last() else { return };

        let mut node = node as usize;
        self.open_all();
        self.close(node);

        while node != goal {
            let mut open = self.open[node];
            let mut best = [u32::MAX; 2];
            while open != 0 {
                let next = self.next(node, open.trailing_zeros() as usize);
                open &= open - 1;
                if self.far[end][next] < best[0] {
                    best = [self.far[end][next], next as u32];
                }
            }

            if best[0] == u32::MAX {
                path.pop();
                let Some(&before) = path.last() else { return };
                node = before as usize;
            } else {
                node = best[1] as usize;
                self.close(node);
                path.push(best[1]);
            }
        }
    }

    /// Removes the largest loop of a path, the first one of equals: the cells between two visits of
    /// one cell.
    pub(super) fn cut_loop(&mut self, path: &mut Vec<u32>) {
        self.visits.cut_largest_loop(path, self.graph.node_count());
    }

    /// A random common inner cell of two paths, as the index of its first visit in each.
    pub(super) fn crossing(
        &mut self,
        paths: [&[u32]; 2],
        rng: &mut Rng,
    ) -> Option<[usize; 2]> {
        self.visits.shared(paths, self.graph.node_count(), rng)
    }

    /// Swaps the tails of two paths at a common cell, and then removes the largest
    /// loop of each if `cuts_loops`.
    pub(super) fn cross(
        &mut self,
        [one, two]: [&mut Chromosome; 2],
        crossing: [usize; 2],
        cuts_loops: bool,
    ) {
        self.visits.swap_tails([one, two], crossing);
        if cuts_loops {
            self.cut_loop(one);
            self.cut_loop(two);
        }
    }
}

/// A random index of a path between its ends; none when it has no inner cell.
pub(super) fn inner(path: &[u32], rng: &mut Rng) -> Option<usize> {
    let count = path.len().checked_sub(2).filter(|&count| count > 0)?;
    Some(1 + rng.index(count))
}

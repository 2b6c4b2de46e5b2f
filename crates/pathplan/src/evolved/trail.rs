//! How paths are grown, joined, crossed and shortened.

use tilewright_evolve::Population;
use tilewright_grid::{Cell, Rng};

use super::{Chromosome, Nearest};
use crate::Graph;
use crate::steps::back;

/// The most cells of a random walk, for which there is no other bound.
const LONGEST: usize = 1 << 20;

/// The k-th set bit of each mask of four.
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

/// How many units of the mutation's estimates a cost of 1 has.
const UNIT: f64 = 1024.0;

/// How near every node is to an end, as the mutation sees it.
fn distances(graph: &Graph, end: Cell, nearest: Nearest) -> Vec<u32> {
    let mut far = vec![0; graph.node_count()];
    for cell in graph.size().cells() {
        let down = cell.row.abs_diff(end.row);
        let right = cell.column.abs_diff(end.column);
        let (distance, squared) = match nearest {
            Nearest::Euclidean => {
                let squared = down * down + right * right;
                (f64::from(squared).sqrt(), squared)
            }
            Nearest::Manhattan => (f64::from(down + right), down + right),
        };
        let node = graph.node(cell);
        far[node] = if graph.is_uniform() {
            squared
        } else {
            let estimate = distance * graph.least_factor + graph.step_cost(0, node);
            // The highest number stands for no neighbour at all.
            (estimate * UNIT).min(f64::from(u32::MAX - 1)) as u32
        };
    }
    far
}

/// A graph on which paths are made between two ends, and the memory for it.
#[derive(Clone, Debug)]
pub(super) struct Ground<'a> {
    pub(super) graph: &'a Graph,
    pub(super) start: u32,
    pub(super) goal: u32,
    /// How near every node is to the start, and to the goal, as the mutation sees it: where every
    /// step costs 1 its distance, squared where that is Euclidean; elsewhere its distance and the
    /// cost of a step into it, in units of [`UNIT`].
    far: [Vec<u32>; 2],
    /// From each node the ways to free neighbours, of those with steps to four.
    free: Vec<u8>,
    /// The same less the ways to nodes that a path being made has been at.
    open: Vec<u8>,
    /// By how much a node's number changes with a step each way.
    offsets: [isize; 4],
    /// Which nodes the path of this stamp has, and where the first time.
    marks: Vec<[u32; 2]>,
    stamp: u32,
    spare: Vec<u32>,
    shared: Vec<[u32; 2]>,
}

impl<'a> Ground<'a> {
    pub(super) fn new(
        graph: &'a Graph,
        start: usize,
        goal: usize,
        nearest: Nearest,
    ) -> Self {
        let far = |end: usize| distances(graph, graph.cell(end), nearest);
        let free: Vec<u8> = graph.ways.iter().map(|ways| ways & 15).collect();
        // Of a node far enough from both ends of the numbers.
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
            marks: vec![[0; 2]; graph.node_count()],
            stamp: 0,
            spare: Vec::new(),
            shared: Vec::new(),
        }
    }

    /// What a path costs: the sum over its steps. Where every step costs 1 that is one less than
    /// its cells, which are the article's measure.
    pub(super) fn cost(&self, path: &[u32]) -> f64 {
        self.graph.steps_cost(path)
    }

    /// Forgets all marks.
    fn begin(&mut self) {
        if self.stamp == u32::MAX {
            self.marks.fill([0; 2]);
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    /// Opens the ways to all free nodes.
    fn open_all(&mut self) {
        self.open.copy_from_slice(&self.free);
    }

    /// Closes the ways to a node, which lie the other way round in its neighbours.
    #[inline]
    fn close(&mut self, node: usize) {
        for (way, &offset) in self.offsets.iter().enumerate() {
            self.open[node.wrapping_add_signed(offset)] &= !(1 << back(way));
        }
    }

    /// The node that a way leads to.
    #[inline]
    const fn next(&self, node: usize, way: usize) -> usize {
        node.wrapping_add_signed(self.offsets[way])
    }

    #[inline]
    fn is_marked(&self, node: usize) -> bool {
        self.marks[node][0] == self.stamp
    }

    /// Goes on from the last cell of a path until the goal, to random neighbours that are not
    /// marked, marking each; at a dead end the last cell is dropped. Only the last cell is
    /// marked at first. Some way must lead to the goal.
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
            let rank = if count == 1 { 0 } else { rng.below(count) };
            let way = NTH[usize::from(open & 15)][rank as usize];
            node = self.next(node, usize::from(way));
            self.close(node);
            path.push(node as u32);
        }
    }

    /// Goes on from the last cell of a path by a random walk, which may come back to where it
    /// was. One that gets too long grows the rest.
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

    /// The article's mutation: from a cell of the path to the start, and from it to the goal,
    /// each time to the neighbour nearest there; the two ways joined.
    pub(super) fn straighten(&mut self, path: &mut Vec<u32>, at: usize) {
        let middle = path[at];
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

    /// Goes on to an end, always to the neighbour not marked that is nearest to it, the first
    /// one of equals; at a dead end the last cell is dropped. On maps with costs, which the article
    /// has not, the step into the neighbour counts with its distance.
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

    /// Cuts the largest loop out of a path, the first one of equals: what lies between two
    /// visits of one cell.
    pub(super) fn cut_loop(&mut self, path: &mut Vec<u32>) {
        self.begin();
        let mut largest = [0; 2];
        for (at, &node) in path.iter().enumerate() {
            if self.is_marked(node as usize) {
                let first = self.marks[node as usize][1] as usize;
                if at - first > largest[1] - largest[0] {
                    largest = [first, at];
                }
            } else {
                self.marks[node as usize] = [self.stamp, at as u32];
            }
        }
        let [first, last] = largest;
        if last > first {
            path.drain(first..last);
        }
    }

    /// Where two paths cross: a random one of the inner cells that both have, by its first
    /// place in each.
    pub(super) fn crossing(
        &mut self,
        one: &[u32],
        two: &[u32],
        rng: &mut Rng,
    ) -> Option<[usize; 2]> {
        self.begin();
        let ends = one.len().saturating_sub(1);
        for (at, &node) in one.iter().enumerate().take(ends).skip(1) {
            if !self.is_marked(node as usize) {
                self.marks[node as usize] = [self.stamp, at as u32];
            }
        }
        self.shared.clear();
        let ends = two.len().saturating_sub(1);
        for (at, &node) in two.iter().enumerate().take(ends).skip(1) {
            let mark = &mut self.marks[node as usize];
            if mark[0] == self.stamp {
                // Each cell once.
                mark[0] = 0;
                self.shared.push([mark[1], at as u32]);
            }
        }
        rng.pick(&self.shared).map(|&places| places.map(|place| place as usize))
    }

    /// Swaps the tails of two paths of a generation at a cell that both have, and cuts a loop out
    /// of each if loops are cut.
    pub(super) fn cross(
        &mut self,
        generation: &mut Population<Chromosome>,
        places: [usize; 2],
        crossing: [usize; 2],
        cuts_loops: bool,
    ) {
        let [mut one, mut two] =
            places.map(|place| std::mem::take(generation.renew(place)));
        self.swap_tails(&mut one, &mut two, crossing);
        for (place, mut path) in places.into_iter().zip([one, two]) {
            if cuts_loops {
                self.cut_loop(&mut path);
            }
            *generation.renew(place) = path;
        }
    }

    /// Swaps what comes after a cell that both paths have, at these places.
    fn swap_tails(
        &mut self,
        one: &mut Vec<u32>,
        two: &mut Vec<u32>,
        [at, other]: [usize; 2],
    ) {
        let tail = &mut self.spare;
        tail.clear();
        tail.extend_from_slice(&one[at..]);
        one.truncate(at);
        one.extend_from_slice(&two[other..]);
        two.truncate(other);
        two.extend_from_slice(tail);
    }
}

/// A random inner place of a path; none when it has but its ends.
pub(super) fn inner(path: &[u32], rng: &mut Rng) -> Option<usize> {
    let count = path.len().checked_sub(2).filter(|&count| count > 0)?;
    Some(1 + rng.index(count))
}

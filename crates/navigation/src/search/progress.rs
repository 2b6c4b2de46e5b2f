//! A search that is under way.

use tilewright_grid::Cell;
use tilewright_pathplan::search::{WAYS, back};

use super::bound::Bound;
use super::memory::{Counts, Hop, Memory, NO_WAY, Sum};
use super::queue::Queue;
use crate::map::Navigation;
use crate::query::{OwnedQuery, Targets};
use crate::regions::Corridor;
use crate::route::LINK;
use crate::surface::Surface;

/// Costs that differ by less are equal: their terms were added in another order.
pub(crate) const ROUNDING: f64 = 1e-9;

/// What a search is for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Task {
    pub(super) start: Cell,
    pub(super) targets: Targets,
    pub(super) mask: u32,
    /// Nodes that count as walls, in ascending order.
    pub(super) blocked: Vec<u32>,
    pub(super) departure: f64,
    pub(super) max_cost: f64,
    pub(super) weight: f64,
    pub(super) has_links: bool,
    /// Whether it keeps to the regions that seem best.
    pub(super) is_coarse: bool,
    /// Whether the targets are not goals but the cells nearest to them.
    pub(super) is_partial: bool,
    /// The goals, each with the rows of its floor, if the nearest cell to one has to be found among those that are expanded.
    pub(super) goals: Vec<(Cell, [u32; 2])>,
}

impl Default for Task {
    fn default() -> Self {
        Self {
            start: Cell::new(0, 0),
            targets: Targets::default(),
            mask: u32::MAX,
            blocked: Vec::new(),
            departure: 0.0,
            max_cost: f64::INFINITY,
            weight: 1.0,
            has_links: false,
            is_coarse: false,
            is_partial: false,
            goals: Vec::new(),
        }
    }
}

/// How a search has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// At a node.
    At(usize),
    /// At the node nearest to a goal.
    Nearest(usize),
    /// Nowhere.
    Nowhere,
    /// Not yet.
    OutOfBudget,
}

/// A best-first search, with its memory.
#[derive(Clone, Debug)]
pub(super) struct Progress<S: Sum> {
    pub(super) task: Task,
    /// The query and the version of the map that it was begun with.
    pub(super) query: OwnedQuery,
    pub(super) version: u64,
    nodes: usize,
    memory: Memory<S::Kept>,
    open: Queue,
    bound: Bound,
    /// The links by which nodes were reached: node, place of the link, and whether backwards. The last one of a node counts.
    pub(super) by_link: Vec<(u32, u32, bool)>,
    /// The cheapest goal so far: its cost and node.
    best: Option<(f64, usize)>,
    /// The node nearest to a goal so far: its distance squared, cost and cell.
    nearest: Option<(u64, f64, Cell)>,
    /// The chunks of the nodes that were expanded.
    chunks: Chunks,
    /// The chunks that it keeps to, if it is coarse.
    corridor: Corridor,
    pub(super) expansions: u64,
}

/// A set of chunks.
#[derive(Clone, Debug, Default)]
struct Chunks {
    stamps: Vec<u32>,
    stamp: u32,
    list: Vec<u32>,
}

impl Chunks {
    fn begin(&mut self, chunks: usize) {
        if self.stamps.len() < chunks || self.stamp == u32::MAX {
            (self.stamps, self.stamp) = (vec![0; chunks], 0);
        }
        self.stamp += 1;
        self.list.clear();
    }

    #[inline]
    fn insert(&mut self, chunk: u32) {
        let stamp = &mut self.stamps[chunk as usize];
        if *stamp != self.stamp {
            *stamp = self.stamp;
            self.list.push(chunk);
        }
    }
}

impl<S: Sum> Default for Progress<S> {
    fn default() -> Self {
        Self {
            task: Task::default(),
            query: OwnedQuery::default(),
            version: 0,
            nodes: 0,
            memory: Memory::default(),
            open: Queue::default(),
            bound: Bound::default(),
            by_link: Vec::new(),
            best: None,
            nearest: None,
            chunks: Chunks::default(),
            corridor: Corridor::default(),
            expansions: 0,
        }
    }
}

impl<S: Sum> Progress<S> {
    /// Begins the search for its task.
    pub(super) fn begin(&mut self, map: &Navigation, surface: &Surface) {
        self.version = map.version();
        let plane = &surface.plane;
        self.nodes = plane.ways.len();
        self.memory.begin(self.nodes);
        self.by_link.clear();
        self.chunks.begin(surface.regions.len());
        (self.best, self.nearest, self.expansions) = (None, None, 0);
        self.bound.begin(map, surface, &self.task);
        if self.task.is_coarse {
            let ends = [self.task.start, self.task.targets.cells[0]];
            surface.find_corridor(ends, &mut self.corridor);
        }
        // With a weight, a node that came out too early may not come out again: what is found would cost too much.
        // How long an agent waits for doors has no bound.
        let is_even =
            !self.task.has_links && self.task.weight <= 1.0 && S::COUNTS != Counts::Times;
        let most = surface
            .max_cost()
            .filter(|_| is_even)
            .map(|cost| cost + self.bound.rise(cost));
        self.open.begin(surface.min_factor, most);

        let node = plane.node(self.task.start);
        self.memory.reach(node, S::ZERO.keep(), NO_WAY);
        let bound = self.bound.at(surface, self.task.start);
        if bound <= self.task.max_cost {
            self.open.push(self.task.weight * bound, node);
        }
    }

    /// Searches on until the end, or until this many more nodes are expanded.
    pub(super) fn run(
        &mut self,
        map: &Navigation,
        surface: &Surface,
        budget: u64,
    ) -> End {
        let has_one =
            self.task.targets.range.is_none() && self.task.targets.cells.len() == 1;
        let last = self.expansions.saturating_add(budget);

        while let Some((least, node)) = self.open.pop() {
            let node = node as usize;
            // A goal as cheap as the best one may come first in reading order; a dearer one does not count.
            if let Some((cost, best)) = self.best
                && (least > cost + ROUNDING || (has_one && least > cost - ROUNDING))
            {
                return End::At(best);
            }
            if self.expansions >= last {
                self.open.put_back(least, node as u32);
                return End::OutOfBudget;
            }
            // A node waits once for each time that it became cheaper; only the first exit counts.
            if self.memory.close(node) {
                continue;
            }

            let cell = surface.plane.cell(node);
            let sum = S::read(self.memory.arrival(node).0);
            // Of a bucket, only those that may lead there at a lower cost: on an open map most of them lead there at the same.
            if has_one
                && let Some((cost, _)) = self.best
                && sum.value() + self.bound.at(surface, cell) > cost - ROUNDING
            {
                continue;
            }
            self.expansions += 1;
            self.chunks.insert(surface.regions.chunk_of(cell));
            if self.task.targets.contains(cell) {
                if has_one && self.open.is_sorted() {
                    return End::At(node);
                }
                let is_better = |&(cost, best): &(f64, usize)| {
                    sum.value() < cost - ROUNDING
                        || (sum.value() <= cost + ROUNDING && node < best)
                };
                if self.best.as_ref().is_none_or(is_better) {
                    self.best = Some((sum.value(), node));
                }
            }
            if !self.task.goals.is_empty() {
                self.note_nearest(surface, cell, sum.value());
            }
            self.expand(map, surface, node, cell, sum);
        }

        match (self.best, self.nearest) {
            (Some((_, node)), _) => End::At(node),
            (None, Some((.., cell))) => End::Nearest(surface.plane.node(cell)),
            (None, None) => End::Nowhere,
        }
    }

    fn note_nearest(&mut self, surface: &Surface, cell: Cell, cost: f64) {
        let beside =
            |&&(_, [first, end]): &&(Cell, [u32; 2])| (first..end).contains(&cell.row);
        let apart = |&(goal, _): &(Cell, _)| surface.plane.metric.apart(cell, goal);
        let distances = self.task.goals.iter().filter(beside).map(apart);
        let Some(distance) = distances.min() else { return };
        let is_nearer = match self.nearest {
            None => true,
            Some((least, least_cost, first)) => {
                distance < least
                    || (distance == least
                        && (cost < least_cost - ROUNDING
                            || (cost <= least_cost + ROUNDING && cell < first)))
            }
        };
        if is_nearer {
            self.nearest = Some((distance, cost, cell));
        }
    }

    #[inline]
    fn expand(
        &mut self,
        map: &Navigation,
        surface: &Surface,
        node: usize,
        cell: Cell,
        sum: S,
    ) {
        let plane = &surface.plane;
        let departure = self.task.departure;
        let mut ways = plane.ways[node];
        if !self.task.blocked.is_empty() {
            let is_blocked =
                |node: usize| self.task.blocked.binary_search(&(node as u32)).is_ok();
            ways = plane.ways_beside(node, |other| other != node && is_blocked(other));
        }

        while ways != 0 {
            let way = ways.trailing_zeros() as usize;
            ways &= ways - 1;
            let next = plane.neighbor(node, way);
            let next_cell = Cell::new(
                cell.row.wrapping_add_signed(WAYS[way].down),
                cell.column.wrapping_add_signed(WAYS[way].right),
            );
            let hop = Hop { from: node, to: next, departure };
            self.reach(surface, next, next_cell, sum.step(surface, way, hop), way as u8);
        }

        if self.task.has_links {
            for &(_, place, is_back) in map.exits().from(node) {
                let link = map.link_at(place);
                let to = if is_back { link.from } else { link.to };
                let cell = map.cell_of(to).expect("links were checked");
                let next = plane.node(cell);
                let is_open = link.mask & self.task.mask != 0
                    && plane.is_free(next)
                    && self.task.blocked.binary_search(&(next as u32)).is_err();
                let hop = Hop { from: node, to: next, departure };
                let reached = sum.link(surface, link.cost, hop);
                if is_open && self.reach(surface, next, cell, reached, NO_WAY) {
                    self.by_link.push((next as u32, place, is_back));
                }
            }
        }
    }

    /// Notes that a node can be reached at a cost; returns whether that is cheaper than before.
    #[inline]
    fn reach(
        &mut self,
        surface: &Surface,
        node: usize,
        cell: Cell,
        sum: S,
        way: u8,
    ) -> bool {
        let kept = sum.keep();
        let value = sum.value();
        if let Some(known) = self.memory.known(node) {
            let is_as_cheap = known == kept || S::read(known).value() <= value + ROUNDING;
            // With a weight a node is expanded once: the route still keeps to it (Likhachev, Gordon and Thrun, 2003).
            if is_as_cheap || (self.task.weight > 1.0 && self.memory.is_closed(node)) {
                return false;
            }
        }
        if self.task.is_coarse && !self.corridor.contains(surface.regions.chunk_of(cell))
        {
            return false;
        }
        let bound = self.bound.at(surface, cell);
        let total = value + bound;
        if total > self.task.max_cost + ROUNDING || total.is_infinite() {
            return false;
        }
        self.memory.reach(node, kept, way);
        self.open.push(value + self.task.weight * bound, node);
        true
    }

    /// Calls a function with each node of the way to a node, from there back to the start: with the direction from the node before it,
    /// if there is one, and the place of the link by which it was reached, if it was by one.
    pub(super) fn trace(
        &self,
        map: &Navigation,
        surface: &Surface,
        end: usize,
        mut visit: impl FnMut(usize, Option<u8>, Option<u32>),
    ) {
        let plane = &surface.plane;
        let start = plane.node(self.task.start);
        let mut node = end;
        while node != start {
            let (_, way) = self.memory.arrival(node);
            if way == NO_WAY {
                let last = self.by_link.iter().rev().find(|used| used.0 as usize == node);
                let &(_, number, is_back) = last.expect("it was reached by a link");
                visit(node, Some(LINK), Some(number));
                let link = map.link_at(number);
                let from = if is_back { link.to } else { link.from };
                node = plane.node(map.cell_of(from).expect("links were checked"));
            } else {
                visit(node, Some(way), None);
                node = plane.neighbor(node, back(usize::from(way)));
            }
        }
        visit(start, None, None);
    }

    /// Whether its memory is for maps of this size.
    pub(super) const fn fits(&self, surface: &Surface) -> bool {
        self.nodes == surface.plane.ways.len()
    }

    /// What any route from its start costs at least.
    pub(super) fn least(&self, surface: &Surface, cost: f64) -> f64 {
        let bound = self.bound.at(surface, self.task.start);
        if self.task.is_coarse { bound } else { bound.max(cost / self.task.weight) }
    }

    /// The cost at which a node was reached.
    pub(super) fn cost(&self, node: usize) -> f64 {
        S::read(self.memory.arrival(node).0).value()
    }

    /// Whether the map has changed so that it would have another answer now, or another way to it: where it has been, in its links, in
    /// what bounds it, or in what it is for.
    pub(super) fn is_outdated(
        &self,
        map: &Navigation,
        surface: &Surface,
        task: &Task,
    ) -> bool {
        map.links_changed() > self.version
            || self.task != *task
            || self.bound.is_outdated(surface)
            || self.chunks.list.iter().any(|&chunk| surface.changed(chunk) > self.version)
    }

    /// Its size in bytes, that of the open list aside.
    pub(super) const fn bytes(&self) -> usize {
        self.memory.bytes() + self.chunks.stamps.capacity() * 4
    }
}

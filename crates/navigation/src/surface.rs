//! What the agents of one layer and size walk on: where they can stand, what steps cost, what is connected, and what has changed.

use std::sync::Arc;

use tilewright_grid::{Cell, Size};
use tilewright_pathplan::search::WAYS;

use crate::landmarks::Landmarks;
use crate::plane::Plane;
use crate::regions::{Corridor, Regions};
use crate::timetable::Timetable;
use crate::weights::{Weights, is_same};

/// A link from one island to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bridge {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) mask: u32,
}

/// The surface of one layer and size.
#[derive(Clone, Debug)]
pub(crate) struct Surface {
    pub(crate) plane: Plane,
    /// The first direction whose steps are longer than the others: 4, or none on hexagonal cells.
    pub(crate) first_across: usize,
    pub(crate) regions: Regions,
    /// What steps cost.
    weights: Weights,
    /// When its doors can be entered.
    pub(crate) timetable: Timetable,
    /// The least factor of each chunk, where there are weights.
    least: Vec<f64>,
    /// What a straight step costs on average in each chunk, where there are weights.
    mean: Vec<f64>,
    /// The least factor of any cell where an agent can stand.
    pub(crate) min_factor: f64,
    /// For each chunk the version of the map that changed something in it last.
    changed: Vec<u64>,
    /// The same, without changes of weights alone: danger that moves ends no route.
    opened: Vec<u64>,
    /// Chunks whose components are to be found anew.
    dirty: Vec<u32>,
    /// Chunks whose least factor is to be found anew.
    reweighed: Vec<u32>,
    /// The links between its islands, in ascending order.
    bridges: Vec<Bridge>,
    /// The masks of all links that can be used on it.
    link_mask: u32,
    /// The landmarks, if it was prepared.
    landmarks: Option<Arc<Landmarks>>,
    /// The version of the map that may have made a way shorter last.
    shorter: u64,
}

impl Surface {
    /// A surface of these places; `weight` is asked for each free cell, beside those that have been before.
    pub(crate) fn new(
        plane: Plane,
        area: Size,
        weights: Weights,
        weight: impl Fn(Cell) -> [f64; 2],
    ) -> Self {
        let regions = Regions::new(&plane, area);
        let chunks = regions.len();
        let metric = plane.metric;
        let first_across = if metric.stagger().is_some() { WAYS.len() } else { 4 };
        let mut surface = Self {
            plane,
            first_across,
            regions,
            weights,
            timetable: Timetable::default(),
            least: Vec::new(),
            mean: Vec::new(),
            min_factor: 1.0,
            changed: vec![0; chunks],
            opened: vec![0; chunks],
            dirty: Vec::new(),
            reweighed: Vec::new(),
            bridges: Vec::new(),
            link_mask: 0,
            landmarks: None,
            shorter: 0,
        };

        if !surface.weights.is_plain() {
            surface.begin_least();
        }
        for cell in area.cells() {
            if surface.plane.is_free(surface.plane.node(cell)) {
                surface.weigh(cell, weight(cell));
            }
        }
        surface.repair();
        surface
    }

    /// Whether every step costs its length.
    pub(crate) const fn is_plain(&self) -> bool {
        self.weights.is_plain()
    }

    /// Whether no step costs less than its length, and few cost more: a shortest way then often is a cheapest one.
    pub(crate) fn is_nearly_plain(&self) -> bool {
        self.min_factor >= 1.0 && self.weights.are_few(self.plane.ways.len())
    }

    /// Whether a step into a node costs its length.
    pub(crate) fn is_plain_at(&self, cell: Cell) -> bool {
        self.weights.is_plain_at(self.plane.node(cell))
    }

    /// The most that a step costs, if that is known.
    pub(crate) fn max_cost(&self) -> Option<f64> {
        self.weights.max_cost()
    }

    /// The cost of a step in this direction into a node.
    #[inline]
    pub(crate) fn step_cost(&self, way: usize, to: usize) -> f64 {
        self.weights.step_cost(way, to)
    }

    /// The factor and the addend of a node.
    pub(crate) fn weight(&self, node: usize) -> [f64; 2] {
        self.weights.of(node)
    }

    /// Finds the distances from landmarks.
    pub(crate) fn prepare(&mut self, version: u64) {
        self.landmarks = Some(Arc::new(Landmarks::new(self, version)));
    }

    /// The landmarks, as long as no way has become shorter since they were found.
    pub(crate) fn landmarks(&self) -> Option<&Landmarks> {
        self.landmarks.as_deref().filter(|landmarks| landmarks.version >= self.shorter)
    }

    /// Notes that a way may have become shorter in this version.
    pub(crate) const fn note_shorter(&mut self, version: u64) {
        self.shorter = version;
    }

    /// A node of the island with the most components.
    pub(crate) fn any_of_largest_island(&self) -> Option<usize> {
        let (chunk, island) = self.regions.largest_island()?;
        let is_there = |cell: &Cell| {
            self.plane.is_free(self.plane.node(*cell))
                && self.regions.island(*cell) == island
        };
        self.regions.cells(chunk).find(is_there).map(|cell| self.plane.node(cell))
    }

    /// Opens or blocks a cell; [`Surface::repair`] must follow.
    pub(crate) fn set(&mut self, cell: Cell, is_free: bool) -> bool {
        if self.plane.is_free(self.plane.node(cell)) == is_free {
            return false;
        }
        self.plane.set(cell, is_free);
        self.weights.note_free(self.plane.node(cell), is_free);
        self.dirty.push(self.regions.chunk_of(cell));
        true
    }

    /// Sets the weight of a free node; returns whether it had another one.
    pub(crate) fn weigh(&mut self, cell: Cell, weight: [f64; 2]) -> bool {
        let node = self.plane.node(cell);
        if is_same(self.weights.of(node), weight) {
            return false;
        }
        if self.weights.is_plain() {
            self.begin_least();
        }
        self.weights.set(node, weight, self.plane.ways.len());
        self.reweighed.push(self.regions.chunk_of(cell));
        true
    }

    /// Notes that each chunk where an agent can stand has a least factor of 1.
    fn begin_least(&mut self) {
        let least = |chunk| {
            let is_free = self.regions.has_island(chunk, None);
            if is_free { 1.0 } else { f64::INFINITY }
        };
        self.least = (0..self.regions.len() as u32).map(least).collect();
        self.mean = vec![1.0; self.regions.len()];
    }

    /// Finds the least factor of a chunk and what its steps cost on average, and the least factor of all if that may have been the least.
    fn find_least(&mut self, chunk: u32) {
        let (mut least, mut sum, mut count) = (f64::INFINITY, 0.0, 0_u32);
        for cell in self.regions.cells(chunk) {
            let node = self.plane.node(cell);
            if self.plane.is_free(node) {
                let [factor, addend] = self.weights.of(node);
                least = least.min(factor);
                sum += factor + addend;
                count += 1;
            }
        }
        self.mean[chunk as usize] = sum / f64::from(count.max(1));
        let before = std::mem::replace(&mut self.least[chunk as usize], least);

        if least < self.min_factor {
            self.min_factor = least;
        } else if before <= self.min_factor {
            let least = self.least.iter().copied().fold(f64::INFINITY, f64::min);
            self.min_factor = if least.is_finite() { least } else { 1.0 };
        }
    }

    /// Finds the chunks around the way from one cell to another that seems to be the cheapest.
    pub(crate) fn find_corridor(&self, ends: [Cell; 2], corridor: &mut Corridor) {
        let dear = |chunk: u32| self.mean.get(chunk as usize).copied().unwrap_or(1.0);
        self.regions.find_corridor(ends, self.min_factor, dear, corridor);
    }

    /// Notes that steps from, to or at these cells have become possible or impossible.
    pub(crate) fn note_open(&mut self, first: Cell, last: Cell, version: u64) {
        let [first, last] = [first, last].map(Regions::place_of);
        for row in first.row..=last.row {
            for column in first.column..=last.column {
                let chunk = self.regions.number(Cell::new(row, column)) as usize;
                self.changed[chunk] = version;
                self.opened[chunk] = version;
            }
        }
    }

    /// Notes that steps into a cell have another cost.
    pub(crate) fn note_weight(&mut self, cell: Cell, version: u64) {
        self.changed[self.regions.chunk_of(cell) as usize] = version;
    }

    /// The version of the map that changed a chunk last.
    #[inline]
    pub(crate) fn changed(&self, chunk: u32) -> u64 {
        self.changed[chunk as usize]
    }

    /// The version of the map that opened or blocked something in a chunk last; that of a chunk that does not exist is the latest.
    #[inline]
    pub(crate) fn opened(&self, chunk: u32) -> u64 {
        self.opened.get(chunk as usize).copied().unwrap_or(u64::MAX)
    }

    /// The versions that changed each chunk last.
    pub(crate) fn all_changed(&self) -> &[u64] {
        &self.changed
    }

    /// All weights that there have been, and whether they are too many to be named.
    #[cfg(feature = "serde")]
    pub(crate) fn known_weights(&self) -> (Vec<[f64; 2]>, bool) {
        self.weights.known()
    }

    /// The versions that opened or blocked something in each chunk last.
    #[cfg(feature = "serde")]
    pub(crate) fn all_opened(&self) -> &[u64] {
        &self.opened
    }

    /// Takes the versions that changed each chunk last, and those that opened or blocked something; returns whether they fit.
    #[cfg(feature = "serde")]
    pub(crate) fn take_changed(&mut self, changed: Vec<u64>, opened: Vec<u64>) -> bool {
        let chunks = self.changed.len();
        let fits = [changed.len(), opened.len()] == [chunks; 2]
            && opened.iter().zip(&changed).all(|(opened, changed)| opened <= changed);
        (self.changed, self.opened) = (changed, opened);
        fits
    }

    /// The links between its islands, to be found anew.
    pub(crate) fn take_bridges(&mut self) -> Vec<Bridge> {
        self.bridges.clear();
        std::mem::take(&mut self.bridges)
    }

    /// Keeps the links that can be used on it.
    pub(crate) fn set_bridges(&mut self, mut bridges: Vec<Bridge>) {
        self.link_mask = bridges.iter().fold(0, |mask, bridge| mask | bridge.mask);
        bridges.retain(|bridge| bridge.from != bridge.to);
        bridges.sort_unstable();
        bridges.dedup();
        self.bridges = bridges;
    }

    /// The links from an island to others.
    pub(crate) fn bridges_from(&self, island: u32) -> &[Bridge] {
        let first = self.bridges.partition_point(|bridge| bridge.from < island);
        let count = self.bridges[first..].partition_point(|bridge| bridge.from == island);
        &self.bridges[first..first + count]
    }

    /// Whether agents of a mask can use a link on it.
    pub(crate) const fn has_links(&self, mask: u32) -> bool {
        self.link_mask & mask != 0
    }

    /// Finds anew what is connected, and the least factor; returns whether the islands may have changed.
    pub(crate) fn repair(&mut self) -> bool {
        let is_changed = !self.dirty.is_empty();
        if is_changed {
            self.dirty.sort_unstable();
            self.dirty.dedup();
            self.regions.repair(&self.plane, &self.dirty);
        }

        if !self.weights.is_plain() {
            self.reweighed.append(&mut self.dirty);
            self.reweighed.sort_unstable();
            self.reweighed.dedup();
            let chunks = std::mem::take(&mut self.reweighed);
            for &chunk in &chunks {
                self.find_least(chunk);
            }
            self.reweighed = chunks;
            self.reweighed.clear();
        }
        self.dirty.clear();
        is_changed
    }
}

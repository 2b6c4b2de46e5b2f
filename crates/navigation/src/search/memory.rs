//! What a search knows of nodes, laid out for maps of millions of cells: 7 bytes a node where every step costs its length, else 9.

use std::f64::consts::SQRT_2;

use crate::surface::Surface;

/// What a search has to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counts {
    /// Nothing but the lengths of steps.
    Steps,
    Costs,
    /// Costs, and waiting for doors.
    Times,
}

/// A step or a link from one node to another, of an agent that departed at this time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hop {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) departure: f64,
}

/// The cost of reaching a node.
pub(super) trait Sum: Copy + std::fmt::Debug + 'static {
    /// As it is kept.
    type Kept: Copy + Default + PartialEq + std::fmt::Debug;

    const ZERO: Self;
    const COUNTS: Counts;

    fn keep(self) -> Self::Kept;
    fn read(kept: Self::Kept) -> Self;
    /// The cost after a step into a node.
    fn step(self, surface: &Surface, way: usize, hop: Hop) -> Self;
    /// The cost after a link.
    fn link(self, surface: &Surface, cost: f64, hop: Hop) -> Self;
    fn value(self) -> f64;
}

/// The numbers of straight and of diagonal steps, which are exact however long the route is: at most as many as a map has cells,
/// 2²⁴.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps {
    straight: u32,
    across: u32,
}

impl Sum for Steps {
    type Kept = [u8; 6];

    const ZERO: Self = Self { straight: 0, across: 0 };
    const COUNTS: Counts = Counts::Steps;

    #[inline]
    fn keep(self) -> [u8; 6] {
        let both = u64::from(self.straight) | u64::from(self.across) << 24;
        let [kept @ .., _, _] = both.to_le_bytes();
        kept
    }

    #[inline]
    fn read(kept: [u8; 6]) -> Self {
        let mut both = [0; 8];
        both[..6].copy_from_slice(&kept);
        let both = u64::from_le_bytes(both);
        Self { straight: (both & 0xff_ffff) as u32, across: (both >> 24) as u32 }
    }

    #[inline]
    fn step(self, surface: &Surface, way: usize, _: Hop) -> Self {
        let is_across = u32::from(way >= surface.first_across);
        Self { straight: self.straight + 1 - is_across, across: self.across + is_across }
    }

    fn link(self, _: &Surface, _: f64, _: Hop) -> Self {
        unreachable!("maps with links are searched by costs")
    }

    #[inline]
    fn value(self) -> f64 {
        f64::from(self.straight) + f64::from(self.across) * SQRT_2
    }
}

impl Sum for f64 {
    type Kept = Self;

    const ZERO: Self = 0.0;
    const COUNTS: Counts = Counts::Costs;

    #[inline]
    fn keep(self) -> Self {
        self
    }

    #[inline]
    fn read(kept: Self) -> Self {
        kept
    }

    #[inline]
    fn step(self, surface: &Surface, way: usize, hop: Hop) -> Self {
        self + surface.step_cost(way, hop.to)
    }

    #[inline]
    fn link(self, _: &Surface, cost: f64, _: Hop) -> Self {
        self + cost
    }

    #[inline]
    fn value(self) -> f64 {
        self
    }
}

/// The time since the departure: what steps and links cost, and how long an agent waits for doors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Time(f64);

impl Time {
    /// The time after waiting for the doors that a step enters.
    #[inline]
    fn wait(self, surface: &Surface, Hop { from, to, departure }: Hop) -> f64 {
        surface.timetable.leave(&surface.plane, departure + self.0, from, to) - departure
    }
}

impl Sum for Time {
    type Kept = f64;

    const ZERO: Self = Self(0.0);
    const COUNTS: Counts = Counts::Times;

    #[inline]
    fn keep(self) -> f64 {
        self.0
    }

    #[inline]
    fn read(kept: f64) -> Self {
        Self(kept)
    }

    #[inline]
    fn step(self, surface: &Surface, way: usize, hop: Hop) -> Self {
        Self(self.wait(surface, hop) + surface.step_cost(way, hop.to))
    }

    #[inline]
    fn link(self, surface: &Surface, cost: f64, hop: Hop) -> Self {
        Self(self.wait(surface, hop) + cost)
    }

    #[inline]
    fn value(self) -> f64 {
        self.0
    }
}

/// The number of nodes that are forgotten at once. A search touches few blocks of a large map, and forgets one when it first reaches
/// it: a cache line of marks.
const BLOCK: usize = 64;

/// The mark of a node that was reached, beside the direction by which it was.
const REACHED: u8 = 128;
/// The mark of a node that was expanded.
const CLOSED: u8 = 64;
/// The way of a node that was reached by a link, and of the start.
pub(super) const NO_WAY: u8 = 15;

/// The nodes that a search has reached.
#[derive(Clone, Debug)]
pub(super) struct Memory<K> {
    sums: Vec<K>,
    marks: Vec<u8>,
    /// The search that touched a block last.
    stamps: Vec<u32>,
    stamp: u32,
}

impl<K> Default for Memory<K> {
    fn default() -> Self {
        Self { sums: Vec::new(), marks: Vec::new(), stamps: Vec::new(), stamp: 0 }
    }
}

impl<K: Copy + Default + PartialEq> Memory<K> {
    /// Forgets everything, for a search among this number of nodes.
    pub(super) fn begin(&mut self, nodes: usize) {
        if self.sums.len() < nodes || self.stamp == u32::MAX {
            *self = Self {
                sums: vec![K::default(); nodes],
                marks: vec![0; nodes.next_multiple_of(BLOCK)],
                stamps: vec![0; nodes.div_ceil(BLOCK)],
                stamp: 0,
            };
        }
        self.stamp += 1;
    }

    /// The mark of a node; 0 as long as it was not reached.
    #[inline]
    fn mark(&mut self, node: usize) -> &mut u8 {
        let block = node / BLOCK;
        if self.stamps[block] != self.stamp {
            self.stamps[block] = self.stamp;
            self.marks[block * BLOCK..(block + 1) * BLOCK].fill(0);
        }
        &mut self.marks[node]
    }

    /// The cost at which a node was reached, if it was.
    #[inline]
    pub(super) fn known(&mut self, node: usize) -> Option<K> {
        let mark = *self.mark(node);
        (mark & REACHED != 0).then(|| self.sums[node])
    }

    /// Notes that a node is reached at a cost.
    #[inline]
    pub(super) fn reach(&mut self, node: usize, sum: K, way: u8) {
        *self.mark(node) = REACHED | way;
        self.sums[node] = sum;
    }

    /// Whether a node that was reached is expanded.
    #[inline]
    pub(super) fn is_closed(&self, node: usize) -> bool {
        self.marks[node] & CLOSED != 0
    }

    /// Notes that a node is expanded; returns whether it was before.
    #[inline]
    pub(super) fn close(&mut self, node: usize) -> bool {
        let mark = self.mark(node);
        let was = *mark & CLOSED != 0;
        *mark |= CLOSED;
        was
    }

    /// The cost and the direction by which a node was reached.
    pub(super) fn arrival(&self, node: usize) -> (K, u8) {
        (self.sums[node], self.marks[node] & 15)
    }

    /// Its size in bytes.
    pub(super) const fn bytes(&self) -> usize {
        self.sums.capacity() * size_of::<K>()
            + self.marks.capacity()
            + self.stamps.capacity() * 4
    }
}

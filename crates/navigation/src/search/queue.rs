//! The nodes that wait to be expanded.

use tilewright_pathplan::search::OpenList;

/// The most buckets of a ring: more would take as long to pass over as the heap takes to keep order.
const MOST: usize = 1024;

/// How many buckets there are for the least cost of a step. Measured on 512 × 512 random costs of 1 to 5
/// (`cargo xtask bench navigation`).
const PARTS: f64 = 8.0;

/// A queue of nodes by cost: a ring of buckets where the costs of steps differ little, a radix heap else.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    ring: Vec<Vec<u32>>,
    /// Buckets for a unit of cost; 0 for the heap.
    parts: f64,
    /// The bucket that is being emptied, counted from cost 0.
    current: u64,
    /// The number of nodes in the ring.
    count: usize,
    /// Whether no node has been in it yet: the first one is the cheapest.
    is_new: bool,
    heap: OpenList,
}

impl Queue {
    /// Forgets all nodes. From one node to the next the key rises by `most` at most, if that is known; `least` is the least cost of
    /// a step.
    pub(crate) fn begin(&mut self, least: f64, most: Option<f64>) {
        self.heap.clear();
        self.ring.iter_mut().for_each(Vec::clear);
        (self.current, self.count, self.is_new) = (0, 0, true);

        let parts = PARTS / least;
        let buckets = most.map_or(f64::INFINITY, |most| most * parts + 2.0);
        self.parts = if buckets <= MOST as f64 { parts } else { 0.0 };
        if self.parts > 0.0 {
            let length = (buckets as usize).next_power_of_two();
            if self.ring.len() < length {
                self.ring.resize_with(length, Vec::new);
            }
        }
    }

    /// Whether nodes come out in the order of their keys, rather than bucket by bucket.
    pub(crate) const fn is_sorted(&self) -> bool {
        self.parts == 0.0
    }

    #[inline]
    pub(crate) fn push(&mut self, cost: f64, node: usize) {
        if self.parts == 0.0 {
            self.heap.push(cost, node);
            return;
        }
        let mut bucket = (cost * self.parts) as u64;
        if self.is_new {
            (self.current, self.is_new) = (bucket, false);
        }
        // By rounding alone could it be cheaper than those before.
        bucket = bucket.max(self.current);
        let place = bucket as usize & (self.ring.len() - 1);
        self.ring[place].push(node as u32);
        self.count += 1;
    }

    /// Removes a node of the cheapest ones, and returns what all that still wait cost at least.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(f64, u32)> {
        if self.parts == 0.0 {
            let (key, node) = self.heap.pop_key()?;
            return Some((OpenList::cost_of(key), node));
        }
        if self.count == 0 {
            return None;
        }
        loop {
            let place = self.current as usize & (self.ring.len() - 1);
            if let Some(node) = self.ring[place].pop() {
                self.count -= 1;
                return Some((self.current as f64 / self.parts, node));
            }
            self.current += 1;
        }
    }

    /// Puts the node back that came out last.
    pub(crate) fn put_back(&mut self, cost: f64, node: u32) {
        self.push(cost, node as usize);
    }
}

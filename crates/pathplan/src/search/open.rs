//! The open list: a radix heap of nodes by cost.

/// Costs are compared in units of 1 / `FRACTION`. On a map without costs only paths of millions
/// of steps have lengths that differ by less.
const FRACTION: f64 = (1 << 24) as f64;

/// A node that waits to be expanded.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    node: u32,
}

/// A radix heap (Ahuja, Mehlhorn, Orlin and Tarjan, 1990), a monotone priority queue. Entries of
/// equal cost come out last in, first out. An entry that rounding made cheaper than the last one
/// that came out counts as equal to it.
#[derive(Clone, Debug)]
pub struct OpenList {
    /// Entries by the highest bit in which their key differs from that of the last entry out.
    buckets: Vec<Vec<Entry>>,
    last: u64,
}

impl Default for OpenList {
    fn default() -> Self {
        Self { buckets: vec![Vec::new(); 65], last: 0 }
    }
}

impl OpenList {
    /// Removes all nodes, for the next search.
    pub fn clear(&mut self) {
        self.buckets.iter_mut().for_each(Vec::clear);
        self.last = 0;
    }

    /// Adds a node at a cost of 0 or more.
    #[inline]
    pub fn push(&mut self, cost: f64, node: usize) {
        self.push_key((cost * FRACTION) as u64, node as u32);
    }

    /// Adds a node at a cost in whole units.
    #[inline]
    pub fn push_key(&mut self, key: u64, node: u32) {
        let key = key.max(self.last);
        self.put(Entry { key, node });
    }

    /// The cost that a key stands for.
    #[inline]
    pub const fn cost_of(key: u64) -> f64 {
        key as f64 / FRACTION
    }

    #[inline]
    fn put(&mut self, entry: Entry) {
        let bucket = 64 - (entry.key ^ self.last).leading_zeros();
        self.buckets[bucket as usize].push(entry);
    }

    /// Removes the cheapest node.
    #[inline]
    pub fn pop(&mut self) -> Option<usize> {
        self.pop_key().map(|(_, node)| node as usize)
    }

    /// Removes the cheapest node, and returns its cost in units and the node.
    #[inline]
    pub fn pop_key(&mut self) -> Option<(u64, u32)> {
        if let Some(entry) = self.buckets[0].pop() {
            return Some((entry.key, entry.node));
        }
        self.refill()
    }

    /// Distributes the entries of the first non-empty bucket anew, relative to the cheapest of
    /// them.
    fn refill(&mut self) -> Option<(u64, u32)> {
        let first = self.buckets.iter().position(|bucket| !bucket.is_empty())?;
        let mut entries = std::mem::take(&mut self.buckets[first]);
        self.last = entries.iter().map(|entry| entry.key).min()?;
        entries.drain(..).for_each(|entry| self.put(entry));
        self.buckets[first] = entries;
        self.buckets[0].pop().map(|entry| (entry.key, entry.node))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_cheapest_comes_out_first(
            first in proptest::collection::vec(0.0..50.0_f64, 1..40),
            steps in proptest::collection::vec(proptest::collection::vec(0.0..3.0_f64, 0..4), 0..60),
        ) {
            let mut open = OpenList::default();
            let mut costs = first;
            for (node, &cost) in costs.iter().enumerate() {
                open.push(cost, node);
            }

            let mut is_in = vec![true; costs.len()];
            let mut steps = steps.into_iter();
            while let Some(node) = open.pop() {
                let left = (0..costs.len()).filter(|&other| is_in[other]);
                let least = left.map(|other| costs[other]).fold(f64::INFINITY, f64::min);
                prop_assert!(is_in[node] && costs[node] < least + 1e-6);
                is_in[node] = false;
                let base = costs[node];

                for more in steps.next().unwrap_or_default() {
                    open.push(base + more, costs.len());
                    costs.push(base + more);
                    is_in.push(true);
                }
            }

            prop_assert!(!is_in.contains(&true));
        }
    }
}

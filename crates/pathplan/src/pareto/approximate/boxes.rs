//! Boxes of sums: what an approximate search takes for equal.

use super::archive::{Archive, FoundPath};
use super::nodes::Node;
use crate::planners::astar::ROUNDING;

/// The largest number of boxes along one layer.
/// A step of a staircase is a byte, and 255 stands for no box.
pub(super) const MOST_BOXES: u32 = 255;

/// How much the sums count beside the length in the order of the labels, for one box. It grows with
/// the size of a box: where little distinguishes the labels of a box, it matters more which of them
/// comes first. The mean share of the exact hypervolume on lak304d (`cargo xtask bench pareto`,
/// with a budget of 20,000 and of 200,000 expansions instead of time) is 0.928 and 0.994; with 0 it
/// is 0.881 and 0.986, with 3 0.925 and 0.993, with 12 0.926 and 0.994, with 24 0.919 and 0.992.
const SUMS_WEIGHT: f64 = 6.0;

/// How far beyond the longest path found a path may be, in parts of the range of lengths. The
/// shares of [`SUMS_WEIGHT`] are 0.928 and 0.993 with 0, and 0.928 and 0.994 with 0.03, 0.1 and 0.3
/// alike: all that counts is that there is a margin.
const MARGIN: f64 = 0.1;

/// A division of the ranges of both sums into boxes of equal size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Boxes {
    low: [u32; 2],
    high: [u32; 2],
    low_length: f64,
    high_length: f64,
    /// The length above which no path is looked for; finite, so that it leaves out nodes from
    /// which the goal cannot be reached.
    pub(super) longest: f64,
    /// The number of boxes of each layer.
    pub(super) counts: [usize; 2],
    /// The number of boxes per unit.
    factors: [f32; 2],
    /// Part of the order of the labels per unit of length and of each sum.
    units: [f64; 3],
    /// The length that is the size of a box.
    slack: f64,
    /// Whether no box holds two different sums up to the highest ones.
    is_exact: bool,
}

impl Boxes {
    /// About `count` boxes along each layer between the lower bounds at the start and the highest
    /// sums found.
    pub(super) fn new(count: u32, layers: usize, start: &Node, found: &Archive) -> Self {
        let (longest, high) = found.highest();
        // One more for all sums above the highest one.
        let width = |layer: usize| {
            let range = high[layer].saturating_sub(start.sums[layer]);
            if layer < layers { range + 2 } else { 1 }
        };
        let widths = [width(0), width(1)];
        let counts = widths.map(|width| width.min(count));
        let is_exact = counts == widths;
        let length = (longest - start.length).max(0.0);
        let weight = if is_exact { 0.0 } else { SUMS_WEIGHT / f64::from(count) };
        let shares = [1.0, weight, weight].map(|share| share / (1.0 + 2.0 * weight));
        let ranges = [length, f64::from(widths[0]), f64::from(widths[1])];
        let units = [0, 1, 2].map(|at| shares[at] / ranges[at].max(1e-6));

        Self {
            low: start.sums,
            high,
            low_length: start.length,
            high_length: longest,
            longest: if is_exact {
                f64::MAX
            } else {
                longest + MARGIN * length + ROUNDING
            },
            counts: counts.map(|count| count as usize),
            factors: [0, 1].map(|layer| counts[layer] as f32 / widths[layer] as f32),
            units,
            slack: if is_exact { 0.0 } else { length / f64::from(count) },
            is_exact,
        }
    }

    /// Whether no box held two different sums, and the paths found by now lie in the ranges that
    /// were divided.
    pub(super) fn is_exact_for(&self, found: &Archive) -> bool {
        let (length, sums) = found.highest();
        self.is_exact
            && length <= self.high_length + ROUNDING
            && sums[0] <= self.high[0]
            && sums[1] <= self.high[1]
    }

    /// The box of these sums, which are at least the lower bounds at the start.
    #[inline]
    pub(super) fn of(&self, sums: [u32; 2]) -> [usize; 2] {
        let at = |layer: usize| {
            let above = sums[layer].saturating_sub(self.low[layer]);
            ((above as f32 * self.factors[layer]) as usize).min(self.counts[layer] - 1)
        };
        [at(0), at(1)]
    }

    /// The place of a label in the order, from 0 to 1, by its estimated length and sums.
    #[inline]
    pub(super) fn key(&self, length: f64, sums: [u32; 2]) -> f64 {
        let above = |layer: usize| f64::from(sums[layer].saturating_sub(self.low[layer]));
        self.units[0] * (length - self.low_length)
            + self.units[1] * above(0)
            + self.units[2] * above(1)
    }
}

/// For every box the length of the shortest path found with sums in it or in lower boxes, less
/// the size of a box.
#[derive(Clone, Debug, Default)]
pub(super) struct BoxLengths {
    lengths: Vec<f32>,
}

impl BoxLengths {
    pub(super) fn reset(&mut self, boxes: &Boxes, found: &Archive) {
        self.lengths.clear();
        self.lengths.resize(boxes.counts[0] * boxes.counts[1], f32::INFINITY);
        for path in &found.paths {
            self.add(boxes, path);
        }
    }

    /// Notes a path that was found.
    pub(super) fn add(&mut self, boxes: &Boxes, path: &FoundPath) {
        let length = (path.length - boxes.slack) as f32;
        let [first, second] = boxes.of(path.sums);
        for row in self.lengths.chunks_exact_mut(boxes.counts[0]).skip(second) {
            // Lengths fall along rows and columns.
            if row[first] <= length {
                break;
            }
            for at in row[first..].iter_mut().take_while(|at| **at > length) {
                *at = length;
            }
        }
    }

    /// Whether a path was found that is about as good.
    #[inline]
    pub(super) fn covers(&self, boxes: &Boxes, at: [usize; 2], length: f64) -> bool {
        self.lengths[at[1] * boxes.counts[0] + at[0]] <= length as f32
    }
}

/// For every node that a pass has reached, a staircase: for each box of the second layer the lowest
/// box of the first one among the expanded labels with at most that second box.
#[derive(Clone, Debug, Default)]
pub(super) struct Stairs {
    steps: Vec<u8>,
    /// The nodes in the order of their staircases.
    owners: Vec<u32>,
}

/// The largest size of all staircases in bytes.
const MOST_STEPS: usize = 1 << 25;

/// The mark of a node without a staircase.
pub(super) const NO_STAIRS: u32 = u32::MAX;

impl Stairs {
    /// Removes all staircases, from the nodes too.
    pub(super) fn clear(&mut self, nodes: &mut [Node]) {
        for &owner in &self.owners {
            nodes[owner as usize].stairs = NO_STAIRS;
        }
        self.owners.clear();
        self.steps.clear();
    }

    /// Gives a node an empty staircase unless it has one or there is no room for it.
    pub(super) fn open(&mut self, boxes: &Boxes, index: usize, node: &mut Node) -> bool {
        if node.stairs == NO_STAIRS {
            let size = self.steps.len() + boxes.counts[1];
            if size > MOST_STEPS {
                return false;
            }
            node.stairs = self.owners.len() as u32;
            self.owners.push(index as u32);
            self.steps.resize(size, u8::MAX);
        }
        true
    }

    /// The nodes that have a staircase.
    pub(super) fn owners(&self) -> &[u32] {
        &self.owners
    }

    /// Whether an expanded label has as low boxes in both layers.
    #[inline]
    pub(super) fn covers(&self, boxes: &Boxes, stairs: u32, at: [usize; 2]) -> bool {
        stairs != NO_STAIRS
            && usize::from(self.steps[stairs as usize * boxes.counts[1] + at[1]]) <= at[0]
    }

    /// Notes an expanded label.
    #[inline]
    pub(super) fn add(&mut self, boxes: &Boxes, stairs: u32, at: [usize; 2]) {
        let steps = &mut self.steps[stairs as usize * boxes.counts[1]..];
        for step in &mut steps[at[1]..boxes.counts[1]] {
            if usize::from(*step) <= at[0] {
                break;
            }
            *step = at[0] as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(length: f64, sums: [u32; 2]) -> Node {
        Node { length, sums, entry: sums, stairs: NO_STAIRS }
    }

    fn found(paths: &[(f64, [u32; 2])]) -> Archive {
        let mut found = Archive::default();
        for &(length, sums) in paths {
            assert!(found.add(FoundPath {
                length,
                sums,
                nodes: Vec::new(),
                label: u32::MAX
            }));
        }
        found
    }

    #[test]
    fn boxes_divide_the_ranges_of_the_paths_found() {
        let start = node(10.0, [5, 0]);
        let found = found(&[(10.0, [103, 4]), (20.0, [5, 0])]);
        let boxes = Boxes::new(10, 2, &start, &found);
        // 100 and 6 values, one of each for whatever is above.
        assert_eq!(boxes.counts, [10, 6]);
        assert_eq!(boxes.of([5, 0]), [0, 0]);
        assert_eq!(boxes.of([25, 3]), [2, 3]);
        assert_eq!(boxes.of([9000, 9000]), [9, 5]);
        assert!(!boxes.is_exact_for(&found));
        assert!(Boxes::new(100, 2, &start, &found).is_exact_for(&found));
        assert_eq!(Boxes::new(100, 1, &start, &found).counts, [100, 1]);

        let mut shortest = BoxLengths::default();
        shortest.reset(&boxes, &found);
        assert!(shortest.covers(&boxes, [9, 4], 10.0));
        assert!(!shortest.covers(&boxes, [9, 3], 10.0));
        // A label that is longer by less than a box may lead to no path that is worth it.
        assert!(
            shortest.covers(&boxes, [0, 0], 19.0)
                && !shortest.covers(&boxes, [0, 0], 18.9)
        );
    }

    #[test]
    fn staircases_fill_a_limited_memory() {
        let start = node(0.0, [0, 0]);
        let boxes = Boxes::new(255, 2, &start, &found(&[(1.0, [999, 999])]));
        let mut nodes = vec![start; MOST_STEPS / 255 + 2];
        let mut stairs = Stairs::default();
        let open = |(at, node): (usize, &mut Node)| stairs.open(&boxes, at, node);
        let count =
            nodes.iter_mut().enumerate().map(open).filter(|&is_open| is_open).count();
        assert_eq!(count, MOST_STEPS / 255);
        assert_eq!(stairs.steps.len(), count * 255);

        assert!(!stairs.covers(&boxes, nodes[3].stairs, [7, 9]));
        stairs.add(&boxes, nodes[3].stairs, [6, 8]);
        assert!(stairs.covers(&boxes, nodes[3].stairs, [7, 9]));
        assert!(!stairs.covers(&boxes, nodes[3].stairs, [5, 200]));
        assert!(!stairs.covers(&boxes, nodes[3].stairs, [200, 7]));
        assert!(!stairs.covers(&boxes, nodes[2].stairs, [7, 9]));
        stairs.clear(&mut nodes);
        assert!(nodes.iter().all(|node| node.stairs == NO_STAIRS));
    }
}

//! What steps cost, in little memory: most maps have few different costs.

/// The factor and the addend of a step that costs its length.
const PLAIN: [f64; 2] = [1.0, 0.0];

/// The most different weights of a map whose nodes name theirs by a byte. A search reads the weights of eight nodes for each that it
/// expands: by a byte each, those of a map of 512 × 512 cells fit into a fast cache, by 16 they do not.
const MOST: usize = 256;

/// Of how many nodes one may have a weight for jump points to be tried. With 1.4 % of them on rooms of 128 × 128 cells seven of eight
/// queries were answered by that, in a quarter of the time (`cargo xtask bench navigation`).
const FEW: usize = 50;

/// Whether two weights are the same to the last bit.
pub(crate) fn is_same(one: [f64; 2], other: [f64; 2]) -> bool {
    one.map(f64::to_bits) == other.map(f64::to_bits)
}

/// For each node the factor on the length of a step into it, and the addend.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    /// The length of a step in one of the last four directions.
    across: f64,
    /// The class of each node; empty as long as all are plain, and where there are too many different ones.
    classes: Vec<u8>,
    /// The weights of the classes, and the costs of a straight and a diagonal step.
    table: Vec<([f64; 2], [f64; 2])>,
    /// The weight of each node, where there are too many different ones.
    each: Vec<[f64; 2]>,
    /// The number of free nodes whose weight is not plain: what a map is, not how it came to be so, decides how it is searched.
    count: usize,
}

impl Weights {
    /// Plain weights.
    pub(crate) const fn new(across: f64) -> Self {
        Self {
            across,
            classes: Vec::new(),
            table: Vec::new(),
            each: Vec::new(),
            count: 0,
        }
    }

    /// Weights that have been before, in the order of their coming, for this number of nodes.
    pub(crate) fn restored(
        across: f64,
        known: &[[f64; 2]],
        has_too_many: bool,
        nodes: usize,
    ) -> Self {
        let mut weights = Self::new(across);
        if !known.is_empty() {
            weights.add(PLAIN);
        }
        // The first class is the plain one, whatever a document says.
        for &weight in known.iter().filter(|&&weight| !is_same(weight, PLAIN)) {
            weights.add(weight);
        }
        if has_too_many {
            weights.each = vec![PLAIN; nodes];
        } else if !known.is_empty() {
            weights.classes = vec![0; nodes];
        }
        weights
    }

    /// All that there have been, and whether they are too many to be named.
    #[cfg(feature = "serde")]
    pub(crate) fn known(&self) -> (Vec<[f64; 2]>, bool) {
        let known = self.table.iter().map(|(weight, _)| *weight);
        (known.collect(), !self.each.is_empty())
    }

    /// Whether every step costs its length, as far as is known: weights that are taken back leave it false.
    pub(crate) const fn is_plain(&self) -> bool {
        self.table.is_empty()
    }

    /// Notes that a node is free now, or is no longer.
    pub(crate) fn note_free(&mut self, node: usize, is_free: bool) {
        if self.is_plain_at(node) {
            return;
        }
        if is_free {
            self.count += 1;
        } else {
            self.count -= 1;
        }
    }

    /// Whether few of this number of nodes have a weight: where one of a hundred cells is dangerous, most ways pass none of them.
    pub(crate) const fn are_few(&self, nodes: usize) -> bool {
        self.count * FEW <= nodes
    }

    /// Whether a step into a node costs its length.
    pub(crate) fn is_plain_at(&self, node: usize) -> bool {
        is_same(self.of(node), PLAIN)
    }

    /// The weight of a node.
    pub(crate) fn of(&self, node: usize) -> [f64; 2] {
        match (self.each.get(node), self.classes.get(node)) {
            (Some(&weight), _) => weight,
            (None, Some(&class)) => self.table[usize::from(class)].0,
            (None, None) => PLAIN,
        }
    }

    /// The cost of a step in this direction into a node.
    #[inline]
    pub(crate) fn step_cost(&self, way: usize, to: usize) -> f64 {
        if let Some(&class) = self.classes.get(to) {
            return self.table[usize::from(class)].1[usize::from(way >= 4)];
        }
        let length = if way < 4 { 1.0 } else { self.across };
        self.each.get(to).map_or(length, |[factor, addend]| length * factor + addend)
    }

    /// The most that a step costs; unknown where there are many different costs.
    pub(crate) fn max_cost(&self) -> Option<f64> {
        if !self.each.is_empty() {
            return None;
        }
        Some(self.table.iter().map(|costs| costs.1[1]).fold(self.across, f64::max))
    }

    /// Gives a free node a weight; `nodes` is the number of all.
    pub(crate) fn set(&mut self, node: usize, weight: [f64; 2], nodes: usize) {
        if self.table.is_empty() {
            self.classes = vec![0; nodes];
            self.add(PLAIN);
        }
        self.count -= usize::from(!self.is_plain_at(node));
        self.count += usize::from(!is_same(weight, PLAIN));
        if self.each.is_empty() {
            let known = self.table.iter().position(|known| is_same(known.0, weight));
            if let Some(class) = known.or_else(|| self.add(weight)) {
                self.classes[node] = class as u8;
                return;
            }
            self.each = self
                .classes
                .iter()
                .map(|&class| self.table[usize::from(class)].0)
                .collect();
            self.classes = Vec::new();
        }
        self.each[node] = weight;
    }

    /// Adds a class, if there is one left.
    fn add(&mut self, weight: [f64; 2]) -> Option<usize> {
        if self.table.len() == MOST {
            return None;
        }
        let [factor, addend] = weight;
        self.table.push((weight, [factor + addend, self.across * factor + addend]));
        Some(self.table.len() - 1)
    }
}

//! The labels of a pass, and their open list.

/// The mark of the end of a list.
pub(super) const END: u32 = u32::MAX;

/// The number of buckets of the open list: 16 KiB of heads. Labels of one bucket come out last in,
/// first out, and every pass walks over all of them. The mean share of the exact hypervolume on
/// lak304d within 200,000 expansions is 0.992 with 512, 0.994 with 4096 and with 32,768.
const BUCKETS: usize = 4096;

/// The largest number of labels that are kept: 64 MB.
const MOST_LABELS: usize = 1 << 21;

/// A label: a path to a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label {
    pub(super) length: f64,
    /// Lower bounds on its sums at the goal.
    pub(super) sums: [u32; 2],
    pub(super) node: u32,
    /// The label one step before.
    pub(super) before: u32,
    /// The next label of the same bucket, or the next free place.
    next: u32,
}

impl Label {
    pub(super) const fn new(
        length: f64,
        sums: [u32; 2],
        node: usize,
        before: u32,
    ) -> Self {
        Self { length, sums, node: node as u32, before, next: END }
    }
}

/// The labels of a pass. The open ones wait in buckets by their key; labels of one bucket come out
/// last in, first out. Places of labels that were not expanded are used again.
#[derive(Clone, Debug)]
pub(super) struct Labels {
    items: Vec<Label>,
    heads: Vec<u32>,
    bucket: usize,
    free: u32,
}

impl Default for Labels {
    fn default() -> Self {
        Self { items: Vec::new(), heads: vec![END; BUCKETS], bucket: 0, free: END }
    }
}

impl Labels {
    pub(super) fn clear(&mut self) {
        self.items.clear();
        self.heads.fill(END);
        self.bucket = 0;
        self.free = END;
    }

    /// Adds a label with a key from 0 to 1. A key below that of the last label out counts as equal
    /// to it, one above 1 as 1. Returns whether there was room.
    #[inline]
    pub(super) fn push(&mut self, key: f64, label: Label) -> bool {
        let bucket = ((key * BUCKETS as f64) as usize).max(self.bucket).min(BUCKETS - 1);
        // The new label becomes the first of its bucket, in the place of a forgotten label if there
        // is one.
        let label = Label { next: self.heads[bucket], ..label };
        if self.free != END {
            let at = self.free as usize;
            self.free = self.items[at].next;
            self.items[at] = label;
            self.heads[bucket] = at as u32;
        } else if self.items.len() < MOST_LABELS {
            self.heads[bucket] = self.items.len() as u32;
            self.items.push(label);
        } else {
            return false;
        }

        true
    }

    /// Takes a label of the first bucket that has any.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u32, Label)> {
        while self.bucket < BUCKETS {
            let index = self.heads[self.bucket];
            if index != END {
                let label = self.items[index as usize];
                self.heads[self.bucket] = label.next;
                return Some((index, label));
            }
            self.bucket += 1;
        }
        None
    }

    /// Frees the place of a label that no other one follows.
    #[inline]
    pub(super) fn forget(&mut self, index: u32) {
        self.items[index as usize].next = self.free;
        self.free = index;
    }

    /// The nodes of a path from the start on.
    pub(super) fn path(&self, end: u32) -> Vec<u32> {
        let mut nodes = Vec::new();
        let mut at = end;
        while at != END {
            let label = &self.items[at as usize];
            nodes.push(label.node);
            at = label.before;
        }
        nodes.reverse();
        nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_come_out_by_key_and_their_places_are_used_again() {
        let mut labels = Labels::default();
        for (node, key) in [0.7, 0.1, 0.1, 3.0, 0.4].into_iter().enumerate() {
            assert!(labels.push(key, Label::new(0.0, [0; 2], node, END)));
        }

        let mut nodes = Vec::new();
        while let Some((index, label)) = labels.pop() {
            nodes.push(label.node);
            labels.forget(index);
        }

        assert_eq!(nodes, [2, 1, 4, 0, 3]);
        assert!(labels.push(0.0, Label::new(0.0, [0; 2], 9, END)));
        assert_eq!(labels.items.len(), 5);
    }

    #[test]
    fn there_is_room_for_a_limited_number_of_labels() {
        let mut labels = Labels::default();
        let mut push = || labels.push(0.5, Label::new(0.0, [0; 2], 0, END));
        assert!((0..MOST_LABELS).all(|_| push()));
        assert!(!push());
        let (index, _) = labels.pop().unwrap();
        labels.forget(index);
        assert!(labels.push(0.5, Label::new(0.0, [0; 2], 1, END)));
        assert!(labels.items.len() == MOST_LABELS && size_of::<Label>() == 32);
    }
}

//! The sets of Pareto-optimal sums of the expanded labels of each node.

/// The mark of the end of a list.
const END: u32 = u32::MAX;

/// The set of a node: the sums of the label expanded last, and a linked list of the others. With
/// one layer the list is always empty.
#[derive(Clone, Copy, Debug)]
pub(super) struct LabelSet {
    last: [u32; 2],
    others: u32,
}

impl LabelSet {
    /// The empty set.
    pub(super) const NONE: Self = Self { last: [u32::MAX; 2], others: END };
}

/// The linked lists of all nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    items: Vec<LabelSet>,
}

impl Lists {
    /// Removes all lists.
    pub(super) fn clear(&mut self) {
        self.items.clear();
    }

    /// Whether the set has sums that are equal or less in both layers.
    #[inline]
    pub(super) fn is_dominated(&self, known: LabelSet, sums: [u32; 2]) -> bool {
        // With one layer the last sums are the lowest, so that this test suffices.
        let is_as_good =
            |known: LabelSet| known.last[0] <= sums[0] && known.last[1] <= sums[1];
        if is_as_good(known) {
            return true;
        }

        let mut at = known.others;
        while at != END {
            let item = self.items[at as usize];
            if is_as_good(item) {
                return true;
            }
            at = item.others;
        }

        false
    }

    /// Adds sums that are not dominated, and removes those that they dominate.
    pub(super) fn keep(&mut self, known: &mut LabelSet, sums: [u32; 2]) {
        let is_worse =
            |known: LabelSet| sums[0] <= known.last[0] && sums[1] <= known.last[1];
        let mut others = known.others;
        // The first item that stays, and the last one that stayed so far.
        let (mut first, mut last) = (END, END);

        while others != END {
            let item = self.items[others as usize];
            if !is_worse(item) {
                match last {
                    END => first = others,
                    _ => self.items[last as usize].others = others,
                }
                last = others;
            }

            others = item.others;
        }

        if last != END {
            self.items[last as usize].others = END;
        }

        if !is_worse(*known) {
            self.items.push(LabelSet { last: known.last, others: first });
            first = self.items.len() as u32 - 1;
        }

        *known = LabelSet { last: sums, others: first };
    }
}

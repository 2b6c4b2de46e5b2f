//! What is known of the paths to a node: their sums, as far as none is as good in both.

/// The mark of the end of a list.
const END: u32 = u32::MAX;

/// The sums of the paths to a node that were gone on from: the last ones, and a list of others.
/// With one layer there are never others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    last: [u32; 2],
    others: u32,
}

impl Known {
    /// Nothing is known.
    pub(super) const NONE: Self = Self { last: [u32::MAX; 2], others: END };
}

/// The lists of all nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    items: Vec<Known>,
}

impl Lists {
    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.items.clear();
    }

    /// Whether some path is known that is as good in both sums.
    #[inline]
    pub(super) fn is_beaten(&self, known: Known, sums: [u32; 2]) -> bool {
        let is_as_good =
            |known: Known| known.last[0] <= sums[0] && known.last[1] <= sums[1];
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

    /// Keeps sums that are not beaten, and drops those that they are as good as.
    pub(super) fn keep(&mut self, known: &mut Known, sums: [u32; 2]) {
        let is_worse =
            |known: Known| sums[0] <= known.last[0] && sums[1] <= known.last[1];
        let mut others = known.others;
        // The first of the list that stay, and the last of those looked at.
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
            self.items.push(Known { last: known.last, others: first });
            first = self.items.len() as u32 - 1;
        }
        *known = Known { last: sums, others: first };
    }
}

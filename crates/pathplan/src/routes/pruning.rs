//! Pruning of the directions in which a search expands a cell.

/// The directions in which a search expands a cell, from the possible ones and those by which it
/// was reached.
#[derive(Clone, Debug)]
pub(crate) enum Pruning {
    /// All possible directions.
    All,
    /// The directions of the canonical ordering, in which paths take diagonal steps as early as
    /// possible: by the direction of arrival and the set of possible directions (Harabor and
    /// Grastien, 2011; Sturtevant and Rabin, 2016).
    Canonical(Box<[[u8; 256]; 8]>),
}

impl Pruning {
    pub(crate) const fn all() -> Self {
        Self::All
    }

    /// For undirected graphs with eight neighbours, no corner cutting and no costs.
    pub(crate) fn canonical() -> Self {
        let after = |way: usize| {
            std::array::from_fn(|open| (ways_after(way, open as u8)) & open as u8)
        };
        Self::Canonical(Box::new(std::array::from_fn(after)))
    }

    /// The directions in which to expand a cell, of the possible ones, when it was reached by all
    /// of `arrivals` at the same cost.
    #[inline]
    pub(crate) fn of(&self, open: u8, mut arrivals: u8) -> u8 {
        let Self::Canonical(table) = self else { return open };
        if arrivals == u8::MAX {
            return open;
        }
        let mut ways = 0;
        while arrivals != 0 {
            ways |= table[arrivals.trailing_zeros() as usize][usize::from(open)];
            arrivals &= arrivals - 1;
        }
        ways
    }
}

/// The directions in which to continue after a step in this direction.
fn ways_after(way: usize, open: u8) -> u8 {
    if way >= 4 {
        // North-east (4) lies between north (0) and east (1), and so on clockwise.
        return 1 << way | 1 << (way - 4) | 1 << ((way - 3) & 3);
    }
    let [left, right] = [(way + 3) & 3, (way + 1) & 3];
    // The diagonal between a direction and the next one clockwise has the number of the first
    // plus 4.
    let sides = [[left, 4 + left, 4 + ((way + 2) & 3)], [right, 4 + way, 4 + right]];
    let mut ways = 1 << way;
    for [side, across, behind] in sides {
        // If the cell behind that side is a wall, the side is a forced neighbour.
        if open >> side & 1 == 1 && open >> behind & 1 == 0 {
            ways |= 1 << side | 1 << across;
        }
    }
    ways
}

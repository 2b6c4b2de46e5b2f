//! By which ways a search needs to go on from a cell that it reached by some.

/// By which ways a search needs to go on, by those that are open and those by which it came.
#[derive(Clone, Debug)]
pub(crate) enum WaysOn {
    /// By all that are open.
    All,
    /// By those of a shortest path that goes across as early as it can: for every way of arrival
    /// and every set of open ways those that no such path from the cell before would take
    /// without this cell (Harabor and Grastien, 2011; Sturtevant and Rabin, 2016).
    Canonical(Box<[[u8; 256]; 8]>),
}

impl WaysOn {
    pub(crate) const fn all() -> Self {
        Self::All
    }

    /// For steps of their length to eight neighbours that cut no corner and can be taken back.
    pub(crate) fn canonical() -> Self {
        let after = |way: usize| {
            std::array::from_fn(|open| (ways_after(way, open as u8)) & open as u8)
        };
        Self::Canonical(Box::new(std::array::from_fn(after)))
    }

    /// The ways on, where these are open, of a cell reached by these at the same cost.
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

/// The ways on after a step by one way.
fn ways_after(way: usize, open: u8) -> u8 {
    if way >= 4 {
        // North-east lies between north and east, and so on around.
        return 1 << way | 1 << (way - 4) | 1 << ((way - 3) & 3);
    }
    let [left, right] = [(way + 3) & 3, (way + 1) & 3];
    // The way across between a way and the next one clockwise has the former's number and 4.
    let sides = [[left, 4 + left, 4 + ((way + 2) & 3)], [right, 4 + way, 4 + right]];
    let mut ways = 1 << way;
    for [side, across, behind] in sides {
        // Where the cell behind that side is a wall, only a turn here leads to the side.
        if open >> side & 1 == 1 && open >> behind & 1 == 0 {
            ways |= 1 << side | 1 << across;
        }
    }
    ways
}

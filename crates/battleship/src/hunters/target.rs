//! Random shots until something is hit, then around it.

use std::sync::Arc;

use tilewright_grid::{Bits, Cell, Rng};

use super::outlook::{Berths, Outlook, any_of};
use super::{Hunter, Random};
use crate::bits;
use crate::{Rules, Sight};

/// Shoots at any cell where a deck can still be, until it hits; then beside the hit, and in
/// line with two of them, until the ship is sunk. What the rules exclude around sunk ships is
/// left out.
#[derive(Clone, Debug)]
pub(super) struct HuntAndTarget<const W: usize>(Arc<Berths<W>>);

impl<const W: usize> HuntAndTarget<W> {
    pub(super) fn new(rules: &Rules) -> Self {
        Self(Arc::new(Berths::new(rules)))
    }
}

impl<const W: usize> Hunter for HuntAndTarget<W> {
    fn fork(&self) -> Box<dyn Hunter> {
        Box::new(self.clone())
    }

    fn aim(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Cell {
        let outlook = Outlook::of(sight, &self.0);
        let target = outlook.target(&self.0, rng);
        let place = target.or_else(|| any_of(outlook.possible(&self.0), rng));
        match place {
            Some(place) => bits::cell(self.0.size, place),
            None => Random.aim(sight, rng),
        }
    }
}

impl<const W: usize> Outlook<W> {
    /// The open cells on which a ship that is afloat can lie.
    pub(super) fn possible(&self, berths: &Berths<W>) -> Bits<W> {
        let cells = self.berths(berths).map(|(_, berth)| berth.cells);
        cells.fold(Bits::EMPTY, Bits::or).and(self.open)
    }

    /// Any cell at which a ship that was hit can go on, each as likely; none without a hit.
    pub(super) fn target(&self, berths: &Berths<W>, rng: &mut Rng) -> Option<usize> {
        any_of(self.targets(berths), rng)
    }

    /// The cells at which a ship that was hit can go on: those next to its hits where there are
    /// such cells.
    pub(super) fn targets(&self, berths: &Berths<W>) -> Bits<W> {
        let mut possible = Bits::EMPTY;
        for (_, berth) in self.berths(berths) {
            if berth.cells.meets(self.hits) {
                possible = possible.or(berth.cells);
            }
        }
        let ends = self.ends(bits::stride(berths.size)).and(possible);
        if ends.is_empty() { possible.and(self.open) } else { ends }
    }
}

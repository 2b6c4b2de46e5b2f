//! The hunter `hunt-and-target`: random shots until a hit, then the cells beside it.

use std::sync::Arc;

use tilewright_grid::{Bits, Cell, Rng, Size};

use super::outlook::{Outlook, ShipPlacements, any_of};
use super::{Hunter, RandomHunter};
use crate::bits;
use crate::{Rules, Sight};

/// Shoots at random cells that a ship can still occupy, until it hits; then beside the hit, and
/// in line with two hits, until the ship is sunk. It skips the cells around sunk ships that the
/// touch rule excludes.
#[derive(Clone, Debug)]
pub(super) struct HuntAndTarget<const W: usize>(Arc<ShipPlacements<W>>);

impl<const W: usize> HuntAndTarget<W> {
    pub(super) fn new(rules: &Rules) -> Self {
        Self(Arc::new(ShipPlacements::new(rules)))
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
            None => RandomHunter.aim(sight, rng),
        }
    }
}

impl<const W: usize> Outlook<W> {
    /// The open cells that a ship afloat can occupy.
    pub(super) fn possible(&self, placements: &ShipPlacements<W>) -> Bits<W> {
        let cells = self.placements(placements).map(|(_, placement)| placement.cells);
        cells.fold(Bits::EMPTY, Bits::or).and(self.open)
    }

    /// One of the [`targets`](Self::targets), chosen uniformly; none without a hit.
    pub(super) fn target(
        &self,
        placements: &ShipPlacements<W>,
        rng: &mut Rng,
    ) -> Option<usize> {
        any_of(self.targets(placements), rng)
    }

    /// The open cells that a ship which was hit can occupy: those next to its hits, if there are
    /// any.
    pub(super) fn targets(&self, placements: &ShipPlacements<W>) -> Bits<W> {
        let mut possible = Bits::EMPTY;
        for (_, placement) in self.placements(placements) {
            if placement.cells.meets(self.hits) {
                possible = possible.or(placement.cells);
            }
        }
        self.targets_in(possible, placements.size)
    }

    /// The same among the cells of the ships that may be hit.
    pub(super) fn targets_in(&self, possible: Bits<W>, size: Size) -> Bits<W> {
        let ends = self.ends(bits::stride(size)).and(possible);
        if ends.is_empty() { possible.and(self.open) } else { ends }
    }
}

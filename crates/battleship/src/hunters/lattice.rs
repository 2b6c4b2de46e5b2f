//! The hunter `lattice`: shots on parallel diagonals that the longest ship cannot avoid.

use std::sync::Arc;

use tilewright_grid::{Bits, Cell, Rng};

use super::outlook::{Outlook, ShipPlacements, any_of};
use super::{Hunter, RandomHunter};
use crate::bits;
use crate::{Rules, Sight};

/// Shoots on every *n*-th diagonal, where *n* is the length of the longest ship afloat, at cells
/// that this ship can still occupy. After a hit it shoots as `hunt-and-target` does. The offset of
/// the diagonals is random in every game.
#[derive(Clone, Debug)]
pub(super) struct Lattice<const W: usize> {
    placements: Arc<ShipPlacements<W>>,
    shift: u32,
}

impl<const W: usize> Lattice<W> {
    pub(super) fn new(rules: &Rules) -> Self {
        Self { placements: Arc::new(ShipPlacements::new(rules)), shift: 0 }
    }

    /// A random cell of the lattice that the longest ship can occupy; none if there is none.
    fn search(&self, outlook: &Outlook<W>, rng: &mut Rng) -> Option<usize> {
        let ShipPlacements { size, classes, all, .. } = &*self.placements;
        let longest = outlook.afloat.iter().position(|&count| count > 0)?;
        let length = classes[longest].0;

        let mut possible = Bits::<W>::EMPTY;
        for number in self.placements.of_class(longest) {
            if outlook.allows(&all[number]) {
                possible = possible.or(all[number].cells);
            }
        }

        let mut lattice = Bits::<W>::EMPTY;
        for place in possible.and(outlook.open).indices() {
            let Cell { row, column } = bits::cell(*size, place);
            if (row + column + self.shift).is_multiple_of(length) {
                lattice.insert(place);
            }
        }

        any_of(lattice, rng)
    }
}

impl<const W: usize> Hunter for Lattice<W> {
    fn fork(&self) -> Box<dyn Hunter> {
        Box::new(self.clone())
    }

    fn begin(&mut self, rng: &mut Rng) {
        // Divisible by all lengths up to 16, so that every offset is equally likely; for longer
        // ships nearly so.
        self.shift = rng.below(720_720);
    }

    fn aim(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Cell {
        let outlook = Outlook::of(sight, &self.placements);
        let place = outlook
            .target(&self.placements, rng)
            .or_else(|| self.search(&outlook, rng))
            .or_else(|| any_of(outlook.open, rng));
        match place {
            Some(place) => bits::cell(self.placements.size, place),
            None => RandomHunter.aim(sight, rng),
        }
    }
}

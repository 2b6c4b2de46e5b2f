//! Shots on a lattice that no ship of the longest class slips through.

use std::sync::Arc;

use tilewright_grid::{Bits, Cell, Rng};

use super::outlook::{Berths, Outlook, any_of};
use super::{Hunter, Random};
use crate::bits;
use crate::{Rules, Sight};

/// Shoots on every so many-th diagonal as the longest ship afloat has decks, where that ship
/// can still lie; when it hits, as hunt-and-target does. Which diagonals is drawn anew for
/// every game.
#[derive(Clone, Debug)]
pub(super) struct Lattice<const W: usize> {
    berths: Arc<Berths<W>>,
    shift: u32,
}

impl<const W: usize> Lattice<W> {
    pub(super) fn new(rules: &Rules) -> Self {
        Self { berths: Arc::new(Berths::new(rules)), shift: 0 }
    }

    /// Any cell of the lattice on which the longest ship can lie.
    fn search(&self, outlook: &Outlook<W>, rng: &mut Rng) -> Option<usize> {
        let Berths { size, classes, all, .. } = &*self.berths;
        let longest = outlook.afloat.iter().position(|&count| count > 0)?;
        let length = classes[longest].0;
        let mut possible = Bits::<W>::EMPTY;
        for number in self.berths.of_class(longest) {
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
        // Divisible by the lengths up to 16, so that each diagonal comes as often; by greater
        // ones not, but then each comes nearly as often.
        self.shift = rng.below(720_720);
    }

    fn aim(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Cell {
        let outlook = Outlook::of(sight, &self.berths);
        let place = outlook
            .target(&self.berths, rng)
            .or_else(|| self.search(&outlook, rng))
            .or_else(|| any_of(outlook.open, rng));
        match place {
            Some(place) => bits::cell(self.berths.size, place),
            None => Random.aim(sight, rng),
        }
    }
}

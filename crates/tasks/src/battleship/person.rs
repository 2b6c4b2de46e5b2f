//! The fleet of a person in a duel, and what the opponent knows of the placer that hid it.

use tilewright_battleship::{
    Fleet, FleetError, Hunter, MEMORY, Placer, Rules, Sequential, SkilledHunter,
};
use tilewright_grid::Seed;

use super::field::Field;
use super::placers::Placers;
use super::refusal::AnswerError;
use crate::{Bytes, Host, Input};

/// The placer of a person's fleet and the one that the opponent knows.
pub struct PersonPlacers(Placers);

impl PersonPlacers {
    /// Reads the placers, named as for `battleship/hunt`. The rules are those of the first file, as far as the field leaves
    /// them open. Of the person's file the first fleet alone is hidden, so that the others need not be legal.
    ///
    /// # Errors
    /// When a file cannot be read, or a placer cannot hide a fleet by these rules.
    pub fn open(
        field: &Field,
        own: Option<&Input>,
        knows: Option<&Input>,
        host: &dyn Host,
    ) -> Result<Self, AnswerError> {
        let own = own.map(std::slice::from_ref).unwrap_or_default();
        let knows = knows.map(std::slice::from_ref).unwrap_or_default();
        Placers::open_some(field, own, 1, knows, Bytes(MEMORY), host).map(Self)
    }

    /// The rules of the duel.
    pub const fn rules(&self) -> &Rules {
        &self.0.rules
    }

    /// The person's fleet: the first one of a file of fleets, or one that the placer draws; a sequential one if there is none.
    ///
    /// # Errors
    /// When the placer finds no fleet.
    pub fn fleet(&self, seed: Seed) -> Result<Fleet, FleetError> {
        let rules = &self.0.rules;
        match self.0.all.first() {
            Some(Placer::Listed(fleets)) => {
                fleets.first().cloned().ok_or(FleetError::NoFleets)
            }
            Some(placer) => placer.draw(rules, &mut seed.rng()),
            None => Sequential::new(rules).draw(&mut seed.rng()),
        }
    }

    /// The opponent, prepared: it knows the placer if one is named for that.
    ///
    /// # Errors
    /// As [`SkilledHunter::prepared`] and [`SkilledHunter::knowing`].
    pub fn hunter(
        &self,
        hunter: SkilledHunter,
        host: &dyn Host,
    ) -> Result<Box<dyn Hunter>, FleetError> {
        self.0.hunter(0, hunter, host)
    }
}

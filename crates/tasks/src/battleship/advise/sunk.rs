//! A sunk ship in a request.

use std::fmt;
use std::str::FromStr;

use tilewright_battleship::{FleetError, Ship, cell_name};

/// A ship that is sunk, as requests name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SunkShip(pub(super) Ship);

impl FromStr for SunkShip {
    type Err = FleetError;

    fn from_str(word: &str) -> Result<Self, FleetError> {
        word.parse().map(Self)
    }
}

impl fmt::Display for SunkShip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(ship) = self;
        write!(f, "{}-{}", cell_name(ship.cell), cell_name(ship.last()))
    }
}

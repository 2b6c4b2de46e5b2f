//! Placers: they hide the fleets of many games.

use std::sync::Arc;

use tilewright_grid::{Cell, Heading, Rng};

use crate::hunters::{FleetSampler, sampler};

use crate::{
    Fleet, FleetError, Mixture, Placements, Rules, Sequential, Ship, TwoColumns,
};

/// Hides the fleets that hunters look for. [`Placer`] implements it, and your own type can, too:
///
/// ```
/// use tilewright_battleship::{Fleet, FleetError, Hider, Rules, Sequential, Strategy, hunt};
/// use tilewright_grid::{Rng, Seed};
///
/// /// Always hides the same fleet.
/// struct Stubborn;
///
/// impl Hider for Stubborn {
///     fn hide(&self, rules: &Rules, _: &mut Rng) -> Result<Fleet, FleetError> {
///         Sequential::new(rules).draw(&mut Seed(1).rng())
///     }
/// }
///
/// let rules = Rules::russian(10, 10)?;
/// let hunter = Strategy::Density.hunter(&rules);
/// assert_eq!(hunt(&rules, &*hunter, &Stubborn, 0..9, Seed(2), &())?.len(), 9);
/// # Ok::<(), FleetError>(())
/// ```
pub trait Hider: Send + Sync {
    /// A fleet for a game, legal by these rules.
    ///
    /// # Errors
    /// When it finds no such fleet.
    fn hide(&self, rules: &Rules, rng: &mut Rng) -> Result<Fleet, FleetError>;

    /// Its name in errors. The default is the name of its type.
    fn name(&self) -> String {
        std::any::type_name::<Self>().to_owned()
    }
}

/// A fleet for a game, checked to be legal.
///
/// # Errors
/// As [`Hider::hide`], and [`FleetError::IllegalFleet`].
pub(crate) fn hidden(
    placer: &dyn Hider,
    rules: &Rules,
    rng: &mut Rng,
) -> Result<Fleet, FleetError> {
    let fleet = placer.hide(rules, rng)?;
    match rules.check(&fleet, 1) {
        Ok(()) => Ok(fleet),
        Err(reason) => Err(FleetError::IllegalFleet {
            placer: placer.name(),
            reason: Box::new(reason),
        }),
    }
}

/// The built-in ways to hide a fleet.
///
/// ```
/// use tilewright_battleship::{MEMORY, Placer, Rules};
/// use tilewright_grid::Seed;
///
/// let rules = Rules::russian(7, 7)?;
/// let placer = Placer::uniform(&rules, MEMORY)?;
/// let fleet = placer.draw(&rules, &mut Seed(1).rng())?;
/// assert!(rules.is_legal(&fleet));
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone, Debug)]
pub enum Placer {
    /// Uniform over all legal fleets.
    Uniform(Arc<Placements>),
    /// One ship after another: fast, but not uniform.
    Sequential(Sequential),
    /// The long ships in the two outermost columns of a side.
    TwoColumns(TwoColumns),
    /// One of these fleets, chosen uniformly, then rotated and reflected by a random symmetry of
    /// the field.
    Listed(Arc<Vec<Fleet>>),
    /// From a mixture of Gibbs distributions.
    Mixture(MixturePlacer),
}

/// Draws fleets from a [`Mixture`], about a millisecond each for the standard game. The distribution is that of the mixture
/// up to what a Markov chain of 1000 moves for each ship leaves.
#[derive(Clone, Debug)]
pub struct MixturePlacer {
    rules: Rules,
    mixture: Mixture,
    sampler: Arc<dyn FleetSampler>,
}

impl MixturePlacer {
    /// The mixture that it draws from.
    pub const fn mixture(&self) -> &Mixture {
        &self.mixture
    }
}

impl Placer {
    /// The placer of uniform fleets. It counts all legal fleets first, in at most `memory` bytes.
    ///
    /// # Errors
    /// As [`Placements::new`], and [`FleetError::CannotFit`] when there is no legal fleet.
    pub fn uniform(rules: &Rules, memory: u64) -> Result<Self, FleetError> {
        Self::of_placements(Placements::new(rules, memory)?)
    }

    /// The placer of uniform fleets, from fleets that are counted already.
    ///
    /// # Errors
    /// [`FleetError::CannotFit`] when there is no legal fleet.
    pub fn of_placements(placements: Placements) -> Result<Self, FleetError> {
        if placements.total() == 0 {
            return Err(FleetError::CannotFit);
        }
        Ok(Self::Uniform(Arc::new(placements)))
    }

    /// The placer that draws from a mixture, for these rules.
    pub fn mixture(rules: &Rules, mixture: &Mixture) -> Self {
        let sampler = sampler(rules, mixture);
        let (rules, mixture) = (rules.clone(), mixture.clone());
        Self::Mixture(MixturePlacer { rules, mixture, sampler })
    }

    /// The rules that it was made for, if it can be made for these alone.
    pub(crate) const fn rules(&self) -> Option<&Rules> {
        match self {
            Self::TwoColumns(columns) => Some(columns.rules()),
            Self::Mixture(placer) => Some(&placer.rules),
            Self::Uniform(_) | Self::Sequential(_) | Self::Listed(_) => None,
        }
    }

    /// A fleet for a game. The rules must be those that the placer was made for.
    ///
    /// # Errors
    /// When it finds no legal fleet, or a listed fleet is illegal by these rules.
    pub fn draw(&self, rules: &Rules, rng: &mut Rng) -> Result<Fleet, FleetError> {
        match self {
            Self::Uniform(placements) => {
                placements.draw(rng).ok_or(FleetError::CannotFit)
            }
            Self::Sequential(sequential) => sequential.draw(rng),
            Self::TwoColumns(columns) => columns.draw(rng),
            Self::Mixture(placer) => placer.sampler.draw(rng),
            Self::Listed(fleets) => {
                let number = rng.below(fleets.len().max(1) as u32) as usize;
                let fleet = fleets.get(number).ok_or(FleetError::NoFleets)?;
                // On a smaller field than its own its ships would leave the field.
                rules.check(fleet, number + 1)?;
                Ok(transformed(fleet, rules, rng.below(8)))
            }
        }
    }
}

impl Hider for Placer {
    fn hide(&self, rules: &Rules, rng: &mut Rng) -> Result<Fleet, FleetError> {
        self.draw(rules, rng)
    }

    fn name(&self) -> String {
        let name = match self {
            Self::Uniform(_) => "uniform",
            Self::Sequential(_) => "sequential",
            Self::TwoColumns(_) => "two-columns",
            Self::Listed(_) => "listed",
            Self::Mixture(_) => "mixture",
        };
        name.to_owned()
    }
}

/// The fleet rotated and reflected by a symmetry of the field. Symmetries are numbered 0 to 7; on a
/// field that is not square, numbers 4 to 7 repeat 0 to 3.
#[must_use]
pub fn transformed(fleet: &Fleet, rules: &Rules, symmetry: u32) -> Fleet {
    let size = rules.size();
    let is_square = size.rows == size.columns;

    let ship = |ship: &Ship| {
        let image = |cell: Cell| {
            let Cell { mut row, mut column } = cell;
            if symmetry & 1 == 1 {
                row = size.rows - 1 - row;
            }

            if symmetry & 2 == 2 {
                column = size.columns - 1 - column;
            }

            if symmetry & 4 == 4 && is_square {
                (row, column) = (column, row);
            }

            Cell::new(row, column)
        };

        // A reflection may exchange the ends, and the first cell is the upper or left one.
        let first = image(ship.cell).min(image(ship.last()));
        let is_upright = ship.is_upright != (symmetry & 4 == 4 && is_square);
        let heading = if is_upright { Heading::South } else { Heading::East };

        Ship::new(first, ship.length, heading)
    };
    Fleet::new(fleet.ships.iter().map(ship).collect())
}

//! The energies of fleets under a mixture of Gibbs distributions: how a hunter, or the placer itself, weighs them.

use tilewright_grid::{Bits, Rng, det};

use super::outlook::{ShipPlacement, ShipPlacements};
use crate::bits::{self, dispatch};
use crate::{Fleet, GibbsWeights, Mixture, Rules, Touch, TwoColumns};

/// A distribution of which only ratios of probabilities are known.
#[derive(Clone, Copy, Debug)]
enum Law {
    /// A fleet of energy *e* has a probability proportional to exp(−*e*).
    Gibbs(GibbsWeights),
    /// All fleets whose long ships are in two columns of one side are equally likely; each ship elsewhere has the energy
    /// [`ELSEWHERE`].
    TwoColumns,
}

/// The energy of a ship that is not where [`TwoColumns`] places it. Beside it no such ship counts, as e^−50 is as good as never; but it is finite, so
/// that a fleet built at random moves into the columns ship by ship.
const ELSEWHERE: f64 = 50.0;

/// What the energies need to know of a placement of a single ship.
#[derive(Clone, Copy, Debug)]
struct Surroundings<const W: usize> {
    /// The cells beside the ship, also diagonally, whatever the touch rule.
    around: Bits<W>,
    /// The number of its cells at the border of the field.
    border: u32,
    is_long: bool,
    /// Bit 0 if [`TwoColumns`] can place the ship at the left side, bit 1 if at the right one.
    sides: u8,
}

/// The energies of fleets, by the component of a mixture that they are drawn from.
#[derive(Clone, Debug)]
pub(crate) struct Energies<const W: usize> {
    placements: Vec<Surroundings<W>>,
    /// The sums of the shares of the components up to each.
    shares: Vec<f64>,
    laws: Vec<Law>,
}

impl<const W: usize> Energies<W> {
    pub(super) fn of_mixture(
        rules: &Rules,
        placements: &ShipPlacements<W>,
        mixture: &Mixture,
    ) -> Self {
        let components = mixture.components();
        let laws = components.iter().map(|component| Law::Gibbs(component.weights));
        let sum = |sum: &mut f64, share: f64| {
            *sum += share;
            Some(*sum)
        };
        let shares = components.iter().map(|component| component.share).scan(0.0, sum);
        Self::new(rules, placements, shares.collect(), laws.collect())
    }

    pub(super) fn of_two_columns(rules: &Rules, placements: &ShipPlacements<W>) -> Self {
        Self::new(rules, placements, vec![1.0], vec![Law::TwoColumns])
    }

    fn new(
        rules: &Rules,
        placements: &ShipPlacements<W>,
        shares: Vec<f64>,
        laws: Vec<Law>,
    ) -> Self {
        let (size, field) = (placements.size, placements.field);
        // Ships of one length only are all long.
        let shortest = placements.classes.last().map_or(0, |class| class.0);
        let is_alike = placements.classes.len() == 1;
        let is_border = |cell: &tilewright_grid::Cell| {
            cell.row == 0
                || cell.column == 0
                || cell.row + 1 == size.rows
                || cell.column + 1 == size.columns
        };
        let of = |placement: &ShipPlacement<W>| {
            let ShipPlacement { ship, cells, .. } = *placement;
            Surroundings {
                around: bits::grown(cells, size, Touch::Never, field).without(cells),
                border: ship.cells().filter(is_border).count() as u32,
                is_long: is_alike || ship.length > shortest,
                sides: TwoColumns::sides(rules, ship),
            }
        };
        let placements = placements.all.iter().map(of).collect();
        Self { placements, shares, laws }
    }

    /// The number of a random component.
    pub(super) fn component(&self, rng: &mut Rng) -> u8 {
        let Some((&all, [_, ..])) = self.shares.split_last() else { return 0 };
        let at = rng.unit() * all;
        self.shares.iter().position(|&sum| at < sum).unwrap_or(self.shares.len() - 1)
            as u8
    }

    /// The energy of a fleet under a component.
    fn energy(&self, component: u8, fleet: impl Iterator<Item = u16>) -> f64 {
        let all = fleet.map(|number| &self.placements[usize::from(number)]);
        match self.laws[usize::from(component)] {
            Law::TwoColumns => {
                let elsewhere = all.fold([0_u32; 2], |[left, right], ship| {
                    [
                        left + u32::from(ship.sides & 1 == 0),
                        right + u32::from(ship.sides & 2 == 0),
                    ]
                });
                ELSEWHERE * f64::from(elsewhere[0].min(elsewhere[1]))
            }
            Law::Gibbs(weights) => weights.energy(features(all)),
        }
    }
}

/// The cells of a fleet that [`GibbsWeights`] weighs, in the order of its fields.
fn features<'a, const W: usize>(
    fleet: impl Iterator<Item = &'a Surroundings<W>>,
) -> [u32; GibbsWeights::COUNT] {
    let [mut long, mut twice, mut short] = [Bits::<W>::EMPTY; 3];
    let [mut edge, mut short_edge] = [0; 2];
    for ship in fleet {
        if ship.is_long {
            twice = twice.or(long.and(ship.around));
            long = long.or(ship.around);
            edge += ship.border;
        } else {
            short = short.or(ship.around);
            short_edge += ship.border;
        }
    }
    [long.count(), twice.count(), edge, short.and(long).count(), short_edge]
}

/// The cells of a fleet that [`GibbsWeights`] weighs.
pub(crate) fn weighed_cells(rules: &Rules, fleet: &Fleet) -> [u32; GibbsWeights::COUNT] {
    dispatch!(rules.size(), W => {
        let placements = ShipPlacements::<W>::new(rules);
        let none = Mixture::from(GibbsWeights::default());
        let energies = Energies::of_mixture(rules, &placements, &none);
        let numbers = placements.numbers(fleet);
        features(numbers.iter().map(|&number| &energies.placements[usize::from(number)]))
    })
}

/// How the fleets of a sample are weighed.
#[derive(Clone, Copy, Debug)]
pub(super) struct FleetOdds<'a, const W: usize> {
    pub(super) energies: &'a Energies<W>,
    /// The placements of the sunk ships, which particles lack: the energy is that of the whole fleet.
    pub(super) sunk: &'a [u16],
    /// The inverse temperature, 0 to 1.
    pub(super) scale: f64,
}

impl<const W: usize> FleetOdds<'_, W> {
    /// The probability of a fleet divided by that of another one.
    pub(super) fn ratio(
        &self,
        component: u8,
        fleet: impl Iterator<Item = u16>,
        other: impl Iterator<Item = u16>,
    ) -> f64 {
        let sunk = || self.sunk.iter().copied();
        let energy = self.energies.energy(component, sunk().chain(fleet));
        let other = self.energies.energy(component, sunk().chain(other));
        det::exp(self.scale * (other - energy))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_counted_as_their_names_say() {
        // Two long ships share the cells between them; a short one is beside both and at the border.
        let (size, fleet) = Fleet::from_text("AAA.\n...C\nBB..\n....\n").unwrap();
        let rules = Rules::new(size, "3,2,1".parse().unwrap(), Touch::Never).unwrap();
        // Beside long ships, beside two of them, long at the border, beside long and short, short at the border.
        assert_eq!(weighed_cells(&rules, &fleet), [9, 3, 4, 3, 1]);
    }
}

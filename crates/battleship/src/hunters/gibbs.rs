//! Fleets drawn by their energies: simulated annealing to a likely fleet, then a Markov chain from it.

use std::fmt::Debug;
use std::sync::Arc;

use tilewright_grid::{Bits, Rng};

use super::energy::{Energies, FleetOdds};
use super::outlook::{Outlook, ShipPlacements};
use super::particle::{Particle, Room, Scene};
use crate::bits::dispatch;
use crate::{Fleet, FleetError, Mixture, Rules, Sequential, Sight};

/// The number of moves of a draw for each ship, half of them while annealing: about a millisecond for the standard game. With
/// 200, 500, 1000 and 3000 moves the fleets of the built-in placer have 25.4, 24.9, 24.6 and 24.4 cells beside long ships
/// in the mean, which `--example adversarial` prints.
const MOVES: u32 = 1000;

/// The inverse temperatures of annealing are multiples of one over this.
const STAGES: u32 = 16;

/// Draws fleets for fixed rules.
pub(crate) trait FleetSampler: Debug + Send + Sync {
    /// A random legal fleet, its ships in the order of the roster.
    ///
    /// # Errors
    /// [`FleetError::NotFound`] when no legal fleet was found to start from.
    fn draw(&self, rng: &mut Rng) -> Result<Fleet, FleetError>;
}

/// The sampler of a mixture.
pub(crate) fn sampler(rules: &Rules, mixture: &Mixture) -> Arc<dyn FleetSampler> {
    dispatch!(rules.size(), W => {
        let placements = ShipPlacements::<W>::new(rules);
        let energies = Energies::of_mixture(rules, &placements, mixture);
        Arc::new(GibbsSampler::new(rules, Arc::new(placements), Arc::new(energies)))
    })
}

/// Draws a component of the mixture, a sequential fleet, and moves its ships by the Metropolis–Hastings algorithm: first
/// with rising inverse temperature (Kirkpatrick, Gelatt and Vecchi, *Optimization by simulated annealing*, 1983), since
/// a chain from a random fleet would stay among unlikely ones for long, then with the weights as they are.
#[derive(Debug)]
pub(super) struct GibbsSampler<const W: usize> {
    placements: Arc<ShipPlacements<W>>,
    energies: Arc<Energies<W>>,
    outlook: Outlook<W>,
    room: Room,
    sequential: Sequential,
    /// The class of every ship, class by class.
    classes: Vec<u16>,
    /// For every ship, class by class, its index in the roster.
    order: Vec<usize>,
}

impl<const W: usize> GibbsSampler<W> {
    pub(super) fn new(
        rules: &Rules,
        placements: Arc<ShipPlacements<W>>,
        energies: Arc<Energies<W>>,
    ) -> Self {
        let outlook = Outlook::of(&Sight::new(rules), &placements);
        let mut room = Room::default();
        room.read(&outlook, &placements);
        let lengths = rules.roster().lengths();
        let mut order: Vec<usize> = (0..lengths.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(lengths[at]));
        let sequential = Sequential::new(rules);
        let classes = placements.class_of_each();
        Self { placements, energies, outlook, room, sequential, classes, order }
    }

    /// A random component, and the placements of a fleet from it, class by class.
    pub(super) fn numbers(&self, rng: &mut Rng) -> Result<(u8, Vec<u16>), FleetError> {
        let fleet = self.sequential.draw(rng)?;
        let component = self.energies.component(rng);
        let placements = &*self.placements;
        let mut ships = placements.numbers(&fleet);
        let cells = |&number: &u16| placements.all[usize::from(number)].cells;
        let mut occupied = ships.iter().map(cells).fold(Bits::EMPTY, Bits::or);

        let moves = MOVES * ships.len() as u32 / 2;
        let classes = &self.classes;
        let mut particle =
            Particle { ships: &mut ships, occupied: &mut occupied, classes, component };
        let stages =
            (1..=STAGES).map(|stage| (f64::from(stage) / f64::from(STAGES), STAGES));
        for (scale, share) in stages.chain([(1.0, 1)]) {
            let odds = FleetOdds { energies: &self.energies, sunk: &[], scale };
            let scene = Scene {
                outlook: &self.outlook,
                room: &self.room,
                placements,
                odds: Some(odds),
            };
            (0..moves / share).for_each(|_| particle.step(scene, rng));
        }
        Ok((component, ships))
    }
}

impl<const W: usize> FleetSampler for GibbsSampler<W> {
    fn draw(&self, rng: &mut Rng) -> Result<Fleet, FleetError> {
        let (_, numbers) = self.numbers(rng)?;
        let mut ships: Vec<_> = self.order.iter().copied().zip(numbers).collect();
        ships.sort_unstable();
        let ship =
            |(_, number): (usize, u16)| self.placements.all[usize::from(number)].ship;
        Ok(Fleet::new(ships.into_iter().map(ship).collect()))
    }
}

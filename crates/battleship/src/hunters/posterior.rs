//! The posterior probability that a ship occupies a cell, sampled: the hunters `scout`,
//! `posterior` and `veteran`, and hints.

use std::ops::ControlFlow;
use std::sync::Arc;

use rayon::prelude::*;
use tilewright_grid::{Cell, Grid, ProgressWatch, Rng, Seed, Watch};

use super::density::Density;
use super::energy::{Energies, FleetOdds};
use super::gibbs::GibbsSampler;
use super::outlook::{Outlook, ShipPlacements, best_of};
use super::particle::{Room, Scene};
use super::particles::Particles;
use super::{Hunter, RandomHunter};
use crate::bits::{self, dispatch};
use crate::{
    Fleet, FleetError, Limits, Mark, Mixture, Placements, Rules, Sight, TwoColumns,
};

/// The size of a sample and the number of its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SampleSize {
    /// The number of fleets in the sample.
    pub(super) fleets: usize,
    /// The number of moves after a shot, of each fleet that still agrees and of each copy.
    pub(super) moves: [u32; 2],
}

/// Keeps a sample of fleets that agree with its shots, and shoots at the cell that most of them
/// occupy, a random one in a tie.
///
/// If no fleet of the sample agrees any more, a new sample is built from scratch. If that fails,
/// too, it aims as the density hunter does.
#[derive(Debug)]
pub(super) struct SampledPosterior<const W: usize> {
    sampling: SampleSize,
    placements: Arc<ShipPlacements<W>>,
    /// Whole fleets to start every game with, about uniformly distributed.
    bank: Arc<Particles<W>>,
    particles: Particles<W>,
    room: Room,
    values: Vec<f32>,
    fallback: Density<W>,
    /// How it weighs fleets, if it knows how they are placed.
    energies: Option<Arc<Energies<W>>>,
}

/// The default memory limit for counting, in bytes. It bounds the time, too, since both grow with the
/// profiles of a count. Chosen: a count that gave up here took a tenth of a second when the limit was set; no
/// command measures that time again.
const COUNTING_MEMORY: u64 = 1 << 26;

/// The number of calls of the watch after which counting for a hint gives up: some seconds.
const LOOKS: u32 = 3000;

/// The number of shots before counting is tried again after it gave up: each try costs its whole
/// limit, and a few shots reduce the possible fleets by a factor only. Chosen.
const PAUSE: u32 = 6;

/// The number of fleets in the bank. Games draw from it again and again: mean shots of 1000 games
/// of `posterior` against uniform fleets are 56.2 with 1024 fleets, 55.8 with 4096 and with 16,384,
/// each ± 0.4 (`cargo run --release -p tilewright-battleship --example hunters 1000 posterior`).
const BANK: usize = 4096;

impl<const W: usize> SampledPosterior<W> {
    pub(super) fn new(rules: &Rules, sampling: SampleSize) -> Self {
        let placements = ShipPlacements::new(rules);
        let bank = Particles::new(rules, &placements, BANK, &mut Seed(1).rng());
        Self::with_bank(rules, sampling, Arc::new(placements), bank, None)
    }

    /// The hunter that knows that fleets are drawn from a mixture. The watch is called for every fleet of the bank.
    ///
    /// # Errors
    /// When the watch stops it, or no legal fleet is found.
    pub(super) fn knowing_mixture(
        rules: &Rules,
        sampling: SampleSize,
        mixture: &Mixture,
        watch: &dyn Watch,
    ) -> Result<Self, FleetError> {
        let placements = Arc::new(ShipPlacements::new(rules));
        let energies = Arc::new(Energies::of_mixture(rules, &placements, mixture));
        let (all, weighed) = (Arc::clone(&placements), Arc::clone(&energies));
        let sampler = GibbsSampler::new(rules, all, weighed);
        let fleets = bank_of(|rng| sampler.numbers(rng), watch)?;
        let bank = Particles::of_whole(fleets.into_iter(), &placements);
        Ok(Self::with_bank(rules, sampling, placements, bank, Some(energies)))
    }

    /// The hunter that knows that fleets are placed in two columns. It takes all of them for equally likely, which they
    /// nearly are.
    ///
    /// # Errors
    /// When the watch stops it, or no such fleet is found.
    pub(super) fn knowing_columns(
        rules: &Rules,
        sampling: SampleSize,
        columns: &TwoColumns,
        watch: &dyn Watch,
    ) -> Result<Self, FleetError> {
        let placements = Arc::new(ShipPlacements::new(rules));
        let energies = Arc::new(Energies::of_two_columns(rules, &placements));
        let numbers = |fleet: Fleet| (0, placements.numbers(&fleet));
        let fleets = bank_of(|rng| columns.draw(rng).map(numbers), watch)?;
        let bank = Particles::of_whole(fleets.into_iter(), &placements);
        Ok(Self::with_bank(rules, sampling, placements, bank, Some(energies)))
    }

    fn with_bank(
        rules: &Rules,
        sampling: SampleSize,
        placements: Arc<ShipPlacements<W>>,
        bank: Particles<W>,
        energies: Option<Arc<Energies<W>>>,
    ) -> Self {
        Self {
            sampling,
            placements,
            particles: bank.clone(),
            bank: Arc::new(bank),
            room: Room::default(),
            values: Vec::new(),
            fallback: Density::new(rules),
            energies,
        }
    }

    /// The same hunter with a sample of another size, before a game.
    pub(super) fn sized(&self, sampling: SampleSize) -> Self {
        Self {
            sampling,
            placements: Arc::clone(&self.placements),
            bank: Arc::clone(&self.bank),
            particles: self.particles.compact(),
            room: Room::default(),
            values: Vec::new(),
            fallback: self.fallback.fresh(),
            energies: self.energies.clone(),
        }
    }

    /// Brings the sample up to date; false if it is empty.
    fn follow(&mut self, sight: &Sight<'_>, outlook: &Outlook<W>, rng: &mut Rng) -> bool {
        self.particles.complete(&self.placements);
        self.particles.filter(sight, outlook, &self.placements);
        if sight.shots() > 0 {
            self.room.read(outlook, &self.placements);
            let SampleSize { fleets, moves } = self.sampling;
            let (room, placements) = (&self.room, &self.placements);
            let sunk = match self.energies {
                Some(_) => placements.numbers_of(sight.sunk()),
                None => Vec::new(),
            };
            let odds = self.energies.as_deref();
            let odds =
                odds.map(|energies| FleetOdds { energies, sunk: &sunk, scale: 1.0 });
            let scene = Scene { outlook, room, placements, odds };

            // An eighth is built from scratch; copies that are moved fill the sample. It is seldom
            // needed: with a half and with a 32nd `posterior` takes as many shots.
            if self.particles.count() == 0 {
                self.particles.rebuild(fleets / 8 + 1, scene, rng);
            }
            self.particles.fill(fleets, moves, scene, rng);
        }

        self.weigh();
        self.particles.count() > 0
    }

    /// Counts for every cell the fleets of the sample that occupy it.
    fn weigh(&mut self) {
        self.values.clear();
        self.values.resize(64 * W, 0.0);
        for &number in &self.particles.ships {
            let placement = &self.placements.all[usize::from(number)];
            let mut place = usize::from(placement.place);
            for _ in 0..placement.ship.length {
                self.values[place] += 1.0;
                place += usize::from(placement.pace);
            }
        }
    }
}

/// The fleets of a bank, drawn on all threads. The watch is called for every one.
fn bank_of(
    draw: impl Fn(&mut Rng) -> Result<(u8, Vec<u16>), FleetError> + Sync,
    watch: &dyn Watch,
) -> Result<Vec<(u8, Vec<u16>)>, FleetError> {
    let one = |number: usize| match watch.look() {
        ControlFlow::Break(()) => Err(FleetError::Cancelled),
        ControlFlow::Continue(()) => draw(&mut Seed(1).child(number as u64).rng()),
    };
    (0..BANK).into_par_iter().map(one).collect()
}

impl<const W: usize> Hunter for SampledPosterior<W> {
    /// Sessions keep many copies: what the next shot finds anew is left out of them.
    fn fork(&self) -> Box<dyn Hunter> {
        Box::new(self.sized(self.sampling))
    }

    fn begin(&mut self, rng: &mut Rng) {
        self.particles.draw_from(&self.bank, self.sampling.fleets, rng);
    }

    fn aim(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Cell {
        let outlook = Outlook::of(sight, &self.placements);
        let place = if self.follow(sight, &outlook, rng) {
            best_of(outlook.open, &self.values, rng)
        } else {
            self.fallback.search(&outlook, rng)
        };
        match place {
            Some(place) => bits::cell(self.placements.size, place),
            None => RandomHunter.aim(sight, rng),
        }
    }
}

/// The posterior probability that a ship occupies a cell, given a hunter's shots, for pictures and
/// hints. It is exact if all possible fleets can be counted quickly, and otherwise estimated from
/// a sample of them. A value of this type follows one game from shot to shot.
///
/// ```
/// use tilewright_battleship::{Fleet, Posterior, Rules, Sight, Touch};
/// use tilewright_grid::{Cell, Seed};
///
/// let (size, fleet) = Fleet::from_text("AA.\n...\n")?;
/// let rules = Rules::new(size, "2".parse()?, Touch::Never)?;
/// let mut posterior = Posterior::new(&rules, Seed(1));
/// let mut sight = Sight::new(&rules);
/// sight.shoot(&fleet, Cell::new(0, 0))?;
/// // The ship continues to the east or to the south.
/// let probabilities = posterior.probabilities(&sight);
/// assert_eq!(probabilities[Cell::new(0, 0)], 1.0);
/// assert_eq!(probabilities[Cell::new(0, 1)], 0.5);
/// assert_eq!(probabilities[Cell::new(1, 0)], 0.5);
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
pub struct Posterior {
    sampled: Box<dyn PosteriorSampler>,
    memory: u64,
    rng: Rng,
    /// The number of shots from which counting is tried again after it gave up.
    counts_from: u32,
}

/// A [`SampledPosterior`] of any number of words.
trait PosteriorSampler: Send + Sync {
    fn begin(&mut self, rng: &mut Rng);
    fn probabilities(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Grid<f64>;
}

impl Posterior {
    /// The largest error observed in sampled probabilities. That of 2000 independent fleets would
    /// have a standard deviation of 0.011 at most; samples after many shots are less varied.
    pub const ERROR: f64 = 0.06;

    /// A memory limit for hints that are worth some seconds of counting: 1 GiB, in bytes.
    pub const HINT_MEMORY: u64 = 1 << 30;

    /// The posterior before the first shot. What is sampled is drawn from the seed.
    pub fn new(rules: &Rules, seed: Seed) -> Self {
        let mut rng = seed.rng();
        let sampling = SampleSize { fleets: 2000, moves: [8, 40] };
        let mut sampled: Box<dyn PosteriorSampler> = dispatch!(rules.size(), W => Box::new(SampledPosterior::<W>::new(rules, sampling)));
        sampled.begin(&mut rng);
        Self { sampled, rng, memory: COUNTING_MEMORY, counts_from: 0 }
    }

    /// The same with another memory limit for counting, in bytes; the default is 64 MiB.
    #[must_use]
    pub const fn with_memory(mut self, memory: u64) -> Self {
        self.memory = memory;
        self
    }

    /// The probabilities after these shots: 1 where a shot hit, 0 where it missed. If the sample
    /// is needed and empty, all unknown cells are 0.
    pub fn probabilities(&mut self, sight: &Sight<'_>) -> Grid<f64> {
        // The sample is always brought up to date, so that it has followed the game when needed.
        let sampled = self.sampled.probabilities(sight, &mut self.rng);
        if sight.shots() < self.counts_from {
            return sampled;
        }
        match Placements::given(sight, Limits::of_memory(self.memory), &()) {
            Ok(placements) if placements.total() > 0 => placements.probabilities(),
            Ok(_) => sampled,
            Err(_) => {
                self.counts_from = sight.shots() + PAUSE;
                sampled
            }
        }
    }

    /// The probabilities for a hint: counted if that takes some seconds at most, otherwise
    /// sampled. The watch is called with the progress of the count in thousandths and may stop it.
    ///
    /// # Errors
    /// [`FleetError::Cancelled`] when the watch stops it.
    pub fn hint(
        &mut self,
        sight: &Sight<'_>,
        watch: &dyn Watch,
    ) -> Result<Occupancy, FleetError> {
        let (mut looks, mut is_cancelled) = (0, false);
        let limited = ProgressWatch::new(|done, total| {
            looks += 1;
            is_cancelled = watch.reach(done, total).is_break();
            if is_cancelled || looks >= LOOKS {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });

        if sight.shots() >= self.counts_from {
            let counted =
                Placements::given(sight, Limits::of_memory(self.memory), &limited);
            match counted {
                Ok(placements) if placements.total() > 0 => {
                    let probabilities = placements.probabilities();
                    return Ok(Occupancy { probabilities, is_exact: true });
                }
                Err(error) if is_cancelled => return Err(error),
                Ok(_) | Err(_) => self.counts_from = sight.shots() + PAUSE,
            }
        }

        let probabilities = self.sampled.probabilities(sight, &mut self.rng);
        Ok(Occupancy { probabilities, is_exact: false })
    }
}

/// For every cell the probability that a ship occupies it.
#[derive(Clone, Debug, PartialEq)]
pub struct Occupancy {
    /// The probabilities: 1 where a shot hit, 0 where it missed.
    pub probabilities: Grid<f64>,
    /// Whether all fleets were counted. Sampled probabilities have an error of up to
    /// [`Posterior::ERROR`].
    pub is_exact: bool,
}

impl<const W: usize> PosteriorSampler for SampledPosterior<W> {
    fn begin(&mut self, rng: &mut Rng) {
        Hunter::begin(self, rng);
    }

    fn probabilities(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Grid<f64> {
        let outlook = Outlook::of(sight, &self.placements);
        self.follow(sight, &outlook, rng);
        let fleets = self.particles.count().max(1) as f64;
        let size = self.placements.size;
        Grid::from_fn(size, |cell| match sight.mark(cell) {
            Mark::Unknown => f64::from(self.values[bits::place(size, cell)]) / fleets,
            Mark::Miss => 0.0,
            Mark::Hit | Mark::Sunk => 1.0,
        })
    }
}

#[cfg(test)]
mod tests {
    use tilewright_grid::Size;

    use super::*;
    use crate::{GibbsWeights, MEMORY, MixtureComponent, Touch};

    #[test]
    fn the_sample_is_close_to_the_exact_posterior() {
        let roster = "4,3,2,2,1,1".parse().unwrap();
        let rules = Rules::new(Size::new(8, 8), roster, Touch::Never).unwrap();
        let placements = Placements::new(&rules, MEMORY).unwrap();

        for seed in 0..3 {
            let fleet = placements.draw(&mut Seed(seed).rng()).unwrap();

            let mut posterior = Posterior::new(&rules, Seed(seed).child(1));
            let mut sight = Sight::new(&rules);
            let mut cells: Vec<Cell> = rules.size().cells().collect();
            Seed(seed).child(2).rng().shuffle(&mut cells);

            let (mut sum, mut count) = (0.0, 0.0);
            for &cell in &cells[..30] {
                sight.shoot(&fleet, cell).unwrap();
                let Posterior { sampled, rng, .. } = &mut posterior;
                let sampled = sampled.probabilities(&sight, rng);
                let exact = Placements::given(&sight, Limits::of_memory(MEMORY), &())
                    .unwrap()
                    .probabilities();

                for cell in rules.size().cells() {
                    if sight.mark(cell) == Mark::Unknown {
                        sum += (sampled[cell] - exact[cell]).abs();
                        count += 1.0;
                    }
                }
            }

            assert!(sum / count < 0.03, "mean absolute error {}", sum / count);
        }
    }

    /// For every cell the probability that a ship occupies it, over all fleets of the mixture that answer these shots alike.
    fn enumerated(
        rules: &Rules,
        mixture: &Mixture,
        shots: &[Cell],
        seen: &Sight<'_>,
    ) -> Grid<f64> {
        let placements = Placements::new(rules, MEMORY).unwrap();
        let fleets: Vec<Fleet> =
            (0..placements.total()).map(|it| placements.fleet(it)).collect();
        let mut odds = vec![0.0; fleets.len()];
        for component in mixture.components() {
            let each = fleets.iter().map(|fleet| {
                let energy = component.weights.energy(GibbsWeights::cells(rules, fleet));
                tilewright_grid::det::exp(-energy)
            });
            let each: Vec<f64> = each.collect();
            let sum: f64 = each.iter().sum();
            let shares = each.iter().map(|it| component.share * it / sum);
            odds.iter_mut().zip(shares).for_each(|(odds, share)| *odds += share);
        }

        let mut sums = Grid::from_fn(rules.size(), |_| 0.0);
        let mut all = 0.0;
        for (fleet, odds) in fleets.iter().zip(odds) {
            let mut sight = Sight::new(rules);
            // A fleet that is sunk before the last shot is another one.
            let is_shot = shots.iter().all(|cell| sight.shoot(fleet, *cell).is_ok());
            let is_alike = rules.size().cells().all(|it| sight.mark(it) == seen.mark(it));
            if is_shot && is_alike && sight.sunk() == seen.sunk() {
                all += odds;
                let cells = fleet.ships.iter().flat_map(|ship| ship.cells());
                cells.for_each(|cell| sums[cell] += odds);
            }
        }
        Grid::from_fn(rules.size(), |cell| sums[cell] / all)
    }

    #[test]
    fn a_hunter_that_knows_a_mixture_has_its_posterior_after_any_shots() {
        let weights = [[0.8, -0.4, 0.5, 0.3, -0.4], [-0.6, 0.2, -0.5, 0.4, 0.5]];
        let component = |(share, weights)| MixtureComponent {
            share,
            weights: GibbsWeights::of_values(weights),
        };
        let two = [(0.6, weights[0]), (0.4, weights[1])].map(component);
        let mixture = Mixture::new(two.to_vec()).unwrap();
        let sampling = SampleSize { fleets: 2000, moves: [8, 40] };

        for (fleet, touch) in
            [("2,1,1", Touch::Never), ("3,2", Touch::Corners), ("2,2,1", Touch::Free)]
        {
            let rules =
                Rules::new(Size::new(4, 4), fleet.parse().unwrap(), touch).unwrap();
            let placer = crate::Placer::mixture(&rules, &mixture);
            let hunter =
                SampledPosterior::<1>::knowing_mixture(&rules, sampling, &mixture, &());
            let mut hunter = hunter.unwrap();
            let (mut sum, mut count, mut sunk) = (0.0, 0, 0);
            for seed in 0..6 {
                let mut rng = Seed(seed).rng();
                let fleet = placer.draw(&rules, &mut rng).unwrap();
                let mut cells: Vec<Cell> = rules.size().cells().collect();
                rng.shuffle(&mut cells);
                Hunter::begin(&mut hunter, &mut rng);
                let mut sight = Sight::new(&rules);
                for (number, &cell) in cells.iter().enumerate() {
                    let shots = &cells[..number];
                    let sampled = hunter.probabilities(&sight, &mut rng);
                    let exact = enumerated(&rules, &mixture, shots, &sight);
                    for &cell in &cells[number..] {
                        sum += (sampled[cell] - exact[cell]).abs();
                        count += 1;
                    }
                    sight.shoot(&fleet, cell).unwrap();
                    if sight.is_over() {
                        break;
                    }
                    sunk += sight.sunk().len();
                }
            }
            assert!(sunk > 10, "{sunk}");
            let error = sum / f64::from(count);
            assert!(error < 0.015, "{fleet}: mean absolute error {error}");
        }
    }
}

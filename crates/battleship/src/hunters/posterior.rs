//! The posterior by sampling.

use std::ops::ControlFlow;
use std::sync::Arc;

use tilewright_grid::{Cell, Grid, Rng, Seed, Telling, Watch};

use super::density::Density;
use super::outlook::{Berths, Outlook, best_of};
use super::particles::{Particles, Room};
use super::{Hunter, Random};
use crate::bits::{self, dispatch};
use crate::{FleetError, Mark, Rules, Sight, Ways};

/// How a posterior hunter samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sampling {
    /// How many fleets it keeps in mind.
    pub(super) fleets: usize,
    /// How many moves each fleet that remained gets after a shot, and each copy.
    pub(super) stirs: [u32; 2],
}

/// Keeps a sample of fleets that agree with what it knows, and shoots where most of them have
/// a deck.
///
/// Where the sample runs empty a new one is made from nothing; where that fails too, it aims
/// by the density.
#[derive(Clone, Debug)]
pub(super) struct Posterior<const W: usize> {
    sampling: Sampling,
    berths: Arc<Berths<W>>,
    /// Even fleets before the first shot.
    bank: Arc<Particles<W>>,
    particles: Particles<W>,
    room: Room,
    values: Vec<f32>,
    fallback: Density<W>,
}

/// The memory that pictures and hints may take to count, in bytes: a tenth of a second.
const CLOUD: u64 = 1 << 26;

/// How often counting for a hint is looked at before it is given up: some seconds.
const LOOKS: u32 = 3000;

/// In how many shots counting is not tried again that took too much.
const REST: u32 = 6;

/// How many fleets are drawn once, of which every game begins with some.
const BANK: usize = 4096;

impl<const W: usize> Posterior<W> {
    pub(super) fn new(rules: &Rules, sampling: Sampling) -> Self {
        let berths = Berths::new(rules);
        let bank = Particles::new(rules, &berths, BANK, &mut Seed(1).rng());
        Self {
            sampling,
            berths: Arc::new(berths),
            particles: bank.clone(),
            bank: Arc::new(bank),
            room: Room::default(),
            values: vec![0.0; 64 * W],
            fallback: Density::new(rules),
        }
    }

    /// Takes the sample to what is known now; says whether there is one.
    fn follow(&mut self, sight: &Sight<'_>, outlook: &Outlook<W>, rng: &mut Rng) -> bool {
        self.particles.sift(sight, outlook, &self.berths);
        if sight.shots() > 0 {
            self.room.read(outlook, &self.berths);
            let Sampling { fleets, stirs } = self.sampling;
            let (room, berths) = (&self.room, &self.berths);
            if self.particles.count() == 0 {
                self.particles.rebuild(fleets / 8 + 1, outlook, room, berths, rng);
            }
            self.particles.fill(fleets, stirs, outlook, room, berths, rng);
        }
        self.weigh();
        self.particles.count() > 0
    }

    /// How many fleets of the sample have a deck in each cell.
    fn weigh(&mut self) {
        self.values.fill(0.0);
        for &number in &self.particles.ships {
            let berth = &self.berths.all[usize::from(number)];
            let mut place = usize::from(berth.place);
            for _ in 0..berth.ship.length {
                self.values[place] += 1.0;
                place += usize::from(berth.pace);
            }
        }
    }
}

impl<const W: usize> Hunter for Posterior<W> {
    fn fork(&self) -> Box<dyn Hunter> {
        Box::new(self.clone())
    }

    fn begin(&mut self, rng: &mut Rng) {
        self.particles.draw_from(&self.bank, self.sampling.fleets, rng);
    }

    fn aim(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Cell {
        let outlook = Outlook::of(sight, &self.berths);
        let place = if self.follow(sight, &outlook, rng) {
            best_of(outlook.open, &self.values, rng)
        } else {
            self.fallback.search(&outlook, rng)
        };
        match place {
            Some(place) => bits::cell(self.berths.size, place),
            None => Random.aim(sight, rng),
        }
    }
}

/// How likely each cell holds a deck, as far as a hunter can know, for pictures and hints:
/// exactly where all fleets that are possible are quickly counted, by a sample of them
/// otherwise. It follows one game shot by shot.
///
/// ```
/// use tilewright_battleship::{Cloud, Rules, Sight};
/// use tilewright_grid::Seed;
///
/// let rules = Rules::russian(10, 10)?;
/// let mut cloud = Cloud::new(&rules, Seed(1));
/// let likely = cloud.look(&Sight::new(&rules));
/// let decks: f64 = likely.values().iter().sum();
/// assert!((decks - 20.0).abs() < 1e-6);
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
pub struct Cloud {
    inner: Box<dyn Look>,
    memory: u64,
    rng: Rng,
    /// From how many shots on it counts again, after counting took too much.
    counts_from: u32,
}

/// A posterior of any number of words.
trait Look: Send + Sync {
    fn begin(&mut self, rng: &mut Rng);
    fn look(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Grid<f64>;
}

impl Cloud {
    /// The most by which sampled probabilities were seen to be off.
    pub const ERROR: f64 = 0.06;

    /// The memory that a hint may take to count, in bytes: 1 GiB.
    pub const HINT_MEMORY: u64 = 1 << 30;

    /// Before the first shot of a game.
    pub fn new(rules: &Rules, seed: Seed) -> Self {
        let mut rng = seed.rng();
        let sampling = Sampling { fleets: 2000, stirs: [8, 40] };
        let mut inner: Box<dyn Look> =
            dispatch!(rules.size(), W => Box::new(Posterior::<W>::new(rules, sampling)));
        inner.begin(&mut rng);
        Self { inner, rng, memory: CLOUD, counts_from: 0 }
    }

    /// Limits the memory for counting, in bytes.
    #[must_use]
    pub const fn with_memory(mut self, memory: u64) -> Self {
        self.memory = memory;
        self
    }

    /// The probabilities now: 1 where a deck was hit, 0 where a shot missed. Without any fleet
    /// in the sample all unknown cells are 0.
    pub fn look(&mut self, sight: &Sight<'_>) -> Grid<f64> {
        // The sample looks at every shot, so that it knows the game when it is needed.
        let sampled = self.inner.look(sight, &mut self.rng);
        if sight.shots() < self.counts_from {
            return sampled;
        }
        match Ways::given(sight, self.memory) {
            Ok(ways) if ways.total() > 0 => ways.probabilities(),
            Ok(_) => sampled,
            Err(_) => {
                self.counts_from = sight.shots() + REST;
                sampled
            }
        }
    }

    /// The same for a hint: counted wherever that takes some seconds at most, and sampled only
    /// where it does not. The watch is told how many thousandths of the counting are done, and may
    /// stop it.
    ///
    /// # Errors
    /// [`FleetError::Cancelled`] when the watch stops it.
    pub fn hint(
        &mut self,
        sight: &Sight<'_>,
        watch: &dyn Watch,
    ) -> Result<Likely, FleetError> {
        let (mut looks, mut is_cancelled) = (0, false);
        let patient = Telling::new(|done, total| {
            looks += 1;
            is_cancelled = watch.reach(done, total).is_break();
            if is_cancelled || looks >= LOOKS {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        if sight.shots() >= self.counts_from {
            let counted = Ways::given_while(sight, self.memory, &patient);
            match counted {
                Ok(ways) if ways.total() > 0 => {
                    return Ok(Likely { decks: ways.probabilities(), is_exact: true });
                }
                Err(error) if is_cancelled => return Err(error),
                Ok(_) | Err(_) => self.counts_from = sight.shots() + REST,
            }
        }
        let decks = self.inner.look(sight, &mut self.rng);
        Ok(Likely { decks, is_exact: false })
    }
}

/// How likely each cell holds a deck.
#[derive(Clone, Debug, PartialEq)]
pub struct Likely {
    /// The probabilities: 1 where a deck was hit, 0 where a shot missed.
    pub decks: Grid<f64>,
    /// Whether all fleets were counted; otherwise they were sampled, and may be off by some
    /// hundredths ([`Cloud::ERROR`]).
    pub is_exact: bool,
}

impl<const W: usize> Look for Posterior<W> {
    fn begin(&mut self, rng: &mut Rng) {
        Hunter::begin(self, rng);
    }

    fn look(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Grid<f64> {
        let outlook = Outlook::of(sight, &self.berths);
        self.follow(sight, &outlook, rng);
        let fleets = self.particles.count().max(1) as f64;
        let size = self.berths.size;
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
    use crate::{MEMORY, Touch};

    #[test]
    fn the_sample_is_close_to_the_exact_posterior() {
        let roster = "4,3,2,2,1,1".parse().unwrap();
        let rules = Rules::new(Size::new(8, 8), roster, Touch::Never).unwrap();
        let ways = Ways::new(&rules, MEMORY).unwrap();
        for seed in 0..3 {
            let fleet = ways.draw(&mut Seed(seed).rng()).unwrap();
            let mut cloud = Cloud::new(&rules, Seed(seed).child(1));
            let mut sight = Sight::new(&rules);
            let mut cells: Vec<Cell> = rules.size().cells().collect();
            Seed(seed).child(2).rng().shuffle(&mut cells);
            let (mut sum, mut count) = (0.0, 0.0);
            for &cell in &cells[..30] {
                sight.shoot(&fleet, cell).unwrap();
                let sampled = cloud.inner.look(&sight, &mut cloud.rng);
                let exact = Ways::given(&sight, MEMORY).unwrap().probabilities();
                for cell in rules.size().cells() {
                    if sight.mark(cell) == Mark::Unknown {
                        sum += (sampled[cell] - exact[cell]).abs();
                        count += 1.0;
                    }
                }
            }
            assert!(sum / count < 0.03, "off by {} on average", sum / count);
        }
    }
}

//! The search for adversarial fleets: many independent islands, each a (μ + λ) evolution.

mod island;
mod problem;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tilewright_grid::{Seed, Watch};

use self::island::{Island, Search};
pub use self::island::{Stretch, StretchEnd};
use self::problem::UNJUDGED;
use crate::{Fleet, FleetError, Rules, SkilledHunter, Strategy};

/// The number of games of a stretch, about half a second's work of the usual hunters.
const STRETCH: u64 = 1024;

/// The settings of [`adversarial`].
#[derive(Clone, Debug, PartialEq)]
pub struct AdversarialSettings {
    /// The hunters to hide from.
    pub hunters: Vec<SkilledHunter>,
    /// Further hunters that are used only in the final selection, together with
    /// [`hunters`](Self::hunters).
    pub judges: Vec<SkilledHunter>,
    /// The number of fleets to find.
    pub fleets: usize,
    /// The number of fleets per island. Islands do not exchange fleets, so that those of different
    /// islands differ.
    pub island: usize,
    /// The number of generations after the first, random one.
    pub generations: u64,
    /// The number of games of each hunter by which a fleet is evaluated.
    pub games: u32,
}

impl AdversarialSettings {
    /// The number of fleets per island, within bounds.
    fn island(&self) -> usize {
        self.island.clamp(1, self.fleets.max(1))
    }

    /// The number of islands: enough for twice as many fleets as asked for, since only the better
    /// half is kept.
    pub fn islands(&self) -> u64 {
        (2 * self.fleets).div_ceil(self.island()) as u64
    }

    /// The number of generations of a [`Stretch`]; the last one of an island may have fewer.
    pub fn stretch(&self) -> u64 {
        let games = self.island() as u64 * u64::from(self.games);
        let games = games.saturating_mul(self.hunters.len() as u64);
        STRETCH.div_ceil(games.max(1))
    }

    /// The number of stretches of an island.
    pub fn stretches(&self) -> u64 {
        self.generations.saturating_add(1).div_ceil(self.stretch())
    }
}

impl Default for AdversarialSettings {
    fn default() -> Self {
        let hunters = [
            Strategy::HuntAndTarget,
            Strategy::Lattice,
            Strategy::Density,
            Strategy::Scout,
        ];

        // Chosen, not tuned; `tilewright battleship place --method adversarial` shows the shots
        // that other numbers reach. 24 islands of four, since fleets of one island become alike. 24
        // games of each hunter know a mean roughly, which the final selection in new games makes up
        // for. Twice the generations or games are twice the time: 560,000 games and more as it is.
        Self {
            hunters: hunters.map(SkilledHunter::from).to_vec(),
            judges: vec![Strategy::Posterior.into()],
            fleets: 48,
            island: 4,
            generations: 60,
            games: 24,
        }
    }
}

/// The state of a search for adversarial fleets after a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AdversarialGeneration {
    /// The number of the generation; the first is 0.
    pub generation: u64,
    /// The fitness of the best fleet: the mean number of shots of the hunter that sinks it
    /// fastest.
    pub best: f64,
    /// The mean fitness over all fleets.
    pub mean: f64,
    /// The best fleet.
    pub fleet: Fleet,
}

/// A fleet that hunters take long to find.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AdversarialFleet {
    /// The fleet.
    pub fleet: Fleet,
    /// The mean number of shots of the hunter or judge that sinks it fastest, over the games of
    /// the final selection. Because it is the best of many fleets in these games, the mean over
    /// new games is a little lower.
    pub shots: f64,
}

/// An event of the search. Events come from several threads.
#[derive(Clone, Copy, Debug)]
pub enum AdversarialEvent<'a> {
    /// A generation of an island is evaluated.
    Generation(&'a AdversarialGeneration),
    /// A stretch of an island is finished. Pass it to a later search with the same rules, settings
    /// and seed, which then skips it.
    Stretch(&'a Stretch),
}

/// The result of [`adversarial`].
#[derive(Clone, Debug, PartialEq)]
pub struct AdversarialFleets {
    /// The fleets, those that take the most shots first.
    pub fleets: Vec<AdversarialFleet>,
    /// The generations, over all islands.
    pub history: Vec<AdversarialGeneration>,
}

/// Evolves [`AdversarialSettings::fleets`] fleets that all of the given hunters take long to find. They
/// are meant to be hidden by [`Placer::Listed`](crate::Placer::Listed), which draws one uniformly and rotates and
/// reflects it at random.
///
/// The fitness of a fleet is the mean number of shots of the hunter that sinks it fastest; it is
/// maximised. Every island is an independent (μ + λ) evolution. At its end its best fleets, twice
/// as many as it keeps, are evaluated again in new games and by the judges too, because the best
/// of many fleets owe a part of their fitness to luck. The islands hold twice as many fleets as
/// asked for; the better half is returned. The stretches in `known`, those of an island in their
/// order and from its first one on, are not searched again: the result is the same as without them.
///
/// Soon after the watch stops it, the search returns the best fleets evaluated so far, with the
/// fitness that they had; there may be none.
///
/// ```
/// use tilewright_battleship::{AdversarialSettings, Rules, Strategy, adversarial};
/// use tilewright_grid::Seed;
///
/// let rules = Rules::russian(8, 8)?;
/// let settings = AdversarialSettings {
///     hunters: vec![Strategy::Density.into()],
///     judges: Vec::new(),
///     fleets: 2,
///     generations: 3,
///     games: 4,
///     ..AdversarialSettings::default()
/// };
/// let found = adversarial(&rules, &settings, Seed(1), Vec::new(), &(), &|_| {})?;
/// assert_eq!(found.fleets.len(), 2);
/// assert!(rules.is_legal(&found.fleets[0].fleet));
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
///
/// # Errors
/// When no legal fleet is found, a setting is 0 that must not be, or a known stretch belongs to
/// other rules, settings or another version.
pub fn adversarial(
    rules: &Rules,
    settings: &AdversarialSettings,
    seed: Seed,
    known: Vec<Stretch>,
    watch: &dyn Watch,
    see: &(dyn Fn(AdversarialEvent<'_>) + Sync),
) -> Result<AdversarialFleets, FleetError> {
    let search = Search::new(rules, settings, seed, watch, see)?;
    let mut all: Vec<_> = (0..settings.islands()).map(Island::new).collect();
    for stretch in known {
        let island = usize::try_from(stretch.island).ok();
        island.and_then(|at| all.get_mut(at)).into_iter().for_each(|it| it.add(&stretch));
    }

    let (mut islands, missing): (Vec<_>, Vec<_>) =
        all.into_iter().partition(Island::is_finished);
    // One island per thread at a time, so that the first ones finish early.
    for some in missing.chunks(rayon::current_num_threads().max(1)) {
        let done: Result<Vec<Island>, FleetError> =
            some.par_iter().map(|island| search.finished(island)).collect();
        islands.extend(done?);
        if watch.look().is_break() {
            break;
        }
    }

    islands.sort_by_key(|island| island.number);
    let history = history(&islands);
    let mut fleets: Vec<_> = islands.into_iter().flat_map(Island::into_fleets).collect();
    fleets.retain(|one| one.shots > UNJUDGED);
    fleets.sort_by(|a, b| b.shots.total_cmp(&a.shots));
    fleets.truncate(settings.fleets);

    Ok(AdversarialFleets { fleets, history })
}

/// The generations that all islands have reached: the best over all islands, the first one in a
/// tie, and the mean. Every island has the same number of fleets.
fn history(islands: &[Island]) -> Vec<AdversarialGeneration> {
    let count = islands.iter().map(|island| island.history.len()).min().unwrap_or(0);
    let generation = |at: usize| {
        let all = islands.iter().map(|island| &island.history[at]);
        let sum: f64 = all.clone().map(|generation| generation.mean).sum();
        let best =
            all.reduce(|best, next| if next.best > best.best { next } else { best })?;
        Some(AdversarialGeneration { mean: sum / islands.len() as f64, ..best.clone() })
    };
    (0..count).filter_map(generation).collect()
}

//! The search for adversarial fleets: many independent islands, each a (μ + λ) evolution.

mod problem;

use std::ops::ControlFlow;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tilewright_evolve::{Evolution, Individual, Plus, Stop};
use tilewright_grid::{Seed, Watch};

use self::problem::{AdversarialProblem, Relocate, UNJUDGED};
use crate::{
    Fleet, FleetError, FleetFile, Hunter, Placer, Rules, Sequential, SkilledHunter,
    Strategy,
};

/// The settings of [`adversarial`].
#[derive(Clone, Debug, PartialEq)]
pub struct Adversarial {
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

impl Adversarial {
    /// The number of fleets per island, within bounds.
    fn island(&self) -> usize {
        self.island.clamp(1, self.fleets.max(1))
    }

    /// The number of islands: enough for twice as many fleets as asked for, since only the better
    /// half is kept.
    pub fn islands(&self) -> u64 {
        (2 * self.fleets).div_ceil(self.island()) as u64
    }
}

impl Default for Adversarial {
    fn default() -> Self {
        let hunters = [
            Strategy::HuntAndTarget,
            Strategy::Lattice,
            Strategy::Density,
            Strategy::Scout,
        ];
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

/// A finished island: its generations and its fleets, the best first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Island {
    /// The number of the island, from 0.
    pub number: u64,
    /// Its generations, with best and mean over its own fleets.
    pub history: Vec<AdversarialGeneration>,
    /// Its fleets, the best first.
    pub fleets: Vec<AdversarialFleet>,
}

/// An event of the search. Events come from several threads.
#[derive(Clone, Copy, Debug)]
pub enum AdversarialEvent<'a> {
    /// A generation of an island is evaluated.
    Generation(&'a AdversarialGeneration),
    /// An island is finished. Pass it to a later search with the same rules, settings and seed,
    /// which then skips it.
    Island(&'a Island),
}

/// The result of [`adversarial`].
#[derive(Clone, Debug, PartialEq)]
pub struct AdversarialFleets {
    /// The fleets, those that take the most shots first.
    pub fleets: Vec<AdversarialFleet>,
    /// The generations, over all islands.
    pub history: Vec<AdversarialGeneration>,
}

/// Evolves [`Adversarial::fleets`] fleets that all of the given hunters take long to find. They
/// are meant to be hidden by [`Placer::Listed`], which draws one uniformly and rotates and
/// reflects it at random.
///
/// The fitness of a fleet is the mean number of shots of the hunter that sinks it fastest; it is
/// maximised. Every island is an independent (μ + λ) evolution. At its end its best fleets, twice
/// as many as it keeps, are evaluated again in new games and by the judges too, because the best
/// of many fleets owe a part of their fitness to luck. The islands hold twice as many fleets as
/// asked for; the better half is returned. Islands in `known` are not searched again: the result
/// is the same as without them.
///
/// Soon after the watch stops it, the search returns the best fleets evaluated so far, with the
/// fitness that they had; there may be none.
///
/// ```
/// use tilewright_battleship::{Adversarial, Rules, Strategy, adversarial};
/// use tilewright_grid::Seed;
///
/// let rules = Rules::russian(8, 8)?;
/// let settings = Adversarial {
///     hunters: vec![Strategy::Density.into()],
///     judges: Vec::new(),
///     fleets: 2,
///     generations: 3,
///     games: 4,
///     ..Adversarial::default()
/// };
/// let found = adversarial(&rules, &settings, Seed(1), Vec::new(), &(), &|_| {})?;
/// assert_eq!(found.fleets.len(), 2);
/// assert!(rules.is_legal(&found.fleets[0].fleet));
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
///
/// # Errors
/// When no legal fleet is found, or a setting is 0 that must not be.
pub fn adversarial(
    rules: &Rules,
    settings: &Adversarial,
    seed: Seed,
    known: Vec<Island>,
    watch: &dyn Watch,
    see: &(dyn Fn(AdversarialEvent<'_>) + Sync),
) -> Result<AdversarialFleets, FleetError> {
    let search = Search::new(rules, settings, seed, watch, see)?;
    let is_known = |number: &u64| known.iter().any(|island| island.number == *number);
    let missing: Vec<u64> = (0..settings.islands()).filter(|it| !is_known(it)).collect();
    let mut islands = known;
    // One island per thread at a time, so that the first ones finish early and can be kept.
    for some in missing.chunks(rayon::current_num_threads().max(1)) {
        let done: Result<Vec<Island>, FleetError> =
            some.par_iter().map(|&number| search.island(number)).collect();
        islands.extend(done?);
        if watch.look().is_break() {
            break;
        }
    }
    islands.sort_by_key(|island| island.number);
    let history = history(&islands);
    let mut fleets: Vec<_> = islands.into_iter().flat_map(|it| it.fleets).collect();
    fleets.retain(|one| one.shots > UNJUDGED);
    fleets.sort_by(|a, b| b.shots.total_cmp(&a.shots));
    fleets.truncate(settings.fleets);
    Ok(AdversarialFleets { fleets, history })
}

/// The built-in adversarial fleets, for the standard game on 10 × 10. They were found by
/// `cargo run --release -p tilewright-battleship --example adversarial`.
///
/// ```
/// use std::sync::Arc;
/// use tilewright_battleship::{Placer, Rules, Strategy, adversarial_fleets, hunt};
/// use tilewright_grid::Seed;
///
/// let rules = Rules::russian(10, 10)?;
/// let placer = Placer::Listed(Arc::new(adversarial_fleets().fleets));
/// let hunter = Strategy::Density.hunter(&rules);
/// assert_eq!(hunt(&rules, &*hunter, &placer, 0..9, Seed(1))?.len(), 9);
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
///
/// # Panics
/// Never: a test reads the file.
pub fn adversarial_fleets() -> FleetFile {
    let text = include_str!("../../fleets/adversarial-10x10.json");
    FleetFile::read(text).expect("the built-in file is valid")
}

/// The state that all islands share.
struct Search<'a> {
    rules: &'a Rules,
    settings: &'a Adversarial,
    seed: Seed,
    /// The hunters to hide from, then the judges.
    hunters: Vec<Box<dyn Hunter>>,
    columns: Option<Placer>,
    fallback: Fleet,
    watch: &'a dyn Watch,
    see: &'a (dyn Fn(AdversarialEvent<'_>) + Sync),
}

impl<'a> Search<'a> {
    fn new(
        rules: &'a Rules,
        settings: &'a Adversarial,
        seed: Seed,
        watch: &'a dyn Watch,
        see: &'a (dyn Fn(AdversarialEvent<'_>) + Sync),
    ) -> Result<Self, FleetError> {
        let fallback = Sequential::new(rules).draw(&mut seed.rng())?;
        let columns = AdversarialProblem::columns(rules);
        let hunters = settings.hunters.iter().chain(&settings.judges);
        // Making a hunter takes a while, since it prepares tables of the rules.
        let hunters = hunters.take_while(|_| watch.look().is_continue());
        let hunters =
            hunters.map(|hunter: &SkilledHunter| hunter.hunter(rules)).collect();
        Ok(Self { rules, settings, seed, hunters, columns, fallback, watch, see })
    }

    fn problem(&self, hunters: usize, seed: Seed) -> AdversarialProblem<'_> {
        let hunters = &self.hunters[..hunters.min(self.hunters.len())];
        let draws = (self.columns.as_ref(), &self.fallback);
        let Self { rules, settings, watch, .. } = *self;
        AdversarialProblem::new(rules, settings, hunters, draws, seed, watch)
    }

    /// Evolves an island to its end, or until the watch stops it.
    fn island(&self, number: u64) -> Result<Island, FleetError> {
        let seed = self.seed.child(number);
        let size = self.settings.island();
        let scheme = Plus::new(size, size, Relocate { rules: self.rules });
        let problem = self.problem(self.settings.hunters.len(), seed.child(0));
        let evolution = Evolution::new(problem, scheme, seed.child(1))?;
        // As many as a generation has with its parents, as candidates for the final selection.
        let mut evolution = evolution.with_hall_of_fame(2 * size);
        let stop = Stop::new().generations(self.settings.generations.saturating_add(1));
        let mut history = Vec::new();
        evolution.run(&stop, self.watch, |evolution| {
            history.extend(state(evolution));
            history.last().into_iter().for_each(|last| {
                (self.see)(AdversarialEvent::Generation(last));
            });
            ControlFlow::Continue(())
        })?;
        let trials = self.problem(usize::MAX, self.seed);
        let again = |known: &Individual<Fleet>| {
            trials.shots(&known.genome, self.settings.games, seed.child(2))
        };
        let members = evolution.hall_of_fame().members();
        let fleets = best_of(members, size, again);
        if self.watch.look().is_continue() {
            let island = Island { number, history, fleets };
            (self.see)(AdversarialEvent::Island(&island));
            return Ok(island);
        }
        let fleets = best_of(members, size, |known| known.evaluation.objectives[0]);
        Ok(Island { number, history, fleets })
    }
}

/// The best fleets of an island, at most `most`; `judge` returns the shots of a fleet.
fn best_of(
    members: &[Individual<Fleet>],
    most: usize,
    judge: impl Fn(&Individual<Fleet>) -> f64,
) -> Vec<AdversarialFleet> {
    let judged = |member: &Individual<Fleet>| AdversarialFleet {
        fleet: member.genome.clone(),
        shots: judge(member),
    };
    let mut fleets: Vec<_> = members.iter().map(judged).collect();
    fleets.sort_by(|a, b| b.shots.total_cmp(&a.shots));
    fleets.truncate(most);
    fleets
}

/// The state of an island after a generation.
fn state(
    evolution: &Evolution<AdversarialProblem<'_>, Plus<Relocate<'_>>>,
) -> Option<AdversarialGeneration> {
    let values = evolution.population().evaluations().iter();
    let sum: f64 = values.clone().map(|evaluation| evaluation.objectives[0]).sum();
    let best = evolution.best()?;
    Some(AdversarialGeneration {
        generation: evolution.last_event()?.generation,
        best: best.evaluation.objectives[0],
        mean: sum / values.count().max(1) as f64,
        fleet: best.genome.clone(),
    })
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

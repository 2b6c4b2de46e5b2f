//! The search for fleets that are hard to find: islands, each judged and kept as it is done.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tilewright_evolve::{Evolution, Plus, Problem as _};
use tilewright_grid::{Seed, Watch};

use crate::hard::{HardProblem, Relocate, UNJUDGED};
use crate::{Fleet, FleetError, Hunter, Placer, Player, Rules, Sequential, Strategy};

/// The settings of a search for hard fleets.
#[derive(Clone, Debug, PartialEq)]
pub struct Hardening {
    /// Whom to hide from.
    pub hunters: Vec<Player>,
    /// Who judges, together with the hunters, which fleets are kept at the end.
    pub judges: Vec<Player>,
    /// How many fleets are to be found.
    pub fleets: usize,
    /// How many of them descend from one start; the islands do not meet, so that fleets of
    /// different islands differ.
    pub island: usize,
    /// How many generations.
    pub generations: u64,
    /// How many games of each hunter a fleet is judged by.
    pub games: u32,
}

impl Hardening {
    /// How many fleets of an island are kept.
    fn island(&self) -> usize {
        self.island.clamp(1, self.fleets.max(1))
    }

    /// How many islands are evolved: for twice as many fleets as are wanted, of which the
    /// better half is kept.
    pub fn islands(&self) -> u64 {
        (2 * self.fleets).div_ceil(self.island()) as u64
    }
}

impl Default for Hardening {
    fn default() -> Self {
        let hunters = [
            Strategy::HuntAndTarget,
            Strategy::Lattice,
            Strategy::Density,
            Strategy::Scout,
        ];
        Self {
            hunters: hunters.map(Player::from).to_vec(),
            judges: vec![Strategy::Posterior.into()],
            fleets: 48,
            island: 4,
            generations: 60,
            games: 24,
        }
    }
}

/// A generation of a search for hard fleets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HardMoment {
    /// Which generation; the first is 0.
    pub generation: u64,
    /// The best island's least mean shots, by the games that fleets are judged by.
    pub best: f64,
    /// The mean over the fleets of all islands.
    pub mean: f64,
    /// The best fleet.
    pub fleet: Fleet,
}

/// A fleet that is hard to find.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HardFleet {
    /// The fleet.
    pub fleet: Fleet,
    /// The least of the mean shots of hunters and judges by the games for which it was kept. It
    /// is the best of several by just these games, so in others it takes a little less.
    pub shots: f64,
}

/// An island of a search that came to its end: its generations and its fleets, the best first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Island {
    /// Which island, from 0.
    pub number: u64,
    /// Its generations; best and mean are its own.
    pub history: Vec<HardMoment>,
    /// Its fleets.
    pub fleets: Vec<HardFleet>,
}

/// An event of a search, from any of its threads.
#[derive(Clone, Copy, Debug)]
pub enum HardEvent<'a> {
    /// A generation of an island is judged.
    Generation(&'a HardMoment),
    /// An island is done. A later search of the same rules, settings and seed takes it over.
    Island(&'a Island),
}

/// What a search for hard fleets found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hardened {
    /// The fleets, the hardest first.
    pub fleets: Vec<HardFleet>,
    /// The generations, over all islands.
    pub history: Vec<HardMoment>,
}

/// Evolves a distribution of fleets that is hard for all of the hunters at once:
/// [`Hardening::fleets`] fleets, to be drawn uniformly, turned and mirrored in any way.
///
/// Every island is a (μ + λ) search of its own. At its end all fleets of an island, parents and
/// children, are judged again by fresh games, since the best of many were lucky too, and by the
/// judges as well. Twice as many fleets are evolved as are wanted, and the better half is kept.
/// Islands that an earlier search of the same rules, settings and seed told are not searched
/// again; the answer is the same.
///
/// It ends soon after the watch stops it, with the best of the fleets that were judged by then,
/// by the games that they were judged by; there may be none.
///
/// # Errors
/// When no legal fleet is found, or the settings cannot work.
pub fn harden(
    rules: &Rules,
    settings: &Hardening,
    seed: Seed,
    known: Vec<Island>,
    watch: &dyn Watch,
    see: &(dyn Fn(HardEvent<'_>) + Sync),
) -> Result<Hardened, FleetError> {
    let search = Search::new(rules, settings, seed, watch, see)?;
    let is_known = |number: &u64| known.iter().any(|island| island.number == *number);
    let missing: Vec<u64> = (0..settings.islands()).filter(|it| !is_known(it)).collect();
    let mut islands = known;
    // A few at a time, so that the first are done long before the last.
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
    Ok(Hardened { fleets, history })
}

/// What all islands share.
struct Search<'a> {
    rules: &'a Rules,
    settings: &'a Hardening,
    seed: Seed,
    /// Those whom the fleets hide from, then the judges.
    hunters: Vec<Box<dyn Hunter>>,
    columns: Option<Placer>,
    spare: Fleet,
    watch: &'a dyn Watch,
    see: &'a (dyn Fn(HardEvent<'_>) + Sync),
}

impl<'a> Search<'a> {
    fn new(
        rules: &'a Rules,
        settings: &'a Hardening,
        seed: Seed,
        watch: &'a dyn Watch,
        see: &'a (dyn Fn(HardEvent<'_>) + Sync),
    ) -> Result<Self, FleetError> {
        let spare = Sequential::new(rules).draw(&mut seed.rng())?;
        let columns = HardProblem::columns(rules);
        let players = settings.hunters.iter().chain(&settings.judges);
        // What they know of the rules takes a while to make.
        let players = players.take_while(|_| watch.look().is_continue());
        let hunters = players.map(|player: &Player| player.hunter(rules)).collect();
        Ok(Self { rules, settings, seed, hunters, columns, spare, watch, see })
    }

    fn problem(&self, hunters: usize, seed: Seed) -> HardProblem<'_> {
        let hunters = &self.hunters[..hunters.min(self.hunters.len())];
        let draws = (self.columns.as_ref(), &self.spare);
        let games = self.settings.games;
        HardProblem::new(self.rules, hunters, draws, games, seed, self.watch)
    }

    /// Searches on an island to its end, or until somebody says to stop.
    fn island(&self, number: u64) -> Result<Island, FleetError> {
        let seed = self.seed.child(number);
        let size = self.settings.island();
        let scheme = Plus {
            parents: size,
            children: size,
            mutation: Relocate { rules: self.rules },
            restart: None,
        };
        let problem = || self.problem(self.settings.hunters.len(), seed.child(0));
        let (judge, mut history) = (problem(), Vec::new());
        let mut evolution = Evolution::new(problem(), scheme, seed.child(1))?;
        for generation in 0..=self.settings.generations {
            if self.watch.look().is_break() {
                break;
            }
            let asked: Vec<&Fleet> = evolution.ask()?.iter().collect();
            let told: Vec<_> =
                asked.into_par_iter().map(|fleet| judge.evaluate(fleet)).collect();
            evolution.tell(&told)?;
            if self.watch.look().is_continue() {
                history.extend(moment(generation, &evolution));
                history.last().into_iter().for_each(|last| {
                    (self.see)(HardEvent::Generation(last));
                });
            }
        }
        let trials = self.problem(usize::MAX, self.seed);
        let games = self.settings.games;
        let fresh = |fleet: &Fleet, _| trials.least(fleet, games, seed.child(2));
        let mut fleets = best_of(&evolution, size, fresh);
        if self.watch.look().is_continue() {
            let island = Island { number, history, fleets };
            (self.see)(HardEvent::Island(&island));
            return Ok(island);
        }
        fleets = best_of(&evolution, size, |_, known| known);
        Ok(Island { number, history, fleets })
    }
}

/// At most `most` distinct fleets of an island, the best first by the shots that `judge` gives
/// for each and its earlier count.
fn best_of<S>(
    evolution: &Evolution<HardProblem<'_>, S>,
    most: usize,
    judge: impl Fn(&Fleet, f64) -> f64,
) -> Vec<HardFleet> {
    let population = evolution.population();
    let mut judged: Vec<HardFleet> = Vec::new();
    for (fleet, known) in population.genomes().iter().zip(population.evaluations()) {
        if judged.iter().all(|other| other.fleet != *fleet) {
            let shots = judge(fleet, known.objectives[0]);
            judged.push(HardFleet { fleet: fleet.clone(), shots });
        }
    }
    judged.sort_by(|a, b| b.shots.total_cmp(&a.shots));
    judged.truncate(most);
    judged
}

/// How an island stands.
fn moment<S>(
    generation: u64,
    evolution: &Evolution<HardProblem<'_>, S>,
) -> Option<HardMoment> {
    let values = evolution.population().evaluations().iter();
    let values = values.map(|evaluation| evaluation.objectives[0]);
    let mean = values.clone().sum::<f64>() / values.count().max(1) as f64;
    let best = evolution.best()?;
    let fleet = best.genome.clone();
    Some(HardMoment { generation, best: best.evaluation.objectives[0], mean, fleet })
}

/// The generations that all islands have: the best island, the first of several, and the mean
/// of all; every island has as many fleets.
fn history(islands: &[Island]) -> Vec<HardMoment> {
    let count = islands.iter().map(|island| island.history.len()).min().unwrap_or(0);
    let generation = |at: usize| {
        let all = islands.iter().map(|island| &island.history[at]);
        let sum: f64 = all.clone().map(|moment| moment.mean).sum();
        let best =
            all.reduce(|best, next| if next.best > best.best { next } else { best })?;
        Some(HardMoment { mean: sum / islands.len() as f64, ..best.clone() })
    };
    (0..count).filter_map(generation).collect()
}

//! Fleets that are hard to find: evolved against a set of hunters.

use rayon::prelude::*;
use tilewright_evolve::{
    Direction, Evaluation, Evolution, Mutation, Plus, Problem, Stop,
};
use tilewright_grid::{Rng, Seed};

use crate::hunt::play_while;
use crate::placers::turned;
use crate::{
    Fleet, FleetError, FleetFile, Hunter, Placer, Player, Rules, Sequential, Ship,
    Strategy, TwoColumns,
};

/// What a fleet counts whose games were broken off; the others take a shot at least.
const UNJUDGED: f64 = 0.0;

/// How evolution sees a fleet that is to be hard: the least of the hunters' mean shots is
/// maximised. Where it is that for every fleet, the least mean over all of them is no less.
///
/// Each game is against the fleet turned and mirrored in some way, so that the answer is that
/// for the [`Listed`](crate::Placer::Listed) fleet; all fleets meet the same draws of hunters.
pub struct HardProblem<'a> {
    rules: &'a Rules,
    hunters: Vec<Box<dyn Hunter>>,
    columns: Option<Placer>,
    /// One that was found before, for draws that find none.
    spare: Fleet,
    games: u32,
    seed: Seed,
    goes_on: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> HardProblem<'a> {
    /// The problem of hiding from these hunters, over so many games each. The games are broken
    /// off as soon as `goes_on` says no; a fleet that they were to judge counts 0 shots, less
    /// than any other. The spare fleet stands in for a draw that finds none.
    pub fn new(
        rules: &'a Rules,
        hunters: &[Player],
        games: u32,
        seed: Seed,
        spare: &Fleet,
        goes_on: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        let spare = spare.clone();
        let hunters = hunters.iter().map(|player| player.hunter(rules));
        let columns = TwoColumns::new(rules).ok().map(Placer::TwoColumns);
        Self { rules, hunters: hunters.collect(), columns, spare, games, seed, goes_on }
    }

    /// The mean shots of each hunter over games of that seed.
    fn means(&self, fleet: &Fleet, games: u32, seed: Seed) -> Vec<f64> {
        let mean = |(number, prototype): (u64, &dyn Hunter)| {
            let mut hunter = prototype.fork();
            let shots = (0..u64::from(games)).map(|game| {
                let seed = seed.child(number).child(game);
                let hidden = turned(fleet, self.rules, seed.child(0).rng().below(8));
                let (rules, draws) = (self.rules, seed.child(1));
                play_while(rules, &mut *hunter, &hidden, draws, |_, _| (self.goes_on)())
                    .expect("our hunters shoot where they may")
                    .map(f64::from)
            });
            let sum = shots.sum::<Option<f64>>();
            sum.map_or(UNJUDGED, |sum| sum / f64::from(games.max(1)))
        };
        (0..).zip(self.hunters.iter().map(|it| &**it)).map(mean).collect()
    }

    fn least(&self, fleet: &Fleet, games: u32, seed: Seed) -> f64 {
        self.means(fleet, games, seed).into_iter().fold(f64::INFINITY, f64::min)
    }
}

impl Problem for HardProblem<'_> {
    type Genome = Fleet;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    /// Half of the fleets by the rule of the two columns, where that is possible, and the
    /// others by the sequential placer.
    fn random(&self, rng: &mut Rng) -> Fleet {
        let columns = self.columns.as_ref().filter(|_| rng.below(2) == 0);
        let drawn = columns.and_then(|columns| columns.draw(self.rules, rng).ok());
        let drawn = drawn.or_else(|| Sequential::new(self.rules).draw(rng).ok());
        drawn.unwrap_or_else(|| self.spare.clone())
    }

    fn evaluate(&self, fleet: &Fleet) -> Evaluation {
        Evaluation::feasible([self.least(fleet, self.games, self.seed)])
    }
}

/// Moves one ship anywhere where the fleet stays legal, each place as likely.
#[derive(Clone, Copy, Debug)]
struct Relocate<'a> {
    rules: &'a Rules,
}

impl Mutation<Fleet> for Relocate<'_> {
    fn mutate(&self, fleet: &mut Fleet, rng: &mut Rng) {
        let touch = self.rules.touch();
        let at = rng.index(fleet.ships.len());
        let old = fleet.ships[at];
        let is_legal = |ship: &Ship| {
            let mut others =
                fleet.ships.iter().enumerate().filter(|(other, _)| *other != at);
            others.all(|(_, other)| !other.clashes(*ship, touch)) && *ship != old
        };
        let berths: Vec<Ship> =
            Ship::everywhere(self.rules.size(), old.length).filter(is_legal).collect();
        if let Some(&ship) = rng.pick(&berths) {
            fleet.ships[at] = ship;
        }
    }
}

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
#[derive(Clone, Debug, PartialEq)]
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
#[derive(Clone, Debug, PartialEq)]
pub struct HardFleet {
    /// The fleet.
    pub fleet: Fleet,
    /// The least of the mean shots of hunters and judges by the games for which it was kept. It
    /// is the best of several by just these games, so in others it takes a little less.
    pub shots: f64,
}

/// Evolves a distribution of fleets that is hard for all of the hunters at once: so many
/// fleets, to be drawn evenly, turned and mirrored in any way.
///
/// Every island is a (μ + λ) search of its own. At the end all fleets of an island, parents
/// and children, are judged again by fresh games, since the best of many were lucky too, and
/// by the judges as well. Twice as many fleets are evolved as are wanted, and the better half
/// is kept.
///
/// It ends soon after `goes_on` says no, with the best of the fleets that were judged by then,
/// by the games that they were judged by; there may be none.
///
/// # Errors
/// When no legal fleet is found, or the settings cannot work.
pub fn harden(
    rules: &Rules,
    settings: &Hardening,
    seed: Seed,
    goes_on: &(dyn Fn() -> bool + Sync),
    mut watch: impl FnMut(HardMoment),
) -> Result<Vec<HardFleet>, FleetError> {
    let spare = Sequential::new(rules).draw(&mut seed.rng())?;
    let Hardening { hunters, judges, fleets, island, generations, games } = settings;
    let island = (*island).clamp(1, (*fleets).max(1));
    let scheme = Plus {
        parents: island,
        children: island,
        mutation: Relocate { rules },
        restart: None,
    };
    // The better half is kept.
    let islands = (0..(2 * fleets).div_ceil(island) as u64).map(|number| {
        let seed = seed.child(number);
        let problem =
            HardProblem::new(rules, hunters, *games, seed.child(0), &spare, goes_on);
        Evolution::new(problem, scheme, seed.child(1))
    });
    let mut islands = islands.collect::<Result<Vec<_>, _>>()?;
    for generation in 0..=*generations {
        let stop = Stop::new().generations(generation + 1);
        let outcomes: Result<Vec<_>, _> =
            islands.par_iter_mut().map(|island| island.run(&stop, |_| {})).collect();
        outcomes?;
        if !goes_on() {
            break;
        }
        watch(moment(generation, &islands));
    }
    let all: Vec<Player> = hunters.iter().chain(judges).copied().collect();
    let trials = HardProblem::new(rules, &all, *games, seed, &spare, goes_on);
    let tried = islands.par_iter().enumerate().map(|(number, evolution)| {
        let trial = seed.child(number as u64).child(2);
        best_of(evolution, island, |fleet, _| trials.least(fleet, *games, trial))
    });
    let mut kept: Vec<Vec<HardFleet>> = tried.collect();
    if !goes_on() {
        let known = |evolution| best_of(evolution, island, |_, known| known);
        kept = islands.iter().map(known).collect();
    }
    let mut kept: Vec<_> = kept.into_iter().flatten().collect();
    kept.retain(|one| one.shots > UNJUDGED);
    kept.sort_by(|a, b| b.shots.total_cmp(&a.shots));
    kept.truncate(*fleets);
    Ok(kept)
}

/// So many different fleets of an island, the best first, as they are judged by what `judge`
/// says of each and of what it counted before.
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

fn moment<S>(generation: u64, islands: &[Evolution<HardProblem<'_>, S>]) -> HardMoment {
    let values = islands
        .iter()
        .flat_map(|island| island.population().evaluations().iter())
        .map(|evaluation| evaluation.objectives[0]);
    let count = values.clone().count().max(1);
    let best = islands.iter().filter_map(|island| island.best()).reduce(|best, next| {
        let [a, b] = [best, next].map(|it| it.evaluation.objectives[0]);
        if b > a { next } else { best }
    });
    let best = best.expect("every island has a best");
    HardMoment {
        generation,
        best: best.evaluation.objectives[0],
        mean: values.sum::<f64>() / count as f64,
        fleet: best.genome.clone(),
    }
}

/// The built-in hard fleets of the standard game on 10 × 10, found by
/// `cargo run --release -p tilewright-battleship --example hard`.
///
/// # Panics
/// Never: the file is part of the crate and a test reads it.
pub fn hard_fleets() -> FleetFile {
    let text = include_str!("../fleets/hard-10x10.json");
    FleetFile::read(text).expect("the built-in fleets are whole")
}

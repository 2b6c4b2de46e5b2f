//! The search for a placer that stays hard to find for a hunter that knows it: the double oracle method.

mod climb;
mod judges;
mod matrix;
mod settings;

use serde::{Deserialize, Serialize};
use tilewright_grid::{Seed, Watch};

use self::climb::{Climb, climbed};
use self::judges::{FRESH, JUDGES, MOST_FRESH, worst};
use self::matrix::{Equilibrium, of_columns, of_rows};
pub use self::settings::OracleSettings;
use crate::{
    FleetError, GibbsWeights, Hunter, Knowledge, Mixture, MixtureComponent, Placer,
    PlacerFile, Rules, Sequential, Strategy, hunt,
};

/// The share below which a component is left out of the result, and a hunter out of a best response.
const LEAST: f64 = 0.01;

/// The outcome of a step. Keep it, and [`add`](DoubleOracle::add) it to a later search with the same rules, settings and
/// seed, which then skips it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OracleStep {
    /// The mean shots of a hunter against a placer.
    Payoff(f64),
    /// The mean shots of the hunters against the weights of a climb, and the weights after a step uphill from them.
    Climb {
        /// The mean shots.
        shots: f64,
        /// The weights after the step.
        weights: GibbsWeights,
    },
    /// The shots of fresh games.
    Fresh(Vec<u32>),
}

/// What a round of the search found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct OracleRound {
    /// The mean shots of the hunter that finds the mixture of placers fastest, of all that were found.
    pub value: f64,
    /// How many shots the hunter that knows the mixture of placers saves beside all hunters before it; 0 if it saves none.
    pub hunter_gain: f64,
    /// How many shots the placer that was found against the mixture of hunters costs beyond all placers before it; 0 if no
    /// better one was found.
    pub placer_gain: f64,
}

/// The mixture that a hunter knows, and its strategy.
type HunterKey = (Option<Mixture>, Strategy);

/// What is searched next.
#[derive(Clone, Debug, PartialEq)]
enum Phase {
    /// A hunter that knows the mixture of placers.
    Hunter,
    /// The mean shots of that hunter, and with them its gain over this value.
    HunterGain(f64),
    /// A placer against these hunters; the gain of the hunter.
    Climb {
        columns: Vec<f64>,
        climb: Climb,
        hunter_gain: f64,
    },
    /// The mean shots of that placer, and with them its gain over this value against these hunters.
    PlacerGain {
        columns: Vec<f64>,
        value: f64,
        hunter_gain: f64,
    },
    /// Fresh games of the judges.
    Fresh,
    Finished,
}

/// The search for a mixture of Gibbs distributions that costs a hunter many shots even if it knows it. From round to round
/// the equilibrium between the placers and the hunters found so far is computed, and each side adds its best response: the
/// hunter that knows the mixture of placers, and a placer that climbs against the mixture of hunters; until neither gains
/// more than a tolerance. (`McMahan`, Gordon and Blum, *Planning in the presence of cost functions controlled by an
/// adversary*, 2003. Both best responses are approximate.)
///
/// It works in steps, the outcomes of which can be kept:
///
/// ```
/// use tilewright_battleship::{DoubleOracle, OracleSettings, Rules, Strategy, Touch};
/// use tilewright_grid::{Seed, Size};
///
/// let rules = Rules::new(Size::new(6, 6), "3,2,1".parse()?, Touch::Never)?;
/// let settings = OracleSettings {
///     hunter: Strategy::Scout,
///     games: 8,
///     rounds: 1,
///     validation: 8,
///     ..OracleSettings::default()
/// };
/// let mut search = DoubleOracle::new(&rules, &settings, Seed(1))?;
/// while !search.is_finished() {
///     let step = search.step(&())?;
///     assert!(search.add(step));
/// }
/// assert!(search.placer().worst.is_some());
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
pub struct DoubleOracle {
    rules: Rules,
    settings: OracleSettings,
    seed: Seed,
    placers: Vec<GibbsWeights>,
    /// The mixture that each hunter knows; none of the first, which is density. The second knows uniform fleets, so that what
    /// is found is not easier than these.
    hunters: Vec<Option<Mixture>>,
    /// The shares of the placers in the mixture that each hunter knows.
    shares: Vec<Vec<f64>>,
    /// The mean shots of each placer against the hunters, as far as they are known.
    payoffs: Vec<Vec<f64>>,
    phase: Phase,
    rounds: Vec<OracleRound>,
    /// The shots of fresh games of each judge, against the mixture that was found and then against uniform fleets.
    fresh: [Vec<u32>; MOST_FRESH],
    /// Hunters that are made already, by what they know and are.
    made: Vec<(HunterKey, Box<dyn Hunter>)>,
    /// What is known of the mixtures that hunters know.
    learned: Vec<(Mixture, Knowledge)>,
}

impl DoubleOracle {
    /// A search before its first step.
    ///
    /// # Errors
    /// [`FleetError::OracleSetting`] for a setting out of its range; [`FleetError::Mixture`] for more than 32 ships, of which
    /// no document holds a placer; [`FleetError::NotFound`] when no legal fleet is found to begin with.
    pub fn new(
        rules: &Rules,
        settings: &OracleSettings,
        seed: Seed,
    ) -> Result<Self, FleetError> {
        settings.check()?;
        PlacerFile::check(rules)?;
        Sequential::new(rules).draw(&mut seed.rng())?;
        // Uniform fleets, and fleets with little water beside long ships.
        let near = GibbsWeights { halo: 2.0, ..GibbsWeights::default() };
        let placers = vec![GibbsWeights::default(), near];
        Ok(Self {
            rules: rules.clone(),
            settings: settings.clone(),
            seed,
            payoffs: vec![Vec::new(); placers.len()],
            placers,
            hunters: vec![None, Some(GibbsWeights::default().into())],
            shares: vec![Vec::new(), vec![1.0]],
            phase: Phase::Hunter,
            rounds: Vec::new(),
            fresh: Default::default(),
            made: Vec::new(),
            learned: Vec::new(),
        })
    }

    /// Whether all is done.
    pub fn is_finished(&self) -> bool {
        self.phase == Phase::Finished
    }

    /// The rounds so far.
    pub fn rounds(&self) -> &[OracleRound] {
        &self.rounds
    }

    /// Whether the best responses of the last round gained less than the tolerance.
    pub fn has_converged(&self) -> bool {
        self.rounds.last().is_some_and(|it| self.is_small(it))
    }

    fn is_small(&self, round: &OracleRound) -> bool {
        round.hunter_gain.max(round.placer_gain) < self.settings.tolerance
    }

    /// The number of fresh games played so far, by all hunters that play them, and of those of a whole search.
    pub fn fresh_games(&self) -> (u64, u64) {
        let played = self.fresh.iter().map(|shots| shots.len() as u64).sum();
        let all = self.candidates().len() * JUDGES.len();
        (played, all as u64 * u64::from(self.settings.validation))
    }

    /// The mixture of placers found so far. Once fresh games were played, it has its worst case; it is then the uniform one, if that takes more shots
    /// in its worst case: few games can lead a search astray, and on small fields little is better than uniform fleets.
    ///
    /// # Panics
    /// Never: the shares and weights are within bounds.
    pub fn placer(&self) -> PlacerFile {
        let mut candidates = self.candidates();
        let (at, worst) = if self.is_finished() {
            let worst = self.fresh.chunks(JUDGES.len()).map(worst);
            let all = worst.take(candidates.len()).enumerate().rev();
            let hardest = all.max_by(|a, b| a.1.shots.total_cmp(&b.1.shots));
            hardest.map_or((0, None), |(at, worst)| (at, Some(worst)))
        } else {
            (0, None)
        };
        let (rules, mixture) = (self.rules.clone(), candidates.swap_remove(at));
        PlacerFile { rules, mixture, worst, made: None }
    }

    /// The placers that play fresh games: the mixture that was found, and uniform fleets, if these are not the same.
    fn candidates(&self) -> Vec<Mixture> {
        let (found, uniform) = (self.mixture(), GibbsWeights::default().into());
        if found == uniform { vec![found] } else { vec![found, uniform] }
    }

    /// The mean shots that are known of every placer against every hunter, of as many of them as there are.
    fn known(&self) -> Vec<Vec<f64>> {
        // A new placer plays against one hunter after another, a new hunter against one placer after another.
        let is_new = matches!(self.phase, Phase::PlacerGain { .. });
        let rows = &self.payoffs[..self.payoffs.len() - usize::from(is_new)];
        let width = rows.iter().map(Vec::len).min().unwrap_or(0);
        rows.iter().map(|row| row[..width].to_vec()).collect()
    }

    /// The mixture that takes the most shots for the hunter that finds it fastest, among those that a hunter knows and has
    /// played against; that of all placers before the first. After a round the equilibrium gives another one, but no hunter
    /// that knows it has played.
    fn mixture(&self) -> Mixture {
        let known = self.known();
        let worst = |(shares, mixture): (&Vec<f64>, &Option<Mixture>)| {
            let shots = of_columns(&known, shares);
            mixture.clone().map(|mixture| (least(&shots), mixture))
        };
        // The last hunters may not have played yet.
        let played = self.shares.iter().zip(&self.hunters).take(known[0].len());
        let best = played.filter_map(worst).max_by(|a, b| a.0.total_cmp(&b.0));
        best.map_or_else(|| self.mixed(&vec![1.0; known.len()]), |best| best.1)
    }

    /// The mixture of placers with these shares.
    fn mixed(&self, shares: &[f64]) -> Mixture {
        let all = shares.iter().zip(&self.placers).filter(|it| *it.0 > 0.0);
        let component = |(&share, &weights): (&f64, &GibbsWeights)| MixtureComponent {
            share,
            weights,
        };
        let components = all.map(component).collect();
        Mixture::new(components).expect("shares are from 0.01 to 1")
    }

    /// The next pair of a placer and a hunter that have not played.
    fn missing(&self) -> Option<(usize, usize)> {
        let rows = self.payoffs.iter().enumerate();
        let mut missing = rows.map(|(placer, row)| (placer, row.len()));
        missing.find(|(_, hunter)| *hunter < self.hunters.len())
    }

    /// Does the next step and returns its outcome, which is to be [added](Self::add). The search must not be finished.
    ///
    /// # Errors
    /// [`FleetError::Cancelled`] when the watch stops it; when the placer finds no fleet.
    ///
    /// # Panics
    /// When the search is finished.
    pub fn step(&mut self, watch: &dyn Watch) -> Result<OracleStep, FleetError> {
        let games = self.settings.games;
        if let Some((placer, hunter)) = self.missing() {
            let placer = Placer::mixture(&self.rules, &self.placers[placer].into());
            let key = (self.hunters[hunter].clone(), self.strategy(hunter));
            // Every hunter meets the same fleets of a placer, so that their difference is known better than their means.
            let shots =
                self.hunted(&key, &placer, 0..games, self.seed.child(0), watch)?;
            let sum: f64 = shots.iter().map(|it| f64::from(*it)).sum();
            return Ok(OracleStep::Payoff(sum / f64::from(games)));
        }
        match self.phase.clone() {
            Phase::Climb { columns, climb, .. } => {
                let shares = columns.into_iter().enumerate();
                let some: Vec<_> = shares.filter(|it| it.1 >= LEAST).collect();
                for (hunter, _) in &some {
                    let key = (self.hunters[*hunter].clone(), self.strategy(*hunter));
                    self.prepare(&key, watch)?;
                }
                let hunters = some.iter().map(|(hunter, share)| {
                    let key = (self.hunters[*hunter].clone(), self.strategy(*hunter));
                    (*share, self.prepared(&key))
                });
                let hunters: Vec<(f64, &dyn Hunter)> = hunters.collect();
                let seed = self.seed.child(1).child(self.rounds.len() as u64);
                let seed = seed.child(u64::from(climb.measured()));
                let (weights, shots) =
                    climbed(&self.rules, climb.weights(), &hunters, games, seed, watch)?;
                Ok(OracleStep::Climb { shots, weights })
            }
            Phase::Fresh => {
                let (judge, first) = self.next_fresh().expect("some games are missing");
                let last = first + self.batch(first);
                let mixture = self.candidates().swap_remove(judge / JUDGES.len());
                let placer = Placer::mixture(&self.rules, &mixture);
                let (strategy, knows) = JUDGES[judge % JUDGES.len()];
                let key = (knows.then_some(mixture), strategy);
                let seed = self.seed.child(2);
                self.hunted(&key, &placer, first..last, seed, watch)
                    .map(OracleStep::Fresh)
            }
            _ => unreachable!("the search is finished, or waits for games"),
        }
    }

    /// The judge that plays next, counted over all candidates, and its next game.
    fn next_fresh(&self) -> Option<(usize, u32)> {
        let judges = self.candidates().len() * JUDGES.len();
        let counts = self.fresh[..judges].iter().map(|shots| shots.len() as u32);
        let counts = counts.enumerate();
        let mut missing = counts.filter(|it| it.1 < self.settings.validation);
        missing.next()
    }

    /// The number of fresh games from this one on that are played in one step. It does not depend on the games of the other
    /// steps, few of which would make as many steps of a few games each.
    fn batch(&self, first: u32) -> u32 {
        FRESH.min(self.settings.validation - first)
    }

    /// The strategy of a hunter.
    const fn strategy(&self, hunter: usize) -> Strategy {
        if hunter == 0 { Strategy::Density } else { self.settings.hunter }
    }

    /// The shots of a hunter in these games.
    fn hunted(
        &mut self,
        key: &HunterKey,
        placer: &Placer,
        games: std::ops::Range<u32>,
        seed: Seed,
        watch: &dyn Watch,
    ) -> Result<Vec<u32>, FleetError> {
        self.prepare(key, watch)?;
        let count = games.len();
        let shots = hunt(&self.rules, self.prepared(key), placer, games, seed, watch)?;
        if shots.len() < count { Err(FleetError::Cancelled) } else { Ok(shots) }
    }

    /// Makes a hunter, if it was not made before.
    fn prepare(&mut self, key: &HunterKey, watch: &dyn Watch) -> Result<(), FleetError> {
        if self.made.iter().any(|made| made.0 == *key) {
            return Ok(());
        }
        let (knows, strategy) = key;
        let hunter = match knows {
            None => strategy.hunter(&self.rules),
            Some(mixture) => self.knowledge(mixture, watch)?.hunter(*strategy),
        };
        self.made.push((key.clone(), hunter));
        Ok(())
    }

    /// What hunters know of a mixture, learned at most once.
    fn knowledge(
        &mut self,
        mixture: &Mixture,
        watch: &dyn Watch,
    ) -> Result<Knowledge, FleetError> {
        if let Some((_, known)) = self.learned.iter().find(|it| it.0 == *mixture) {
            return Ok(known.clone());
        }
        let placer = Placer::mixture(&self.rules, mixture);
        let knowledge = Knowledge::new(&self.rules, &placer, watch)?;
        self.learned.push((mixture.clone(), knowledge.clone()));
        Ok(knowledge)
    }

    fn prepared(&self, key: &HunterKey) -> &dyn Hunter {
        let made = self.made.iter().find(|made| made.0 == *key);
        &*made.expect("it was prepared").1
    }

    /// Adds the outcome of the next step; false if it cannot be that, and then nothing is changed.
    pub fn add(&mut self, step: OracleStep) -> bool {
        let area = self.rules.size().area() as u32;
        let is_mean = |shots: f64| (0.0..=f64::from(area)).contains(&shots);
        match step {
            OracleStep::Payoff(shots) => {
                let Some((placer, _)) = self.missing() else { return false };
                if !is_mean(shots) {
                    return false;
                }
                self.payoffs[placer].push(shots);
            }
            OracleStep::Climb { shots, weights } => {
                let is_wrong = !is_mean(shots) || Mixture::checked(&weights).is_err();
                if is_wrong || self.missing().is_some() {
                    return false;
                }
                let Phase::Climb { climb, .. } = &mut self.phase else { return false };
                climb.add(shots, weights);
            }
            OracleStep::Fresh(shots) => {
                let next = self.next_fresh().filter(|_| self.phase == Phase::Fresh);
                let Some((judge, first)) = next else { return false };
                let count = self.batch(first) as usize;
                if shots.len() != count || shots.iter().any(|it| *it > area) {
                    return false;
                }
                self.fresh[judge].extend(shots);
            }
        }
        self.advance();
        true
    }

    /// Goes on until games are needed.
    fn advance(&mut self) {
        while self.missing().is_none() {
            match std::mem::replace(&mut self.phase, Phase::Finished) {
                Phase::Hunter => {
                    let equilibrium = Equilibrium::of(&self.payoffs);
                    let shares: Vec<f64> =
                        equilibrium.rows.into_iter().map(rounded).collect();
                    // Of the rounded shares, since the hunter knows these.
                    let value = least(&of_columns(&self.payoffs, &shares));
                    self.phase = Phase::HunterGain(value);
                    self.hunters.push(Some(self.mixed(&shares)));
                    self.shares.push(shares);
                }
                Phase::HunterGain(value) => self.seek_placer(value),
                Phase::Climb { columns, climb, hunter_gain } if climb.is_done() => {
                    self.end_climb(columns, &climb, hunter_gain);
                }
                Phase::PlacerGain { columns, value, hunter_gain } => {
                    let shots = of_rows(&self.payoffs, &columns);
                    self.end_round(hunter_gain, shots[shots.len() - 1] - value);
                }
                Phase::Fresh if self.next_fresh().is_none() => return,
                phase => {
                    self.phase = phase;
                    return;
                }
            }
        }
    }

    /// After the games of a hunter: the placer seeks a response to all hunters.
    fn seek_placer(&mut self, value: f64) {
        let shots =
            of_columns(&self.payoffs, self.shares.last().map_or(&[], Vec::as_slice));
        let new = shots[shots.len() - 1];
        // Both are means of games, so that a response that is no better may seem worse.
        let hunter_gain = (value - new).max(0.0);

        let equilibrium = Equilibrium::of(&self.payoffs);
        let shots = of_rows(&self.payoffs, &equilibrium.columns);
        let best = shots.iter().position(|it| *it >= most(&shots)).unwrap_or(0);
        self.phase = Phase::Climb {
            columns: equilibrium.columns,
            climb: Climb::from(self.placers[best]),
            hunter_gain,
        };
    }

    /// After the climb: the placer that it found is to play against all hunters. If none was better than the first one, which
    /// has played already, the round ends.
    fn end_climb(&mut self, columns: Vec<f64>, climb: &Climb, hunter_gain: f64) {
        let Some(weights) = climb.better() else {
            self.end_round(hunter_gain, 0.0);
            return;
        };
        let value = most(&of_rows(&self.payoffs, &columns));
        self.phase = Phase::PlacerGain { columns, value, hunter_gain };
        self.placers.push(weights);
        self.payoffs.push(Vec::new());
    }

    /// A placer that seemed better in the climb may cost no more shots in the games of all placers. That is no gain, but the
    /// placer takes part in the equilibrium.
    fn end_round(&mut self, hunter_gain: f64, placer_gain: f64) {
        let placer_gain = placer_gain.max(0.0);
        let shares = self.shares.last().map_or(&[][..], Vec::as_slice);
        let value = least(&of_columns(&self.payoffs, shares));
        let round = OracleRound { value, hunter_gain, placer_gain };
        self.rounds.push(round);
        let is_last = self.rounds.len() as u32 >= self.settings.rounds;
        self.phase =
            if is_last || self.is_small(&round) { Phase::Fresh } else { Phase::Hunter };
    }
}

fn least(numbers: &[f64]) -> f64 {
    numbers.iter().copied().fold(f64::INFINITY, f64::min)
}

fn most(numbers: &[f64]) -> f64 {
    numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// A share in thousandths, as documents show it; 0 if it is below the least.
fn rounded(share: f64) -> f64 {
    if share < LEAST { 0.0 } else { (1000.0 * share).round() / 1000.0 }
}

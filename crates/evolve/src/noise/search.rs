//! A noisy search: what an evolution does beside its generations.

use serde::{Deserialize, Serialize};

use super::candidates::nominate;
use super::{Games, Ledger, Noise, Race, Revision, check_asked};
use crate::evolution::Search;
use crate::front::FrontRanks;
use crate::state::Status;
use crate::{
    Error, Evaluation, Event, Evolution, PendingGenomes, Population, Problem, Scheme,
    State as _, Step,
};

/// What a noisy search remembers beside its state.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct NoisySearch<G, const M: usize> {
    pub(crate) noise: Noise,
    pub(crate) ledger: Ledger<G, M>,
    pub(crate) race: Race,
    #[serde(skip)]
    ranking: FrontRanks<M>,
}

/// The child of the seed of a search whose children are the seeds of games; no generation has its number.
const GAMES: u64 = u64::MAX - 1;

impl<G, const M: usize> NoisySearch<G, M> {
    pub(crate) fn new(noise: Noise) -> Self {
        let (race, ranking) = Default::default();
        Self { noise, ledger: Ledger::new(), race, ranking }
    }

    /// Whether the parts from a checkpoint fit together and to the offspring, if they were asked for.
    pub(crate) fn is_sound(&self, offspring: Option<&Population<G, M>>) -> bool {
        let Self { noise, ledger, race, .. } = self;
        let fresh = if offspring.is_some() { race.places.len() } else { 0 };
        noise.check().is_ok()
            && ledger.is_sound(fresh)
            && offspring.is_none_or(|offspring| {
                let pending: Vec<u32> = offspring.pending().collect();
                race.is_sound(noise, ledger) && pending == race.places
            })
    }
}

impl<P: Problem<M>, S: Scheme<P, M>, const M: usize> Evolution<P, S, M> {
    /// Makes it a search of a noisy problem, whose evaluations are
    /// [seeded](Problem::evaluate_seeded). Call it before the first generation.
    ///
    /// # Errors
    /// If the settings do not work, a generation would take more than 2²⁶ games at a time, or the search has begun.
    pub fn with_noise(mut self, noise: Noise) -> Result<Self, Error> {
        noise.check()?;
        let places = noise.candidates.max(self.search.hall_of_fame.places());
        // As many as are new can stay and play again, and the candidates.
        let mut most = 2 * self.scheme.size() + places;
        check_asked(most, noise.games[0].max(noise.again) as usize)?;
        for pair in noise.games.windows(2) {
            most = noise.raised(most);
            check_asked(most, (pair[1] - pair[0]) as usize)?;
        }
        if self.search.generations > 0 || self.search.is_asked {
            let what = "a search is noisy from its first generation on";
            return Err(Error::Scheme { what, found: self.search.generations as f64 });
        }
        self.search.hall_of_fame.resize(places);
        self.noisy = Some(Box::new(NoisySearch::new(noise)));
        Ok(self)
    }

    /// The settings of a noisy search; `None` if it is none.
    pub fn noise(&self) -> Option<&Noise> {
        self.noisy.as_ref().map(|noisy| &noisy.noise)
    }

    /// How many games an individual of the state has played, given its genome and its evaluation; `None` if it is
    /// unknown or the search is not noisy.
    pub fn games(
        &self,
        genome: &P::Genome,
        evaluation: &Evaluation<M>,
    ) -> Option<Games<M>> {
        let ledger = &self.noisy.as_ref()?.ledger;
        ledger.find(genome, evaluation).map(|entry| ledger.record(entry))
    }

    /// The genomes that play now, and how many games each.
    pub(crate) fn players<'a>(
        &'a self,
        noisy: &'a NoisySearch<P::Genome, M>,
    ) -> PendingGenomes<'a, P::Genome> {
        let Search { seed, generations, .. } = self.search;
        let number = u64::from(noisy.race.number);
        PendingGenomes {
            genomes: &noisy.ledger.genomes,
            places: &self.pending,
            games: noisy.race.games,
            seed: seed.child(GAMES).child(generations).child(number),
        }
    }

    /// Opens the race of the generation that was bred.
    pub(crate) fn open_race(&mut self) -> Result<(), Error> {
        let Self { scheme, search, noisy, aims, .. } = self;
        let Some(noisy) = noisy else { return Ok(()) };
        let NoisySearch { noise, ledger, race, .. } = &mut **noisy;
        let offspring = &mut search.offspring;
        if offspring.status.contains(&Status::Judged) {
            let what = "a scheme that evaluates genomes itself cannot search with noise";
            return Err(Error::Scheme { what, found: offspring.evaluated as f64 });
        }

        // Those who stay: copies, individuals of the state, and candidates, who come first.
        ledger.sort();
        for at in 0..offspring.len() {
            // A member of the hall of fame that was returned has the mean of its games as a candidate alone.
            let (genome, evaluation) =
                (&offspring.genomes[at], &offspring.evaluations[at]);
            if offspring.status[at] == Status::Kept
                && ledger.find(genome, evaluation).is_none()
                && let Some(entry) = ledger.candidate(genome)
            {
                offspring.evaluations[at] = ledger.known[entry];
                offspring.standings[at] = aims.standing(&ledger.known[entry]);
            }
        }
        let mut stays = vec![false; ledger.len()];
        let mut mark = |genome: &P::Genome, evaluation: &Evaluation<M>| {
            if let Some(entry) = ledger.find(genome, evaluation) {
                stays[entry] = true;
            }
        };
        for (at, status) in offspring.status.iter().enumerate() {
            if *status == Status::Kept {
                mark(&offspring.genomes[at], &offspring.evaluations[at]);
            }
        }
        if scheme.keeps() {
            each_individual(search.state.populations(), &mut mark);
        }

        let mut staying = Vec::new();
        if aims.single.is_some() {
            for member in search.hall_of_fame.members() {
                if let Some(entry) = ledger.candidate(&member.genome) {
                    stays[entry] = false;
                    staying.push(entry as u32);
                }
            }
        }

        let places: Vec<u32> = offspring.pending().collect();
        let mut others: Vec<u32> =
            (0..ledger.len() as u32).filter(|&entry| stays[entry as usize]).collect();
        others.sort_by_key(|&entry| ledger.games[entry as usize]);
        others.truncate(places.len().max(1));
        staying.append(&mut others);
        staying.sort_unstable();

        let fresh = ledger.len() as u32;
        for &place in &places {
            ledger.add(offspring.genomes[place as usize].clone());
        }
        *race = Race::new(fresh, places, staying, noise);
        Ok(())
    }

    /// Takes the values of all games of the genomes that were asked for, those of the first genome first, in the order
    /// of their seeds. Returns the event of the generation if it ended; else [`ask`](Self::ask) returns the genomes that
    /// play next. Without noise it is [`tell`](Self::tell).
    ///
    /// # Errors
    /// If there was no `ask`, the number of evaluations is wrong, a value is NaN, a violation is negative, or games of a
    /// genome have several. Then nothing has changed, and `tell_games` can be called again.
    pub fn tell_games(
        &mut self,
        games: &[Evaluation<M>],
    ) -> Result<Option<&Event<M>>, Error> {
        let Some(mut noisy) = self.noisy.take() else {
            return self.tell(games).map(Some);
        };
        let outcome = self.play(&mut noisy, games);
        self.noisy = Some(noisy);
        let is_over = outcome?;
        Ok(if is_over { self.last_event() } else { None })
    }

    /// Takes games, and ends the generation if its race is over.
    fn play(
        &mut self,
        noisy: &mut NoisySearch<P::Genome, M>,
        games: &[Evaluation<M>],
    ) -> Result<bool, Error> {
        let NoisySearch { noise, ledger, race, ranking } = noisy;
        let each = race.games as usize;
        let expected = if self.search.is_asked { race.playing.len() * each } else { 0 };
        let found = games.len();
        if found != expected || !self.search.is_asked {
            return Err(Error::EvaluationCount { expected, found });
        }
        for (index, game) in games.iter().enumerate() {
            game.check(index / each)?;
        }
        for (&entry, games) in race.playing.iter().zip(games.chunks(each)) {
            let known = ledger.violation(entry as usize).unwrap_or(games[0].violation);
            if let Some(other) =
                games.iter().find(|game| (game.violation - known).abs() > 0.0)
            {
                // A mean of violations would rank first, and anyone who was lucky would be feasible.
                let what =
                    "with noise all games of a genome must have the same violation";
                return Err(Error::Scheme { what, found: other.violation });
            }
        }

        for (&entry, games) in race.playing.iter().zip(games.chunks(each)) {
            for game in games {
                ledger.play(entry as usize, game);
            }
        }
        self.search.evaluations += found as u64;
        race.played += found as u64;

        let Self { problem, scheme, search, aims, .. } = &*self;
        let step = Step {
            problem,
            seed: search.seed.child(search.generations),
            generation: search.generations,
            hall_of_fame: &search.hall_of_fame,
            watch: &(),
            starts: &[],
            is_noisy: true,
        };
        let is_over = race.advance(noise, ledger, |entries| match aims.single {
            Some(_) => entries.sort_by_cached_key(|&entry| {
                let mean = &ledger.means[entry as usize];
                (scheme.merit(&step, &search.state, mean), entry)
            }),
            None => ranking.sort(entries, &ledger.means, aims),
        });
        if is_over {
            self.end_generation(noisy);
        } else {
            self.pending.clone_from(&race.playing);
        }
        Ok(is_over)
    }

    /// Ends a generation whose race is over: all individuals have their new means, and the offspring survive.
    fn end_generation(&mut self, noisy: &mut NoisySearch<P::Genome, M>) {
        let NoisySearch { ledger, race, .. } = noisy;
        self.search.idle = if race.played > 0 { 0 } else { self.search.idle + 1 };
        let revision = Revision { ledger };
        let aims = self.aims;

        let offspring = &mut self.search.offspring;
        offspring.revise(&revision, |evaluation| aims.standing(evaluation));
        for (entry, &place) in (race.fresh as usize..).zip(&race.places) {
            offspring.evaluations[place as usize] = ledger.means[entry];
            offspring.standings[place as usize] = aims.standing(&ledger.means[entry]);
        }

        let Search { seed, generations, hall_of_fame, state, .. } = &mut self.search;
        let step = Step {
            problem: &self.problem,
            seed: seed.child(*generations),
            generation: *generations,
            hall_of_fame,
            watch: &(),
            starts: &[],
            is_noisy: true,
        };
        self.scheme.revise(&step, state, &revision);

        ledger.update_known();
        let best = hall_of_fame.members().first().map(|best| best.genome.clone());
        nominate(hall_of_fame, ledger, race.fresh as usize, &aims);
        let now = hall_of_fame.members().first().map(|best| &best.genome);
        let improved = best.as_ref() != now;
        let has_ideal = self.search.note_ideal(&aims);
        self.search.stale = if has_ideal || improved { 0 } else { self.search.stale + 1 };

        self.survive();
        self.sweep(ledger);
    }

    /// Removes the entries of individuals that are no more.
    fn sweep(&self, ledger: &mut Ledger<P::Genome, M>) {
        let mut marked = vec![false; ledger.len()];
        let mut mark = |genome: &P::Genome, evaluation: &Evaluation<M>| {
            if let Some(entry) = ledger.find(genome, evaluation) {
                marked[entry] = true;
            }
        };
        each_individual(self.search.state.populations(), &mut mark);
        for member in self.search.hall_of_fame.members() {
            if let Some(entry) = ledger.candidate(&member.genome) {
                marked[entry] = true;
            }
        }
        ledger.sweep(&marked);
    }
}

/// Calls a function with each individual.
fn each_individual<'a, G: 'a, const M: usize>(
    populations: impl Iterator<Item = &'a Population<G, M>>,
    call: &mut impl FnMut(&G, &Evaluation<M>),
) {
    for population in populations {
        let evaluations = population.evaluations().iter();
        population.genomes().iter().zip(evaluations).for_each(|(a, b)| call(a, b));
    }
}

//! An evolutionary search, driven by ask and tell.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Seed, Watch};

use crate::evaluation::Aims;
use crate::event::Statistics;
use crate::noise::NoisySearch;
use crate::schemes::check_size;
use crate::state::is_count;
use crate::{
    Error, Evaluation, Event, HallOfFame, Individual, Logbook, Notes, PendingGenomes,
    Population, Problem, Scheme, State as _, Step, front,
};

/// An evolutionary search: a problem, a scheme and the state so far.
///
/// [`run`](Self::run) searches until a condition is met and evaluates on all threads of the
/// current rayon pool. To evaluate the genomes yourself, use [`ask`](Self::ask), which returns the
/// genomes of the next generation that await evaluation, and [`tell`](Self::tell), which takes
/// their evaluations. The [first page](crate) has an example of the former,
/// [`checkpoint`](Self::checkpoint) one of the latter.
#[derive(Debug)]
pub struct Evolution<P: Problem<M>, S: Scheme<P, M>, const M: usize = 1> {
    pub(crate) problem: P,
    pub(crate) scheme: S,
    pub(crate) aims: Aims<M>,
    pub(crate) names: Names,
    pub(crate) search: Search<S::State, P::Genome, M>,
    /// What a search with noise has beside it.
    pub(crate) noisy: Option<Box<NoisySearch<P::Genome, M>>>,
    pub(crate) told: Vec<Evaluation<M>>,
    pub(crate) pending: Vec<u32>,
    statistics: Statistics,
    /// Whether the next generation was bred, but not yet asked for.
    pub(crate) is_bred: bool,
}

/// The version, problem and scheme of a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Names {
    pub(crate) version: String,
    pub(crate) problem: String,
    pub(crate) scheme: String,
}

/// All that changes during a search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Search<S, G, const M: usize> {
    pub(crate) seed: Seed,
    pub(crate) generations: u64,
    pub(crate) evaluations: u64,
    pub(crate) stale: u64,
    /// The number of consecutive generations without an evaluation.
    pub(crate) idle: u64,
    pub(crate) is_asked: bool,
    /// The genomes to start with; empty after the first generation.
    starts: Vec<G>,
    /// The scores of the best feasible values so far, one for each objective.
    ideal: Vec<f64>,
    pub(crate) state: S,
    /// Their content matters only while they are asked for; checkpoints have them apart.
    #[serde(skip, default = "Population::new")]
    pub(crate) offspring: Population<G, M>,
    pub(crate) hall_of_fame: HallOfFame<G, M>,
    logbook: Logbook<M>,
}

impl<P: Problem<M>, S: Scheme<P, M>, const M: usize> Evolution<P, S, M> {
    /// A new search, whose hall of fame has one place.
    ///
    /// # Errors
    /// If the settings of the scheme do not work, or it has more than eight columns or more than
    /// 2²⁴ individuals.
    pub fn new(problem: P, scheme: S, seed: Seed) -> Result<Self, Error> {
        let columns = scheme.columns().len();
        if columns > Notes::MOST {
            let what = "a scheme must have at most eight columns";
            return Err(Error::Scheme { what, found: columns as f64 });
        }

        let sample = sample(&problem, seed);
        scheme.check(&problem, &sample)?;
        check_size(scheme.size())?;
        let state = scheme.start(&problem, &sample)?;

        let names = Names {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            problem: problem.fingerprint(),
            scheme: format!("{scheme:?}"),
        };
        let search = Search {
            seed,
            generations: 0,
            evaluations: 0,
            stale: 0,
            idle: 0,
            is_asked: false,
            starts: Vec::new(),
            ideal: vec![f64::NEG_INFINITY; M],
            state,
            offspring: Population::new(),
            hall_of_fame: HallOfFame::new(1),
            logbook: Logbook::new(scheme.columns()),
        };
        let aims = Aims::new(problem.objectives());
        let (told, pending, statistics, is_bred) = Default::default();
        Ok(Self {
            problem,
            scheme,
            aims,
            names,
            search,
            noisy: None,
            told,
            pending,
            statistics,
            is_bred,
        })
    }

    /// Sets the number of places in the hall of fame, at least one. Call it before the first
    /// generation, as individuals that had no place before are not added later. With [noise](crate::Noise) there is one
    /// for each candidate at least.
    #[must_use]
    pub fn with_hall_of_fame(mut self, places: usize) -> Self {
        let least = self.noise().map_or(1, |noise| noise.candidates);
        self.search.hall_of_fame.resize(places.max(least));
        self
    }

    /// Sets how many events the logbook keeps, at least one; default: [`Logbook::LIMIT`]. Older
    /// ones are removed, so that a run of millions of small generations takes no more memory, and
    /// no larger checkpoints, than a short one.
    #[must_use]
    pub fn with_logbook(mut self, events: usize) -> Self {
        self.search.logbook.limit(events);
        self
    }

    /// Sets the genomes that the first generation begins with; random ones complete it. Call it
    /// before the first generation.
    #[must_use]
    pub fn starting_from(mut self, genomes: Vec<P::Genome>) -> Self {
        self.search.starts = genomes;
        self
    }

    /// Breeds the next generation, unless it was asked for already, and returns the genomes that
    /// await evaluation.
    ///
    /// # Errors
    /// If the selection does not work with the last generation, there are more genomes to start
    /// with than individuals, the settings of the scheme or the [problem](Problem::accepts) do not
    /// work with one of them, or the scheme evaluates genomes itself and a value is NaN or a violation negative. Asking again
    /// then breeds the same generation.
    pub fn ask(&mut self) -> Result<PendingGenomes<'_, P::Genome>, Error> {
        self.ask_watched(&())
    }

    /// Like [`ask`](Self::ask), but returns [`Error::Cancelled`] if the watch cancels the
    /// breeding. Asking again breeds the same generation.
    pub(crate) fn ask_watched(
        &mut self,
        watch: &dyn Watch,
    ) -> Result<PendingGenomes<'_, P::Genome>, Error> {
        if !self.search.is_asked {
            if !self.is_bred {
                self.breed_watched(watch)?;
            }
            self.open_race()?;
            self.is_bred = false;
            self.search.is_asked = true;
            self.list();
        }
        Ok(self.listed())
    }

    /// Breeds the next generation.
    pub(crate) fn breed_watched(&mut self, watch: &dyn Watch) -> Result<(), Error> {
        self.is_bred = false;
        let Self { problem, scheme, search, noisy, .. } = self;
        let is_noisy = noisy.is_some();
        let Search { state, offspring, hall_of_fame, starts, .. } = search;
        if !starts.is_empty() {
            check_starts(problem, scheme, starts, search.seed)?;
        }

        let seed = search.seed.child(search.generations);
        let generation = search.generations;
        offspring.evaluated = 0;

        let step =
            Step { problem, seed, generation, hall_of_fame, watch, starts, is_noisy };
        scheme.breed(&step, state, offspring)?;
        offspring.check_judged()?;
        self.is_bred = true;
        Ok(())
    }

    /// The genomes that were asked for and await evaluation; `None` if there was no
    /// [`ask`](Self::ask) since the last generation.
    pub fn pending(&self) -> Option<PendingGenomes<'_, P::Genome>> {
        self.search.is_asked.then(|| self.listed())
    }

    /// The individuals that were listed.
    pub(crate) fn listed(&self) -> PendingGenomes<'_, P::Genome> {
        if let Some(noisy) = &self.noisy {
            return self.players(noisy);
        }
        let (genomes, places) = (&self.search.offspring.genomes[..], &self.pending[..]);
        PendingGenomes { genomes, places, games: 1, seed: self.search.seed }
    }

    /// Lists the individuals that await evaluation.
    pub(crate) fn list(&mut self) {
        self.pending.clear();
        match &self.noisy {
            _ if !self.search.is_asked => {}
            Some(noisy) => self.pending.extend_from_slice(&noisy.race.playing),
            None => self.pending.extend(self.search.offspring.pending()),
        }
    }

    /// Takes the evaluations of the genomes that were asked for, in their order, and ends the
    /// generation. Returns its event.
    ///
    /// # Errors
    /// If there was no `ask`, the number of evaluations is wrong, a value is NaN or a violation is
    /// negative. Then nothing has changed, and `tell` can be called again.
    pub fn tell(&mut self, evaluations: &[Evaluation<M>]) -> Result<&Event<M>, Error> {
        let Self { search, noisy, aims, .. } = self;
        if noisy.is_some() {
            let what = "a search with noise takes the values of games, by tell_games";
            return Err(Error::Scheme { what, found: evaluations.len() as f64 });
        }
        if !search.is_asked {
            return Err(Error::EvaluationCount { expected: 0, found: evaluations.len() });
        }
        search.offspring.judge(evaluations, &self.pending, aims)?;

        let evaluated = evaluations.len() as u64 + search.offspring.evaluated;
        search.evaluations += evaluated;
        search.idle = if evaluated > 0 { 0 } else { search.idle + 1 };
        let improved = search.note_improvement(aims);
        search.stale = if improved { 0 } else { search.stale + 1 };

        self.survive();
        Ok(self.last_event().expect("it was just added"))
    }

    /// Takes the offspring, all of which are evaluated, into the state, and ends the generation.
    pub(crate) fn survive(&mut self) {
        let Self { problem, scheme, search, aims, noisy, .. } = self;
        let (seed, generation) =
            (search.seed.child(search.generations), search.generations);
        let Search { state, offspring, hall_of_fame, .. } = search;
        let step = Step {
            problem,
            seed,
            generation,
            hall_of_fame,
            watch: &(),
            starts: &[],
            is_noisy: noisy.is_some(),
        };
        scheme.survive(&step, state, offspring);

        let event = self.statistics.event(
            problem,
            state.populations(),
            aims,
            [generation, search.evaluations],
            scheme.notes(state),
        );
        search.starts = Vec::new();
        search.generations += 1;
        search.is_asked = false;
        search.logbook.push(event);
    }

    /// The best individual so far; feasible ones are better than infeasible ones, and the
    /// earliest one wins a tie. `None` before the first generation. With several objectives it is
    /// the first feasible individual; [`front`](Self::front) is what you want then.
    pub fn best(&self) -> Option<&Individual<P::Genome, M>> {
        self.search.hall_of_fame.members().first()
    }

    /// The best distinct individuals so far.
    pub const fn hall_of_fame(&self) -> &HallOfFame<P::Genome, M> {
        &self.search.hall_of_fame
    }

    /// The feasible individuals of the last generation of which none is at least as good in every
    /// objective and better in one, in the order of their values: the Pareto front. Of equal
    /// values the first individual is taken.
    pub fn front(&self) -> Vec<Individual<P::Genome, M>> {
        front::of(self.search.state.populations(), &self.aims)
    }

    /// The last evaluated generation, of a scheme with several populations the first one; empty
    /// before the first generation.
    ///
    /// # Panics
    /// If the state of the scheme has no population.
    pub fn population(&self) -> &Population<P::Genome, M> {
        self.state().populations().next().expect("a scheme has a population")
    }

    /// The state of the scheme.
    pub const fn state(&self) -> &S::State {
        &self.search.state
    }

    /// The last events.
    pub const fn logbook(&self) -> &Logbook<M> {
        &self.search.logbook
    }

    /// The event of the last generation; `None` before the first.
    pub fn last_event(&self) -> Option<&Event<M>> {
        self.search.logbook.last()
    }

    /// The problem.
    pub const fn problem(&self) -> &P {
        &self.problem
    }

    /// The scheme.
    pub const fn scheme(&self) -> &S {
        &self.scheme
    }

    /// The number of generations so far.
    pub const fn generations(&self) -> u64 {
        self.search.generations
    }

    /// The number of evaluations so far.
    pub const fn evaluations(&self) -> u64 {
        self.search.evaluations
    }
}

/// Checks the genomes to start with: the operators may not work with one of another length than
/// random ones.
fn check_starts<P: Problem<M>, S: Scheme<P, M>, const M: usize>(
    problem: &P,
    scheme: &S,
    starts: &[P::Genome],
    seed: Seed,
) -> Result<(), Error> {
    let sample = sample(problem, seed);
    for (index, genome) in starts.iter().enumerate() {
        scheme.check(problem, genome)?;
        if !problem.accepts(genome, &sample) {
            let what = "all genomes to start with must be ones of the problem";
            return Err(Error::Start { what, found: index as f64 });
        }
    }
    Ok(())
}

/// A random genome with which settings are checked.
pub(crate) fn sample<P: Problem<M>, const M: usize>(
    problem: &P,
    seed: Seed,
) -> P::Genome {
    // A number that no child has, so that the sample is nobody's random stream.
    problem.random(&mut seed.child(u64::MAX).rng())
}

impl<S, G, const M: usize> Search<S, G, M> {
    /// Whether what belongs to no scheme is complete.
    pub(crate) fn is_sound(
        &self,
        aims: &Aims<M>,
        columns: &[&str],
        is_noisy: bool,
    ) -> bool {
        let counts = [self.generations, self.evaluations, self.stale, self.idle];
        counts.into_iter().all(is_count)
            && self.ideal.len() == M
            && self.ideal.iter().all(|ideal| !ideal.is_nan())
            && (self.starts.is_empty() || self.generations == 0)
            && self.hall_of_fame.is_sound(aims, is_noisy)
            && self.logbook.is_sound(columns)
    }
}

impl<S, G: Clone + PartialEq, const M: usize> Search<S, G, M> {
    /// Adds the offspring to the hall of fame. Returns whether there is a new best individual, or
    /// with several objectives a new best value of one.
    fn note_improvement(&mut self, aims: &Aims<M>) -> bool {
        let improved = self.hall_of_fame.admit(&self.offspring);
        if aims.single.is_some() { improved } else { self.note_ideal(aims) || improved }
    }
}

impl<S, G, const M: usize> Search<S, G, M> {
    /// With several objectives, takes the best value of each. Returns whether there is a new one.
    pub(crate) fn note_ideal(&mut self, aims: &Aims<M>) -> bool {
        let mut improved = false;
        if aims.single.is_some() {
            return improved;
        }

        for evaluation in self.offspring.evaluations.iter().filter(|it| it.is_feasible())
        {
            for (at, direction) in aims.directions.iter().enumerate() {
                let score = direction.score(evaluation.objectives[at]);
                if direction.is_optimized() && score > self.ideal[at] {
                    self.ideal[at] = score;
                    improved = true;
                }
            }
        }
        improved
    }
}

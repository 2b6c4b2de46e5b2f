//! Islands: several states of one scheme that exchange individuals.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::requirements::MOST_STATES;
use super::{Scheme, State, StoredState, Topology};
use crate::defaults::whole;
use crate::evaluation::Aims;
use crate::{
    Archive, Cost, Error, Evaluation, Evolution, HallOfFame, Individual, Limits,
    Population, Problem, Revision, Standing, Step,
};

/// Several islands that evolve by the same scheme, each with a state and random streams of its own
/// (Tanese, *Distributed genetic algorithms*, 1989). At regular generations each sends copies of
/// its best individuals to others, which take them in as [their scheme](Scheme::welcome) does: in
/// most schemes a migrant replaces the worst individual if it is better.
///
/// A generation is one of all islands. The exchange depends on the number of the generation and
/// not on time, so that the result is the same on any number of threads. The islands share the
/// hall of fame. The genomes to start with are divided among the islands, the first ones for the
/// first island.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Islands<S> {
    /// The scheme of every island.
    pub scheme: S,
    /// The number of islands, at most 65,536.
    #[serde(default = "whole::<usize, 4>")]
    pub count: usize,
    /// After how many generations they exchange individuals; 0 for never.
    #[serde(default = "whole::<u64, 10>")]
    pub every: u64,
    /// How many individuals an island sends to another one.
    #[serde(default = "whole::<usize, 1>")]
    pub migrants: usize,
    /// Which islands send to which.
    #[serde(default)]
    pub topology: Topology,
}

/// The state of [`Islands`]: the states of the islands.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound(
    serialize = "T: Serialize, G: Serialize",
    deserialize = "T: Deserialize<'de>, G: Deserialize<'de>"
))]
pub struct Archipelago<T, G, const N: usize = 1> {
    islands: Vec<T>,
    /// The number of offspring of each island, which are with the engine while they are evaluated.
    counts: Vec<u32>,
    /// The best individuals of each island so far; those that came from others do not count.
    halls: Vec<HallOfFame<G, N>>,
    /// Buffers for the offspring of each island.
    #[serde(skip, default = "Vec::new")]
    offspring: Vec<Population<G, N>>,
    /// The individuals that each island sends.
    #[serde(skip)]
    sent: Vec<Emigrants<G, N>>,
    /// The only island that evolves, if the others rest.
    #[serde(skip)]
    alone: Option<usize>,
}

/// The individuals that an island sends, best first, and a buffer.
#[derive(Clone, Debug)]
struct Emigrants<G, const N: usize> {
    individuals: Vec<Individual<G, N>>,
    chosen: Vec<(Standing, u32, u32)>,
}

impl<T, G, const N: usize> Archipelago<T, G, N> {
    /// The states of the islands in order.
    pub fn islands(&self) -> &[T] {
        &self.islands
    }
}

impl<T: State<G, N>, G: Send + 'static, const N: usize> State<G, N>
    for Archipelago<T, G, N>
{
    fn populations(&self) -> impl Iterator<Item = &Population<G, N>> + Clone {
        self.islands.iter().flat_map(State::populations)
    }

    fn archives(&self) -> Vec<&Archive<G, N>> {
        self.islands.iter().flat_map(State::archives).collect()
    }

    fn is_sound(&self) -> bool {
        self.islands.len() == self.counts.len()
            && self.islands.len() == self.halls.len()
            && self.islands.iter().all(State::is_sound)
    }
}

impl<S> Islands<S> {
    /// Checks what needs no problem.
    pub(crate) fn check_settings(&self) -> Result<(), Error> {
        Limits::Whole(1, MOST_STATES).check("count", self.count as f64)
    }

    /// The step of one island, with its own hall of fame.
    fn step<'a, P: Problem<N>, const N: usize>(
        &self,
        step: &Step<'a, P, N>,
        island: usize,
        hall_of_fame: &'a HallOfFame<P::Genome, N>,
    ) -> Step<'a, P, N> {
        let each = step.starts.len().div_ceil(self.count).max(1);
        let starts = step.starts.chunks(each).nth(island).unwrap_or_default();
        // Only members of the hall of fame of the search play again, so that those of the islands would be lucky ones.
        let hall_of_fame = if step.is_noisy { step.hall_of_fame } else { hall_of_fame };
        Step { seed: step.seed.child(island as u64), starts, hall_of_fame, ..*step }
    }

    /// Exchanges individuals between the islands.
    fn exchange<P, const N: usize>(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Archipelago<S::State, P::Genome, N>,
    ) where
        P: Problem<N>,
        S: Scheme<P, N>,
    {
        let Archipelago { islands, sent, halls, .. } = state;
        let empty = || Emigrants { individuals: Vec::new(), chosen: Vec::new() };
        sent.resize_with(self.count, empty);

        for (island, sent) in islands.iter().zip(&mut *sent) {
            sent.choose(island, self.migrants);
        }

        // All choose before anybody welcomes, so that no migrant goes on at once.
        for (to, (island, hall)) in islands.iter_mut().zip(halls).enumerate() {
            let step = self.step(step, to, hall);
            for (from, sent) in sent.iter().enumerate() {
                if self.topology.connects(from, to, self.count) {
                    for migrant in &sent.individuals {
                        self.scheme.welcome(&step, island, migrant);
                    }
                }
            }
        }
    }
}

impl<G: Clone + 'static, const N: usize> Emigrants<G, N> {
    /// Copies the best individuals of an island, in the memory of those sent before.
    fn choose(&mut self, island: &impl State<G, N>, count: usize) {
        self.chosen.clear();
        for (number, population) in island.populations().enumerate() {
            let standings = population.standings().iter().zip(0..);
            let places =
                standings.map(|(&standing, place)| (standing, number as u32, place));
            self.chosen.extend(places);
        }

        let count = count.min(self.chosen.len());
        self.chosen.sort_unstable();
        self.individuals.truncate(count);

        for (place, &(_, number, index)) in self.chosen[..count].iter().enumerate() {
            let Some(from) = island.populations().nth(number as usize) else { continue };
            let genome = &from.genomes()[index as usize];
            let evaluation = from.evaluations()[index as usize];
            if let Some(individual) = self.individuals.get_mut(place) {
                individual.genome.clone_from(genome);
                individual.evaluation = evaluation;
            } else {
                self.individuals.push(Individual { genome: genome.clone(), evaluation });
            }
        }
    }
}

impl<P, S, const M: usize> Evolution<P, Islands<S>, M>
where
    P: Problem<M>,
    S: Scheme<P, M>,
{
    /// Lets one island evolve alone from now on: the others rest as they are, and nothing is
    /// exchanged.
    ///
    /// Until the next exchange an island depends on no other, so that each can evolve in a
    /// process of its own, from a checkpoint of the whole search. The whole search, told the
    /// evaluations that all of them found, those of the first island first, is then what it would
    /// be in one process. A checkpoint of an island alone is one in which all are awake again.
    ///
    /// # Errors
    /// If there is no such island, a generation was asked for and not told, or the search has noise.
    pub fn isolate(&mut self, island: usize) -> Result<(), Error> {
        let found = island as f64;
        if island >= self.scheme.count {
            return Err(Error::Scheme { what: "there is no such island", found });
        }
        if self.pending().is_some() {
            let what = "an island can be left alone only between two generations";
            return Err(Error::Scheme { what, found });
        }
        if self.noise().is_some() {
            let what = "the islands of a search with noise race together";
            return Err(Error::Scheme { what, found });
        }
        self.search.state.alone = Some(island);
        Ok(())
    }
}

impl<P, S, const N: usize> Scheme<P, N> for Islands<S>
where
    P: Problem<N>,
    S: Scheme<P, N>,
{
    type State = Archipelago<S::State, P::Genome, N>;

    fn start(&self, problem: &P, sample: &P::Genome) -> Result<Self::State, Error> {
        let island = |_| self.scheme.start(problem, sample);
        let islands = (0..self.count).map(island).collect::<Result<_, Error>>()?;
        let counts = vec![0; self.count];
        let halls = vec![HallOfFame::new(1); self.count];
        let (offspring, sent) = (Vec::new(), Vec::new());
        Ok(Archipelago { islands, counts, halls, offspring, sent, alone: None })
    }

    fn check(&self, problem: &P, genome: &P::Genome) -> Result<(), Error> {
        self.check_settings()?;
        self.scheme.check(problem, genome)
    }

    fn size(&self) -> usize {
        self.count.saturating_mul(self.scheme.size())
    }

    fn accepts(&self, stored: &StoredState<'_, P, Self::State, N>) -> bool {
        let &StoredState { problem, sample, state, offspring } = stored;
        let Archipelago { islands, counts, halls, .. } = state;
        let aims = Aims::new(problem.objectives());
        let is_genome = |genome: &P::Genome| {
            problem.accepts(genome, sample) && self.scheme.check(problem, genome).is_ok()
        };
        let is_hall = |hall: &HallOfFame<P::Genome, N>| {
            let mut members = hall.members().iter();
            hall.is_sound(&aims, false) && members.all(|member| is_genome(&member.genome))
        };
        if islands.len() != self.count || !halls.iter().all(is_hall) {
            return false;
        }

        let accepts = |state, offspring: Option<&Population<_, N>>| {
            self.scheme.accepts(&StoredState { problem, sample, state, offspring })
        };
        let Some(offspring) = offspring else {
            return islands.iter().all(|island| accepts(island, None));
        };
        let mut place = 0;
        let parts = islands.iter().zip(counts).all(|(island, &count)| {
            let from = place;
            place += count as usize;
            place <= offspring.len()
                && accepts(island, Some(&offspring.part(from, count as usize)))
        });
        parts && place == offspring.len()
    }

    fn breed(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<P::Genome, N>,
    ) -> Result<(), Error> {
        let Archipelago { islands, counts, halls, offspring: own, alone, .. } = state;
        own.resize_with(self.count, Population::new);

        let breed = |(number, ((island, own), hall)): (
            usize,
            ((&mut S::State, &mut Population<_, N>), &HallOfFame<_, N>),
        )| {
            own.evaluated = 0;
            if alone.is_some_and(|alone| alone != number) {
                own.clear();
                return Ok(());
            }
            self.scheme.breed(&self.step(step, number, hall), island, own)
        };

        if step.problem.cost() == Cost::Quick {
            let all = islands.iter_mut().zip(&mut *own).zip(&*halls);
            all.enumerate().try_for_each(breed)?;
        } else {
            let all = islands.par_iter_mut().zip(&mut *own).zip(&*halls);
            all.enumerate().try_for_each(breed)?;
        }

        let count = own.iter().map(Population::len).sum();
        match own.iter().find_map(|own| own.genomes().first()) {
            Some(sample) => offspring.resize(count, sample),
            None => offspring.clear(),
        }

        // The engine evaluates the offspring of all islands together.
        let mut place = 0;
        for (own, count) in own.iter_mut().zip(counts) {
            *count = own.len() as u32;
            offspring.count(own.evaluated);
            place = offspring.swap_all(place, own);
        }
        Ok(())
    }

    fn survive(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<P::Genome, N>,
    ) {
        let Archipelago { islands, counts, halls, offspring: own, alone, .. } = state;
        own.resize_with(self.count, Population::new);

        let mut place = 0;
        for (own, &count) in own.iter_mut().zip(&*counts) {
            if let Some(sample) = offspring.genomes().first() {
                own.resize(count as usize, sample);
            }
            // They are counted, and unknown after a checkpoint.
            own.evaluated = 0;
            place = offspring.swap_all(place, own);
        }

        let places = step.hall_of_fame.places();
        let islands = islands.iter_mut().zip(own).zip(halls);
        for (number, ((island, own), hall)) in islands.enumerate() {
            if alone.is_some_and(|alone| alone != number) {
                continue;
            }
            if !step.is_noisy {
                hall.resize(places);
                hall.admit(own);
            }
            self.scheme.survive(&self.step(step, number, hall), island, own);
        }

        if alone.is_none()
            && self.every > 0
            && (step.generation + 1).is_multiple_of(self.every)
        {
            self.exchange(step, state);
        }
    }

    fn keeps(&self) -> bool {
        self.scheme.keeps()
    }

    fn revise(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        revision: &Revision<'_, P::Genome, N>,
    ) {
        let Archipelago { islands, halls, .. } = state;
        for (number, (island, hall)) in islands.iter_mut().zip(halls).enumerate() {
            self.scheme.revise(&self.step(step, number, hall), island, revision);
        }
    }

    /// That of the island which values it most.
    fn merit(
        &self,
        step: &Step<'_, P, N>,
        state: &Self::State,
        evaluation: &Evaluation<N>,
    ) -> Standing {
        let islands = state.islands.iter().zip(&state.halls).enumerate();
        let merits = islands.map(|(number, (island, hall))| {
            self.scheme.merit(&self.step(step, number, hall), island, evaluation)
        });
        merits.min().unwrap_or_else(|| step.standing(evaluation))
    }

    fn welcome(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        migrant: &Individual<P::Genome, N>,
    ) {
        let Archipelago { islands, halls, .. } = state;
        if let (Some(first), Some(hall)) = (islands.first_mut(), halls.first()) {
            self.scheme.welcome(&self.step(step, 0, hall), first, migrant);
        }
    }
}

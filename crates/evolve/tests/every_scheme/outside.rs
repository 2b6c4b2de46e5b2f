//! A scheme from outside of the crate, with a state and columns of its own.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use tilewright_evolve::{
    Breeding, Crossover, Error, Evolution, Mutation, Notes, Population, Problem,
    Revision, Scheme, Selection, State, Step, Stop, StoredState,
};
use tilewright_grid::Seed;

use super::kinds::Bits;
use super::list::Setting;
use super::task::{Mode, One, Subject, Task};

/// Simulated annealing of many individuals, which are crossed with their neighbours.
#[derive(Clone, Debug)]
pub(crate) struct Annealing<S, C, M> {
    pub(crate) population: usize,
    pub(crate) breeding: Breeding<S, C, M>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Hot<G, const N: usize> {
    population: Population<G, N>,
    temperature: f64,
    accepted: u64,
}

impl<G: Send + 'static, const N: usize> State<G, N> for Hot<G, N> {
    fn populations(&self) -> impl Iterator<Item = &Population<G, N>> + Clone {
        std::iter::once(&self.population)
    }
}

impl<P, S, C, M, const N: usize> Scheme<P, N> for Annealing<S, C, M>
where
    P: Problem<N>,
    S: Selection,
    C: Crossover<P::Genome>,
    M: Mutation<P::Genome>,
{
    type State = Hot<P::Genome, N>;

    fn start(&self, _: &P, _: &P::Genome) -> Result<Self::State, Error> {
        Ok(Hot { population: Population::new(), temperature: 1.0, accepted: 0 })
    }

    fn check(&self, _: &P, genome: &P::Genome) -> Result<(), Error> {
        self.breeding.check(genome)
    }

    fn size(&self) -> usize {
        self.population
    }

    fn accepts(&self, stored: &StoredState<'_, P, Self::State, N>) -> bool {
        let Hot { population, accepted, .. } = stored.state;
        (population.is_empty() || population.len() == self.population)
            && stored.offspring.is_none_or(|offspring| offspring.len() == self.population)
            && *accepted < u64::MAX / 2
    }

    fn breed(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<P::Genome, N>,
    ) -> Result<(), Error> {
        let Some(sample) = state.population.genomes().first() else {
            return step.randomize(offspring, self.population);
        };
        offspring.resize(self.population, sample);
        for at in 0..self.population {
            offspring.renew(at).clone_from(&state.population.genomes()[at]);
        }
        let mut rng = step.rng();
        for at in 1..self.population {
            step.look()?;
            let [a, b] = offspring.renew_two([at - 1, at]);
            self.breeding.cross(a, b, &mut rng);
            self.breeding.mutate(a, &mut rng);
        }
        Ok(())
    }

    fn survive(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<P::Genome, N>,
    ) {
        let Hot { population, temperature, accepted } = state;
        if population.is_empty() {
            std::mem::swap(population, offspring);
            return;
        }
        for at in 0..offspring.len() {
            let is_better = offspring.standings()[at] <= population.standings()[at];
            let mut rng = step.seed.child(at as u64).rng();
            if is_better || rng.chance(*temperature) {
                population.swap(at, offspring, at);
                *accepted += 1;
            }
        }
        *temperature *= 0.9;
    }

    fn keeps(&self) -> bool {
        true
    }

    fn revise(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        revision: &Revision<'_, P::Genome, N>,
    ) {
        state.population.revise(revision, |evaluation| step.standing(evaluation));
    }

    fn columns(&self) -> &'static [&'static str] {
        &["temperature", "accepted"]
    }

    fn notes(&self, state: &Self::State) -> Notes {
        Notes::new(&[state.temperature, state.accepted as f64])
    }
}

#[test]
fn an_outside_scheme_has_its_own_columns() {
    let breeding = Setting::usual().breeding::<Bits>();
    let problem: Task<Bits, One> = Subject::of(Mode::Quick);
    let mut evolution =
        Evolution::new(problem, Annealing { population: 8, breeding }, Seed(15)).unwrap();
    let stop = Stop::new().generations(4);
    evolution.run(&stop, &(), |_| ControlFlow::Continue(())).unwrap();
    let csv = evolution.logbook().to_csv();
    let mut lines = csv.lines();
    assert!(lines.next().unwrap().ends_with(",diversity,temperature,accepted"));
    assert!(lines.next().unwrap().ends_with(",1,0"));
    let accepted = evolution.state().accepted;
    assert!(accepted >= 8, "at temperature 1 all are accepted: {accepted}");
    let temperature = evolution.state().temperature;
    assert!(lines.last().unwrap().ends_with(&format!(",{temperature},{accepted}")));
    assert!((temperature - 0.729).abs() < 1e-12);
}

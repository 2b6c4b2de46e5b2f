//! The schemes for any genomes and one objective as one scheme, so that a search of each kind of genomes is
//! compiled once and not once for each of them.

use serde::{Deserialize, Serialize};
use tilewright_evolve::settings::{Selection, Table};
use tilewright_evolve::{
    Error, FeasibleInfeasible, Generation, Generational, Individual, Notes, Parents,
    Parts, Plus, Population, Scheme, State, SteadyPopulation, SteadyState, Step,
};

use super::genome::Genome;
use super::operators::{AnyCrossover, AnyMutation};
use super::problem::Space;
use super::shelves::Shelves;

/// A scheme for any genomes and one objective.
#[derive(Debug)]
pub(super) enum SingleScheme<G> {
    Generational(Generational<Selection, AnyCrossover<G>, AnyMutation<G>>),
    SteadyState(SteadyState<Selection, AnyCrossover<G>, AnyMutation<G>>),
    FeasibleInfeasible(FeasibleInfeasible<Selection, AnyCrossover<G>, AnyMutation<G>>),
    Plus(Plus<AnyMutation<G>, AnyCrossover<G>>),
}

/// The state of the scheme of the same name.
#[derive(Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "G: Serialize", deserialize = "G: Deserialize<'de>"))]
pub(super) enum SingleState<G> {
    Generational(Generation<G, Table>),
    SteadyState(SteadyPopulation<G, Table>),
    FeasibleInfeasible(Box<Parts<G, Table>>),
    Plus(Parents<G>),
}

/// Does the same with a scheme and its state, or something else if the state is one of another scheme.
macro_rules! both {
    ($scheme:expr, $state:expr, ($own:ident, $its:ident) => $done:expr, $else:expr) => {
        match ($scheme, $state) {
            (SingleScheme::Generational($own), SingleState::Generational($its)) => $done,
            (SingleScheme::SteadyState($own), SingleState::SteadyState($its)) => $done,
            (
                SingleScheme::FeasibleInfeasible($own),
                SingleState::FeasibleInfeasible($its),
            ) => $done,
            (SingleScheme::Plus($own), SingleState::Plus($its)) => $done,
            _ => $else,
        }
    };
}

/// Does the same with any scheme.
macro_rules! each {
    ($scheme:expr, $own:ident => $done:expr) => {
        match $scheme {
            SingleScheme::Generational($own) => $done,
            SingleScheme::SteadyState($own) => $done,
            SingleScheme::FeasibleInfeasible($own) => $done,
            SingleScheme::Plus($own) => $done,
        }
    };
}

/// A search begins with the state of its scheme, and a checkpoint with another one is refused.
const OWN: &str = "the state is that of the scheme";

impl<G: Send + 'static> State<G> for SingleState<G> {
    fn populations(&self) -> impl Iterator<Item = &Population<G>> + Clone {
        // Each of them has one.
        let population = match self {
            Self::Generational(it) => it.populations().next(),
            Self::SteadyState(it) => it.populations().next(),
            Self::FeasibleInfeasible(it) => it.populations().next(),
            Self::Plus(it) => it.populations().next(),
        };
        population.into_iter()
    }

    fn is_sound(&self) -> bool {
        match self {
            Self::Generational(it) => it.is_sound(),
            Self::SteadyState(it) => it.is_sound(),
            Self::FeasibleInfeasible(it) => it.is_sound(),
            Self::Plus(it) => it.is_sound(),
        }
    }
}

impl<G: Send + 'static> Shelves<G, 1> for SingleState<G> {}

impl<G: Genome> Scheme<Space<G>> for SingleScheme<G> {
    type State = SingleState<G>;

    fn start(&self, problem: &Space<G>, sample: &G) -> Result<Self::State, Error> {
        Ok(match self {
            Self::Generational(it) => {
                SingleState::Generational(it.start(problem, sample)?)
            }
            Self::SteadyState(it) => SingleState::SteadyState(it.start(problem, sample)?),
            Self::FeasibleInfeasible(it) => {
                SingleState::FeasibleInfeasible(Box::new(it.start(problem, sample)?))
            }
            Self::Plus(it) => SingleState::Plus(it.start(problem, sample)?),
        })
    }

    fn check(&self, problem: &Space<G>, genome: &G) -> Result<(), Error> {
        each!(self, it => Scheme::<Space<G>, 1>::check(it, problem, genome))
    }

    fn size(&self) -> usize {
        each!(self, it => Scheme::<Space<G>, 1>::size(it))
    }

    fn breed(
        &self,
        step: &Step<'_, Space<G>>,
        state: &mut Self::State,
        offspring: &mut Population<G>,
    ) -> Result<(), Error> {
        both!(self, state, (it, own) => it.breed(step, own, offspring), unreachable!("{OWN}"))
    }

    fn survive(
        &self,
        step: &Step<'_, Space<G>>,
        state: &mut Self::State,
        offspring: &mut Population<G>,
    ) {
        both!(self, state, (it, own) => it.survive(step, own, offspring), unreachable!("{OWN}"));
    }

    fn welcome(
        &self,
        step: &Step<'_, Space<G>>,
        state: &mut Self::State,
        migrant: &Individual<G>,
    ) {
        both!(self, state, (it, own) => it.welcome(step, own, migrant), unreachable!("{OWN}"));
    }

    fn accepts(
        &self,
        problem: &Space<G>,
        sample: &G,
        state: &Self::State,
        offspring: Option<&Population<G>>,
    ) -> bool {
        both!(self, state, (it, own) => it.accepts(problem, sample, own, offspring), false)
    }

    fn columns(&self) -> &'static [&'static str] {
        each!(self, it => Scheme::<Space<G>, 1>::columns(it))
    }

    fn notes(&self, state: &Self::State) -> Notes {
        both!(self, state, (it, own) => Scheme::<Space<G>, 1>::notes(it, own), unreachable!("{OWN}"))
    }
}

//! The schemes for any genomes and one objective as one scheme, so that a search of each kind of genomes is
//! compiled once and not once for each of them.

use serde::{Deserialize, Serialize};
use tilewright_evolve::settings::{AnyCrossover, AnyMutation, Selection};
use tilewright_evolve::{
    Error, FeasibleInfeasible, Generational, Individual, Notes, Plus, Population, Scheme,
    Standing, State, SteadyState, Step, StoredState,
};

use super::genome::Genome;
use super::problem::Space;

/// One of four schemes, or the state of one.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Choice<A, B, C, D> {
    Generational(A),
    SteadyState(B),
    FeasibleInfeasible(C),
    Plus(D),
}

/// A scheme for any genomes and one objective.
pub(super) type SingleScheme<G> = Choice<
    Generational<Selection, AnyCrossover<G>, AnyMutation<G>>,
    SteadyState<Selection, AnyCrossover<G>, AnyMutation<G>>,
    FeasibleInfeasible<Selection, AnyCrossover<G>, AnyMutation<G>>,
    Plus<AnyMutation<G>, AnyCrossover<G>>,
>;

/// Does the same with any choice.
macro_rules! each {
    ($choice:expr, $own:ident => $done:expr) => {
        match $choice {
            Choice::Generational($own) => $done,
            Choice::SteadyState($own) => $done,
            Choice::FeasibleInfeasible($own) => $done,
            Choice::Plus($own) => $done,
        }
    };
}

/// Does the same with a scheme and its state, or something else if the state is one of another scheme.
macro_rules! both {
    ($scheme:expr, $state:expr, ($own:ident, $its:ident) => $done:expr, $else:expr) => {
        match ($scheme, $state) {
            (Choice::Generational($own), Choice::Generational($its)) => $done,
            (Choice::SteadyState($own), Choice::SteadyState($its)) => $done,
            (Choice::FeasibleInfeasible($own), Choice::FeasibleInfeasible($its)) => $done,
            (Choice::Plus($own), Choice::Plus($its)) => $done,
            _ => $else,
        }
    };
}

/// A search begins with the state of its scheme, and a checkpoint with another one is refused.
const OWN: &str = "the state is that of the scheme";

impl<G, A, B, C, D> State<G> for Choice<A, B, C, D>
where
    G: 'static,
    A: State<G>,
    B: State<G>,
    C: State<G>,
    D: State<G>,
{
    fn populations(&self) -> impl Iterator<Item = &Population<G>> + Clone {
        // Each of them has one.
        each!(self, it => it.populations().next()).into_iter()
    }

    fn welcome(&mut self, migrant: &Individual<G>, standing: Standing)
    where
        G: Clone,
    {
        each!(self, it => it.welcome(migrant, standing));
    }

    fn is_sound(&self) -> bool {
        each!(self, it => it.is_sound())
    }
}

impl<G, A, B, C, D> Scheme<Space<G>> for Choice<A, B, C, D>
where
    G: Genome,
    A: Scheme<Space<G>>,
    B: Scheme<Space<G>>,
    C: Scheme<Space<G>>,
    D: Scheme<Space<G>>,
{
    type State = Choice<A::State, B::State, C::State, D::State>;

    fn start(&self, problem: &Space<G>, sample: &G) -> Result<Self::State, Error> {
        Ok(match self {
            Self::Generational(it) => Choice::Generational(it.start(problem, sample)?),
            Self::SteadyState(it) => Choice::SteadyState(it.start(problem, sample)?),
            Self::FeasibleInfeasible(it) => {
                Choice::FeasibleInfeasible(it.start(problem, sample)?)
            }
            Self::Plus(it) => Choice::Plus(it.start(problem, sample)?),
        })
    }

    fn check(&self, problem: &Space<G>, genome: &G) -> Result<(), Error> {
        each!(self, it => it.check(problem, genome))
    }

    fn size(&self) -> usize {
        each!(self, it => it.size())
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

    fn accepts(&self, stored: &StoredState<'_, Space<G>, Self::State>) -> bool {
        let &StoredState { problem, sample, state, offspring } = stored;
        both!(self, state, (it, state) => {
            it.accepts(&StoredState { problem, sample, state, offspring })
        }, false)
    }

    fn columns(&self) -> &'static [&'static str] {
        each!(self, it => it.columns())
    }

    fn notes(&self, state: &Self::State) -> Notes {
        both!(self, state, (it, own) => it.notes(own), unreachable!("{OWN}"))
    }
}

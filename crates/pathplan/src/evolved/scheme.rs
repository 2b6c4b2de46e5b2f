//! What the schemes of all algorithms share: random paths at first, then generations that replace
//! their parents.

use tilewright_evolve::{Error, Population, Scheme, Step};

use super::baseline::Baseline;
use super::improved::ImprovedScheme;
use super::maker::PathMaker;
use super::problem::{Chromosome, PathProblem, PathState};
use super::{Method, Options};

/// The scheme of an algorithm.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathScheme {
    population: usize,
    options: Options,
    breeding: Breeding,
}

/// How an algorithm makes a generation from ranked parents.
#[derive(Clone, Copy, Debug)]
enum Breeding {
    Improved(ImprovedScheme),
    Baseline(Baseline),
}

impl PathScheme {
    pub(super) fn new(
        maker: &PathMaker<'_>,
        options: Options,
        population: usize,
    ) -> Self {
        let breeding = match options.method {
            Method::Improved => {
                Breeding::Improved(ImprovedScheme { population, options })
            }
            _ => Breeding::Baseline(Baseline::new(maker, options)),
        };
        Self { population, options, breeding }
    }
}

impl<'a> Scheme<PathProblem<'a>> for PathScheme {
    type State = PathState<'a>;

    fn start(
        &self,
        problem: &PathProblem<'a>,
        _: &Chromosome,
    ) -> Result<Self::State, Error> {
        Ok(PathState::new(problem.maker.clone()))
    }

    fn breed(
        &self,
        step: &Step<'_, PathProblem<'a>>,
        state: &mut PathState<'a>,
        children: &mut Population<Chromosome>,
    ) -> Result<(), Error> {
        if !state.rank() {
            return state.draw(step, self.population, &self.options, children);
        }

        let mut rng = step.rng();
        match &self.breeding {
            Breeding::Improved(improved) => {
                improved.breed(step, state, children, &mut rng)
            }
            Breeding::Baseline(baseline) => {
                baseline.breed(step, state, children, &mut rng)
            }
        }
    }

    fn survive(
        &self,
        _: &Step<'_, PathProblem<'a>>,
        state: &mut PathState<'a>,
        children: &mut Population<Chromosome>,
    ) {
        std::mem::swap(&mut state.population, children);
    }
}

//! Schemes: how the next generation comes from the last one.

mod climb;
mod cma_es;
mod cma_me;
mod differential_evolution;
mod feasible_infeasible;
mod fronts;
mod generational;
mod islands;
mod map_elites;
mod nsga2;
mod plus;
mod sizes;
mod steady_state;

use std::fmt::Debug;

pub use climb::{Climb, Climber, Neighborhood};
pub use cma_es::{CmaEs, SampledPopulation};
pub use cma_me::{CmaMe, Emitters};
pub use differential_evolution::{
    BoundHandling, DifferentialEvolution, Members, Strategy,
};
pub use feasible_infeasible::{FeasibleInfeasible, Parts};
pub use generational::{Generation, Generational};
pub use islands::{Archipelago, Islands, Topology};
pub use map_elites::MapElites;
pub use nsga2::{Nsga2, RankedPopulation};
pub use plus::{Parents, Plus};
pub use steady_state::{SteadyPopulation, SteadyState};

use crate::{Error, Individual, Notes, Population, Problem, RealBounds, State, Step};

/// A scheme breeds offspring from its state, and takes them into it once they are evaluated.
///
/// The engine owns the offspring while they are evaluated, the scheme all the rest, its
/// [`State`]. A generation is one call of [`breed`](Self::breed), the evaluation of the offspring
/// that await it, and one call of [`survive`](Self::survive).
///
/// The settings of the scheme do not change. Its `Debug` form is its name in checkpoints, so it
/// must contain all settings.
///
/// ```
/// use std::iter::once;
/// use std::ops::ControlFlow;
/// use tilewright_evolve::*;
/// use tilewright_grid::{Rng, Seed};
///
/// /// Draws random genomes and keeps the best.
/// #[derive(Debug)]
/// struct RandomSearch {
///     draws: usize,
/// }
///
/// /// The best genome.
/// struct Best(Population<BitString>);
///
/// impl State<BitString> for Best {
///     fn populations(&self) -> impl Iterator<Item = &Population<BitString>> + Clone {
///         once(&self.0)
///     }
/// }
///
/// impl<P: Problem<Genome = BitString>> Scheme<P> for RandomSearch {
///     type State = Best;
///
///     fn start(&self, _: &P, _: &BitString) -> Result<Best, Error> {
///         Ok(Best(Population::new()))
///     }
///     fn breed(
///         &self,
///         step: &Step<'_, P>,
///         _: &mut Best,
///         offspring: &mut Population<BitString>,
///     ) -> Result<(), Error> {
///         step.randomize(offspring, self.draws)
///     }
///     fn survive(
///         &self,
///         _: &Step<'_, P>,
///         best: &mut Best,
///         offspring: &mut Population<BitString>,
///     ) {
///         let Some(index) = offspring.best() else { return };
///         if best.0.is_empty() {
///             best.0.push(offspring, index);
///         } else if offspring.standings()[index] < best.0.standings()[0] {
///             best.0.copy(0, offspring, index);
///         }
///     }
/// }
///
/// struct Ones;
/// impl Problem for Ones {
///     type Genome = BitString;
///     fn objectives(&self) -> [Direction; 1] {
///         [Direction::Maximize]
///     }
///     fn random(&self, rng: &mut Rng) -> BitString {
///         BitString::random(8, rng)
///     }
///     fn evaluate(&self, genome: &BitString) -> Evaluation {
///         Evaluation::feasible([f64::from(genome.ones())])
///     }
///     fn fingerprint(&self) -> String {
///         "eight ones".to_owned()
///     }
/// }
///
/// let mut evolution = Evolution::new(Ones, RandomSearch { draws: 10 }, Seed(1))?;
/// evolution.run(&Stop::new().target(8.0), &(), |_| ControlFlow::Continue(()))?;
/// assert_eq!(evolution.population().genomes()[0].ones(), 8);
/// # Ok::<(), Error>(())
/// ```
pub trait Scheme<P: Problem<M>, const M: usize = 1>: Debug + Sync {
    /// All that changes from one generation to the next.
    type State: State<P::Genome, M>;

    /// The state before the first generation. A random genome is given as a sample.
    ///
    /// # Errors
    /// If the settings do not work for the problem.
    fn start(&self, problem: &P, sample: &P::Genome) -> Result<Self::State, Error>;

    /// Checks the settings with a genome: a random one before the search starts, each one that it
    /// is to start with, and each one of a checkpoint. So it should be fast, and leave what takes
    /// memory to [`start`](Self::start). Default: they work.
    ///
    /// # Errors
    /// If the settings do not work for the problem, or not with such a genome.
    fn check(&self, problem: &P, genome: &P::Genome) -> Result<(), Error> {
        let _ = (problem, genome);
        Ok(())
    }

    /// The number of individuals of the state or of a generation, whichever is greater. A search
    /// of more than 2²⁴ is refused before it takes memory for them. Default: 1, which is no limit.
    fn size(&self) -> usize {
        1
    }

    /// Breeds the next generation, or draws the first one. The result must not depend on the
    /// previous contents of `offspring`. If it fails, it is called again with the same state, so
    /// that it must not matter what it changed there before.
    ///
    /// # Errors
    /// If the selection does not work with the parents; [`Error::Cancelled`] if the watch cancels
    /// it.
    fn breed(
        &self,
        step: &Step<'_, P, M>,
        state: &mut Self::State,
        offspring: &mut Population<P::Genome, M>,
    ) -> Result<(), Error>;

    /// Takes the offspring, all of which are evaluated now, into the state. It may exchange
    /// buffers with them, so that nothing is copied.
    fn survive(
        &self,
        step: &Step<'_, P, M>,
        state: &mut Self::State,
        offspring: &mut Population<P::Genome, M>,
    );

    /// Takes a migrant of another island into the state, if it is good enough. Default: there is
    /// no exchange.
    fn welcome(
        &self,
        step: &Step<'_, P, M>,
        state: &mut Self::State,
        migrant: &Individual<P::Genome, M>,
    ) {
        let _ = (step, state, migrant);
    }

    /// Whether a state that was read from a checkpoint is one that this scheme leaves behind with
    /// its settings, and the offspring are ones that it breeds from it, if they were asked for: a
    /// damaged checkpoint, or one of other settings under the same name, should be refused rather
    /// than panic or continue at other sizes. The engine has checked that all parts are
    /// [sound](State::is_sound) and all genomes pass [`check`](Self::check) and
    /// [`Problem::accepts`]. A random genome is given as a sample. Default: all are taken.
    fn accepts(
        &self,
        problem: &P,
        sample: &P::Genome,
        state: &Self::State,
        offspring: Option<&Population<P::Genome, M>>,
    ) -> bool {
        let _ = (problem, sample, state, offspring);
        true
    }

    /// The names of the scheme's own columns in events, at most eight. Default: none.
    fn columns(&self) -> &'static [&'static str] {
        &[]
    }

    /// The values of the scheme's own columns. Default: none.
    fn notes(&self, state: &Self::State) -> Notes {
        let _ = state;
        Notes::default()
    }
}

/// The most individuals of a search.
pub(crate) const MOST_INDIVIDUALS: usize = 1 << 24;
/// The most islands, and emitters, of which each has a state of its own.
const MOST_STATES: usize = 1 << 16;

/// Checks the number of individuals of a search.
pub(crate) const fn check_size(size: usize) -> Result<(), Error> {
    if size <= MOST_INDIVIDUALS {
        return Ok(());
    }
    let what = "a search must not have more than 16777216 individuals";
    Err(Error::Scheme { what, found: size as f64 })
}

/// Checks that a problem has one objective, as schemes need it that compare individuals by it.
fn single<P: Problem<M>, const M: usize>(problem: &P) -> Result<(), Error> {
    let objectives = problem.objectives();
    let found = objectives.iter().filter(|direction| direction.is_optimized()).count();
    if found == 1 {
        return Ok(());
    }
    let what = "this scheme needs exactly one objective";
    Err(Error::Scheme { what, found: found as f64 })
}

/// Replaces the worst individual of a population by a migrant that is better.
fn replace_worst<P: Problem<M>, const M: usize>(
    step: &Step<'_, P, M>,
    population: &mut Population<P::Genome, M>,
    migrant: &Individual<P::Genome, M>,
) {
    let standing = step.standing(&migrant.evaluation);
    let worst = (0..population.len()).max_by_key(|&at| population.standings()[at]);
    if let Some(at) = worst.filter(|&at| standing < population.standings()[at]) {
        population.keep(at, &migrant.genome, migrant.evaluation, standing);
    }
}

/// Checks that all genomes to start with have as many genes as a random one, and are within the
/// bounds.
fn check_real_starts(
    starts: &[Vec<f64>],
    genes: usize,
    bounds: Option<&RealBounds>,
) -> Result<(), Error> {
    for start in starts {
        if start.len() != genes {
            return Err(Error::Ranges { expected: genes, found: start.len() });
        }
        let is_outside = |&(at, gene): &(usize, &f64)| {
            bounds.is_some_and(|bounds| {
                let (low, high) = bounds.range(at);
                !(low..=high).contains(gene)
            })
        };
        if let Some((_, &found)) = start.iter().enumerate().find(is_outside) {
            let what = "the genes of the start population must be within the bounds";
            return Err(Error::Start { what, found });
        }
    }
    Ok(())
}

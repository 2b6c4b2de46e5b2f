//! A scheme, which makes the next generation of the last one, and its state.

use std::fmt::Debug;

use super::StoredState;
use crate::{
    Archive, Error, Evaluation, Individual, Notes, Population, Problem, Revision,
    Standing, Step,
};

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
///         if best.0.is_empty() || offspring.standings()[index] < best.0.standings()[0] {
///             best.0.resize(1, &offspring.genomes()[index]);
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

    /// The state before the first generation. A random genome is given as a sample, with which the
    /// settings were [checked](Self::check).
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
    /// buffers with them, so that nothing is copied. Default: they replace the population that
    /// [`State::population_mut`] gives.
    ///
    /// # Panics
    /// The default, if the state gives none: such a scheme has to say what survives.
    fn survive(
        &self,
        step: &Step<'_, P, M>,
        state: &mut Self::State,
        offspring: &mut Population<P::Genome, M>,
    ) {
        let _ = step;
        let population = state.population_mut();
        std::mem::swap(population.expect("a state of one population"), offspring);
    }

    /// Takes a migrant of another island into the state, if it is good enough. Default:
    /// [`State::welcome`] does, by the standing of its evaluation.
    fn welcome(
        &self,
        step: &Step<'_, P, M>,
        state: &mut Self::State,
        migrant: &Individual<P::Genome, M>,
    ) {
        state.welcome(migrant, step.standing(&migrant.evaluation));
    }

    /// Whether individuals of the state can be ones of the next state too, and not only as copies among the offspring.
    /// A search with [noise](crate::Noise) lets them play again. Default: no.
    fn keeps(&self) -> bool {
        false
    }

    /// Takes the new evaluations of individuals that played again in a search with [noise](crate::Noise), before the
    /// offspring of the same generation [survive](Self::survive). Default: those of [`State::population_mut`], which rank
    /// by their standing.
    fn revise(
        &self,
        step: &Step<'_, P, M>,
        state: &mut Self::State,
        revision: &Revision<'_, P::Genome, M>,
    ) {
        if let Some(population) = state.population_mut() {
            population.revise(revision, |evaluation| step.standing(evaluation));
        }
    }

    /// The rank of a new evaluation in the race of a generation in a search with [noise](crate::Noise) and one objective.
    /// Default: its standing.
    fn merit(
        &self,
        step: &Step<'_, P, M>,
        state: &Self::State,
        evaluation: &Evaluation<M>,
    ) -> Standing {
        let _ = state;
        step.standing(evaluation)
    }

    /// Whether a state that was read from a checkpoint is one that this scheme leaves behind with
    /// its settings, and the offspring are ones that it breeds from it, if they were asked for: a
    /// damaged checkpoint, or one of other settings under the same name, should be refused rather
    /// than panic or continue at other sizes. The engine has checked that all parts are
    /// [sound](State::is_sound) and all genomes pass [`check`](Self::check) and
    /// [`Problem::accepts`]. Default: all are taken.
    fn accepts(&self, stored: &StoredState<'_, P, Self::State, M>) -> bool {
        let _ = stored;
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

/// The state of a [`Scheme`](crate::Scheme): all that changes from one generation to the next. If
/// it can be serialized, the search can be saved as a checkpoint and resumed exactly; buffers
/// whose content does not matter are skipped.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use tilewright_evolve::{Population, State};
///
/// /// One population, and a number that adapts.
/// #[derive(Serialize, Deserialize)]
/// struct Adaptive {
///     parents: Population<Vec<f64>>,
///     step: f64,
/// }
///
/// impl State<Vec<f64>> for Adaptive {
///     fn populations(&self) -> impl Iterator<Item = &Population<Vec<f64>>> + Clone {
///         std::iter::once(&self.parents)
///     }
/// }
/// ```
pub trait State<G: 'static, const M: usize = 1>: Send {
    /// The evaluated individuals that an [`Event`](crate::Event) describes, as one or several
    /// populations.
    fn populations(&self) -> impl Iterator<Item = &Population<G, M>> + Clone;

    /// The only population, for the defaults of [`welcome`](Self::welcome) and
    /// [`Scheme::survive`](crate::Scheme::survive). Default: there is no such.
    fn population_mut(&mut self) -> Option<&mut Population<G, M>> {
        None
    }

    /// Takes a migrant of another island with its standing, if it is good enough. Default: it
    /// replaces the worst individual of [`population_mut`](Self::population_mut) if it is better.
    fn welcome(&mut self, migrant: &Individual<G, M>, standing: Standing)
    where
        G: Clone,
    {
        if let Some(population) = self.population_mut() {
            population.replace_worst(migrant, standing);
        }
    }

    /// The archives of elites. Default: none.
    fn archives(&self) -> Vec<&Archive<G, M>> {
        Vec::new()
    }

    /// Whether the parts of a state that was read from a checkpoint fit together, whatever the
    /// settings; [`Scheme::accepts`](crate::Scheme::accepts) compares it with these. Default:
    /// whether all populations are complete and their numbers valid.
    fn is_sound(&self) -> bool {
        self.populations().all(Population::is_sound)
    }
}

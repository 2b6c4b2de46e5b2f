//! Hill climbing by small changes.

use std::iter::once;

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::requirements::single;
use super::stored_state::Sizes;
use super::{Scheme, State, StoredState};
use crate::state::is_count;
use crate::{Error, Evaluation, Individual, Notes, Population, Problem, Standing, Step};

/// A problem whose genomes can be changed a little, where the evaluation of the change is faster
/// than that of a whole genome. [`Climb`] searches by such changes.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_evolve::*;
/// use tilewright_grid::{Rng, Seed};
///
/// /// As many ones as possible.
/// struct Ones;
///
/// /// A genome, its number of ones, and the bit of the last change.
/// struct Counted {
///     genome: BitString,
///     ones: u32,
///     last: usize,
/// }
///
/// impl Problem for Ones {
///     type Genome = BitString;
///     fn objectives(&self) -> [Direction; 1] {
///         [Direction::Maximize]
///     }
///     fn random(&self, rng: &mut Rng) -> BitString {
///         BitString::random(100, rng)
///     }
///     fn evaluate(&self, genome: &BitString) -> Evaluation {
///         Evaluation::feasible([f64::from(genome.ones())])
///     }
///     fn fingerprint(&self) -> String {
///         "a hundred ones".to_owned()
///     }
/// }
///
/// impl Neighborhood for Ones {
///     type Point = Counted;
///     fn point(&self, genome: &BitString) -> Counted {
///         Counted { genome: genome.clone(), ones: genome.ones(), last: 0 }
///     }
///     fn genome<'a>(&self, point: &'a Counted) -> &'a BitString {
///         &point.genome
///     }
///     fn evaluation(&self, point: &Counted) -> Evaluation {
///         Evaluation::feasible([f64::from(point.ones)])
///     }
///     fn change(&self, point: &mut Counted, rng: &mut Rng) -> u64 {
///         point.last = rng.index(100);
///         self.undo(point);
///         1
///     }
///     fn undo(&self, point: &mut Counted) {
///         let was_one = point.genome.get(point.last);
///         point.genome.flip(point.last);
///         point.ones = if was_one { point.ones - 1 } else { point.ones + 1 };
///     }
/// }
///
/// let climb = Climb { changes: 64, patience: None };
/// let mut evolution = Evolution::new(Ones, climb, Seed(1))?;
/// let stop = Stop::new().target(100.0);
/// evolution.run(&stop, &(), |_| ControlFlow::Continue(()))?;
/// assert!(evolution.evaluations() < 2000);
/// # Ok::<(), Error>(())
/// ```
pub trait Neighborhood<const M: usize = 1>: Problem<M> {
    /// A genome with all that makes the evaluation of a change fast, and what undoes the last one.
    type Point: Send;

    /// The point of a genome. Its evaluation is that of the genome, however the point came about.
    fn point(&self, genome: &Self::Genome) -> Self::Point;

    /// The genome of a point.
    fn genome<'a>(&self, point: &'a Self::Point) -> &'a Self::Genome;

    /// The evaluation of a point. A value that is NaN or a negative violation ends the search with
    /// an error.
    fn evaluation(&self, point: &Self::Point) -> Evaluation<M>;

    /// Makes a random change. Returns the number of evaluations that it took, at least one.
    fn change(&self, point: &mut Self::Point, rng: &mut Rng) -> u64;

    /// Undoes the last change.
    fn undo(&self, point: &mut Self::Point);
}

/// Hill climbing: a random change is kept unless it makes the solution worse, so that the search
/// drifts over plateaus. When no change has improved it for long, it restarts from a random
/// solution; the best one of all stays in the hall of fame.
///
/// A generation ends with an improvement or after a number of changes. [`Islands`](crate::Islands)
/// of it climb from several starts at the same time.
#[derive(Clone, Copy, Debug)]
pub struct Climb {
    /// The largest number of changes of a generation.
    pub changes: u64,
    /// After how many successive changes without an improvement it restarts; `None` for never.
    pub patience: Option<u64>,
}

/// The state of [`Climb`]: where it stands.
#[derive(Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "G: Serialize", deserialize = "G: Deserialize<'de>"))]
pub struct Climber<G, T, const N: usize = 1> {
    population: Population<G, N>,
    idle: u64,
    restarts: u64,
    /// The changes of the generation that is bred, or `None` if it is a restart.
    tried: Option<u64>,
    /// The point of the only individual or of the offspring, unless a generation was interrupted.
    #[serde(skip)]
    point: Option<T>,
}

impl<G: Send + 'static, T: Send, const N: usize> State<G, N> for Climber<G, T, N> {
    fn populations(&self) -> impl Iterator<Item = &Population<G, N>> + Clone {
        once(&self.population)
    }
}

impl<P: Neighborhood<N>, const N: usize> Scheme<P, N> for Climb {
    type State = Climber<P::Genome, P::Point, N>;

    fn start(&self, _: &P, _: &P::Genome) -> Result<Self::State, Error> {
        let population = Population::new();
        Ok(Climber { population, idle: 0, restarts: 0, tried: None, point: None })
    }

    fn check(&self, problem: &P, _: &P::Genome) -> Result<(), Error> {
        single(problem)?;
        if self.changes == 0 || self.patience == Some(0) {
            let what =
                "there must be at least one change, and a patience of at least one";
            return Err(Error::Scheme { what, found: 0.0 });
        }
        Ok(())
    }

    fn accepts(&self, stored: &StoredState<'_, P, Self::State, N>) -> bool {
        let Climber { population, idle, restarts, tried, .. } = stored.state;
        stored.has_ranked(Sizes::all(1), population)
            && [*idle, *restarts, tried.unwrap_or(0)].into_iter().all(is_count)
    }

    fn breed(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<P::Genome, N>,
    ) -> Result<(), Error> {
        let Climber { population, idle, tried, point, .. } = state;
        let restarts = self.patience.is_some_and(|patience| *idle >= patience);
        let here = population.genomes().first().filter(|_| !restarts);
        let Some(here) = here else {
            (*tried, *point) = (None, None);
            return step.randomize(offspring, 1);
        };

        // An interrupted generation begins again at the same point: a point elsewhere is that of a
        // generation that was bred, but discarded because other islands were interrupted.
        let is_here = |point: &P::Point| step.problem.genome(point) == here;
        let known = point.take().filter(is_here);
        let mut at = known.unwrap_or_else(|| step.problem.point(here));

        let mut standing = population.standings()[0];
        let before = standing;
        let left = self.patience.map_or(u64::MAX, |patience| patience - *idle);
        let (mut changes, mut evaluations) = (0, 0);
        let mut rng = step.rng();
        while standing >= before && changes < self.changes.min(left) {
            step.look()?;
            changes += 1;
            evaluations += step.problem.change(&mut at, &mut rng);
            let evaluation = step.problem.evaluation(&at);
            // Unseen, one that is not a number would be the best or the worst of all.
            evaluation.check(0)?;
            let found = step.standing(&evaluation);
            if found <= standing {
                standing = found;
            } else {
                step.problem.undo(&mut at);
            }
        }

        offspring.resize(1, here);
        offspring.renew(0).clone_from(step.problem.genome(&at));
        offspring.judge_one(0, step.problem.evaluation(&at));
        offspring.count(evaluations);
        *tried = Some(changes);
        *point = Some(at);
        Ok(())
    }

    fn survive(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<P::Genome, N>,
    ) {
        let Climber { population, idle, restarts, tried, point } = state;
        let before: Option<Standing> = population.standings().first().copied();
        let improved = before.is_none_or(|before| offspring.standings()[0] < before);
        *restarts += u64::from(tried.is_none() && before.is_some());
        *idle = match *tried {
            Some(tried) if !improved => *idle + tried,
            _ => 0,
        };

        std::mem::swap(population, offspring);
        if tried.is_none() {
            *point = population.genomes().first().map(|here| step.problem.point(here));
        }
    }

    fn welcome(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        migrant: &Individual<P::Genome, N>,
    ) {
        let standing = step.standing(&migrant.evaluation);
        if state.population.standings().first().is_some_and(|&here| standing < here) {
            state.population.keep(0, &migrant.genome, migrant.evaluation, standing);
            state.point = Some(step.problem.point(&migrant.genome));
            state.idle = 0;
        }
    }

    fn columns(&self) -> &'static [&'static str] {
        &["restarts"]
    }

    fn notes(&self, state: &Self::State) -> Notes {
        Notes::new(&[state.restarts as f64])
    }
}

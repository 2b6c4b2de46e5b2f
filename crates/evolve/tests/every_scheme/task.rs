//! The problem that all schemes are tried on.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Serialize, de::DeserializeOwned};
use tilewright_evolve::{
    Cost, Direction, Error, Evaluation, PendingGenomes, Problem, evaluate_each,
};
use tilewright_grid::{Rng, Seed, Watch};

use super::kinds::{GENES, Kind};
use super::meeting::Meeting;

/// What the values of an evaluation are.
pub(crate) trait Aim<const M: usize>:
    Clone + Debug + Send + Sync + 'static
{
    const DIRECTIONS: [Direction; M];
}

/// One objective.
#[derive(Clone, Debug)]
pub(crate) struct One;

impl Aim<1> for One {
    const DIRECTIONS: [Direction; 1] = [Direction::Maximize];
}

/// One objective and a measure.
#[derive(Clone, Debug)]
pub(crate) struct Measured;

impl Aim<2> for Measured {
    const DIRECTIONS: [Direction; 2] = [Direction::Maximize, Direction::Measure];
}

/// Two objectives that contradict each other.
#[derive(Clone, Debug)]
pub(crate) struct Two;

impl Aim<2> for Two {
    const DIRECTIONS: [Direction; 2] = [Direction::Maximize, Direction::Minimize];
}

/// How the task is evaluated.
#[derive(Clone, Debug)]
pub(crate) enum Mode {
    /// On one thread.
    Quick,
    /// On all threads.
    Slow,
    /// All genomes of a generation at once; it counts the batches.
    Batch(Arc<AtomicU64>),
    /// On all threads, where each evaluation waits for the others of its generation.
    Meet(Arc<Meeting>),
    /// On one thread; some evaluations are not numbers.
    Poisoned,
}

/// A problem that every law is tried on. Its name in checkpoints does not depend on the mode.
pub(crate) trait Subject<const M: usize>:
    Problem<M, Genome: Debug + Serialize + DeserializeOwned> + Clone + Send + 'static
{
    fn of(mode: Mode) -> Self;
}

/// The greatest sum of all genes, with as small a sum of the latter half as possible.
#[derive(Clone, Debug)]
pub(crate) struct Task<K, A> {
    mode: Mode,
    kind: PhantomData<(K, A)>,
}

impl<K: Kind, A: Aim<M>, const M: usize> Subject<M> for Task<K, A> {
    fn of(mode: Mode) -> Self {
        Self { mode, kind: PhantomData }
    }
}

impl<K: Kind, A> Task<K, A> {
    /// The evaluation of a genome, without waiting for others.
    pub(crate) fn judge<const M: usize>(&self, genome: &K::Genome) -> Evaluation<M> {
        let sum = K::sum(genome, 0);
        if matches!(self.mode, Mode::Poisoned) && sum as u32 % 5 == 2 {
            return Evaluation::feasible([f64::NAN; M]);
        }
        let values = [sum, K::sum(genome, GENES / 2)];
        let violation = if K::is_feasible(genome) { 0.0 } else { 1.0 };
        Evaluation { objectives: std::array::from_fn(|at| values[at]), violation }
    }
}

impl<K: Kind, A: Aim<M>, const M: usize> Problem<M> for Task<K, A> {
    type Genome = K::Genome;

    fn objectives(&self) -> [Direction; M] {
        A::DIRECTIONS
    }

    fn random(&self, rng: &mut Rng) -> K::Genome {
        K::random(rng)
    }

    fn evaluate(&self, genome: &K::Genome) -> Evaluation<M> {
        if let Mode::Meet(meeting) = &self.mode {
            meeting.wait();
        }
        self.judge(genome)
    }

    /// With noise every value is up to three greater or less, whatever the genome.
    fn evaluate_seeded(&self, genome: &K::Genome, seed: Seed) -> Evaluation<M> {
        let mut game = Problem::<M>::evaluate(self, genome);
        let mut rng = seed.rng();
        for value in &mut game.objectives {
            *value += f64::from(rng.index(7) as u32) - 3.0;
        }
        game
    }

    fn evaluate_all(
        &self,
        pending: PendingGenomes<'_, K::Genome>,
        watch: &dyn Watch,
        evaluations: &mut Vec<Evaluation<M>>,
    ) -> Result<(), Error> {
        if let Mode::Meet(meeting) = &self.mode {
            meeting.convene(pending.len());
        }
        let Mode::Batch(batches) = &self.mode else {
            return evaluate_each(self, pending, watch, evaluations);
        };
        batches.fetch_add(1, Ordering::Relaxed);
        evaluations.extend(pending.iter().map(|genome| self.evaluate(genome)));
        Ok(())
    }

    fn cost(&self) -> Cost {
        match self.mode {
            Mode::Quick | Mode::Poisoned => Cost::Quick,
            Mode::Slow | Mode::Batch(_) | Mode::Meet(_) => Cost::Slow,
        }
    }

    fn fingerprint(&self) -> String {
        "the greatest sum".to_owned()
    }
}

//! The problem that a search solves.

use tilewright_grid::{Rng, Seed, Watch};

use crate::evaluate::{evaluate_each, play_each};
use crate::genome::has_same_length;
use crate::{Direction, Error, Evaluation, PendingGenomes};

/// How expensive the evaluation of a genome is, which decides how the work is divided among
/// threads. The result does not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// A few microseconds at most: one thread breeds and evaluates all genomes of a generation.
    Quick,
    /// More: every thread takes one genome after the other.
    Slow,
}

/// An optimization problem whose evaluations have `M` values (default: one), each of which is
/// minimized, maximized or a measure.
///
/// ```
/// use tilewright_evolve::{Bounds, Direction, Evaluation, Problem};
/// use tilewright_grid::{Rng, Seed};
///
/// /// Four digits whose sum is as close to a target as possible.
/// struct DigitSum {
///     digits: Bounds,
///     target: i32,
/// }
///
/// impl Problem for DigitSum {
///     type Genome = Vec<i32>;
///
///     fn objectives(&self) -> [Direction; 1] {
///         [Direction::Minimize]
///     }
///     fn random(&self, rng: &mut Rng) -> Vec<i32> {
///         self.digits.random(rng)
///     }
///     fn evaluate(&self, genome: &Vec<i32>) -> Evaluation {
///         let sum: i32 = genome.iter().sum();
///         Evaluation::feasible([f64::from(self.target.abs_diff(sum))])
///     }
///     fn fingerprint(&self) -> String {
///         format!("digit sum {}", self.target)
///     }
/// }
///
/// let problem = DigitSum { digits: Bounds::new([0..=9, 0..=9, 0..=9, 0..=9])?, target: 17 };
/// assert_eq!(problem.evaluate(&vec![9, 8, 0, 2]).objectives, [2.0]);
/// # Ok::<(), tilewright_evolve::Error>(())
/// ```
pub trait Problem<const M: usize = 1>: Sync {
    /// The type of candidate solutions. Equal genomes are the same solution.
    type Genome: Clone + PartialEq + Send + Sync + 'static;

    /// The direction of each value of an evaluation.
    fn objectives(&self) -> [Direction; M];

    /// Draws a genome for the first generation.
    fn random(&self, rng: &mut Rng) -> Self::Genome;

    /// Evaluates a genome. The result may depend on nothing but the genome.
    fn evaluate(&self, genome: &Self::Genome) -> Evaluation<M>;

    /// Evaluates all genomes of a generation that await it, in their order. Default: each by
    /// itself, as [`evaluate_each`] does it. Override it where a batch is faster than its parts,
    /// for example for a table that all genomes share or for a server. It adds the evaluations to
    /// the list, which is empty.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if the watch cancels it; the generation is then discarded.
    fn evaluate_all(
        &self,
        pending: PendingGenomes<'_, Self::Genome>,
        watch: &dyn Watch,
        evaluations: &mut Vec<Evaluation<M>>,
    ) -> Result<(), Error> {
        evaluate_each(self, pending, watch, evaluations)
    }

    /// Evaluates a genome by a game with a seed, for a search with [noise](crate::Noise). The result may depend on
    /// nothing but the genome and the seed. Default: [`evaluate`](Self::evaluate), without any noise.
    fn evaluate_seeded(&self, genome: &Self::Genome, seed: Seed) -> Evaluation<M> {
        let _ = seed;
        self.evaluate(genome)
    }

    /// Plays the games of all genomes that await them, those of the first genome first. Default: each by itself, on
    /// all threads unless evaluations are quick. It adds the evaluations to the list, which is empty.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if the watch cancels it; these games are then discarded.
    fn evaluate_games(
        &self,
        pending: PendingGenomes<'_, Self::Genome>,
        watch: &dyn Watch,
        evaluations: &mut Vec<Evaluation<M>>,
    ) -> Result<(), Error> {
        play_each(self, pending, watch, evaluations)
    }

    /// How expensive an evaluation is. Default: slow.
    fn cost(&self) -> Cost {
        Cost::Slow
    }

    /// The distance of two genomes, from 0 (equal) to 1, from which the diversity of an
    /// [`Event`](crate::Event) is computed. Default: 0 for equal genomes, else 1.
    fn distance(&self, a: &Self::Genome, b: &Self::Genome) -> f64 {
        f64::from(u8::from(a != b))
    }

    /// Whether a genome that was given to start with or read from a checkpoint is one of this
    /// problem, so that it can be evaluated and crossed with a random one, the sample. Default:
    /// bit strings and permutations must have the length of the sample; of other genomes the
    /// operators check what they need. Override it where genomes of other types must have a
    /// certain form, or where bit strings may have several lengths.
    fn accepts(&self, genome: &Self::Genome, sample: &Self::Genome) -> bool {
        has_same_length(genome, sample)
    }

    /// The name of the problem in checkpoints, with all its settings: a checkpoint is resumed only
    /// with a problem of the same name, since its evaluations mean nothing for another one.
    fn fingerprint(&self) -> String;
}

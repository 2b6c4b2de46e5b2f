//! A generation between its breeding and its evaluation.

use crate::{Error, Evolution, Problem, Scheme};

impl<P: Problem<M>, S: Scheme<P, M>, const M: usize> Evolution<P, S, M> {
    /// Breeds the next generation, so that its genomes can be [changed](Self::bred) before [`ask`](Self::ask) gives them out:
    /// to repair what breaks a constraint, or for operators that work on a whole generation. Until then each call breeds the
    /// same generation anew. Nothing happens if it was asked for already.
    ///
    /// # Errors
    /// As for [`ask`](Self::ask).
    ///
    /// ```
    /// use tilewright_evolve::*;
    /// use tilewright_grid::{Rng, Seed};
    ///
    /// struct Ones;
    /// impl Problem for Ones {
    ///     type Genome = BitString;
    ///     fn objectives(&self) -> [Direction; 1] {
    ///         [Direction::Maximize]
    ///     }
    ///     fn random(&self, rng: &mut Rng) -> BitString {
    ///         BitString::random(64, rng)
    ///     }
    ///     fn evaluate(&self, genome: &BitString) -> Evaluation {
    ///         Evaluation::feasible([f64::from(genome.ones())])
    ///     }
    ///     fn fingerprint(&self) -> String {
    ///         "64 ones".to_owned()
    ///     }
    /// }
    ///
    /// let scheme = Plus::new(4, 16, BitFlip { rate: Rate::HALF });
    /// let mut evolution = Evolution::new(Ones, scheme, Seed(1))?;
    /// evolution.breed()?;
    /// // The first bit has to be set.
    /// evolution.bred().for_each(|genome| genome.set(0, true));
    /// assert!(evolution.ask()?.iter().all(|genome| genome.get(0)));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn breed(&mut self) -> Result<(), Error> {
        if self.search.is_asked { Ok(()) } else { self.breed_watched(&()) }
    }

    /// The genomes that [`breed`](Self::breed) made and that await evaluation, in the order in which they are evaluated; none
    /// once they were asked for. They must remain ones of the [problem](Problem::accepts) with which the scheme
    /// [works](Scheme::check).
    pub fn bred(&mut self) -> impl Iterator<Item = &mut P::Genome> {
        let is_bred = self.is_bred;
        self.search.offspring.renewed().filter(move |_| is_bred)
    }
}

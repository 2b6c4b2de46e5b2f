//! The individuals of a generation.

use serde::{Deserialize, Serialize};

use crate::operators::{Key, best_first};
use crate::{Direction, Error, Evaluation, Standing};

/// The individuals of a generation: individual `i` has the genome, the evaluation and the standing
/// at index `i` of three lists.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Population<G> {
    pub(crate) genomes: Vec<G>,
    pub(crate) evaluations: Vec<Evaluation>,
    pub(crate) standings: Vec<Standing>,
    /// Whether each individual awaits its evaluation.
    pub(crate) fresh: Vec<bool>,
    /// The indices from best to worst, ties by index.
    pub(crate) order: Vec<u32>,
    /// A buffer for sorting.
    #[serde(skip)]
    keys: Vec<Key>,
    /// A buffer for the second parents while this generation is bred.
    #[serde(skip, default = "Vec::new")]
    pub(crate) partners: Vec<G>,
}

impl<G> Population<G> {
    pub(crate) const fn new() -> Self {
        Self {
            genomes: Vec::new(),
            evaluations: Vec::new(),
            standings: Vec::new(),
            fresh: Vec::new(),
            order: Vec::new(),
            keys: Vec::new(),
            partners: Vec::new(),
        }
    }

    /// The number of individuals.
    pub const fn len(&self) -> usize {
        self.genomes.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.genomes.is_empty()
    }

    /// The genomes.
    pub fn genomes(&self) -> &[G] {
        &self.genomes
    }

    /// The evaluations.
    pub fn evaluations(&self) -> &[Evaluation] {
        &self.evaluations
    }

    /// The standings, by which individuals are compared.
    pub fn standings(&self) -> &[Standing] {
        &self.standings
    }

    /// The indices from best to worst, ties by index.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// Whether the best individual is strictly better than that of another generation. Both must
    /// be evaluated.
    pub(crate) fn is_better_than(&self, other: &Self) -> bool {
        let best = |population: &Self| population.standings[population.order[0] as usize];
        best(self).beats(&best(other))
    }

    /// Whether all lists have one item per genome, and `order` contains no index twice.
    pub(crate) fn is_sound(&self) -> bool {
        let count = self.genomes.len();
        let mut seen = vec![false; count];
        let is_new = |&index: &u32| {
            seen.get_mut(index as usize)
                .is_some_and(|seen| !std::mem::replace(seen, true))
        };
        let lengths = [self.evaluations.len(), self.standings.len(), self.fresh.len()];
        lengths.iter().all(|&length| length == count)
            && (self.order.is_empty() || self.order.len() == count)
            && self.order.iter().all(is_new)
    }

    /// Replaces all individuals by ones with the given genomes, which await evaluation.
    pub(crate) fn fill(&mut self, genomes: Vec<G>) {
        let blank = Evaluation::feasible([0.0]);
        self.evaluations = vec![blank; genomes.len()];
        self.standings = vec![Standing { violation: 0.0, score: 0.0 }; genomes.len()];
        self.fresh = vec![true; genomes.len()];
        self.genomes = genomes;
    }

    /// The genome at an index, to be overwritten by a scheme. It then awaits evaluation.
    pub fn renew(&mut self, at: usize) -> &mut G {
        self.fresh[at] = true;
        &mut self.genomes[at]
    }

    /// Replaces the individual at an index by a genome with a known evaluation.
    pub fn keep(&mut self, at: usize, genome: &G, evaluation: Evaluation)
    where
        G: Clone,
    {
        self.genomes[at].clone_from(genome);
        self.evaluations[at] = evaluation;
        self.fresh[at] = false;
    }

    /// Replaces the individual at index `at` by the one at `index` of another population, with its
    /// evaluation.
    pub fn keep_from(&mut self, at: usize, other: &Self, index: usize)
    where
        G: Clone,
    {
        self.keep(at, &other.genomes[index], other.evaluations[index]);
    }

    /// Sets the evaluations of the individuals that await one, in their order, and sorts.
    ///
    /// # Errors
    /// If their number is wrong or one is invalid; then nothing has changed.
    pub(crate) fn judge(
        &mut self,
        evaluations: &[Evaluation],
        direction: Direction,
    ) -> Result<(), Error> {
        let expected = self.fresh.iter().filter(|&&fresh| fresh).count();
        if expected != evaluations.len() {
            return Err(Error::EvaluationCount { expected, found: evaluations.len() });
        }
        for (index, evaluation) in evaluations.iter().enumerate() {
            if evaluation.objectives[0].is_nan() {
                return Err(Error::NotANumber { index });
            }
            if evaluation.violation.is_nan() || evaluation.violation < 0.0 {
                return Err(Error::Violation { index, found: evaluation.violation });
            }
        }
        let mut told = evaluations.iter();
        for index in 0..self.genomes.len() {
            if self.fresh[index] {
                self.evaluations[index] = *told.next().expect("the number was checked");
            }
            self.standings[index] = Standing::new(&self.evaluations[index], direction);
        }
        best_first(&self.standings, &mut self.keys, &mut self.order);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_population_with_missing_or_repeated_parts_is_not_sound() {
        let whole = || {
            let mut population = Population::new();
            population.fill(vec![7, 8, 9]);
            population.order = vec![2, 0, 1];
            population
        };
        assert!(whole().is_sound());
        let mut repeated = whole();
        repeated.order = vec![2, 0, 2];
        assert!(!repeated.is_sound());
        let mut beyond = whole();
        beyond.order = vec![0, 1, 3];
        assert!(!beyond.is_sound());
        let mut short = whole();
        short.fresh.pop();
        assert!(!short.is_sound());
    }
}

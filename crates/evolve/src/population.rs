//! One generation: genomes, their evaluations and their standings, index by index.

use serde::{Deserialize, Serialize};

use crate::operators::{Key, best_first};
use crate::{Direction, Error, Evaluation, Standing};

/// One generation: genomes, their evaluations and their standings, index by index.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Population<G> {
    pub(crate) genomes: Vec<G>,
    pub(crate) evaluations: Vec<Evaluation>,
    pub(crate) standings: Vec<Standing>,
    /// Which of them await an evaluation; all others carry a true one.
    pub(crate) fresh: Vec<bool>,
    /// The indices from best to worst, ties by index.
    pub(crate) order: Vec<u32>,
    /// Room to sort the order in; means nothing otherwise.
    #[serde(skip)]
    keys: Vec<Key>,
    /// Room for the second parents while this generation is bred; means nothing afterwards.
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

    /// How many individuals there are.
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

    /// Their evaluations.
    pub fn evaluations(&self) -> &[Evaluation] {
        &self.evaluations
    }

    /// How they stand, in the same order: larger scores are better.
    pub fn standings(&self) -> &[Standing] {
        &self.standings
    }

    /// The indices from best to worst, ties by index.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// Whether its best is strictly better than that of another generation; both evaluated.
    pub(crate) fn is_better_than(&self, other: &Self) -> bool {
        let best = |population: &Self| population.standings[population.order[0] as usize];
        best(self).beats(&best(other))
    }

    /// Whether it holds one of everything for every genome, and each index once in the order.
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

    /// Makes room for a first generation, drawn elsewhere.
    pub(crate) fn fill(&mut self, genomes: Vec<G>) {
        let blank = Evaluation::feasible([0.0]);
        self.evaluations = vec![blank; genomes.len()];
        self.standings = vec![Standing { violation: 0.0, score: 0.0 }; genomes.len()];
        self.fresh = vec![true; genomes.len()];
        self.genomes = genomes;
    }

    /// The genome in a place, for a scheme to overwrite; it awaits an evaluation from now on.
    pub fn renew(&mut self, at: usize) -> &mut G {
        self.fresh[at] = true;
        &mut self.genomes[at]
    }

    /// Copies one individual of another generation, evaluation and all, to a place here.
    pub fn keep(&mut self, at: usize, genome: &G, evaluation: Evaluation)
    where
        G: Clone,
    {
        self.genomes[at].clone_from(genome);
        self.evaluations[at] = evaluation;
        self.fresh[at] = false;
    }

    /// The same, of the individual at an index of another population.
    pub fn keep_from(&mut self, at: usize, other: &Self, index: usize)
    where
        G: Clone,
    {
        self.keep(at, &other.genomes[index], other.evaluations[index]);
    }

    /// Takes the evaluations of the fresh individuals, in their order.
    ///
    /// # Errors
    /// When their number is wrong or one is no evaluation; then nothing has changed.
    pub(crate) fn judge(
        &mut self,
        evaluations: &[Evaluation],
        direction: Direction,
    ) -> Result<(), Error> {
        let expected = self.fresh.iter().filter(|&&fresh| fresh).count();
        if expected != evaluations.len() {
            return Err(Error::Told { expected, found: evaluations.len() });
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
                self.evaluations[index] = *told.next().expect("their number was checked");
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

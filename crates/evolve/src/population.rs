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

    /// Makes room for a first generation, drawn elsewhere.
    pub(crate) fn fill(&mut self, genomes: Vec<G>) {
        let blank = Evaluation::feasible([0.0]);
        self.evaluations = vec![blank; genomes.len()];
        self.standings = vec![Standing { violation: 0.0, score: 0.0 }; genomes.len()];
        self.fresh = vec![true; genomes.len()];
        self.genomes = genomes;
    }

    /// Copies one individual of another generation, evaluation and all, to a place here.
    pub(crate) fn keep(&mut self, at: usize, genome: &G, evaluation: Evaluation)
    where
        G: Clone,
    {
        self.genomes[at].clone_from(genome);
        self.evaluations[at] = evaluation;
        self.fresh[at] = false;
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

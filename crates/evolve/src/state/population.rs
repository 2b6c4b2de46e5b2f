//! The individuals of a generation.

use serde::{Deserialize, Serialize};

use super::{Individual, Lists, Ranks, Standing};
use crate::evaluation::Aims;
use crate::{Error, Evaluation, Revision};

/// The individuals of a generation: individual `i` has the genome, the evaluation and the standing
/// at index `i` of three lists.
///
/// A scheme overwrites a population with the offspring of another one: [`renew`](Self::renew) and
/// [`children`](crate::Step::children) give genomes to be changed, which then await evaluation,
/// and [`copy`](Self::copy) keeps an individual with its evaluation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Population<G, const M: usize = 1> {
    pub(crate) genomes: Vec<G>,
    pub(crate) evaluations: Vec<Evaluation<M>>,
    pub(crate) standings: Vec<Standing>,
    pub(crate) status: Vec<Status>,
    /// The number of evaluations that were made while this generation was bred.
    pub(crate) evaluated: u64,
    /// A buffer for the second parents while this generation is bred.
    #[serde(skip, default = "Vec::new")]
    pub(crate) partners: Vec<G>,
}

impl<G, const M: usize> Default for Population<G, M> {
    fn default() -> Self {
        Self::new()
    }
}

/// An individual that is bred.
#[derive(Debug)]
pub struct Child<'a, G, const M: usize = 1> {
    pub(super) genome: &'a mut G,
    pub(super) evaluation: &'a mut Evaluation<M>,
    pub(super) standing: &'a mut Standing,
    pub(super) status: &'a mut Status,
}

/// Where the evaluation of an individual comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Status {
    /// It is that of the individual that was copied.
    Kept,
    /// The genome awaits it.
    Pending,
    /// It was made while the individual was bred.
    Judged,
}

impl<G: Clone, const M: usize> Child<'_, G, M> {
    /// Becomes a copy of an individual of a population, with its evaluation. Memory of the old
    /// genome is reused.
    #[inline]
    pub fn copy(&mut self, from: &Population<G, M>, index: usize) {
        self.genome.clone_from(&from.genomes[index]);
        *self.evaluation = from.evaluations[index];
        *self.standing = from.standings[index];
        *self.status = Status::Kept;
    }
}

impl<G, const M: usize> Child<'_, G, M> {
    /// The genome, to be changed. It then awaits evaluation.
    #[inline]
    pub const fn renew(&mut self) -> &mut G {
        *self.status = Status::Pending;
        self.genome
    }
}

impl<G, const M: usize> Population<G, M> {
    /// An empty population.
    pub const fn new() -> Self {
        Self {
            genomes: Vec::new(),
            evaluations: Vec::new(),
            standings: Vec::new(),
            status: Vec::new(),
            evaluated: 0,
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
    pub fn evaluations(&self) -> &[Evaluation<M>] {
        &self.evaluations
    }

    /// The standings, by which individuals are compared.
    pub fn standings(&self) -> &[Standing] {
        &self.standings
    }

    /// The standings, for a scheme that ranks by something else than one objective.
    pub fn standings_mut(&mut self) -> &mut [Standing] {
        &mut self.standings
    }

    /// The index of the best individual, the first one of a tie; `None` if there is none.
    pub fn best(&self) -> Option<usize> {
        (0..self.len()).min_by_key(|&index| self.standings[index])
    }

    /// The index of the worst individual, the last one of a tie; `None` if there is none.
    pub(crate) fn worst(&self) -> Option<usize> {
        (0..self.len()).max_by_key(|&index| self.standings[index])
    }

    /// The indices from best to worst, ties by index.
    pub fn ranking(&self) -> Vec<u32> {
        let mut ranks = Ranks::default();
        ranks.sort(&self.standings);
        ranks.order
    }

    /// Replaces all individuals by ones with the given genomes, which await evaluation.
    pub fn fill(&mut self, genomes: impl IntoIterator<Item = G>) {
        self.clear();
        self.genomes.extend(genomes);
        self.blank();
    }

    /// Changes the number of individuals to `count`; new ones are copies of a sample and await
    /// evaluation. A scheme calls it before it breeds.
    pub fn resize(&mut self, count: usize, sample: &G)
    where
        G: Clone,
    {
        if self.len() != count {
            self.genomes.resize(count, sample.clone());
            self.blank();
        }
    }

    /// Makes the other lists as long as that of genomes.
    fn blank(&mut self) {
        let count = self.genomes.len();
        self.evaluations.resize(count, Evaluation::feasible([0.0; M]));
        self.standings.resize(count, Standing::new(0.0, 0.0));
        self.status.resize(count, Status::Pending);
    }

    /// A copy without the evaluations that those who await one had before, so that equal
    /// generations are equal bytes.
    pub(crate) fn blanked(&self) -> Self
    where
        G: Clone,
    {
        let mut blank = self.clone();
        for (at, status) in self.status.iter().enumerate() {
            if *status == Status::Pending {
                blank.evaluations[at] = Evaluation::feasible([0.0; M]);
            }
            if *status != Status::Kept {
                blank.standings[at] = Standing::new(0.0, 0.0);
            }
        }
        blank
    }

    /// Adds to the number of evaluations of the search those that were made while this generation
    /// was bred.
    pub const fn count(&mut self, evaluations: u64) {
        self.evaluated += evaluations;
    }

    /// The indices of the individuals that await evaluation.
    pub(crate) fn pending(&self) -> impl Iterator<Item = u32> {
        let pending = |&(status, _): &(&Status, u32)| *status == Status::Pending;
        self.status.iter().zip(0..).filter(pending).map(|(_, index)| index)
    }

    /// The genomes of these.
    pub(crate) fn renewed(&mut self) -> impl Iterator<Item = &mut G> {
        let all = self.genomes.iter_mut().zip(&self.status);
        all.filter(|(_, status)| **status == Status::Pending).map(|(genome, _)| genome)
    }

    /// Removes all individuals.
    pub fn clear(&mut self) {
        self.genomes.clear();
        self.evaluations.clear();
        self.standings.clear();
        self.status.clear();
    }

    /// The genome at an index, to be overwritten by a scheme. It then awaits evaluation.
    pub fn renew(&mut self, at: usize) -> &mut G {
        self.status[at] = Status::Pending;
        &mut self.genomes[at]
    }

    /// The genomes at two different indices, to be overwritten. Both then await evaluation.
    ///
    /// # Panics
    /// If the indices are equal.
    pub fn renew_two(&mut self, at: [usize; 2]) -> [&mut G; 2] {
        for index in at {
            self.status[index] = Status::Pending;
        }
        self.genomes.get_disjoint_mut(at).expect("two different individuals")
    }

    /// Sets the evaluation of an individual that was evaluated while it was bred; count these
    /// evaluations by [`count`](Self::count). A value that is NaN or a negative violation is an
    /// error of [`Evolution::ask`](crate::Evolution::ask).
    pub fn judge_one(&mut self, at: usize, evaluation: Evaluation<M>) {
        self.evaluations[at] = evaluation;
        self.status[at] = Status::Judged;
    }

    /// Replaces the individual at an index by a genome with a known evaluation.
    pub fn keep(
        &mut self,
        at: usize,
        genome: &G,
        evaluation: Evaluation<M>,
        standing: Standing,
    ) where
        G: Clone,
    {
        self.genomes[at].clone_from(genome);
        self.evaluations[at] = evaluation;
        self.standings[at] = standing;
        self.status[at] = Status::Kept;
    }

    /// Replaces the individual at index `at` by the one at `index` of another population, with its
    /// evaluation.
    pub fn copy(&mut self, at: usize, other: &Self, index: usize)
    where
        G: Clone,
    {
        let Self { genomes, evaluations, standings, .. } = other;
        self.keep(at, &genomes[index], evaluations[index], standings[index]);
    }

    /// Removes an individual, whose place the last one takes. Returns its genome.
    pub(crate) fn remove(&mut self, at: usize) -> G {
        self.evaluations.swap_remove(at);
        self.standings.swap_remove(at);
        self.status.swap_remove(at);
        self.genomes.swap_remove(at)
    }

    /// Takes the new evaluations of individuals that played again, and their standings.
    pub fn revise(
        &mut self,
        revision: &Revision<'_, G, M>,
        standing: impl Fn(&Evaluation<M>) -> Standing,
    ) where
        G: PartialEq,
    {
        for (at, genome) in self.genomes.iter().enumerate() {
            if let Some(evaluation) = revision.of(genome, &self.evaluations[at]) {
                self.evaluations[at] = evaluation;
                self.standings[at] = standing(&evaluation);
            }
        }
    }

    /// Exchanges the individual at index `at` for the one at `index` of another population.
    pub fn swap(&mut self, at: usize, other: &mut Self, index: usize) {
        std::mem::swap(&mut self.genomes[at], &mut other.genomes[index]);
        std::mem::swap(&mut self.evaluations[at], &mut other.evaluations[index]);
        std::mem::swap(&mut self.standings[at], &mut other.standings[index]);
        std::mem::swap(&mut self.status[at], &mut other.status[index]);
    }

    /// Replaces the worst individual by another one with a better standing.
    pub(crate) fn replace_worst(&mut self, new: &Individual<G, M>, standing: Standing)
    where
        G: Clone,
    {
        let worst = self.worst().filter(|&at| standing < self.standings[at]);
        if let Some(at) = worst {
            self.keep(at, &new.genome, new.evaluation, standing);
        }
    }

    /// Exchanges all individuals of another population for those from an index on. Returns the
    /// index after them.
    pub(crate) fn swap_all(&mut self, from: usize, other: &mut Self) -> usize {
        (0..other.len()).for_each(|index| self.swap(from + index, other, index));
        from + other.len()
    }

    /// Exchanges two individuals.
    pub fn swap_within(&mut self, one: usize, two: usize) {
        self.genomes.swap(one, two);
        self.evaluations.swap(one, two);
        self.standings.swap(one, two);
        self.status.swap(one, two);
    }

    /// All individuals from an index on, to be bred.
    pub(crate) fn split(&mut self, from: usize) -> Lists<'_, G, M> {
        Lists {
            genomes: &mut self.genomes[from..],
            evaluations: &mut self.evaluations[from..],
            standings: &mut self.standings[from..],
            status: &mut self.status[from..],
            partners: &mut self.partners,
        }
    }

    /// Makes a buffer for a second parent of each individual from an index on.
    pub(crate) fn reserve_partners(&mut self, from: usize)
    where
        G: Clone,
    {
        let count = self.len() - from;
        if self.partners.len() < count {
            self.partners.resize(count, self.genomes[from].clone());
        }
    }

    /// Sets the evaluations of the individuals that await one, in their order.
    ///
    /// # Errors
    /// If their number is wrong or one is invalid; then nothing has changed.
    pub(crate) fn judge(
        &mut self,
        evaluations: &[Evaluation<M>],
        pending: &[u32],
        aims: &Aims<M>,
    ) -> Result<(), Error> {
        let (expected, found) = (pending.len(), evaluations.len());
        if expected != found {
            return Err(Error::EvaluationCount { expected, found });
        }

        // All are checked before any is set, so that an error changes nothing.
        for (index, evaluation) in evaluations.iter().enumerate() {
            evaluation.check(index)?;
        }

        let lists = (&mut self.evaluations[..], &mut self.standings[..]);
        for (&at, evaluation) in pending.iter().zip(evaluations) {
            lists.0[at as usize] = *evaluation;
            lists.1[at as usize] = aims.standing(evaluation);
        }

        for at in 0..self.len() {
            if self.status[at] == Status::Judged {
                self.standings[at] = aims.standing(&self.evaluations[at]);
            }
        }
        Ok(())
    }
}

//! Whether the individuals of a population are ones that a search can have.

use super::Population;
use super::population::Status;
use crate::Error;
use crate::evaluation::Aims;

/// More than any search counts, but so few that adding two such numbers does not overflow.
const MANY: u64 = 1 << 62;

/// Whether a number from a checkpoint can be one that a search counted.
pub(crate) const fn is_count(number: u64) -> bool {
    number < MANY
}

impl<G, const M: usize> Population<G, M> {
    /// Whether all lists have one item per genome, and all numbers are valid.
    pub(crate) fn is_sound(&self) -> bool {
        let count = self.genomes.len();
        self.evaluations.len() == count
            && self.standings.len() == count
            && self.status.len() == count
            && self.evaluations.iter().all(|evaluation| evaluation.check(0).is_ok())
            && self.standings.iter().all(|standing| standing.is_number())
            && is_count(self.evaluated)
    }

    /// Checks the evaluations that were made while the individuals were bred.
    pub(crate) fn check_judged(&self) -> Result<(), Error> {
        let judged = self.evaluations.iter().zip(&self.status).enumerate();
        let mut judged = judged.filter(|(_, (_, status))| **status == Status::Judged);
        judged.try_for_each(|(index, (evaluation, _))| evaluation.check(index))
    }

    /// Whether all individuals have the standing of their evaluation.
    pub(crate) fn is_ranked(&self, aims: &Aims<M>) -> bool {
        let mut pairs = self.evaluations.iter().zip(&self.standings);
        pairs.all(|(evaluation, &standing)| aims.standing(evaluation) == standing)
    }

    /// Whether the individuals that were copied have the standing of their evaluation.
    pub(crate) fn is_ranked_where_kept(&self, aims: &Aims<M>) -> bool {
        let pairs = self.evaluations.iter().zip(&self.standings).zip(&self.status);
        let mut kept = pairs.filter(|(_, status)| **status == Status::Kept);
        kept.all(|((evaluation, &standing), _)| aims.standing(evaluation) == standing)
    }

    /// A copy of some individuals.
    pub(crate) fn part(&self, from: usize, count: usize) -> Self
    where
        G: Clone,
    {
        let range = from..from + count;
        Self {
            genomes: self.genomes[range.clone()].to_vec(),
            evaluations: self.evaluations[range.clone()].to_vec(),
            standings: self.standings[range.clone()].to_vec(),
            status: self.status[range].to_vec(),
            evaluated: 0,
            partners: Vec::new(),
        }
    }
}

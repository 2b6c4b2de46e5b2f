//! Whether the individuals of a population are ones that a search can have.

use super::Population;
use super::population::Status;
use crate::Error;

/// More than any search counts, but so few that adding two such numbers does not overflow.
const MANY: u64 = 1 << 62;

/// Whether a number from a checkpoint can be one that a search counted.
const fn is_count(number: u64) -> bool {
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
}

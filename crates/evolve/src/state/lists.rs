//! The lists of a population, divided.

use super::population::Status;
use super::{Child, Standing};
use crate::Evaluation;

/// The lists of a population, as they are divided among threads.
pub(crate) struct Lists<'a, G, const M: usize> {
    pub(crate) genomes: &'a mut [G],
    pub(crate) evaluations: &'a mut [Evaluation<M>],
    pub(crate) standings: &'a mut [Standing],
    pub(crate) status: &'a mut [Status],
    /// The buffers for second parents, if they were made.
    pub(crate) partners: &'a mut [G],
}

impl<'a, G, const M: usize> Lists<'a, G, M> {
    /// The first individual and the others.
    #[inline]
    pub(crate) fn first(self) -> Option<(Child<'a, G, M>, Self)> {
        let (genome, genomes) = self.genomes.split_first_mut()?;
        let (evaluation, evaluations) = self.evaluations.split_first_mut()?;
        let (standing, standings) = self.standings.split_first_mut()?;
        let (status, others) = self.status.split_first_mut()?;
        let partners = self.partners;
        let rest = Self { genomes, evaluations, standings, status: others, partners };
        Some((Child { genome, evaluation, standing, status }, rest))
    }

    /// The first individuals, `count` of them or all, and the others.
    #[inline]
    pub(crate) fn cut(self, count: usize) -> (Self, Self) {
        let count = count.min(self.genomes.len());
        let (genomes, genomes_after) = self.genomes.split_at_mut(count);
        let (evaluations, evaluations_after) = self.evaluations.split_at_mut(count);
        let (standings, standings_after) = self.standings.split_at_mut(count);
        let (status, status_after) = self.status.split_at_mut(count);

        let partner_count = count.min(self.partners.len());
        let (partners, partners_after) = self.partners.split_at_mut(partner_count);

        let first = Self { genomes, evaluations, standings, status, partners };
        let rest = Self {
            genomes: genomes_after,
            evaluations: evaluations_after,
            standings: standings_after,
            status: status_after,
            partners: partners_after,
        };
        (first, rest)
    }

    pub(crate) const fn len(&self) -> usize {
        self.genomes.len()
    }
}

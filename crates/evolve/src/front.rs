//! Dominance and fronts of several objectives.

use crate::evaluation::Aims;
use crate::schemes::Fronts;
use crate::{Evaluation, Individual, Population};

/// Whether the scores `a` are at least as good as `b` in all objectives and better in one.
#[inline]
pub(crate) fn dominates<const M: usize>(a: &[f64; M], b: &[f64; M]) -> bool {
    let (mut better, mut worse) = (false, false);
    for (a, b) in a.iter().zip(b) {
        better |= a > b;
        worse |= a < b;
    }
    better && !worse
}

/// The scores of an evaluation, of which greater is better; those of measures are 0.
#[inline]
pub(crate) fn scores<const M: usize>(objectives: &[f64; M], aims: &Aims<M>) -> [f64; M] {
    std::array::from_fn(|at| {
        let direction = aims.directions[at];
        if direction.is_optimized() { direction.score(objectives[at]) } else { 0.0 }
    })
}

/// Whether an evaluation dominates another one: a smaller violation does, and among feasible ones
/// the scores decide (Deb, 2000).
pub(crate) fn is_better<const M: usize>(
    one: &Evaluation<M>,
    two: &Evaluation<M>,
    aims: &Aims<M>,
) -> bool {
    one.violation < two.violation
        || two.is_feasible()
            && one.is_feasible()
            && dominates(&scores(&one.objectives, aims), &scores(&two.objectives, aims))
}

/// Ranks evaluations of several objectives, by a buffer that is reused.
#[derive(Clone, Debug, Default)]
pub(crate) struct FrontRanks<const M: usize> {
    fronts: Fronts<M>,
}

impl<const M: usize> FrontRanks<M> {
    /// Sorts entries by the fronts and the crowding of their evaluations, best first; ties by their places.
    pub(crate) fn sort(
        &mut self,
        entries: &mut Vec<u32>,
        evaluations: &[Evaluation<M>],
        aims: &Aims<M>,
    ) {
        let Self { fronts } = self;
        fronts.clear();
        for &entry in &*entries {
            fronts.push(&evaluations[entry as usize], aims);
        }
        // Copies rank like all others here.
        fronts.sort(|_, _| false);
        fronts.measure();
        let sorted = fronts.best(entries.len()).map(|(place, _)| entries[place]);
        *entries = sorted.collect();
    }
}

/// The feasible individuals that no other one dominates, sorted by their scores from best to
/// worst in the first objective, then the next. Of equal scores the first individual is taken.
pub(crate) fn of<'a, G: Clone + 'a, const M: usize>(
    populations: impl Iterator<Item = &'a Population<G, M>>,
    aims: &Aims<M>,
) -> Vec<Individual<G, M>> {
    let mut all: Vec<([f64; M], &Population<G, M>, usize)> = Vec::new();
    for population in populations {
        for (index, evaluation) in population.evaluations().iter().enumerate() {
            if evaluation.is_feasible() {
                all.push((scores(&evaluation.objectives, aims), population, index));
            }
        }
    }
    all.sort_by(|(a, ..), (b, ..)| {
        let orders = a.iter().zip(b).map(|(a, b)| b.total_cmp(a));
        orders.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
    });
    // An individual stands before all that it dominates.
    let mut front: Vec<([f64; M], &Population<G, M>, usize)> = Vec::new();
    for one in all {
        let differs = |kept: &[f64; M]| {
            kept.iter().zip(&one.0).any(|(a, b)| a.total_cmp(b).is_ne())
        };
        if front.iter().all(|(kept, ..)| !dominates(kept, &one.0) && differs(kept)) {
            front.push(one);
        }
    }
    let individual = |(_, population, index): ([f64; M], &Population<G, M>, usize)| {
        let genome = population.genomes()[index].clone();
        Individual { genome, evaluation: population.evaluations()[index] }
    };
    front.into_iter().map(individual).collect()
}

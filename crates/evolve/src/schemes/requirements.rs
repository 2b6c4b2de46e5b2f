//! What schemes require of settings, problems and genomes to start with.

use crate::{Draw as _, Error, Problem, RealBounds};

/// The most individuals of a search: a bound. Without their genes they take about a gigabyte.
pub(crate) const MOST_INDIVIDUALS: usize = 1 << 24;
/// The most islands, and emitters, of which each has a state of its own: a bound.
pub(super) const MOST_STATES: usize = 1 << 16;

/// Checks the number of individuals of a search.
pub(crate) const fn check_size(size: usize) -> Result<(), Error> {
    if size <= MOST_INDIVIDUALS {
        return Ok(());
    }
    let what = "a search must not have more than 16777216 individuals";
    Err(Error::Scheme { what, found: size as f64 })
}

/// Checks that a problem has one objective, as schemes need it that compare individuals by it.
pub(super) fn single<P: Problem<M>, const M: usize>(problem: &P) -> Result<(), Error> {
    let objectives = problem.objectives();
    let found = objectives.iter().filter(|direction| direction.is_optimized()).count();
    if found == 1 {
        return Ok(());
    }
    let what = "this scheme needs exactly one objective";
    Err(Error::Scheme { what, found: found as f64 })
}

/// Checks that all genomes to start with have as many genes as a random one and are within the
/// bounds.
pub(super) fn check_real_starts(
    starts: &[Vec<f64>],
    genes: usize,
    bounds: Option<&RealBounds>,
) -> Result<(), Error> {
    for start in starts {
        if start.len() != genes {
            return Err(Error::Ranges { expected: genes, found: start.len() });
        }

        let is_outside = |&(at, gene): &(usize, &f64)| {
            bounds.is_some_and(|bounds| {
                let (low, high) = bounds.range(at);
                !(low..=high).contains(gene)
            })
        };
        if let Some((_, &found)) = start.iter().enumerate().find(is_outside) {
            let what = "the genes of the start population must be within the bounds";
            return Err(Error::Start { what, found });
        }
    }
    Ok(())
}

/// Checks the number of genes.
pub(super) fn check_sample(
    bounds: Option<&RealBounds>,
    sample: &[f64],
) -> Result<(), Error> {
    if sample.is_empty() {
        let what = "a genome must have at least one gene";
        return Err(Error::Scheme { what, found: 0.0 });
    }
    bounds.map_or(Ok(()), |bounds| bounds.check(sample.len()))
}

/// Checks that a random genome has as many genes as the first one.
pub(super) const fn check_length(genome: &[f64], genes: usize) -> Result<(), Error> {
    if genome.len() == genes {
        return Ok(());
    }
    let what = "all random genomes must have the same number of genes";
    Err(Error::Scheme { what, found: genome.len() as f64 })
}

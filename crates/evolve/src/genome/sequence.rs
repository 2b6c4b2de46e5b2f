//! Genomes that are sequences of genes.

use std::ops::Range;

use tilewright_grid::Rng;

use super::ziggurat::exponential;
use crate::Rate;

/// A genome that is a sequence of genes, as one-point, two-point and uniform crossover need it.
pub trait Sequence {
    /// The number of genes.
    fn length(&self) -> usize;

    /// Exchanges a range of genes.
    ///
    /// # Panics
    /// If a genome has no gene at an index of the range.
    fn swap_range(&mut self, other: &mut Self, range: Range<usize>);

    /// Exchanges each gene that both genomes have independently with the given probability.
    fn swap_some(&mut self, other: &mut Self, rate: Rate, rng: &mut Rng);
}

impl<T> Sequence for Vec<T> {
    fn length(&self) -> usize {
        self.len()
    }

    fn swap_range(&mut self, other: &mut Self, range: Range<usize>) {
        self[range.clone()].swap_with_slice(&mut other[range]);
    }

    fn swap_some(&mut self, other: &mut Self, rate: Rate, rng: &mut Rng) {
        let common = self.len().min(other.len());

        // 64 coins come from one random number; the general way needs one for each hit.
        if rate == Rate::HALF {
            for start in (0..common).step_by(64) {
                let coins = rng.next_u64();
                for index in start..common.min(start + 64) {
                    if coins >> (index - start) & 1 == 1 {
                        std::mem::swap(&mut self[index], &mut other[index]);
                    }
                }
            }
        } else {
            for_hits(common, rate, rng, |index, _| {
                std::mem::swap(&mut self[index], &mut other[index]);
            });
        }
    }
}

/// Visits random indices below `length` in ascending order, each independently with the given
/// probability.
///
/// It draws the gaps between visited indices, which are geometrically distributed, so that it
/// needs one random number per visit instead of one per index. A gap is an exponential number,
/// rounded down (Devroye, *Non-Uniform Random Variate Generation*, 1986, X.2).
#[inline]
pub(crate) fn for_hits(
    length: usize,
    rate: Rate,
    rng: &mut Rng,
    mut visit: impl FnMut(usize, &mut Rng),
) {
    let miss = rate.miss();
    // A rate of 0, or one so small that 1 − rate rounds to 1.
    if miss >= 0.0 {
        return;
    }
    if rate == Rate::ALWAYS {
        return (0..length).for_each(|index| visit(index, rng));
    }
    let mut next = 0;
    while next < length {
        let gap = -exponential(rng) / miss;
        if gap >= (length - next) as f64 {
            return;
        }
        next += gap as usize;
        visit(next, rng);
        next += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_grid::Seed;

    #[test]
    fn every_gene_is_hit_at_the_rate() {
        let mut rng = Seed(21).rng();
        let rate = Rate::new(0.2).unwrap();
        let mut counts = [0_u32; 10];
        for _ in 0..50_000 {
            for_hits(10, rate, &mut rng, |index, _| counts[index] += 1);
        }
        let spread = (50_000.0 * 0.2 * 0.8_f64).sqrt();
        for count in counts {
            assert!((f64::from(count) - 10_000.0).abs() < 4.0 * spread, "{counts:?}");
        }
    }

    #[test]
    fn the_ends_hit_nothing_and_everything() {
        let mut rng = Seed(22).rng();
        let mut hit = Vec::new();
        for_hits(50, Rate::NEVER, &mut rng, |index, _| hit.push(index));
        assert!(hit.is_empty(), "{hit:?}");
        for_hits(50, Rate::ALWAYS, &mut rng, |index, _| hit.push(index));
        assert!(hit.into_iter().eq(0..50));
    }
}

//! How a distribution without bounds samples genomes within bounds.

use tilewright_grid::{Rng, Seed};

use super::distribution::Distribution;
use crate::RealBounds;
use crate::genome::reflected;

/// The share of the width of a range over which each of its ends is rounded. Chosen: a smaller one bends
/// the objective more sharply at the ends, a greater one changes more of the range.
const MARGIN: f64 = 0.05;

/// Maps all numbers to a range. In the middle nothing changes; towards an end the numbers are
/// compressed like a parabola, whose top is the end, and beyond its top they come back, and so on
/// like a wave. So the objective remains smooth for the distribution, and a best genome at an end
/// lies in a valley like any other. This is the shape of pycma's `BoundTransform`.
pub(crate) fn fold(gene: f64, (low, high): (f64, f64)) -> f64 {
    let margin = MARGIN * (high - low);
    let gene = reflected(gene, low - margin, high + margin);
    // Distances from the top of the parabola.
    let [below, above] = [gene - (low - margin), high + margin - gene];
    let compress = |distance: f64| distance * (distance / (4.0 * margin));
    if below < 2.0 * margin {
        (low + compress(below)).min(high)
    } else if above < 2.0 * margin {
        (high - compress(above)).max(low)
    } else {
        gene
    }
}

/// The number closest to the middle of a range that is mapped to a number in it.
pub(crate) fn unfold(gene: f64, (low, high): (f64, f64)) -> f64 {
    let margin = MARGIN * (high - low);
    let stretch = |distance: f64| (distance.max(0.0) * 4.0 * margin).sqrt();
    if gene < low + margin {
        low - margin + stretch(gene - low)
    } else if gene > high - margin {
        high + margin - stretch(high - gene)
    } else {
        gene
    }
}

/// Overwrites a genome with a sample, within the bounds if there are any.
pub(crate) fn sample(
    distribution: &Distribution,
    genome: &mut Vec<f64>,
    bounds: Option<&RealBounds>,
    rng: &mut Rng,
) {
    distribution.sample(genome, rng);
    let Some(bounds) = bounds else { return };
    for (index, gene) in genome.iter_mut().enumerate() {
        *gene = fold(*gene, bounds.range(index));
    }
}

/// Turns a genome into the point of a distribution behind it: all genes become the numbers closest
/// to the middles of their ranges that are mapped to them; those outside their range are moved to
/// its end before. Without bounds nothing changes.
pub(crate) fn unfold_all(genome: &mut [f64], bounds: Option<&RealBounds>) {
    let Some(bounds) = bounds else { return };
    for (index, gene) in genome.iter_mut().enumerate() {
        let (low, high) = bounds.range(index);
        *gene = unfold(gene.clamp(low, high), (low, high));
    }
}

/// The points of the distribution behind a generation of genomes: of samples those that were drawn,
/// of the first `guests` genomes, which are none, the closest. The sample at an index was drawn
/// from the seed that `seed` gives. Without bounds they are the genomes; else they fill a buffer.
///
/// Samples are drawn again, since a fold maps several points to one genome. Keeping them would take
/// as much memory as the generation, also in checkpoints.
pub(crate) fn points<'a>(
    buffer: &'a mut Vec<Vec<f64>>,
    genomes: &'a [Vec<f64>],
    guests: usize,
    bounds: Option<&RealBounds>,
    distribution: &Distribution,
    seed: impl Fn(usize) -> Seed,
) -> &'a [Vec<f64>] {
    if bounds.is_none() {
        return genomes;
    }
    buffer.resize(genomes.len(), Vec::new());
    for (index, (point, genome)) in buffer.iter_mut().zip(genomes).enumerate() {
        if index < guests {
            point.clone_from(genome);
            unfold_all(point, bounds);
        } else {
            distribution.sample(point, &mut seed(index).rng());
        }
    }
    buffer
}

#[cfg(test)]
mod tests {
    use super::{fold, unfold};

    #[test]
    fn numbers_are_folded_into_the_range_and_back() {
        let range = (-1.0, 3.0);
        for step in -400..=800 {
            let gene = f64::from(step) / 100.0;
            let folded = fold(gene, range);
            assert!((-1.0..=3.0).contains(&folded), "{gene} to {folded}");
            let again = fold(unfold(folded, range), range);
            assert!((again - folded).abs() < 1e-12, "{folded} to {again}");
            if (-0.8..=2.8).contains(&gene) {
                assert!((folded - gene).abs() < 1e-12, "{gene} to {folded}");
            }
        }
        // The top of the wave is 5 % of the width beyond the end; it repeats after twice 110 %.
        assert!((fold(3.2, range) - 3.0).abs() < 1e-15);
        assert!((fold(-1.2, range) + 1.0).abs() < 1e-15);
        assert!((fold(1.0 + 8.8, range) - 1.0).abs() < 1e-12);
        assert_eq!((fold(7.0, (2.0, 2.0)), unfold(2.0, (2.0, 2.0))), (2.0, 2.0));
    }
}

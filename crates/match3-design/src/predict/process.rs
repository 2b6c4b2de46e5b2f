//! Gaussian process regression: corrects predictions by the levels that were played.
//!
//! The residual of a level, measured minus predicted, is the sum of a constant, a linear function of a
//! few features, and a local term that is similar for levels with similar cells (Rasmussen and
//! Williams, *Gaussian Processes for Machine Learning*, 2006, chapter 2). The variances of the last two
//! are those with the highest likelihood.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};
use tilewright_grid::det;

/// The variance of the constant: before any game, the guide may be wrong by a factor of 2
/// (e^√0.5).
const CONSTANT: f64 = 0.5;
/// The variances of the linear term that are tried, as factors of the scale of the features:
/// with a scale of 1, a guide that is wrong by a factor of 1.2, 1.7 or 4.1.
const LINEAR: [f64; 3] = [0.03, 0.3, 2.0];
/// The variances of the local term that are tried: levels of equal features differ by 2 %, 6 %
/// or 20 %.
const LOCAL: [f64; 3] = [0.0004, 0.004, 0.04];
/// The correlation length of the local term, as a share of the genes: on 81 genes, levels that
/// differ in 12 share e⁻¹ of it. Shorter, and a played level teaches nothing of its neighbours;
/// longer, and the local term repeats the linear one. Chosen; `cargo xtask bench requests` shows
/// it.
const REACH: f64 = 0.15;

/// The point of a level in the regression.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    /// The features of the linear term.
    pub(crate) features: Vec<f64>,
    /// The genome of the level.
    pub(crate) genes: Vec<u8>,
}

/// A played level.
#[derive(Clone, Debug)]
struct PlayedPoint {
    point: Point,
    residual: f64,
    /// The variance of the residual.
    noise: f64,
}

/// The regression.
#[derive(Clone, Debug, Default)]
pub(crate) struct Process {
    samples: Vec<PlayedPoint>,
    weights: Vec<f64>,
    kernel: Kernel,
}

/// The covariance of the residuals of two levels.
#[derive(Clone, Debug, Default)]
struct Kernel {
    linear: f64,
    local: f64,
    /// exp(−d ÷ reach) for d differing genes.
    decay: Vec<f64>,
}

impl Kernel {
    fn of(&self, a: &Point, b: &Point) -> f64 {
        let products = a.features.iter().zip(&b.features).map(|(a, b)| a * b);
        CONSTANT
            + self.linear * products.sum::<f64>()
            + self.local * self.decay[differing(&a.genes, &b.genes)]
    }
}

/// The number of genes in which two genomes of one length differ. Chunks whose number fits into a byte are
/// counted by vector instructions: with a plain count this was a third of the search on 48 × 48 cells.
fn differing(a: &[u8], b: &[u8]) -> usize {
    const CHUNK: usize = u8::MAX as usize;
    let count = |(a, b): (&[u8], &[u8])| {
        let pairs = a.iter().zip(b);
        usize::from(pairs.fold(0, |count: u8, (a, b)| count + u8::from(a != b)))
    };
    a.chunks(CHUNK).zip(b.chunks(CHUNK)).map(count).sum()
}

impl Process {
    /// The predicted residual of a level; 0 before any level was added.
    pub(crate) fn residual(&self, point: &Point) -> f64 {
        let pairs = self.samples.iter().zip(&self.weights);
        pairs.map(|(sample, weight)| weight * self.kernel.of(&sample.point, point)).sum()
    }

    /// The regression of these played levels: their residuals, and the standard errors of these.
    pub(crate) fn of(played: impl Iterator<Item = (Point, f64, f64)>) -> Self {
        let sample = |(point, residual, error)| PlayedPoint {
            point,
            residual,
            noise: error * error,
        };
        let mut process =
            Self { samples: played.map(sample).collect(), ..Self::default() };
        if !process.samples.is_empty() {
            process.fit();
        }
        process
    }

    /// Adds a played level: its residual, and the standard error of the residual.
    pub(crate) fn add(&mut self, point: Point, residual: f64, error: f64) {
        self.samples.push(PlayedPoint { point, residual, noise: error * error });
        self.fit();
    }

    /// Fits the weights, with the variances of the highest likelihood.
    fn fit(&mut self) {
        let genes = self.samples[0].point.genes.len();
        let reach = (REACH * genes as f64).max(2.0);
        let decay: Vec<f64> =
            (0..=genes).map(|count| det::exp(-(count as f64) / reach)).collect();

        let mut best = f64::NEG_INFINITY;

        // Each pair of variances is tried with one factorization: there are nine, so that
        // nothing needs a step size, and no local optimum is taken for the best.
        for linear in LINEAR {
            for local in LOCAL {
                let kernel = Kernel { linear, local, decay: decay.clone() };
                if let Some((likelihood, weights)) = self.solve(&kernel)
                    && likelihood > best
                {
                    best = likelihood;
                    self.weights = weights.as_slice().to_vec();
                    self.kernel = kernel;
                }
            }
        }
    }

    /// The log-likelihood up to a constant, and the weights.
    fn solve(&self, kernel: &Kernel) -> Option<(f64, DVector<f64>)> {
        let count = self.samples.len();

        let covariance = DMatrix::from_fn(count, count, |row, column| {
            let (a, b) = (&self.samples[row], &self.samples[column]);
            let noise = if row == column { a.noise + 1e-6 } else { 0.0 };
            kernel.of(&a.point, &b.point) + noise
        });

        let residuals =
            DVector::from_iterator(count, self.samples.iter().map(|one| one.residual));

        let cholesky: Cholesky<f64, Dyn> = covariance.cholesky()?;

        // The logarithm of the determinant is twice the sum of those of the diagonal, and half
        // of it counts.
        let weights = cholesky.solve(&residuals);
        let diagonal = cholesky.l_dirty().diagonal();
        let volume: f64 = diagonal.iter().map(|&root| det::ln(root)).sum();

        Some((-0.5 * residuals.dot(&weights) - volume, weights))
    }
}

#[cfg(test)]
mod tests {
    use tilewright_grid::Seed;

    use super::*;

    fn point(genes: &[u8]) -> Point {
        let ones = genes.iter().map(|&gene| f64::from(gene == 1)).sum::<f64>();
        Point { features: vec![ones / genes.len() as f64], genes: genes.to_vec() }
    }

    #[test]
    fn genes_that_differ_are_counted_beyond_a_byte() {
        let (mut one, other) = (vec![0; 1000], vec![0; 1000]);
        for (count, gene) in (0..1000).step_by(3).enumerate() {
            assert_eq!(differing(&one, &other), count);
            one[gene] = 1;
        }
        assert_eq!(differing(&[1; 600], &[0; 600]), 600);
    }

    #[test]
    fn nothing_is_corrected_before_anything_was_seen() {
        assert!(Process::default().residual(&point(&[0; 9])).abs() < 1e-12);
    }

    #[test]
    fn a_level_that_was_seen_is_predicted_as_seen() {
        let mut process = Process::default();
        process.add(point(&[0; 20]), 0.8, 0.001);
        let mut other = [0; 20];
        other[3] = 1;
        process.add(point(&other), 0.5, 0.001);
        assert!((process.residual(&point(&[0; 20])) - 0.8).abs() < 0.05);
        assert!((process.residual(&point(&other)) - 0.5).abs() < 0.05);
    }

    #[test]
    fn slopes_and_local_differences_are_learned_from_noisy_games() {
        let mut rng = Seed(5).rng();
        let mut process = Process::default();
        let mut errors = Vec::new();

        for index in 0..60 {
            let density = rng.unit();
            let genes: Vec<u8> = (0..64).map(|_| u8::from(rng.chance(density))).collect();
            let ones = genes.iter().map(|&gene| f64::from(gene == 1)).sum::<f64>();
            let truth = 0.4 + 1.5 * ones / 64.0;

            if index >= 30 {
                errors.push((process.residual(&point(&genes)) - truth).abs());
            }
            process.add(point(&genes), truth + 0.1 * (rng.unit() - 0.5), 0.03);
        }

        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        assert!(mean < 0.03, "{mean}");
    }
}

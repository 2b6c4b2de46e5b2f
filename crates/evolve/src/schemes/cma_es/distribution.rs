//! The normal distribution from which CMA-ES samples, and how it learns.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Rng, det};

use super::eigen::{Workspace, add, decompose, dot};
use super::tuning::Tuning;
use crate::genome::normal;
use crate::state::is_count;

/// The normal distribution N(m, σ² C) with its evolution paths, and the eigendecomposition of C.
/// Matrices are lists of rows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Distribution {
    mean: Vec<f64>,
    sigma: f64,
    start_sigma: f64,
    covariance: Vec<f64>,
    /// The eigenvectors of C, each a row.
    basis: Vec<f64>,
    /// The square roots of its eigenvalues.
    lengths: Vec<f64>,
    path: Vec<f64>,
    step_path: Vec<f64>,
    /// The number of updates, and that at the last eigendecomposition.
    updates: u64,
    decomposed: u64,
    #[serde(skip)]
    spare: Workspace,
    /// Kept for their memory: the shift of the mean and the step of an update, then the eigenvalues and eigenvectors of a
    /// decomposition.
    #[serde(skip)]
    buffers: [Vec<f64>; 4],
}

impl Distribution {
    /// The isotropic distribution around a mean.
    pub(crate) fn new(mean: &[f64], sigma: f64) -> Self {
        let n = mean.len();
        let mut new = Self {
            mean: mean.to_vec(),
            sigma,
            start_sigma: sigma,
            covariance: vec![0.0; n * n],
            basis: vec![0.0; n * n],
            lengths: vec![0.0; n],
            path: vec![0.0; n],
            step_path: vec![0.0; n],
            updates: 0,
            decomposed: 0,
            spare: Workspace::default(),
            buffers: Default::default(),
        };

        new.restart(mean, sigma);
        new
    }

    /// Becomes the isotropic distribution around a mean.
    pub(crate) fn restart(&mut self, mean: &[f64], sigma: f64) {
        let n = self.mean.len();
        self.mean.copy_from_slice(mean);
        (self.sigma, self.start_sigma) = (sigma, sigma);
        for matrix in [&mut self.covariance, &mut self.basis] {
            matrix.fill(0.0);
            matrix.iter_mut().step_by(n + 1).for_each(|cell| *cell = 1.0);
        }
        self.lengths.fill(1.0);
        self.path.fill(0.0);
        self.step_path.fill(0.0);
        (self.updates, self.decomposed) = (0, 0);
    }

    pub(crate) const fn mean(&self) -> &Vec<f64> {
        &self.mean
    }

    pub(crate) const fn sigma(&self) -> f64 {
        self.sigma
    }

    pub(crate) const fn start_sigma(&self) -> f64 {
        self.start_sigma
    }

    /// The standard deviation of a gene.
    pub(crate) fn deviation(&self, gene: usize) -> f64 {
        let variance = self.covariance[gene * (self.mean.len() + 1)];
        self.sigma * variance.max(0.0).sqrt()
    }

    /// The path of the covariance at a gene, in the units of the gene.
    pub(crate) fn drift(&self, gene: usize) -> f64 {
        self.sigma * self.path[gene]
    }

    /// An axis of the distribution and the standard deviation along it.
    pub(crate) fn axis(&self, at: usize) -> (&[f64], f64) {
        let n = self.mean.len();
        (&self.basis[at * n..(at + 1) * n], self.sigma * self.lengths[at])
    }

    /// The shortest and the longest standard deviation along an axis, divided by σ.
    fn ends(&self) -> (f64, f64) {
        let least = self.lengths.iter().copied().fold(f64::INFINITY, f64::min);
        (least, self.lengths.iter().copied().fold(0.0, f64::max))
    }

    /// The longest standard deviation along an axis.
    pub(crate) fn longest(&self) -> f64 {
        self.sigma * self.ends().1
    }

    /// The condition number of C.
    pub(crate) fn condition(&self) -> f64 {
        let (least, most) = self.ends();
        (most / least) * (most / least)
    }

    /// Whether the parts of a stored distribution fit together.
    pub(crate) fn is_sound(&self, dimension: usize) -> bool {
        let lists = [&self.mean, &self.lengths, &self.path, &self.step_path];
        lists.iter().all(|list| list.len() == dimension)
            && [&self.covariance, &self.basis]
                .iter()
                .all(|matrix| matrix.len() == dimension * dimension)
            && self.decomposed <= self.updates
            && is_count(self.updates)
    }

    /// Whether it began with this step size.
    pub(crate) const fn starts_with(&self, sigma: f64) -> bool {
        self.start_sigma.to_bits() == sigma.to_bits()
    }

    /// Overwrites a genome with a sample.
    pub(crate) fn sample(&self, genome: &mut Vec<f64>, rng: &mut Rng) {
        let n = self.mean.len();
        genome.clear();
        genome.resize(n, 0.0);
        for (axis, length) in self.basis.chunks_exact(n).zip(&self.lengths) {
            add(genome, length * normal(rng), axis);
        }
        for (gene, mean) in genome.iter_mut().zip(&self.mean) {
            *gene = mean + self.sigma * *gene;
        }
    }

    /// Learns from a generation: `ranking` lists its genomes from best to worst, as many as there
    /// are weights. The steps to the first `guests` genomes, which are no samples, are shortened to
    /// a length that a sample hardly exceeds (Hansen, *Injecting external solutions into CMA-ES*,
    /// 2011).
    pub(crate) fn learn(
        &mut self,
        tuning: &Tuning,
        genomes: &[Vec<f64>],
        ranking: &[u32],
        guests: usize,
    ) {
        let n = self.mean.len();
        let [shift, step, ..] = &mut self.buffers;
        let (mut shift, mut step) = (take(shift, n), take(step, n));
        for (&index, weight) in ranking.iter().zip(&tuning.weights[..tuning.parents]) {
            self.step_to(&genomes[index as usize], (index as usize) < guests, &mut step);
            add(&mut shift, *weight, &step);
        }

        let is_steady = self.follow(tuning, &shift, &mut step);
        let Tuning { path: rate, rank_one, rank_many, .. } = *tuning;
        let lost = if is_steady { 0.0 } else { rate * (2.0 - rate) };
        let sum: f64 = tuning.weights.iter().sum();
        let kept = 1.0 - rank_one * (1.0 - lost) - rank_many * sum;
        for cell in &mut self.covariance {
            *cell *= kept;
        }
        add_square(&mut self.covariance, rank_one, &self.path);

        for (&index, &weight) in ranking.iter().zip(&tuning.weights) {
            self.step_to(&genomes[index as usize], (index as usize) < guests, &mut step);
            let factor = if weight < 0.0 {
                // The square of a sample's length in the units of C is n on average.
                let length = self.whitened(&step);
                if length > 0.0 { weight * n as f64 / length } else { 0.0 }
            } else {
                weight
            };
            add_square(&mut self.covariance, rank_many * factor, &step);
        }

        for (mean, shift) in self.mean.iter_mut().zip(&shift) {
            *mean += self.sigma * shift;
        }
        self.pace(tuning);
        [self.buffers[0], self.buffers[1]] = [shift, step];
        self.updates += 1;

        // A decomposition costs n³ steps; until C has changed noticeably, the old one does (tutorial, B.2).
        let gap = 1.0 / ((rank_one + rank_many) * n as f64 * 10.0);
        if (self.updates - self.decomposed) as f64 >= gap {
            self.decompose();
        }
    }

    /// Sets `step` to that from the mean to a genome, in units of σ.
    fn step_to(&self, genome: &[f64], is_guest: bool, step: &mut [f64]) {
        for ((step, gene), mean) in step.iter_mut().zip(genome).zip(&self.mean) {
            *step = (gene - mean) / self.sigma;
        }
        if is_guest {
            let n = self.mean.len() as f64;
            let most = n.sqrt() + 2.0 * n / (n + 2.0);
            let length = self.whitened(step).sqrt();
            if length > most {
                for step in step {
                    *step *= most / length;
                }
            }
        }
    }

    /// The square of the length of a step in the units of C.
    fn whitened(&self, step: &[f64]) -> f64 {
        let axes = self.basis.chunks_exact(self.mean.len()).zip(&self.lengths);
        axes.map(|(axis, length)| dot(axis, step) / length).map(|part| part * part).sum()
    }

    /// Updates both paths by a shift of the mean. Returns whether the path of the covariance was
    /// not held up because the steps grow too fast.
    fn follow(&mut self, tuning: &Tuning, shift: &[f64], white: &mut [f64]) -> bool {
        let n = self.mean.len();
        white.fill(0.0);
        for (axis, length) in self.basis.chunks_exact(n).zip(&self.lengths) {
            add(white, dot(axis, shift) / length, axis);
        }

        let Tuning { step_path: rate, effective, .. } = *tuning;
        mix(&mut self.step_path, rate, effective, white);

        // The path of the covariance pauses while that of the step size is longer than expected (h_σ).
        let grown = 1.0 - det::powf(1.0 - rate, 2.0 * (self.updates + 1) as f64);
        let square = dot(&self.step_path, &self.step_path) / grown;
        let is_steady = square / (n as f64) < 2.0 + 4.0 / (n as f64 + 1.0);

        if is_steady {
            mix(&mut self.path, tuning.path, effective, shift);
        } else {
            self.path.iter_mut().for_each(|path| *path *= 1.0 - tuning.path);
        }
        is_steady
    }

    /// Adapts σ to the length of its path (cumulative step-size adaptation).
    fn pace(&mut self, tuning: &Tuning) {
        let n = self.mean.len() as f64;
        let expected = n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));
        let length = dot(&self.step_path, &self.step_path).sqrt();
        let change = tuning.step_path / tuning.damping * (length / expected - 1.0);
        let sigma = self.sigma * det::exp(change.clamp(-1.0, 1.0));
        // Far beyond what a search that converges or diverges needs.
        self.sigma = sigma.clamp(1e-100 * self.start_sigma, 1e20 * self.start_sigma);
    }

    /// Decomposes C. If it is not positive definite or nearly so, its diagonal is raised until its
    /// condition number is 10¹⁵; if that fails, the distribution becomes isotropic.
    fn decompose(&mut self) {
        let n = self.mean.len();
        self.decomposed = self.updates;
        let [.., values, vectors] = &mut self.buffers;
        let (mut values, mut vectors) = (take(values, n), take(vectors, n * n));
        let done =
            decompose(&self.covariance, &mut values, &mut vectors, &mut self.spare);

        let most = values.iter().copied().fold(0.0, f64::max);
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);

        if done && most > 1e-200 && most < 1e200 {
            let raise = (most * WORST - least).max(0.0);
            if raise > 0.0 {
                self.covariance.iter_mut().step_by(n + 1).for_each(|cell| *cell += raise);
            }
            for (length, value) in self.lengths.iter_mut().zip(&values) {
                *length = (value + raise).sqrt();
            }
            self.basis.copy_from_slice(&vectors);
        } else {
            let (mean, sigma, start) =
                (std::mem::take(&mut self.mean), self.sigma, self.start_sigma);
            self.mean = vec![0.0; n];
            self.restart(&mean, sigma);
            self.start_sigma = start;
        }
        [self.buffers[2], self.buffers[3]] = [values, vectors];
    }
}

/// The least ratio of two eigenvalues of C that is kept. Chosen: below the 10⁻¹⁴ at which a search
/// restarts, and above the precision of the numbers, 2 · 10⁻¹⁶.
const WORST: f64 = 1e-15;

/// Takes a buffer, filled with zeros.
fn take(buffer: &mut Vec<f64>, length: usize) -> Vec<f64> {
    let mut taken = std::mem::take(buffer);
    taken.clear();
    taken.resize(length, 0.0);
    taken
}

/// Moves an evolution path by a step.
fn mix(path: &mut [f64], rate: f64, effective: f64, step: &[f64]) {
    let factor = (rate * (2.0 - rate) * effective).sqrt();
    for (path, step) in path.iter_mut().zip(step) {
        *path = (1.0 - rate) * *path + factor * step;
    }
}

/// Adds a multiple of the matrix v vᵀ.
fn add_square(matrix: &mut [f64], factor: f64, vector: &[f64]) {
    for (row, value) in matrix.chunks_exact_mut(vector.len()).zip(vector) {
        add(row, factor * value, vector);
    }
}

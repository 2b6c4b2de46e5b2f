//! The weights and learning rates of CMA-ES.

use serde::{Deserialize, Serialize};
use tilewright_grid::det;

/// The weights of the ranks and the learning rates (Hansen, *The CMA evolution strategy: a
/// tutorial*, arXiv 1604.00772, 2023 version, table 1). Where pycma 4.5 differs, its values are
/// taken: `c_σ` has the summand 3 instead of 5 and is at most ½; `c_1` is smaller for populations
/// below 6; the damping `d_σ` for large populations is up to three times as strong in many
/// dimensions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Tuning {
    /// One for each rank, best first; those of the parents are positive and sum to 1.
    pub(crate) weights: Vec<f64>,
    /// The number of parents, μ.
    pub(crate) parents: usize,
    /// The variance-effective number of parents, `μ_eff`.
    pub(crate) effective: f64,
    /// The learning rate of the path of the step size, `c_σ`.
    pub(crate) step_path: f64,
    /// The damping of the step size, `d_σ`.
    pub(crate) damping: f64,
    /// The learning rate of the path of the covariance, `c_c`.
    pub(crate) path: f64,
    /// The learning rate of the rank-one update, `c_1`.
    pub(crate) rank_one: f64,
    /// The learning rate of the rank-μ update, `c_μ`.
    pub(crate) rank_many: f64,
}

impl Tuning {
    /// That of a population with negative weights for the worse half (active CMA).
    pub(crate) fn new(dimension: usize, population: usize) -> Self {
        let mut tuning = Self::default();
        let n = dimension as f64;
        let middle = det::ln(f64::midpoint(population as f64, 1.0));

        tuning.set(
            n,
            population,
            (1..=population).map(|rank| middle - det::ln(rank as f64)),
        );
        let Self { weights, parents, effective, rank_one, rank_many, .. } = &mut tuning;

        // The negative weights neither make C shrink faster than it grows nor make it indefinite.
        let worse = &mut weights[*parents..];
        let sum: f64 = worse.iter().map(|weight| weight.abs()).sum();
        let squares: f64 = worse.iter().map(|weight| weight * weight).sum();
        if sum > 0.0 {
            let decay = 1.0 + *rank_one / *rank_many;
            let effective_worse = sum * sum / squares;
            let reliable = 1.0 + 2.0 * effective_worse / (*effective + 2.0);
            let definite = (1.0 - *rank_one - *rank_many) / (n * *rank_many);
            let total = decay.min(reliable).min(definite);
            for weight in worse {
                *weight *= total / sum;
            }
        }
        tuning
    }

    /// Changes to that of a number of parents, of which the others are unknown.
    pub(crate) fn set_parents(
        &mut self,
        dimension: usize,
        parents: usize,
        population: usize,
    ) {
        let middle = det::ln(parents as f64 + 0.5);
        let weights = (1..=parents).map(|rank| middle - det::ln(rank as f64));
        self.set(dimension as f64, population, weights);
    }

    /// Sets raw weights, of which the positive ones are scaled, and the rates.
    fn set(&mut self, n: f64, population: usize, raw: impl Iterator<Item = f64>) {
        let weights = &mut self.weights;
        weights.clear();
        weights.extend(raw);
        self.parents = weights.iter().take_while(|&&weight| weight > 0.0).count();

        let positive = &weights[..self.parents];
        let sum: f64 = positive.iter().sum();
        let squares: f64 = positive.iter().map(|weight| weight * weight).sum();
        self.effective = sum * sum / squares;
        for weight in &mut *weights {
            *weight /= sum;
        }

        let effective = self.effective;
        self.path = (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n);
        let small = (population as f64 / 6.0).min(1.0);
        self.rank_one = small * 2.0 / ((n + 1.3) * (n + 1.3) + effective);
        let many = 2.0 * (0.25 + effective + 1.0 / effective - 2.0);
        self.rank_many =
            (many / ((n + 2.0) * (n + 2.0) + effective)).min(1.0 - self.rank_one);

        self.step_path = ((effective + 2.0) / (n + effective + 3.0)).min(0.5);
        let inner = (3.0 * (1.0 - det::powf(0.5, n / 9.0))).max(1.0);
        let excess = inner * ((effective - 1.0) / (n + 1.0)).sqrt() - 1.0;
        self.damping = 1.0 + 2.0 * excess.max(0.0) + self.step_path;
    }
}

/// The default population, 4 + 3 ln n, doubled at each restart and then rounded down; or a given
/// one, doubled.
pub(crate) fn population(dimension: usize, given: Option<usize>, restarts: u64) -> usize {
    let factor = (1_u64 << restarts.min(DOUBLINGS)) as f64;
    let base = given.map_or_else(
        || 4.0 + 3.0 * det::ln(dimension as f64),
        |population| population as f64,
    );
    (base * factor) as usize
}

/// How often the population is doubled at most. Chosen: a run of 512 times as many samples takes so long
/// that another doubling hardly ever ends; further restarts keep the size.
const DOUBLINGS: u64 = 9;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_those_of_the_tutorial() {
        let tuning = Tuning::new(10, 10);
        assert_eq!((tuning.parents, tuning.weights.len()), (5, 10));
        assert!((tuning.weights[..5].iter().sum::<f64>() - 1.0).abs() < 1e-15);
        assert!(tuning.weights.is_sorted_by(|a, b| a > b), "{tuning:?}");
        assert!((tuning.effective - 3.167_299).abs() < 1e-6, "{tuning:?}");
        // Neither growth nor decay: c_1 + c_μ Σ w = 0.
        let sum: f64 = tuning.weights.iter().sum();
        assert!((tuning.rank_one + tuning.rank_many * sum).abs() < 1e-15, "{tuning:?}");
    }

    #[test]
    fn rates_are_sensible_in_all_sizes() {
        for n in [1, 2, 3, 5, 10, 30, 100, 1000] {
            for population in [2, 3, 4, 5, 6, 10, 50, 1000] {
                let tuning = Tuning::new(n, population);
                let Tuning { rank_one, rank_many, .. } = tuning;
                assert!(rank_one > 0.0 && rank_many > 0.0, "{tuning:?}");
                assert!(rank_one + rank_many <= 1.0 + 1e-15, "{tuning:?}");
                assert!(tuning.step_path <= 0.5 && tuning.damping >= 1.0, "{tuning:?}");
                assert!(tuning.path <= 1.0, "{tuning:?}");
                assert!(
                    tuning.weights.iter().all(|weight| weight.is_finite()),
                    "{tuning:?}"
                );
            }
        }
    }

    #[test]
    fn the_population_doubles() {
        let sizes: Vec<usize> =
            (0..5).map(|restarts| population(10, None, restarts)).collect();
        assert_eq!(sizes, [10, 21, 43, 87, 174]);
        assert_eq!(population(10, Some(7), 2), 28);
        assert_eq!(population(1, None, u64::MAX), 4 << 9);
    }
}

//! Ridge regression.

use nalgebra::{DMatrix, DVector};

/// A linear function of features.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LinearModel {
    pub(crate) base: f64,
    pub(crate) slopes: Vec<f64>,
}

impl LinearModel {
    pub(crate) fn at(&self, features: &[f64]) -> f64 {
        let terms =
            self.slopes.iter().zip(features).map(|(slope, feature)| slope * feature);
        self.base + terms.sum::<f64>()
    }
}

/// The penalties that are tried, per sample, for standardized features: from nearly least squares
/// to slopes of half their size.
const PENALTIES: [f64; 8] = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.03, 0.1, 1.0];

/// Ridge regression (Hoerl and Kennard, 1970) on standardized features, with the penalty of the least
/// leave-one-out error. Constant features have slope 0. Samples are weighted.
///
/// # Panics
/// When there is no sample.
pub(crate) fn ridge(
    samples: &[Vec<f64>],
    values: &[f64],
    weights: &[f64],
) -> LinearModel {
    let fits = PENALTIES.map(|penalty| fit(samples, values, weights, penalty));
    let best = fits.into_iter().min_by(|a, b| a.1.total_cmp(&b.1));
    best.expect("there are penalties").0
}

/// The regression with one penalty, and its leave-one-out mean squared error.
pub(crate) fn fit(
    samples: &[Vec<f64>],
    values: &[f64],
    weights: &[f64],
    penalty: f64,
) -> (LinearModel, f64) {
    let total: f64 = weights.iter().sum();
    let width = samples[0].len();
    let mean = |of: &dyn Fn(usize) -> f64| {
        weights.iter().enumerate().map(|(row, weight)| weight * of(row)).sum::<f64>()
            / total
    };

    let center = mean(&|row| values[row]);
    let means: Vec<f64> =
        (0..width).map(|column| mean(&|row| samples[row][column])).collect();
    let scales: Vec<f64> = (0..width)
        .map(|column| mean(&|row| (samples[row][column] - means[column]).powi(2)).sqrt())
        .map(|deviation| if deviation > 1e-9 { 1.0 / deviation } else { 0.0 })
        .collect();

    let design = DMatrix::from_fn(samples.len(), width, |row, column| {
        weights[row].sqrt() * (samples[row][column] - means[column]) * scales[column]
    });
    let targets = DVector::from_fn(values.len(), |row, _| {
        weights[row].sqrt() * (values[row] - center)
    });

    let transposed = design.transpose();
    let gram = &transposed * &design
        + DMatrix::identity(width, width) * (penalty * total + 1e-9);
    let cholesky =
        gram.cholesky().expect("a gram matrix with a penalty is positive definite");

    // Solved by its Cholesky factors, which the leverages need again.
    let slopes = cholesky.solve(&(&transposed * &targets));
    let residuals = &targets - &design * &slopes;

    let error = left_out(&design, &cholesky.solve(&transposed), &residuals, weights);

    // Back from standardized features.
    let slopes: Vec<f64> =
        slopes.iter().zip(&scales).map(|(slope, scale)| slope * scale).collect();
    let base =
        center - slopes.iter().zip(&means).map(|(slope, mean)| slope * mean).sum::<f64>();
    (LinearModel { base, slopes }, error)
}

/// The mean squared error of the leave-one-out predictions, given the design and what solves it.
fn left_out(
    design: &DMatrix<f64>,
    solved: &DMatrix<f64>,
    residuals: &DVector<f64>,
    weights: &[f64],
) -> f64 {
    let total: f64 = weights.iter().sum();

    // The leverage of each sample: how much its value affects its own prediction. It gives the
    // leave-one-out error without a fit for each sample; the weight's share is that of the
    // base.
    let error = |(row, weight): (usize, &f64)| {
        let columns = 0..design.ncols();
        let own: f64 =
            columns.map(|column| design[(row, column)] * solved[(column, row)]).sum();
        (residuals[row] / (1.0 - own - weight / total).max(1e-6)).powi(2)
    };
    weights.iter().enumerate().map(error).sum::<f64>() / total
}

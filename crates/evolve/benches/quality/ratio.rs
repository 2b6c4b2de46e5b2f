//! Ratios of two measurements with their intervals.

use std::fmt;

use tilewright_grid::{Rng, Seed};

/// A run that searched for a target: its evaluations, up to the target if it was reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attempt {
    pub(crate) evaluations: f64,
    pub(crate) succeeded: bool,
}

/// The evaluations of all runs for each success, the expected cost of a success with restarts.
pub(crate) fn expected(attempts: &[Attempt]) -> f64 {
    let sum: f64 = attempts.iter().map(|run| run.evaluations).sum();
    sum / successes(attempts) as f64
}

pub(crate) fn successes(attempts: &[Attempt]) -> usize {
    attempts.iter().filter(|run| run.succeeded).count()
}

pub(crate) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The middle value; of an even number, the greater of the two in the middle.
pub(crate) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

/// A ratio with the 2.5 % and 97.5 % quantiles of 10,000 bootstrap samples.
pub(crate) struct Ratio {
    value: f64,
    interval: [f64; 2],
}

impl Ratio {
    /// The ratio of a statistic of our runs and of the peer's.
    pub(crate) fn new<T: Copy>(
        ours: &[T],
        peer: &[T],
        statistic: fn(&[T]) -> f64,
    ) -> Self {
        let mut rng = Seed(1).rng();
        let mut ratios: Vec<f64> = (0..10_000)
            .map(|_| {
                statistic(&drawn(ours, &mut rng)) / statistic(&drawn(peer, &mut rng))
            })
            .collect();
        ratios.sort_by(f64::total_cmp);
        let value = statistic(ours) / statistic(peer);
        Self { value, interval: [ratios[250], ratios[9749]] }
    }
}

fn drawn<T: Copy>(values: &[T], rng: &mut Rng) -> Vec<T> {
    (0..values.len()).map(|_| values[rng.index(values.len())]).collect()
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value, interval: [low, high] } = self;
        let digits = f.precision().unwrap_or(3);
        write!(f, "{value:.digits$} ({low:.digits$} to {high:.digits$})")
    }
}

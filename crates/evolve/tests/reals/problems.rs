//! Problems of real numbers whose answers are known, and how to run them.

use std::ops::ControlFlow;

use tilewright_evolve::{
    Axis, Direction, Evaluation, Evolution, Mutation, Problem, RealBounds, Reason,
    Scheme, Stop,
};
use tilewright_grid::{Rng, Seed};

/// A function of some genes, which random ones are uniform in [−4, 4].
#[derive(Clone, Copy)]
pub(crate) struct Function {
    pub(crate) genes: usize,
    pub(crate) value: fn(&[f64]) -> f64,
    /// The violation.
    pub(crate) violation: fn(&[f64]) -> f64,
}

impl Function {
    pub(crate) const fn new(genes: usize, value: fn(&[f64]) -> f64) -> Self {
        Self { genes, value, violation: |_| 0.0 }
    }
}

impl Problem for Function {
    type Genome = Vec<f64>;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Minimize]
    }

    fn random(&self, rng: &mut Rng) -> Vec<f64> {
        (0..self.genes).map(|_| 8.0 * rng.unit() - 4.0).collect()
    }

    fn evaluate(&self, genome: &Vec<f64>) -> Evaluation {
        let violation = (self.violation)(genome);
        Evaluation { objectives: [(self.value)(genome)], violation }
    }

    fn fingerprint(&self) -> String {
        format!("a function of {} genes", self.genes)
    }
}

pub(crate) fn sphere(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum()
}

pub(crate) fn ellipsoid(x: &[f64]) -> f64 {
    let share = |at: usize| at as f64 / (x.len().max(2) - 1) as f64;
    let scale = |at: usize| tilewright_grid::det::powf(1e6, share(at));
    x.iter().enumerate().map(|(at, x)| scale(at) * x * x).sum()
}

pub(crate) fn rosenbrock(x: &[f64]) -> f64 {
    let valley = |x: f64, next: f64| 100.0 * (next - x * x).powi(2) + (1.0 - x).powi(2);
    x.windows(2).map(|x| valley(x[0], x[1])).sum()
}

pub(crate) fn rastrigin(x: &[f64]) -> f64 {
    let wave = |x: f64| tilewright_grid::det::cos(std::f64::consts::TAU * x);
    x.iter().map(|&x| 10.0 + x * x - 10.0 * wave(x)).sum()
}

/// The sum of squares, to be kept small, by the first two genes; infeasible where the first one is
/// above 2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane(pub(crate) usize);

impl Problem<3> for Plane {
    type Genome = Vec<f64>;

    fn objectives(&self) -> [Direction; 3] {
        [Direction::Measure, Direction::Minimize, Direction::Measure]
    }

    fn random(&self, rng: &mut Rng) -> Vec<f64> {
        (0..self.0).map(|_| 8.0 * rng.unit() - 4.0).collect()
    }

    fn evaluate(&self, genome: &Vec<f64>) -> Evaluation<3> {
        let objectives = [genome[0], sphere(genome), genome[1]];
        Evaluation { objectives, violation: (genome[0] - 2.0).max(0.0) }
    }

    fn fingerprint(&self) -> String {
        format!("a plane in {} dimensions", self.0)
    }
}

pub(crate) fn axes() -> Vec<Axis> {
    vec![Axis::new(-4.0, 4.0, 16), Axis::new(-4.0, 4.0, 8)]
}

/// Adds a uniform number to each gene.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shake(pub(crate) f64);

impl Mutation<Vec<f64>> for Shake {
    fn mutate(&self, genome: &mut Vec<f64>, rng: &mut Rng) {
        for gene in genome {
            *gene += self.0 * (2.0 * rng.unit() - 1.0);
        }
    }
}

pub(crate) fn bounds(genes: usize, low: f64, high: f64) -> RealBounds {
    RealBounds::new(vec![low..=high; genes]).unwrap()
}

/// Runs a search and returns it with the reason for its end.
pub(crate) fn run<P: Problem<M>, S: Scheme<P, M>, const M: usize>(
    problem: P,
    scheme: S,
    seed: u64,
    stop: &Stop,
) -> (Evolution<P, S, M>, Reason) {
    let mut evolution = Evolution::new(problem, scheme, Seed(seed)).unwrap();
    let reason = evolution.run(stop, &(), |_| ControlFlow::Continue(())).unwrap();
    (evolution, reason)
}

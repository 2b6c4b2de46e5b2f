//! Objective functions to be minimized; the minimum of each is 0.

use std::f64::consts::{E, TAU};

use tilewright_evolve::{Cost, Direction, Evaluation, Problem};
use tilewright_grid::{Rng, det};

/// A function of some genes, and the edge of the cube around 0 in which random ones are drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Function {
    pub(crate) name: &'static str,
    pub(crate) edge: f64,
}

pub(crate) const DIMENSION: usize = 10;

impl Function {
    fn value(self, x: &[f64]) -> f64 {
        let n = x.len() as f64;
        match self.name {
            "sphere" => x.iter().map(|x| x * x).sum(),
            "ellipsoid" => {
                let scale = |at: usize| det::powf(10.0, 6.0 * at as f64 / (n - 1.0));
                x.iter().enumerate().map(|(at, x)| scale(at) * x * x).sum()
            }
            "rosenbrock" => x.windows(2).map(|x| valley(x[0], x[1])).sum(),
            "rastrigin" => rastrigin(x.iter().copied()),
            _ => {
                let root = (x.iter().map(|x| x * x).sum::<f64>() / n).sqrt();
                let waves = x.iter().map(|x| det::cos(TAU * x)).sum::<f64>() / n;
                20.0 + E - 20.0 * det::exp(-0.2 * root) - det::exp(waves)
            }
        }
    }
}

fn valley(x: f64, next: f64) -> f64 {
    100.0 * (next - x * x) * (next - x * x) + (1.0 - x) * (1.0 - x)
}

pub(crate) fn rastrigin(x: impl Iterator<Item = f64>) -> f64 {
    x.map(|x| 10.0 + x * x - 10.0 * det::cos(TAU * x)).sum()
}

impl Problem for Function {
    type Genome = Vec<f64>;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Minimize]
    }

    fn random(&self, rng: &mut Rng) -> Vec<f64> {
        (0..DIMENSION).map(|_| self.edge * (2.0 * rng.unit() - 1.0)).collect()
    }

    fn evaluate(&self, genome: &Vec<f64>) -> Evaluation {
        Evaluation::feasible([self.value(genome)])
    }

    fn cost(&self) -> Cost {
        Cost::Quick
    }

    fn fingerprint(&self) -> String {
        format!("{} in {DIMENSION} dimensions", self.name)
    }
}

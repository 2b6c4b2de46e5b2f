//! Problems on real numbers.

use tilewright_evolve::{Cost, Direction, Evaluation, Problem, RealBounds};
use tilewright_grid::Rng;

use crate::problems::{rastrigin_value, zdt1_values};

/// Rastrigin's function.
pub(super) struct Rastrigin(pub(super) RealBounds);

impl Problem for Rastrigin {
    type Genome = Vec<f64>;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Minimize]
    }

    fn random(&self, rng: &mut Rng) -> Vec<f64> {
        self.0.random(rng)
    }

    fn evaluate(&self, genome: &Vec<f64>) -> Evaluation {
        Evaluation::feasible([rastrigin_value(genome.iter().copied())])
    }

    fn cost(&self) -> Cost {
        Cost::Quick
    }

    fn fingerprint(&self) -> String {
        "rastrigin".to_owned()
    }
}

/// The two objectives of ZDT1.
pub(super) struct Zdt1(pub(super) RealBounds);

impl Problem<2> for Zdt1 {
    type Genome = Vec<f64>;

    fn objectives(&self) -> [Direction; 2] {
        [Direction::Minimize; 2]
    }

    fn random(&self, rng: &mut Rng) -> Vec<f64> {
        self.0.random(rng)
    }

    fn evaluate(&self, genome: &Vec<f64>) -> Evaluation<2> {
        Evaluation::feasible(zdt1_values(genome))
    }

    fn cost(&self) -> Cost {
        Cost::Quick
    }

    fn fingerprint(&self) -> String {
        "zdt1".to_owned()
    }
}

//! How evolution sees match-3 levels.

use tilewright_evolve::{Direction, Draw, Evaluation, Problem};
use tilewright_grid::Rng;

use crate::feasibility::Violation;
use crate::{Measure, Space};

/// The search for a level of a wanted potential: one gene a group of free cells, the kind
/// inherited with it.
///
/// The fitness, to be maximised, is 1 within the tolerance of the target and
/// 1 / (1 + |potential − target|) outside; 0 when infeasible, where only the violation counts:
/// that of the board, and the cells that are too many or too few of some kind.
/// (The fitness of limbsoo's article *Genetic algorithms in Unity*.)
#[derive(Clone, Copy, Debug)]
pub struct LevelProblem<'a> {
    /// The levels that are allowed.
    pub space: &'a Space,
    /// The wanted potential.
    pub target: u32,
    /// How far off it may be.
    pub tolerance: u32,
    /// How the violation of infeasible levels is counted.
    pub violation: Violation,
}

impl LevelProblem<'_> {
    /// The fitness of a feasible level of that potential.
    pub fn fitness(&self, potential: u32) -> f64 {
        let off = potential.abs_diff(self.target);
        if off <= self.tolerance { 1.0 } else { 1.0 / (1.0 + f64::from(off)) }
    }
}

impl Problem for LevelProblem<'_> {
    type Genome = Vec<u8>;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    /// Every gene special with probability ½, its kind drawn evenly.
    fn random(&self, rng: &mut Rng) -> Vec<u8> {
        (0..self.space.genes()).map(|index| self.space.draw(index, rng)).collect()
    }

    fn evaluate(&self, genome: &Vec<u8>) -> Evaluation {
        let kinds = self.space.kinds(genome);
        let Measure { potential, violation } =
            self.space.gauge().measure(&kinds, self.violation);
        let miscount = self.space.miscount(&self.space.counts(&kinds));
        let violation = violation + miscount;
        let fitness = if violation == 0 { self.fitness(potential) } else { 0.0 };
        Evaluation { objectives: [fitness], violation: f64::from(violation) }
    }

    fn distance(&self, a: &Vec<u8>, b: &Vec<u8>) -> f64 {
        let differing = a.iter().zip(b).filter(|(a, b)| a != b).count();
        differing as f64 / a.len().max(1) as f64
    }

    fn fingerprint(&self) -> String {
        let Self { space, target, tolerance, violation } = self;
        let layout = space.base().layout().join("/");
        let spawners = space.base().spawners();
        let genes: Vec<_> = (0..space.genes()).map(|gene| space.orbit(gene)).collect();
        let quotas = space.quotas();
        format!(
            "match3 {layout} {spawners:?} {genes:?} {quotas:?} {target} ± {tolerance} \
             {violation:?}"
        )
    }
}

/// A fresh gene: ordinary with probability ½, else a special kind, each as likely.
impl Draw<u8> for Space {
    fn draw(&self, _: usize, rng: &mut Rng) -> u8 {
        if rng.below(2) == 0 { 0 } else { self.special(rng) }
    }
}

impl Draw<u8> for &Space {
    fn draw(&self, index: usize, rng: &mut Rng) -> u8 {
        (**self).draw(index, rng)
    }
}

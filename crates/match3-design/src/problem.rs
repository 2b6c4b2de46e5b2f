//! The search for a level as a problem of the evolutionary engine.

use tilewright_evolve::{Direction, Draw, Evaluation, Problem};
use tilewright_grid::Rng;

use crate::feasibility::Violation;
use crate::{Measure, Space};

/// The search for a level of a given potential, as a problem for [`tilewright_evolve`]. A genome has one
/// gene for each group of free cells that must be equal; see [`Space`].
///
/// The fitness is maximized. It is 1 within the tolerance of the target, and else
/// 1 / (1 + |potential − target|). Infeasible levels have fitness 0 and are compared by their violation:
/// that of the board, plus the number of cells too many or too few of each kind, and of those that break placements. (The fitness of
/// limbsoo's article *Genetic algorithms in Unity*.)
///
/// ```
/// use tilewright_evolve::Problem;
/// use tilewright_grid::Size;
/// use tilewright_match3::{Kind, Template};
/// use tilewright_match3_design::{LevelProblem, Space, Symmetry, Violation};
///
/// let template = Template::open(Size::new(9, 9))?;
/// let space = Space::new(&template, &[Kind::OBSTACLE.into()], Symmetry::None)?;
/// let violation = Violation::Cells;
/// let problem = LevelProblem { space: &space, target: 880, tolerance: 0, violation };
/// // The open board has a potential of 888.
/// let open = problem.evaluate(&vec![0; space.genes()]);
/// assert_eq!(open.objectives, [1.0 / 9.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LevelProblem<'a> {
    /// The allowed levels.
    pub space: &'a Space,
    /// The requested potential.
    pub target: u32,
    /// The tolerance.
    pub tolerance: u32,
    /// How the violation of infeasible levels is counted.
    pub violation: Violation,
}

impl LevelProblem<'_> {
    /// The fitness of a feasible level of this potential.
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

    /// Each gene is special with probability ½, its kind drawn uniformly.
    fn random(&self, rng: &mut Rng) -> Vec<u8> {
        (0..self.space.genes()).map(|index| self.space.draw(index, rng)).collect()
    }

    fn evaluate(&self, genome: &Vec<u8>) -> Evaluation {
        let kinds = self.space.kinds(genome);
        let Measure { potential, violation } =
            self.space.gauge().measure(&kinds, self.violation);
        let miscount = self.space.miscount(&self.space.counts(&kinds));
        let violation = violation + miscount + self.space.faults(&kinds);
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
        let (quotas, placements) = (space.quotas(), space.placements().words());
        format!(
            "match3 {layout} {spawners:?} {genes:?} {quotas:?} {placements:?} {target} ± {tolerance} \
             {violation:?}"
        )
    }
}

/// A random gene: ordinary with probability ½, else a special kind drawn uniformly.
impl Draw<u8> for Space {
    fn draw(&self, index: usize, rng: &mut Rng) -> u8 {
        let choice = if rng.below(2) == 0 { 0 } else { self.special(rng) };
        self.allowed(index, choice)
    }
}

impl Draw<u8> for &Space {
    fn draw(&self, index: usize, rng: &mut Rng) -> u8 {
        (**self).draw(index, rng)
    }
}

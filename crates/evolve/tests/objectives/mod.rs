//! Several objectives: fronts and statistics against brute force, measures, and what is refused.

mod fronts;
mod measures;

use tilewright_evolve::{
    Bounds, Direction, Error, Evaluation, Population, Problem, Scheme, State, Step,
};
use tilewright_grid::Rng;

/// Four small numbers. The first `M` of them are the values; where the last one is 0, the second
/// one is the violation.
struct Digits<const M: usize>([Direction; M]);

fn bounds() -> Bounds {
    Bounds::new([0..=4, -2..=2, 0..=9, 0..=3]).unwrap()
}

impl<const M: usize> Problem<M> for Digits<M> {
    type Genome = Vec<i32>;

    fn objectives(&self) -> [Direction; M] {
        self.0
    }

    fn random(&self, rng: &mut Rng) -> Vec<i32> {
        bounds().random(rng)
    }

    fn evaluate(&self, genome: &Vec<i32>) -> Evaluation<M> {
        let violation = if genome[3] == 0 { f64::from(genome[1].abs()) } else { 0.0 };
        Evaluation { objectives: std::array::from_fn(|at| genome[at].into()), violation }
    }

    fn fingerprint(&self) -> String {
        format!("digits, {:?}", self.0)
    }
}

const THREE: Digits<3> =
    Digits([Direction::Maximize, Direction::Minimize, Direction::Measure]);

/// Draws random genomes in every generation and divides them into two populations.
#[derive(Clone, Copy, Debug)]
struct Draws(usize);

struct Halves<const M: usize>([Population<Vec<i32>, M>; 2]);

impl<const M: usize> State<Vec<i32>, M> for Halves<M> {
    fn populations(&self) -> impl Iterator<Item = &Population<Vec<i32>, M>> + Clone {
        self.0.iter()
    }
}

impl<const M: usize> Scheme<Digits<M>, M> for Draws {
    type State = Halves<M>;

    fn start(&self, _: &Digits<M>, _: &Vec<i32>) -> Result<Halves<M>, Error> {
        Ok(Halves([Population::new(), Population::new()]))
    }

    fn breed(
        &self,
        step: &Step<'_, Digits<M>, M>,
        _: &mut Halves<M>,
        offspring: &mut Population<Vec<i32>, M>,
    ) -> Result<(), Error> {
        step.randomize(offspring, self.0)
    }

    fn survive(
        &self,
        _: &Step<'_, Digits<M>, M>,
        Halves(halves): &mut Halves<M>,
        offspring: &mut Population<Vec<i32>, M>,
    ) {
        halves.iter_mut().for_each(Population::clear);
        for index in 0..offspring.len() {
            let half = &mut halves[usize::from(index % 3 == 2)];
            let at = half.len();
            half.resize(at + 1, &offspring.genomes()[index]);
            half.copy(at, offspring, index);
        }
    }
}

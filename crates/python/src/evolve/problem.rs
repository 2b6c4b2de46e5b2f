//! The problem of a search whose fitness is a function of Python.

use tilewright_evolve::{Cost, Direction, Evaluation, Problem, Rng};

use super::genome::Genome;

/// What genomes are drawn from, and which values of them are wanted. The values come by
/// `Evolution::tell`.
pub(super) struct Space<G: Genome> {
    pub(super) source: G::Source,
    pub(super) directions: Vec<Direction>,
    pub(super) name: String,
    pub(super) is_bounded: bool,
    pub(super) cost: Cost,
}

impl<G: Genome, const M: usize> Problem<M> for Space<G> {
    type Genome = G;

    fn objectives(&self) -> [Direction; M] {
        std::array::from_fn(|at| self.directions[at])
    }

    fn random(&self, rng: &mut Rng) -> G {
        G::random(&self.source, rng)
    }

    fn evaluate(&self, _: &G) -> Evaluation<M> {
        unreachable!("no scheme of a search by ask and tell evaluates genomes")
    }

    fn cost(&self) -> Cost {
        self.cost
    }

    fn distance(&self, a: &G, b: &G) -> f64 {
        G::distance(&self.source, a, b)
    }

    fn accepts(&self, genome: &G, _: &G) -> bool {
        genome.fits(&self.source, self.is_bounded)
    }

    fn fingerprint(&self) -> String {
        let Self { source, directions, name, .. } = self;
        format!("{name:?}: {} {source:?}, {directions:?}", G::NAME)
    }
}

//! Islands: who takes migrants, and what stays apart.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use tilewright_evolve::{
    BitFlip, BitString, Breeding, Direction, Evaluation, Evolution, Generational,
    Islands, Nsga2, Population, Problem, Rate, State, Stop, Topology, Tournament,
    Uniform,
};
use tilewright_grid::{Rng, Seed};

use crate::common::problems::{OneMax, rate};

/// The ones of the first and the zeros of the second half of 60 bits, weighed so that few values are
/// equal.
struct Halves;

impl Problem<2> for Halves {
    type Genome = BitString;

    fn objectives(&self) -> [Direction; 2] {
        [Direction::Maximize; 2]
    }

    fn random(&self, rng: &mut Rng) -> BitString {
        BitString::random(60, rng)
    }

    fn evaluate(&self, genome: &BitString) -> Evaluation<2> {
        let sum = |wanted: bool| {
            let hits = (0..60).filter(|&at| genome.get(at) == wanted);
            hits.map(|at| f64::from((at * 7) as u32 % 31)).sum()
        };
        Evaluation::feasible([sum(true), sum(false)])
    }

    fn fingerprint(&self) -> String {
        "halves".to_owned()
    }
}

fn breeding(bits: u32) -> Breeding<Tournament, Uniform, BitFlip> {
    Breeding {
        selection: Tournament::new(2),
        crossover: Uniform { rate: Rate::HALF },
        crossover_rate: Rate::HALF,
        mutation: BitFlip { rate: rate(1.0 / f64::from(bits)) },
        mutation_rate: rate(0.5),
    }
}

/// The distinct genomes of an island.
fn genomes<const M: usize>(island: &impl State<BitString, M>) -> BTreeSet<Vec<u64>> {
    let genomes = island.populations().flat_map(Population::genomes);
    genomes.map(|it| it.words().to_vec()).collect()
}

#[test]
fn nsga2_takes_all_migrants_of_an_exchange() {
    for migrants in [1, 2, 5] {
        let scheme = Islands {
            scheme: Nsga2 { population: 30, breeding: breeding(60) },
            count: 2,
            every: 3,
            migrants,
            topology: Topology::Ring,
        };
        let mut evolution = Evolution::new(Halves, scheme, Seed(3)).unwrap();
        let stop = Stop::new().generations(3);
        evolution.run(&stop, &(), |_| ControlFlow::Continue(())).unwrap();
        let islands = evolution.state().islands();
        let common = genomes(&islands[0]).intersection(&genomes(&islands[1])).count();
        // Each island sends its best to the other; they are copied, not moved.
        assert_eq!(common, 2 * migrants, "{migrants} migrants");
    }
}

#[test]
fn islands_that_never_exchange_share_nothing_through_the_hall_of_fame() {
    let island = Generational {
        population: 12,
        elite: 0,
        returns_hall_of_fame: true,
        breeding: breeding(200),
    };
    let scheme = Islands {
        scheme: island,
        count: 2,
        every: 0,
        migrants: 1,
        topology: Topology::Full,
    };
    let mut evolution =
        Evolution::new(OneMax(200), scheme, Seed(5)).unwrap().with_hall_of_fame(3);
    let stop = Stop::new().generations(40);
    evolution.run(&stop, &(), |_| ControlFlow::Continue(())).unwrap();
    let islands = evolution.state().islands();
    assert!(genomes(&islands[0]).is_disjoint(&genomes(&islands[1])));
    // The best of each island came back to it.
    let best = |at: usize| {
        let populations = islands[at].populations();
        populations.flat_map(Population::genomes).map(BitString::ones).max()
    };
    assert!(best(0) > Some(110) && best(1) > Some(110), "{:?} {:?}", best(0), best(1));
}

//! Sizes that no computer has memory or time for are refused at once.

use std::ops::ControlFlow;

use tilewright_evolve::{
    Axis, BitFlip, BitString, Breeding, CmaEs, CmaMe, DifferentialEvolution, Direction,
    Evaluation, Evolution, FeasibleInfeasible, Generational, Islands, MapElites, Nsga2,
    Plus, Problem, Rate, RealBounds, Scheme, SteadyState, Stop, Topology, Tournament,
    TwoPoint,
};
use tilewright_grid::{Rng, Seed};

use crate::common::problems::OneMax;

/// A point of the unit square; with measures, if there are two values.
struct Point;

impl<const M: usize> Problem<M> for Point {
    type Genome = Vec<f64>;

    fn objectives(&self) -> [Direction; M] {
        let measure = |at| if at == 0 { Direction::Minimize } else { Direction::Measure };
        std::array::from_fn(measure)
    }
    fn random(&self, rng: &mut Rng) -> Vec<f64> {
        vec![rng.unit(), rng.unit()]
    }
    fn evaluate(&self, genome: &Vec<f64>) -> Evaluation<M> {
        Evaluation::feasible([genome[0] + genome[1]; M])
    }
    fn fingerprint(&self) -> String {
        "point".to_owned()
    }
}

/// A list of bits for an archive.
struct Bits;

impl Problem<2> for Bits {
    type Genome = BitString;

    fn objectives(&self) -> [Direction; 2] {
        [Direction::Maximize, Direction::Measure]
    }
    fn random(&self, rng: &mut Rng) -> BitString {
        BitString::random(9, rng)
    }
    fn evaluate(&self, genome: &BitString) -> Evaluation<2> {
        Evaluation::feasible([genome.ones().into(); 2])
    }
    fn fingerprint(&self) -> String {
        "bits".to_owned()
    }
}

fn refusal<P: Problem<M>, const M: usize>(
    problem: P,
    scheme: impl Scheme<P, M>,
) -> String {
    let made = Evolution::new(problem, scheme, Seed(1)).map(drop);
    made.unwrap_err().to_string()
}

const fn breeding(tournament: u32) -> Breeding<Tournament, TwoPoint, BitFlip> {
    Breeding {
        selection: Tournament::new(tournament),
        crossover: TwoPoint,
        crossover_rate: Rate::HALF,
        mutation: BitFlip { rate: Rate::HALF },
        mutation_rate: Rate::HALF,
    }
}

const MUTATION: BitFlip = BitFlip { rate: Rate::HALF };

const fn islands<S>(scheme: S, count: usize) -> Islands<S> {
    Islands { scheme, count, every: 1, migrants: 1, topology: Topology::Ring }
}

const fn generational(population: usize, tournament: u32) -> impl Scheme<OneMax> {
    let breeding = breeding(tournament);
    Generational { population, elite: 1, returns_hall_of_fame: false, breeding }
}

#[test]
fn more_individuals_than_memory_are_refused() {
    let bounds = RealBounds::new([0.0..=1.0, 0.0..=1.0]).unwrap();
    let axes = || vec![Axis::new(0.0, 1.0, 5)];
    for huge in [(1 << 24) + 1, 1 << 40, usize::MAX] {
        let two =
            FeasibleInfeasible { population: huge, elite: 1, breeding: breeding(2) };
        let small = || SteadyState { population: 3, children: 3, breeding: breeding(2) };
        let elites = || MapElites::new(axes(), MUTATION);
        let emitters = || CmaMe::new(axes(), 0.1);
        for refused in [
            refusal(OneMax(9), generational(huge, 2)),
            refusal(OneMax(9), two),
            refusal(OneMax(9), SteadyState { population: huge, ..small() }),
            refusal(OneMax(9), SteadyState { children: huge, ..small() }),
            refusal(OneMax(9), Plus::new(huge, 1, MUTATION)),
            refusal(OneMax(9), Plus::new(1, huge, MUTATION)),
            refusal(OneMax(9), Nsga2 { population: huge, breeding: breeding(2) }),
            refusal(Bits, MapElites { initial: huge, ..elites() }),
            refusal(Bits, MapElites { batch: huge, ..elites() }),
            refusal::<_, 2>(Point, CmaMe { batch: huge, ..emitters() }),
            refusal::<_, 1>(Point, DifferentialEvolution::new(huge, bounds.clone())),
            refusal(OneMax(9), islands(Plus::new(1, huge, MUTATION), 2)),
        ] {
            assert!(refused.contains(" to 16777216, found "), "{refused}");
        }
    }
    // As many as there are together, or as the islands, emitters or restarts make.
    let text = "a search must not have more than 16777216 individuals, found ";
    for refused in [
        refusal(OneMax(9), Plus::new(1 << 24, 1, MUTATION)),
        refusal(OneMax(9), islands(Plus::new(200, 200, MUTATION), 1 << 16)),
        refusal(OneMax(9), islands(islands(Plus::new(9, 9, MUTATION), 1 << 10), 1 << 10)),
        refusal::<_, 2>(
            Point,
            CmaMe { emitters: 1 << 13, batch: 1 << 13, ..CmaMe::new(axes(), 0.1) },
        ),
        refusal::<_, 1>(Point, CmaEs::new(1.0).with_population(1 << 16).with_restarts(9)),
    ] {
        assert!(refused.starts_with(text), "{refused}");
    }
}

#[test]
fn more_states_than_memory_are_refused() {
    for huge in [(1 << 16) + 1, usize::MAX] {
        let refused = refusal(OneMax(9), islands(Plus::new(1, 1, MUTATION), huge));
        let expected = "count: expected a whole number from 1 to 65536, found ";
        assert!(refused.starts_with(expected), "{refused}");
        let axes = vec![Axis::new(0.0, 1.0, 5)];
        let scheme = CmaMe { emitters: huge, ..CmaMe::new(axes, 0.1) };
        let refused = refusal::<_, 2>(Point, scheme);
        let expected = "emitters: expected a whole number from 1 to 65536, found ";
        assert!(refused.starts_with(expected), "{refused}");
    }
}

#[test]
fn a_tournament_has_a_limit() {
    let text = "size: expected a whole number from 1 to 65536, found ";
    for size in [(1 << 16) + 1, u32::MAX] {
        let refused = refusal(OneMax(9), generational(10, size));
        assert_eq!(refused, format!("{text}{size}"));
    }
    let scheme = generational(10, 1 << 16);
    let mut evolution = Evolution::new(OneMax(9), scheme, Seed(1)).unwrap();
    let stop = Stop::new().generations(3);
    evolution.run(&stop, &(), |_| ControlFlow::Continue(())).unwrap();
}

//! Fixed-length genomes stay where they are: children are bred in the buffers of their
//! grandparents.

use std::ops::ControlFlow;

use tilewright_evolve::{
    Bounds, Breeding, Crossover, Direction, Evaluation, Evolution, FeasibleInfeasible,
    Generational, OnePoint, Problem, Rate, Redraw, Scheme, Stop, Tournament, TwoPoint,
    Uniform,
};
use tilewright_grid::{Rng, Seed};

/// Small numbers; an odd first one is infeasible.
struct Small;

fn bounds() -> Bounds {
    Bounds::new((0..25).map(|_| 0..=9)).unwrap()
}

impl Problem for Small {
    type Genome = Vec<i32>;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Minimize]
    }

    fn random(&self, rng: &mut Rng) -> Vec<i32> {
        bounds().random(rng)
    }

    fn evaluate(&self, genome: &Vec<i32>) -> Evaluation {
        let sum = f64::from(genome.iter().sum::<i32>());
        Evaluation { objectives: [sum], violation: f64::from(genome[0] % 2) }
    }

    fn fingerprint(&self) -> String {
        "small numbers".to_owned()
    }
}

fn breeding<C: Crossover<Vec<i32>>>(
    crossover: C,
) -> Breeding<Tournament, C, Redraw<Bounds>> {
    Breeding {
        selection: Tournament::new(2),
        crossover,
        crossover_rate: Rate::new(0.9).unwrap(),
        mutation: Redraw { rate: Rate::new(0.05).unwrap(), source: bounds() },
        mutation_rate: Rate::HALF,
    }
}

/// Asserts that individual i lives in two buffers in turn, from the third generation on.
fn assert_stays(scheme: impl Scheme<Small>) {
    let mut seen: Vec<Vec<*const i32>> = Vec::new();
    let mut evolution = Evolution::new(Small, scheme, Seed(11)).unwrap();
    let watch = |evolution: &Evolution<Small, _>| {
        let genomes = evolution.population().genomes();
        seen.push(genomes.iter().map(Vec::as_ptr).collect());
        ControlFlow::Continue(())
    };
    evolution.run(&Stop::new().generations(60), &(), watch).unwrap();
    for (generation, places) in seen.iter().enumerate().skip(2) {
        assert_eq!(*places, seen[generation - 2], "in generation {generation}");
    }
    let mut distinct = seen.concat();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), 2 * 41, "two buffers an individual");
}

#[test]
fn generations_are_bred_in_two_buffers_that_swap() {
    for returns_hall_of_fame in [false, true] {
        let scheme = |breeding| Generational {
            population: 41,
            elite: 2,
            returns_hall_of_fame,
            breeding,
        };
        assert_stays(scheme(breeding(TwoPoint)));
    }
}

#[test]
fn two_populations_are_bred_in_two_buffers_that_swap() {
    assert_stays(FeasibleInfeasible {
        population: 41,
        elite: 2,
        breeding: breeding(Uniform { rate: Rate::HALF }),
    });
    assert_stays(FeasibleInfeasible {
        population: 41,
        elite: 2,
        breeding: breeding(OnePoint),
    });
}

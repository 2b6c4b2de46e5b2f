//! Genomes of several lengths, and many genomes to start with.

use std::ops::ControlFlow;

use tilewright_evolve::{
    CmaEs, CmaMe, DifferentialEvolution, Direction, Error, Evaluation, Evolution,
    Problem, Scheme, Stop,
};
use tilewright_grid::{Rng, Seed};

use super::problems::{Plane, axes, bounds, sphere};

/// A plateau of two or three genes; with measures, if there are three values.
#[derive(Clone, Copy)]
struct Ragged;

impl<const M: usize> Problem<M> for Ragged {
    type Genome = Vec<f64>;

    fn objectives(&self) -> [Direction; M] {
        let measure = |at| if at == 0 { Direction::Minimize } else { Direction::Measure };
        std::array::from_fn(measure)
    }
    fn random(&self, rng: &mut Rng) -> Vec<f64> {
        (0..2 + rng.below(2)).map(|_| rng.unit()).collect()
    }
    fn evaluate(&self, genome: &Vec<f64>) -> Evaluation<M> {
        Evaluation::feasible([sphere(genome).min(0.0); M])
    }
    fn fingerprint(&self) -> String {
        "ragged".to_owned()
    }
}

/// The error of a search with each of some seeds, and after how many generations.
fn errors<S: Scheme<Ragged, M> + Clone, const M: usize>(scheme: &S) -> Vec<(Error, u64)> {
    let mut errors = Vec::new();
    for seed in 0..40 {
        let Ok(mut evolution) = Evolution::new(Ragged, scheme.clone(), Seed(seed)) else {
            continue; // a sample of a wrong length
        };
        let stop = Stop::new().generations(400);
        let run = |evolution: &mut Evolution<Ragged, S, M>| {
            evolution.run(&stop, &(), |_| ControlFlow::Continue(())).err()
        };
        if let Some(error) = run(&mut evolution) {
            assert_eq!(run(&mut evolution).as_ref(), Some(&error), "it stays one");
            errors.push((error, evolution.generations()));
        }
    }
    errors
}

#[test]
fn random_genomes_of_several_lengths_are_refused() {
    let text = "all random genomes must have the same number of genes, found ";
    let cma = errors::<_, 1>(&CmaEs::new(1.0).with_restarts(9));
    let cma_me = errors::<_, 3>(&CmaMe { emitters: 3, ..CmaMe::new(axes(), 1.0) });
    for (error, _) in cma.iter().chain(&cma_me) {
        let found = error.to_string();
        assert!(found.starts_with(text), "{found}");
    }
    assert!(cma.iter().any(|&(_, generations)| generations == 0));
    assert!(cma.iter().any(|&(_, generations)| generations > 0), "at a restart");
    assert!(cma_me.len() > 20 && cma_me.iter().all(|&(_, generations)| generations == 0));
    let differential =
        errors::<_, 1>(&DifferentialEvolution::new(6, bounds(3, 0.0, 1.0)));
    let wrong = Error::Ranges { expected: 3, found: 2 };
    assert!(differential.len() > 10);
    assert!(differential.iter().all(|it| *it == (wrong.clone(), 0)), "{differential:?}");
}

#[test]
fn a_genome_to_start_with_is_checked_without_a_state_for_it() {
    let scheme = CmaMe::new(axes(), 1.0);
    let evolution = Evolution::new(Plane(60), scheme, Seed(1)).unwrap();
    let mut evolution = evolution.starting_from(vec![vec![0.5; 60]; 180]);
    let counted = allocation_counter::measure(|| {
        evolution.ask().unwrap();
    });
    // The children take 86 kB, the matrices of a state 288 kB.
    assert!(counted.bytes_total < 1_000_000, "{}", counted.bytes_total);
}

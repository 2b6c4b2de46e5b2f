//! (μ + λ) with two parents a child.

use std::ops::ControlFlow;

use tilewright_evolve::{
    Blend, Direction, Evaluation, Evolution, Gaussian, Plus, Problem, Rate, RealBounds,
    Reason, Stop,
};
use tilewright_grid::{Rng, Seed};

/// How far eight numbers are from where they should be.
struct Sphere;

fn bounds() -> RealBounds {
    RealBounds::new([(); 8].map(|()| -5.0..=5.0)).unwrap()
}

impl Problem for Sphere {
    type Genome = Vec<f64>;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Minimize]
    }

    fn random(&self, rng: &mut Rng) -> Vec<f64> {
        bounds().random(rng)
    }

    fn evaluate(&self, genome: &Vec<f64>) -> Evaluation {
        let squares =
            genome.iter().zip(1..).map(|(gene, at)| (gene - f64::from(at) / 2.0).powi(2));
        Evaluation::feasible([squares.sum()])
    }

    fn fingerprint(&self) -> String {
        "a bowl of eight numbers".to_owned()
    }
}

fn scheme(crossover_rate: Rate) -> Plus<Gaussian, Blend> {
    let mutation =
        Gaussian { rate: Rate::new(0.3).unwrap(), spread: 0.01, bounds: bounds() };
    let blend = Blend { alpha: 0.5, bounds: bounds() };
    Plus::new(10, 40, mutation).with_crossover(blend, crossover_rate)
}

#[test]
fn blends_and_small_steps_find_the_middle_of_a_bowl() {
    let mut evolution = Evolution::new(Sphere, scheme(Rate::ALWAYS), Seed(1)).unwrap();
    let stop = Stop::new().target(0.01).generations(200);
    assert_eq!(
        evolution.run(&stop, &(), |_| ControlFlow::Continue(())),
        Ok(Reason::Target)
    );
}

#[test]
fn without_crossing_every_child_differs_from_one_parent_by_its_mutation_only() {
    let mut scheme = scheme(Rate::NEVER);
    scheme.mutation.rate = Rate::NEVER;
    let mut evolution = Evolution::new(Sphere, scheme, Seed(2)).unwrap();
    let mut last: Vec<Vec<f64>> = Vec::new();
    evolution
        .run(&Stop::new().generations(5), &(), |evolution| {
            let genomes = evolution.population().genomes();
            let is_copy = |genome: &Vec<f64>| last.is_empty() || last.contains(genome);
            assert!(genomes.iter().all(is_copy));
            last = genomes.to_vec();
            ControlFlow::Continue(())
        })
        .unwrap();
}

#[test]
fn a_crossed_search_is_the_same_on_any_number_of_threads() {
    let best = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let scheme = scheme(Rate::HALF);
            let mut evolution = Evolution::new(Sphere, scheme, Seed(3)).unwrap();
            evolution
                .run(&Stop::new().generations(20), &(), |_| ControlFlow::Continue(()))
                .unwrap();
            evolution.best().unwrap().genome.clone()
        })
    };
    assert_eq!(best(1), best(3));
}

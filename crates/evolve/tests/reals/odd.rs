//! Functions that are flat, infinite or without end.

use tilewright_evolve::{
    Axis, CmaEs, CmaMe, DifferentialEvolution, Direction, Evaluation, MapElites, Problem,
    Stop,
};
use tilewright_grid::Rng;

use super::problems::{Function, Shake, bounds, run};

const fn flat(_: &[f64]) -> f64 {
    1.0
}

/// Infinite but in a small region.
fn wall(x: &[f64]) -> f64 {
    if x[0] > 3.0 { x.iter().map(|x| x * x).sum() } else { f64::INFINITY }
}

/// Falls without end, to −∞.
fn abyss(x: &[f64]) -> f64 {
    -x.iter().map(|x| x.abs().powi(40)).sum::<f64>()
}

const fn infinite(_: &[f64]) -> f64 {
    f64::INFINITY
}

const fn negative(_: &[f64]) -> f64 {
    f64::NEG_INFINITY
}

#[test]
fn cma_es_survives_functions_without_a_minimum() {
    for genes in [1, 2, 7] {
        for value in [flat, wall, abyss, infinite, negative] {
            for restarts in [0, 3, u64::MAX] {
                for ranges in [None, Some(bounds(genes, -3.0, 4.0))] {
                    let scheme = CmaEs { bounds: ranges, ..CmaEs::new(1.0) }
                        .with_restarts(restarts);
                    let stop = Stop::new().evaluations(20_000);
                    let (evolution, _) =
                        run(Function::new(genes, value), scheme, 1, &stop);
                    let state = evolution.state();
                    assert!(
                        state.sigma() > 0.0 && state.sigma().is_finite(),
                        "{state:?}"
                    );
                    assert!(
                        state.mean().iter().all(|gene| gene.is_finite()),
                        "{state:?}"
                    );
                    assert!(state.condition().is_finite(), "{state:?}");
                    assert!(state.restarts() <= restarts);
                }
            }
        }
    }
}

#[test]
fn cma_es_restarts_on_a_flat_function() {
    let scheme = CmaEs::new(1.0).with_restarts(3).with_population(6);
    let stop = Stop::new().generations(50);
    let (evolution, _) = run(Function::new(3, flat), scheme, 1, &stop);
    assert_eq!((evolution.state().restarts(), evolution.state().samples()), (3, 48));
}

#[test]
fn cma_es_continues_after_it_has_converged() {
    let stop = Stop::new().generations(5000);
    for genes in [1, 4] {
        let value = |x: &[f64]| x.iter().map(|x| (x - 1.0) * (x - 1.0)).sum();
        let (evolution, _) = run(Function::new(genes, value), CmaEs::new(1.0), 1, &stop);
        let best = evolution.best().unwrap().evaluation.objectives[0];
        assert!(best < 1e-20, "{best}");
    }
}

#[test]
fn one_gene_without_range_stays() {
    let value = |x: &[f64]| x.iter().map(|x| x * x).sum();
    let ranges =
        tilewright_evolve::RealBounds::new([-1.0..=3.0, 2.0..=2.0, 0.5..=4.0]).unwrap();
    let stop = Stop::new().evaluations(1500);
    let problem = Function::new(3, value);
    let (evolution, _) =
        run(problem, CmaEs::new(1.0).with_bounds(ranges.clone()), 1, &stop);
    let best = evolution.best().unwrap();
    assert!((best.evaluation.objectives[0] - 4.25).abs() < 1e-6, "{best:?}");
    let scheme = DifferentialEvolution::new(20, ranges);
    let (evolution, _) = run(problem, scheme, 1, &Stop::new().evaluations(6000));
    let best = evolution.best().unwrap();
    assert!((best.evaluation.objectives[0] - 4.25).abs() < 1e-6, "{best:?}");
}

#[test]
fn differential_evolution_survives_functions_without_a_minimum() {
    for value in [flat, wall, abyss, infinite, negative] {
        let scheme = DifferentialEvolution::new(12, bounds(3, -4.0, 4.0));
        let stop = Stop::new().generations(200);
        let (evolution, _) = run(Function::new(3, value), scheme, 1, &stop);
        let mut genomes = evolution.population().genomes().iter();
        assert!(genomes.all(|genome| genome.iter().all(|gene| gene.is_finite())));
    }
}

/// A function with itself and the first gene as measures.
#[derive(Clone, Copy)]
struct Odd(fn(&[f64]) -> f64);

impl Problem<3> for Odd {
    type Genome = Vec<f64>;

    fn objectives(&self) -> [Direction; 3] {
        [Direction::Minimize, Direction::Measure, Direction::Measure]
    }

    fn random(&self, rng: &mut Rng) -> Vec<f64> {
        vec![rng.unit()]
    }

    fn evaluate(&self, genome: &Vec<f64>) -> Evaluation<3> {
        let value = (self.0)(genome);
        Evaluation::feasible([value, value, genome[0]])
    }

    fn fingerprint(&self) -> String {
        "odd".to_owned()
    }
}

#[test]
fn archives_survive_functions_without_a_minimum() {
    let axes = vec![Axis::new(-1.0, 1.0, 5); 2];
    for value in [flat, wall, abyss, infinite, negative] {
        let stop = Stop::new().generations(300);
        let elites = MapElites::new(axes.clone(), Shake(0.5));
        let (evolution, _) = run(Odd(value), elites, 1, &stop);
        assert!(!evolution.state().is_empty());
        let emitters = CmaMe { batch: 4, ..CmaMe::new(axes.clone(), 0.5) };
        let (evolution, _) = run(Odd(value), emitters, 1, &stop);
        let archive = evolution.state().archive();
        assert!(archive.elites().all(|(_, genome, _)| genome[0].is_finite()));
    }
}

//! Settings that cannot work are refused with a clear message.

use tilewright_evolve::{
    Axis, CmaEs, CmaMe, DifferentialEvolution, Error, Evolution, MapElites, Problem,
    Scheme, Strategy,
};
use tilewright_grid::Seed;

use crate::problems::{Function, Plane, Shake, axes, bounds, sphere};

fn refusal<P: Problem<M>, S: Scheme<P, M>, const M: usize>(
    problem: P,
    scheme: S,
) -> String {
    Evolution::new(problem, scheme, Seed(1)).map(drop).unwrap_err().to_string()
}

#[test]
fn settings_of_cma_es_that_cannot_work_are_refused() {
    let problem = Function::new(3, sphere);
    for sigma in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let expected = format!("the step size must be a positive number, found {sigma}");
        assert_eq!(refusal(problem, CmaEs::new(sigma)), expected);
        assert_eq!(refusal(Plane(3), CmaMe::new(axes(), sigma)), expected);
    }
    for population in [0, 1, (1 << 20) + 1] {
        let scheme = CmaEs::new(1.0).with_population(population);
        let expected =
            format!("CMA-ES needs a population from 2 to 1048576, found {population}");
        assert_eq!(refusal(problem, scheme), expected);
    }
    let scheme = CmaEs::new(1.0).with_bounds(bounds(2, 0.0, 1.0));
    let wrong = Error::Ranges { expected: 2, found: 3 };
    assert_eq!(refusal(problem, scheme), wrong.to_string());
    let empty = "a genome must have at least one gene, found 0";
    assert_eq!(refusal(Function::new(0, sphere), CmaEs::new(1.0)), empty);
}

#[test]
fn start_populations_that_do_not_fit_are_refused() {
    let error = |starts: Vec<Vec<f64>>| {
        let problem = Function::new(3, sphere);
        let scheme = CmaEs::new(1.0).with_population(2).with_bounds(bounds(3, 0.0, 1.0));
        let new = Evolution::new(problem, scheme, Seed(1)).unwrap();
        let cma = new.starting_from(starts.clone()).ask().map(drop).unwrap_err();
        let scheme = DifferentialEvolution::new(4, bounds(3, 0.0, 1.0));
        let new = Evolution::new(problem, scheme, Seed(1)).unwrap();
        let de = new.starting_from(starts.clone()).ask().map(drop).unwrap_err();
        let ranges = Some(bounds(3, 0.0, 1.0));
        let scheme =
            CmaMe { emitters: 1, batch: 2, bounds: ranges, ..CmaMe::new(axes(), 1.0) };
        let new = Evolution::new(Plane(3), scheme, Seed(1)).unwrap();
        let cma_me = new.starting_from(starts).ask().map(drop).unwrap_err();
        assert_eq!((&cma, &cma), (&de, &cma_me));
        cma
    };
    assert_eq!(error(vec![vec![0.0; 2]]), Error::Ranges { expected: 3, found: 2 });
    let what = "the genes of the start population must be within the bounds";
    assert_eq!(error(vec![vec![0.5, 1.5, 0.0]]), Error::Start { what, found: 1.5 });
    let what = "the start population must not be larger than the population";
    assert_eq!(error(vec![vec![0.0; 3]; 5]), Error::Start { what, found: 5.0 });
}

#[test]
fn settings_of_differential_evolution_that_cannot_work_are_refused() {
    let problem = Function::new(3, sphere);
    let new = || DifferentialEvolution::new(10, bounds(3, 0.0, 1.0));
    for (population, strategy) in [(2, Strategy::Best1), (3, Strategy::Rand1)] {
        let scheme = DifferentialEvolution { population, strategy, ..new() };
        let expected = format!(
            "differential evolution needs a population of at least 3, rand/1 of 4, found \
             {population}"
        );
        assert_eq!(refusal(problem, scheme), expected);
    }
    for children in [0, 11] {
        let expected = format!(
            "the number of children must be from 1 to the population, found {children}"
        );
        assert_eq!(
            refusal(problem, DifferentialEvolution { children, ..new() }),
            expected
        );
    }
    for (weight, expected) in [
        ([-0.1, 1.0], "the weight of differences must be from 0 to 2, found -0.1"),
        ([0.5, 2.1], "the weight of differences must be from 0 to 2, found 2.1"),
        ([f64::NAN, 1.0], "the weight of differences must be from 0 to 2, found NaN"),
        ([0.9, 0.5], "the ends of the weight must be in ascending order, found 0.9"),
        ([0.0, 0.0], "the weight of differences must not always be 0, found 0"),
    ] {
        assert_eq!(refusal(problem, DifferentialEvolution { weight, ..new() }), expected);
    }
    let scheme = DifferentialEvolution::new(10, bounds(4, 0.0, 1.0));
    let wrong = Error::Ranges { expected: 4, found: 3 };
    assert_eq!(refusal(problem, scheme), wrong.to_string());
}

#[test]
fn axes_that_cannot_work_are_refused() {
    let two = |axis: Axis| vec![Axis::new(0.0, 1.0, 2), axis];
    let ascending = "an axis must have finite ends in ascending order, found";
    let count = "an archive needs one axis for each measure, and at least one, found";
    let many = "an archive must not have more than 16777216 bins, found";
    for (axes, expected) in [
        (
            two(Axis::new(0.0, 1.0, 0)),
            "an axis must have at least one bin, found 0".to_owned(),
        ),
        (two(Axis::new(1.0, 1.0, 3)), format!("{ascending} 1")),
        (two(Axis::new(2.0, 1.0, 3)), format!("{ascending} 2")),
        (two(Axis::new(f64::NAN, 1.0, 3)), format!("{ascending} NaN")),
        (two(Axis::new(0.0, f64::INFINITY, 3)), format!("{ascending} 0")),
        (Vec::new(), format!("{count} 0")),
        (vec![Axis::new(0.0, 1.0, 2)], format!("{count} 1")),
        (vec![Axis::new(0.0, 1.0, 2); 3], format!("{count} 3")),
        (two(Axis::new(0.0, 1.0, (1 << 23) + 1)), format!("{many} 16777218")),
    ] {
        assert_eq!(refusal(Plane(2), MapElites::new(axes.clone(), Shake(0.1))), expected);
        assert_eq!(refusal(Plane(2), CmaMe::new(axes, 0.1)), expected);
    }
    let huge = vec![Axis::new(0.0, 1.0, usize::MAX); 2];
    assert!(refusal(Plane(2), CmaMe::new(huge, 0.1)).starts_with(many));
    let axes = vec![Axis::new(0.0, 1.0, 2)];
    let problem = Function::new(2, sphere);
    let refused = refusal(problem, MapElites::new(axes, Shake(0.1)));
    assert_eq!(refused, format!("{count} 1"));
}

#[test]
fn other_settings_of_archives_that_cannot_work_are_refused() {
    let elites = || MapElites::new(axes(), Shake(0.1));
    let empty = "there must be at least one individual in each generation, found 0";
    assert_eq!(refusal(Plane(2), MapElites { batch: 0, ..elites() }), empty);
    assert_eq!(refusal(Plane(2), MapElites { initial: 0, ..elites() }), empty);
    let floor = "the floor of the QD score must be a finite number, found NaN";
    assert_eq!(refusal(Plane(2), MapElites { floor: f64::NAN, ..elites() }), floor);
    let emitters = || CmaMe::new(axes(), 1.0);
    assert_eq!(refusal(Plane(2), CmaMe { floor: f64::NAN, ..emitters() }), floor);
    for (emitters, found) in
        [(CmaMe { emitters: 0, ..emitters() }, 0), (CmaMe { batch: 1, ..emitters() }, 1)]
    {
        let expected =
            format!("CMA-ME needs an emitter, and two children of each, found {found}");
        assert_eq!(refusal(Plane(2), emitters), expected);
    }
}

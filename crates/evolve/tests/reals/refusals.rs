//! Settings that cannot work are refused with a clear message.

use tilewright_evolve::{
    Axis, CmaEs, CmaMe, DifferentialEvolution, Error, Evolution, MapElites, Problem,
    Scheme, Strategy,
};
use tilewright_grid::Seed;

use super::problems::{Function, Plane, Shake, axes, bounds, sphere};

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
        let expected = format!("sigma: expected a number above 0, found {sigma}");
        assert_eq!(refusal(problem, CmaEs::new(sigma)), expected);
        assert_eq!(refusal(Plane(3), CmaMe::new(axes(), sigma)), expected);
    }
    for population in [0, 1, (1 << 20) + 1] {
        let scheme = CmaEs::new(1.0).with_population(population);
        let what = "population: expected a whole number from 2 to 1048576";
        let expected = format!("{what}, found {population}");
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
        let least = population + 1;
        let expected = format!(
            "population: expected a whole number from {least} to 16777216, found {population}"
        );
        assert_eq!(refusal(problem, scheme), expected);
    }
    for children in [0, 11] {
        let expected =
            format!("children: expected a whole number from 1 to 10, found {children}");
        assert_eq!(
            refusal(problem, DifferentialEvolution { children, ..new() }),
            expected
        );
    }
    for (weight, expected) in [
        ([-0.1, 1.0], "weight: expected a number from 0 to 1, found -0.1"),
        ([0.5, 2.1], "weight: expected a number from 0 to 2, found 2.1"),
        ([f64::NAN, 1.0], "weight: expected a number from 0 to 1, found NaN"),
        ([0.9, 0.5], "weight: expected a number from 0 to 0.5, found 0.9"),
        ([0.0, 0.0], "weight: expected a number above 0, found 0"),
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
    let count = "an archive needs one axis for each measure, and at least one, found";
    let many = "an archive must not have more than 16777216 bins, found";
    for (axes, expected) in [
        (
            two(Axis::new(0.0, 1.0, 0)),
            "bins: expected a whole number from 1, found 0".to_owned(),
        ),
        (
            two(Axis::new(1.0, 1.0, 3)),
            "high: expected a number above 1, found 1".to_owned(),
        ),
        (
            two(Axis::new(2.0, 1.0, 3)),
            "high: expected a number above 2, found 1".to_owned(),
        ),
        (
            two(Axis::new(f64::NAN, 1.0, 3)),
            "low: expected a finite number, found NaN".to_owned(),
        ),
        (
            two(Axis::new(0.0, f64::INFINITY, 3)),
            "high: expected a number above 0, found inf".to_owned(),
        ),
        (
            two(Axis::new(f64::MIN, f64::MAX, 3)),
            "the width of an axis must be finite, found inf".to_owned(),
        ),
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
    let empty = "expected a whole number from 1 to 16777216, found 0";
    let batch = refusal(Plane(2), MapElites { batch: 0, ..elites() });
    assert_eq!(batch, format!("batch: {empty}"));
    let initial = refusal(Plane(2), MapElites { initial: 0, ..elites() });
    assert_eq!(initial, format!("initial: {empty}"));
    let floor = "floor: expected a finite number, found NaN";
    assert_eq!(refusal(Plane(2), MapElites { floor: f64::NAN, ..elites() }), floor);
    let emitters = || CmaMe::new(axes(), 1.0);
    assert_eq!(refusal(Plane(2), CmaMe { floor: f64::NAN, ..emitters() }), floor);
    for (emitters, expected) in [
        (
            CmaMe { emitters: 0, ..emitters() },
            "emitters: expected a whole number from 1 to 65536, found 0",
        ),
        (
            CmaMe { batch: 1, ..emitters() },
            "batch: expected a whole number from 2 to 16777216, found 1",
        ),
    ] {
        assert_eq!(refusal(Plane(2), emitters), expected);
    }
}

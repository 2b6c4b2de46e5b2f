//! The examples find what they promise, on small settings.

#![expect(clippy::duplicate_mod, reason = "each example has the module of its pictures")]

use tilewright_grid::Seed;

/// The modules of examples, without their pictures.
macro_rules! example {
    ($name:ident, $path:literal) => {
        #[expect(dead_code, reason = "the example's own main and its picture")]
        #[path = $path]
        mod $name;
    };
}

example!(archive, "../examples/archive.rs");
example!(ask_tell, "../examples/ask_tell.rs");
example!(islands, "../examples/islands.rs");
example!(knapsack, "../examples/knapsack.rs");
example!(onemax, "../examples/onemax.rs");
example!(rastrigin, "../examples/rastrigin.rs");
example!(tsp, "../examples/tsp.rs");
example!(zdt1, "../examples/zdt1.rs");

#[test]
fn all_bits_become_ones() {
    let evolution = onemax::run(100, Seed(1)).unwrap();
    assert_eq!(evolution.best().unwrap().genome.ones(), 100);
    assert!(evolution.generations() < 200, "{} generations", evolution.generations());
}

#[test]
fn packings_are_within_one_percent_of_the_optimum_that_dynamic_programming_finds() {
    for seed in 1..=3 {
        let problem = knapsack::Knapsack::random(60, &mut Seed(seed).rng());
        let optimum = f64::from(problem.optimum());
        let evolution = knapsack::run(problem, 150, Seed(seed)).unwrap();
        let best = evolution.best().unwrap().evaluation;
        let [value] = best.objectives;
        assert!(best.is_feasible());
        assert!((0.99 * optimum..=optimum).contains(&value), "{value} of {optimum}");
    }
}

#[test]
fn tours_are_within_three_percent_of_the_optimum() {
    for seed in 1..=3 {
        let evolution = tsp::run(600, Seed(seed)).unwrap();
        let [length] = evolution.best().unwrap().evaluation.objectives;
        let range = tsp::OPTIMUM..=1.03 * tsp::OPTIMUM;
        assert!(range.contains(&length), "seed {seed}: {length}");
    }
}

#[test]
fn the_front_covers_99_percent_of_the_hypervolume() {
    let (front, _) = zdt1::run(250, Seed(1)).unwrap();
    let share = zdt1::hypervolume(&front) / zdt1::TRUE_VOLUME;
    assert!((0.99..1.0).contains(&share), "{share}");
    assert!(front.is_sorted_by(|a, b| a[0] < b[0] && a[1] > b[1]));
}

#[test]
fn restarts_find_the_minimum_of_rastrigins_function() {
    let evolution = rastrigin::run(5, Seed(1)).unwrap();
    let [value] = evolution.best().unwrap().evaluation.objectives;
    assert!(value <= rastrigin::TARGET, "{value}");
}

#[test]
fn the_arm_reaches_nearly_all_of_its_disc_with_little_bend() {
    let evolution = archive::run(8, 600, Seed(1)).unwrap();
    let archive = evolution.state();
    // The bins that a disc of radius 1 touches: 2,930 of 3,600.
    assert!((2300..=2930).contains(&archive.len()), "{} bins", archive.len());
    // A hand 0.9 from the base needs joints of about 22°.
    let bin = archive.bin(&tilewright_evolve::Evaluation::feasible([0.0, 0.9, 0.0]));
    let (_, evaluation) = archive.elite(bin).unwrap();
    let [bend, ..] = evaluation.objectives;
    assert!((10.0..40.0).contains(&bend), "{bend}");
}

#[test]
fn islands_that_exchange_individuals_solve_nearly_all_traps() {
    let value = |every| {
        let (evolution, curves) = islands::run(20, every, Seed(1)).unwrap();
        let generations = evolution.generations();
        assert!(curves.iter().all(|curve| curve.len() as u64 == generations));
        let [value] = evolution.best().unwrap().evaluation.objectives;
        (value, evolution.problem().optimum())
    };
    let ((alone, _), (together, optimum)) = (value(0), value(20));
    assert!(together > alone, "{together}, without exchange {alone}");
    assert!(together >= 0.95 * optimum, "{together} of {optimum}");
}

#[test]
fn the_fit_comes_close_to_the_truth_across_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("fit");
    let evolution = ask_tell::run(150, Seed(1), &file).unwrap();
    assert_eq!(evolution.generations(), 150);
    let fitted = &evolution.best().unwrap().genome;
    for (fitted, truth) in fitted.iter().zip(ask_tell::TRUTH) {
        assert!((fitted - truth).abs() < 0.1, "{fitted}, not {truth}");
    }
}

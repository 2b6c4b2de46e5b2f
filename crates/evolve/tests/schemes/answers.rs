//! Problems whose answers are known are solved.

use std::ops::ControlFlow;

use tilewright_evolve::{
    Evolution, FeasibleInfeasible, Generational, Problem, Reason, Scheme, Stop,
};
use tilewright_grid::Seed;

use crate::common::problems::{
    Apart, OneMax, Ships, Walk, apart_scheme, one_max_scheme, ships_scheme, walk_breeding,
};

/// Runs to the target, which must be reached, and yields the best genome.
fn solve<P: Problem>(
    problem: P,
    scheme: impl Scheme<P>,
    target: f64,
    generations: u64,
) -> P::Genome {
    let mut evolution = Evolution::new(problem, scheme, Seed(1)).unwrap();
    let stop = Stop::new().target(target).generations(generations);
    assert_eq!(
        evolution.run(&stop, &(), |_| ControlFlow::Continue(())),
        Ok(Reason::Target)
    );
    let best = evolution.best().unwrap();
    assert_eq!(evolution.last_event().unwrap().best, Some([target]));
    assert_eq!(best.evaluation, evolution.problem().evaluate(&best.genome));
    best.genome.clone()
}

#[test]
fn one_max_is_solved() {
    let genome = solve(OneMax(100), one_max_scheme(100, 100), 100.0, 150);
    assert_eq!(genome.ones(), 100);
}

#[test]
fn a_fleet_is_placed_in_fifty_generations() {
    let genome = solve(Ships, ships_scheme(300), 0.0, 50);
    assert!(Ships::bounds().contains(&genome));
}

#[test]
fn the_two_populations_find_the_border_between_them() {
    let genome = solve(Apart(21), apart_scheme(60, 21), 11.0, 500);
    // Eleven of twenty-one, none side by side, are every other one.
    assert!((0..21).all(|index| genome.get(index) == (index % 2 == 0)));
}

#[test]
fn walks_of_any_length_shrink_to_the_shortest() {
    let scheme = Generational {
        population: 200,
        elite: 2,
        returns_hall_of_fame: false,
        breeding: walk_breeding(),
    };
    for walk in [
        solve(Walk, scheme, 10.0, 200),
        solve(
            Walk,
            FeasibleInfeasible { population: 200, elite: 2, breeding: walk_breeding() },
            10.0,
            200,
        ),
    ] {
        assert_eq!(walk.len(), 10);
        assert_eq!(walk.iter().filter(|step| step.east == 1).count(), 6);
        assert_eq!(walk.iter().filter(|step| step.south == 1).count(), 4);
    }
}

//! What an event tells of its generation, against plain sorting.

use std::ops::ControlFlow;

use tilewright_evolve::{
    Direction, Evaluation, Evolution, Plus, Problem, Scheme, SteadyState, Stop,
};
use tilewright_grid::Seed;

use crate::common::problems::{
    Apart, OneMax, Ships, apart_scheme, one_max_scheme, ships_scheme,
};

/// The best, the median (the better of two) and the worst, best first.
fn summary(sorted: &[f64]) -> [Option<f64>; 3] {
    let middle = sorted.len().div_ceil(2);
    let median = middle.checked_sub(1).map(|index| sorted[index]);
    [sorted.first().copied(), median, sorted.last().copied()]
}

/// Asserts that every event tells its generation; yields how many were all feasible, mixed
/// and all infeasible.
fn assert_told<P: Problem>(problem: P, scheme: impl Scheme<P>, size: u32) -> [u32; 3] {
    let mut kinds = [0; 3];
    let mut evolution = Evolution::new(problem, scheme, Seed(12)).unwrap();
    let watch = |evolution: &Evolution<P, _>| {
        let event = evolution.last_event().unwrap();
        let all = evolution.population().evaluations();
        let (good, bad): (Vec<Evaluation>, Vec<Evaluation>) =
            all.iter().partition(|it| it.is_feasible());
        let mut good: Vec<f64> = good.iter().map(|it| it.objectives[0]).collect();
        let mut bad: Vec<f64> = bad.iter().map(|it| it.violation).collect();
        good.sort_by(f64::total_cmp);
        if evolution.problem().objectives() == [Direction::Maximize] {
            good.reverse();
        }
        bad.sort_by(f64::total_cmp);
        assert_eq!((event.population, event.feasible), (size, good.len() as u32));
        let ranks = [event.best, event.median, event.worst];
        assert_eq!(ranks.map(|rank| rank.map(|[value]| value)), summary(&good));
        let [least, median, _] = summary(&bad);
        assert_eq!([event.least_violation, event.median_violation], [least, median]);
        assert_eq!(event.generation + 1, evolution.logbook().events().len() as u64);
        let genomes = evolution.population().genomes();
        let half = genomes.len() / 2;
        let distance = |index: usize| {
            evolution.problem().distance(&genomes[index], &genomes[half + index])
        };
        let mean = (0..half).map(distance).sum::<f64>() / half.max(1) as f64;
        assert!((event.diversity - mean).abs() < 1e-12);
        let kind = usize::from(!bad.is_empty()) + usize::from(good.is_empty());
        kinds[kind] += 1;
        ControlFlow::Continue(())
    };
    evolution.run(&Stop::new().generations(20), &(), watch).unwrap();
    kinds
}

#[test]
fn an_event_tells_its_generation() {
    assert_eq!(assert_told(OneMax(50), one_max_scheme(20, 50), 20), [20, 0, 0]);
    assert_eq!(assert_told(OneMax(50), one_max_scheme(2, 50), 2), [20, 0, 0]);
    assert_eq!(assert_told(Ships, ships_scheme(31), 31), [20, 0, 0]);
    let [_, mixed, none] = assert_told(Apart(40), apart_scheme(24, 40), 24);
    assert!(mixed > 0 && none > 0, "both occur: {mixed}, {none}");
    assert_eq!(assert_told(Apart(2), apart_scheme(6, 2), 6).iter().sum::<u32>(), 20);
    // Of (μ + λ), the μ that survive are described.
    let breeding = one_max_scheme(0, 40).breeding;
    let plus = Plus::new(11, 24, breeding.mutation).with_restart(3);
    assert_eq!(assert_told(Apart(12), plus, 11).iter().sum::<u32>(), 20);
    let steady = SteadyState { population: 21, children: 5, breeding };
    assert_eq!(assert_told(Apart(12), steady, 21).iter().sum::<u32>(), 20);
}

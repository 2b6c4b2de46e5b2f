//! Fronts and statistics of several objectives against brute force.

use std::ops::ControlFlow;

use proptest::prelude::*;
use tilewright_evolve::{
    Direction, Event, Evolution, Individual, Problem as _, State as _, Stop,
};
use tilewright_grid::Seed;

use super::{Digits, Draws, THREE};

/// A search of random draws after some generations.
fn drawn(count: usize, generations: u64, seed: u64) -> Evolution<Digits<3>, Draws, 3> {
    let mut evolution = Evolution::new(THREE, Draws(count), Seed(seed)).unwrap();
    let stop = Stop::new().generations(generations);
    evolution.run(&stop, &(), |_| ControlFlow::Continue(())).unwrap();
    evolution
}

/// All individuals in the order of the populations.
fn individuals(
    evolution: &Evolution<Digits<3>, Draws, 3>,
) -> Vec<Individual<Vec<i32>, 3>> {
    let both = evolution.state().populations();
    both.flat_map(|half| {
        let pairs = half.genomes().iter().zip(half.evaluations());
        pairs.map(|(genome, &evaluation)| Individual {
            genome: genome.clone(),
            evaluation,
        })
    })
    .collect()
}

/// The front by comparing everybody with everybody.
fn by_force(all: &[Individual<Vec<i32>, 3>]) -> Vec<Individual<Vec<i32>, 3>> {
    let good: Vec<_> = all.iter().filter(|it| it.evaluation.is_feasible()).collect();
    let values = |it: &Individual<Vec<i32>, 3>| (it.genome[0], -it.genome[1]);
    let dominates = |a, b| {
        let ((a, c), (b, d)) = (values(a), values(b));
        a >= b && c >= d && (a, c) != (b, d)
    };
    let mut front: Vec<Individual<Vec<i32>, 3>> = Vec::new();
    for &one in &good {
        let is_dominated = good.iter().any(|other| dominates(other, one));
        if !is_dominated && front.iter().all(|other| values(other) != values(one)) {
            front.push(one.clone());
        }
    }
    front.sort_by_key(|it| std::cmp::Reverse(values(it)));
    front
}

proptest! {
    #[test]
    fn a_front_is_that_of_brute_force(count in 1_usize..60, seed: u64) {
        let evolution = drawn(count, 2, seed);
        prop_assert_eq!(evolution.front(), by_force(&individuals(&evolution)));
    }

    #[test]
    fn an_event_describes_each_value_over_all_populations(count in 1_usize..60, seed: u64) {
        let evolution = drawn(count, 1, seed);
        let event = evolution.last_event().unwrap();
        let all = individuals(&evolution);
        let good: Vec<_> = all.iter().filter(|it| it.evaluation.is_feasible()).collect();
        prop_assert_eq!(event.population as usize, count);
        prop_assert_eq!(event.feasible as usize, good.len());
        for (at, direction) in THREE.objectives().into_iter().enumerate() {
            let mut values: Vec<f64> =
                good.iter().map(|it| it.evaluation.objectives[at]).collect();
            values.sort_by(f64::total_cmp);
            if direction == Direction::Maximize {
                values.reverse();
            }
            let median = values.len().div_ceil(2).checked_sub(1);
            let expected = [Some(0), median, values.len().checked_sub(1)];
            for (rank, index) in [event.best, event.median, event.worst].iter().zip(expected) {
                let expected = index.and_then(|index| values.get(index).copied());
                prop_assert_eq!(rank.map(|rank| rank[at]), expected);
            }
        }
        let distances = evolution.state().populations().map(|half| {
            let (left, right) = half.genomes().split_at(half.len() / 2);
            (left.iter().zip(right).filter(|(a, b)| a != b).count(), left.len())
        });
        let (unlike, pairs) = distances.fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
        let diversity = if pairs == 0 { 0.0 } else { unlike as f64 / pairs as f64 };
        prop_assert!((event.diversity - diversity).abs() < 1e-12);
    }
}

#[test]
fn columns_of_several_objectives_are_numbered() {
    let evolution = drawn(9, 2, 4);
    let csv = evolution.logbook().to_csv();
    let header = "generation,evaluations,population,feasible,best_1,best_2,best_3,median_1,\
                  median_2,median_3,worst_1,worst_2,worst_3,least_violation,\
                  median_violation,diversity";
    assert_eq!(csv.lines().next(), Some(header));
    let event = evolution.last_event().unwrap();
    let cells: Vec<&str> = csv.lines().last().unwrap().split(',').collect();
    assert_eq!(cells.len(), 16);
    let json = evolution.logbook().to_json_lines();
    let line: serde_json::Value =
        serde_json::from_str(json.lines().last().unwrap()).unwrap();
    let ranks = [("best", event.best), ("median", event.median), ("worst", event.worst)];
    for (place, (name, rank)) in ranks.into_iter().enumerate() {
        for (at, value) in rank.unwrap().into_iter().enumerate() {
            assert_eq!(cells[4 + 3 * place + at].parse(), Ok(value));
            assert_eq!(line[format!("{name}_{}", at + 1)], value);
        }
    }
    // A generation without a feasible individual.
    let nobody = (0..1000)
        .map(|seed| drawn(1, 1, seed))
        .find(|it| it.last_event().unwrap().feasible == 0)
        .unwrap();
    let csv = nobody.logbook().to_csv();
    assert!(csv.lines().last().unwrap().starts_with("0,1,1,0,,,,,,,,,,"), "{csv}");
    let json = nobody.logbook().to_json_lines();
    assert!(json.contains("\"best_2\":null,"), "{json}");
    assert!(nobody.front().is_empty());
}

#[test]
fn an_event_of_several_objectives_reads_back() {
    let evolution = drawn(20, 3, 5);
    for event in evolution.logbook().events() {
        let json = serde_json::to_string(event).unwrap();
        let read: Event<3> = serde_json::from_str(&json).unwrap();
        assert_eq!(read, *event);
        assert!(serde_json::from_str::<Event<2>>(&json).is_err());
    }
}

#[test]
fn a_new_best_value_of_any_objective_ends_the_stagnation() {
    let mut evolution = Evolution::new(THREE, Draws(2), Seed(6)).unwrap();
    let stop = Stop::new().stagnation(4).generations(1000);
    let (mut ideal, mut stale) = ([i32::MIN; 2], 0);
    evolution
        .run(&stop, &(), |evolution| {
            stale += 1;
            for it in individuals(evolution) {
                let values = [it.genome[0], -it.genome[1]];
                for (ideal, value) in ideal.iter_mut().zip(values) {
                    if it.evaluation.is_feasible() && value > *ideal {
                        (*ideal, stale) = (value, 0);
                    }
                }
            }
            assert!(stale <= 4);
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(stale, 4);
}

//! The archive beside a second implementation, a map from bins to elites.

use std::collections::BTreeMap;

use tilewright_evolve::{Archive, Arrival, Axis, Direction, Evaluation};
use tilewright_grid::Seed;

type Key = (bool, [usize; 2]);

/// Whether an individual is better: by its violation, then its objective.
fn is_better(new: Evaluation<3>, old: Evaluation<3>) -> bool {
    let violations = new.violation.total_cmp(&old.violation);
    violations.then(old.objectives[1].total_cmp(&new.objectives[1])).is_lt()
}

#[test]
fn an_archive_agrees_with_a_map_of_bins() {
    let axes = [Axis::new(-1.0, 1.0, 4), Axis::new(0.0, 3.0, 3)];
    let directions = [Direction::Measure, Direction::Maximize, Direction::Measure];
    for seed in 0..30 {
        let mut rng = Seed(seed).rng();
        let mut archive = Archive::new(&axes, directions).unwrap();
        let mut map: BTreeMap<Key, (u32, Evaluation<3>)> = BTreeMap::new();
        for genome in 0..300 {
            // Coarse values, so that there are ties.
            let mut coarse = |count: u32| f64::from(rng.below(count));
            let objectives =
                [coarse(13) / 4.0 - 1.5, coarse(5) - 2.0, coarse(9) / 2.0 - 0.5];
            let evaluation =
                Evaluation { objectives, violation: (coarse(5) - 2.0).max(0.0) };
            let at = [
                (((objectives[0] + 1.0) * 2.0).floor().clamp(0.0, 3.0)) as usize,
                objectives[2].floor().clamp(0.0, 2.0) as usize,
            ];
            let key = (evaluation.is_feasible(), at);
            let old = map.get(&key).map(|(_, old)| *old);
            let enters = old.is_none_or(|old| is_better(evaluation, old));
            if enters {
                map.insert(key, (genome, evaluation));
            }
            match archive.insert(&genome, evaluation) {
                Arrival::New => assert!(old.is_none()),
                Arrival::Better(gain) => assert!(enters && old.is_some() && gain >= 0.0),
                Arrival::Refused(gain) => assert!(!enters && gain <= 0.0),
            }
            assert_eq!(archive.bin(&evaluation), 3 * at[0] + at[1]);
        }
        for (&(is_feasible, at), (genome, evaluation)) in &map {
            let bin = 3 * at[0] + at[1];
            if is_feasible {
                assert_eq!(archive.elite(bin), Some((genome, evaluation)));
            } else {
                let elites = archive.infeasible();
                let elites = elites.genomes().iter().zip(elites.evaluations());
                let own: Vec<_> =
                    elites.filter(|(_, it)| archive.bin(it) == bin).collect();
                assert_eq!(own, [(genome, evaluation)]);
            }
        }
        let feasible: Vec<_> =
            map.iter().filter(|((feasible, _), _)| *feasible).collect();
        assert_eq!(archive.len(), feasible.len());
        assert_eq!(archive.len() + archive.infeasible().len(), map.len());
        assert!((archive.coverage() - feasible.len() as f64 / 12.0).abs() < 1e-15);
        let score: f64 = feasible.iter().map(|(_, (_, it))| it.objectives[1] + 5.0).sum();
        assert!((archive.qd_score(-5.0) - score).abs() < 1e-9);
        let elites = archive.elites().map(|(_, genome, _)| genome);
        assert!(elites.eq(feasible.iter().map(|(_, (genome, _))| genome)));
    }
}

#[test]
fn values_outside_an_axis_belong_to_its_ends() {
    let axis = Axis::new(1.0, 3.0, 4);
    let bins = [
        (f64::NEG_INFINITY, 0),
        (0.9, 0),
        (1.0, 0),
        (1.49, 0),
        (1.5, 1),
        (2.99, 3),
        (3.0, 3),
        (1e300, 3),
        (f64::INFINITY, 3),
    ];
    for (value, bin) in bins {
        assert_eq!(axis.bin(value), bin, "{value}");
    }
}

#[test]
fn bins_that_are_not_there_have_no_elite() {
    let axes = [Axis::new(0.0, 1.0, 2), Axis::new(0.0, 1.0, 3)];
    let directions = [Direction::Minimize, Direction::Measure, Direction::Measure];
    let archive: Archive<u8, 3> = Archive::new(&axes, directions).unwrap();
    assert_eq!((archive.bins(), archive.elite(6), archive.is_empty()), (6, None, true));
}

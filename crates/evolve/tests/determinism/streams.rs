//! Individual i of generation g draws from its own stream.

use tilewright_evolve::{
    Crossover, Evolution, FeasibleInfeasible, Generational, Mutation, Problem,
};

use crate::problems::{Edit, OneMax, Splice, Walk, one_max_scheme, walk_breeding};
use crate::{SEED, started};

#[test]
fn every_individual_of_every_generation_draws_from_its_own_stream() {
    let mut evolution =
        Evolution::new(OneMax(200), one_max_scheme(9, 200), SEED).unwrap();
    let first: Vec<_> = evolution.ask().unwrap().iter().cloned().collect();
    for (index, genome) in (0..9).zip(&first) {
        let mut rng = SEED.child(0).child(index).rng();
        assert_eq!(*genome, OneMax(200).random(&mut rng));
    }
    // A larger generation begins with the same individuals.
    let mut larger = Evolution::new(OneMax(200), one_max_scheme(30, 200), SEED).unwrap();
    let more: Vec<_> = larger.ask().unwrap().iter().cloned().collect();
    assert_eq!(more[..9], first);
}

#[test]
fn a_child_of_the_two_populations_comes_from_its_own_stream_alone() {
    let mut evolution = started(Walk, FeasibleInfeasible::new(8, 0, walk_breeding()), 1);
    assert_eq!(evolution.last_event().unwrap().feasible, 0, "all are in one part");
    let parents = evolution.population().clone();
    let children: Vec<_> = evolution.ask().unwrap().iter().cloned().collect();
    for (index, child) in (0..8).zip(&children) {
        let mut rng = SEED.child(1).child(index).rng();
        // A tournament of three within the part, whose members stand best first.
        let mut pick = || {
            let drawn = [0; 3].map(|_| parents.order()[rng.index(8)] as usize);
            let violation = |&at: &usize| parents.evaluations()[at].violation as u32;
            let best = drawn.into_iter().min_by_key(violation).unwrap();
            parents.genomes()[best].clone()
        };
        let (mut first, mut second) = (pick(), pick());
        if rng.chance(0.7) {
            Splice.cross(&mut first, &mut second, &mut rng);
        }
        if rng.chance(0.5) {
            Edit.mutate(&mut first, &mut rng);
        }
        assert_eq!(first, *child, "child {index}");
    }
}

#[test]
fn a_pair_of_children_draws_from_its_two_streams_and_crosses_from_the_first() {
    let scheme = Generational {
        population: 8,
        elite: 0,
        returns_hall_of_fame: false,
        breeding: walk_breeding(),
    };
    let mut evolution = started(Walk, scheme, 1);
    let parents = evolution.population().clone();
    let pending: Vec<_> = evolution.ask().unwrap().iter().cloned().collect();
    let mut expected = Vec::new();
    for pair in 0..4 {
        let mut rngs = [0, 1].map(|side| SEED.child(1).child(pair * 2 + side).rng());
        let mut children = [0, 1].map(|side: usize| {
            let rng = &mut rngs[side];
            let mut best = rng.index(8);
            for _ in 1..3 {
                let rival = rng.index(8);
                if parents.standings()[rival].beats(&parents.standings()[best]) {
                    best = rival;
                }
            }
            parents.genomes()[best].clone()
        });
        let crosses = rngs[0].chance(0.7);
        if crosses {
            let [a, b] = &mut children;
            Splice.cross(a, b, &mut rngs[0]);
        }
        for (mut child, mut rng) in children.into_iter().zip(rngs) {
            let mutates = rng.chance(0.5);
            if mutates {
                Edit.mutate(&mut child, &mut rng);
            }
            if crosses || mutates {
                expected.push(child);
            }
        }
    }
    assert_eq!(pending, expected);
}

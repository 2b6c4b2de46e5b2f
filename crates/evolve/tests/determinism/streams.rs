//! Individual i of generation g draws from its own stream.

use tilewright_evolve::{
    Crossover, Evolution, FeasibleInfeasible, Generational, Mutation, Plus, Population,
    Problem, SteadyState,
};
use tilewright_grid::Rng;

use super::{SEED, started};
use crate::common::problems::{
    Edit, OneMax, Splice, Step, Walk, one_max_scheme, rate, walk_breeding,
};

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
    let two = FeasibleInfeasible { population: 8, elite: 0, breeding: walk_breeding() };
    let mut evolution = started(Walk, two, 1);
    assert_eq!(evolution.last_event().unwrap().feasible, 0, "all are in one part");
    let parents = evolution.population().clone();
    let ranking = parents.ranking();
    let children: Vec<_> = evolution.ask().unwrap().iter().cloned().collect();
    for (index, child) in (0..8).zip(&children) {
        let mut rng = SEED.child(1).child(index).rng();
        // A tournament of three within the part, whose members stand best first.
        let mut pick = || {
            let drawn = rng.three_below(8).map(|rank| ranking[rank as usize] as usize);
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

/// A tournament of three among all.
fn pick(parents: &Population<Vec<Step>>, rng: &mut Rng) -> Vec<Step> {
    let drawn = rng.three_below(parents.len() as u32);
    let mut best = drawn[0] as usize;
    for rival in drawn[1..].iter().map(|&rival| rival as usize) {
        if parents.standings()[rival] < parents.standings()[best] {
            best = rival;
        }
    }
    parents.genomes()[best].clone()
}

#[test]
fn a_steady_child_comes_from_its_own_stream_alone() {
    let breeding = walk_breeding();
    let mut evolution =
        started(Walk, SteadyState { population: 8, children: 5, breeding }, 3);
    let parents = evolution.population().clone();
    let children: Vec<_> = evolution.ask().unwrap().iter().cloned().collect();
    for (index, child) in (0..5).zip(&children) {
        let mut rng = SEED.child(3).child(index).rng();
        let mut first = pick(&parents, &mut rng);
        let mut second = pick(&parents, &mut rng);
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
fn a_child_of_mu_plus_lambda_comes_from_its_own_stream_alone() {
    let plain = Plus::new(6, 9, Edit);
    let mut evolution = started(Walk, plain, 3);
    let parents = evolution.population().clone();
    let children: Vec<_> = evolution.ask().unwrap().iter().cloned().collect();
    for (index, child) in (0..9).zip(&children) {
        let mut rng = SEED.child(3).child(index).rng();
        let mut genome = parents.genomes()[rng.index(6)].clone();
        Edit.mutate(&mut genome, &mut rng);
        assert_eq!(genome, *child, "child {index}");
    }

    let crossed = plain.with_crossover(Splice, rate(0.6));
    let mut evolution = started(Walk, crossed, 3);
    let parents = evolution.population().clone();
    let children: Vec<_> = evolution.ask().unwrap().iter().cloned().collect();
    for (index, child) in (0..9).zip(&children) {
        let mut rng = SEED.child(3).child(index).rng();
        let mut first = parents.genomes()[rng.index(6)].clone();
        if rng.chance(0.6) {
            let mut second = parents.genomes()[rng.index(6)].clone();
            Splice.cross(&mut first, &mut second, &mut rng);
        }
        Edit.mutate(&mut first, &mut rng);
        assert_eq!(first, *child, "child {index}");
    }
}

#[test]
fn a_pair_of_children_draws_from_the_stream_of_its_first_child() {
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
        let mut rng = SEED.child(1).child(pair * 2).rng();
        let mut first = pick(&parents, &mut rng);
        let mut second = pick(&parents, &mut rng);
        let crosses = rng.chance(0.7);
        if crosses {
            Splice.cross(&mut first, &mut second, &mut rng);
        }
        // The second child is mutated before the first one.
        let mutates = [&mut second, &mut first].map(|child| {
            let mutates = rng.chance(0.5);
            if mutates {
                Edit.mutate(child, &mut rng);
            }
            mutates
        });
        for (child, mutates) in [(first, mutates[1]), (second, mutates[0])] {
            if crosses || mutates {
                expected.push(child);
            }
        }
    }
    assert_eq!(pending, expected);
}

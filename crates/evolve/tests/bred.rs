//! Generations that are changed between their breeding and their evaluation.

use std::ops::ControlFlow;

use tilewright_evolve::settings::Mutation;
use tilewright_evolve::{
    BitString, Evaluation, Evolution, Islands, Noise, Problem as _, Scheme, Seed, Stop,
    Topology,
};

use crate::common::problems::{OneMax, one_max_scheme};

/// The genomes that the next generation asks for.
fn asked<S: Scheme<OneMax>>(evolution: &mut Evolution<OneMax, S>) -> Vec<BitString> {
    evolution.ask().unwrap().iter().cloned().collect()
}

/// A search after some generations.
fn after(generations: u64) -> Evolution<OneMax, impl Scheme<OneMax>> {
    let scheme = one_max_scheme(20, 30);
    let scheme =
        Islands { scheme, count: 2, every: 2, migrants: 1, topology: Topology::Ring };
    let mut evolution = Evolution::new(OneMax(30), scheme, Seed(3)).unwrap();
    let stop = Stop::new().generations(generations);
    evolution.run(&stop, &(), |_| ControlFlow::Continue(())).unwrap();
    evolution
}

#[test]
fn breeding_ahead_changes_nothing() {
    for generations in [0, 1, 5] {
        let expected = asked(&mut after(generations));
        let mut bred = after(generations);
        for _ in 0..2 {
            bred.breed().unwrap();
            assert!(bred.pending().is_none());
            let genomes: Vec<_> = bred.bred().map(|genome| genome.clone()).collect();
            assert_eq!(genomes, expected);
        }
        assert_eq!(asked(&mut bred), expected);
    }
}

#[test]
fn what_is_changed_is_evaluated_and_breeding_again_forgets_it() {
    let mut evolution = after(3);
    let expected = asked(&mut after(3));
    evolution.breed().unwrap();
    evolution.bred().for_each(|genome| *genome = BitString::zeros(30));
    evolution.breed().unwrap();
    assert!(evolution.bred().map(|genome| genome.clone()).eq(expected));

    evolution.bred().for_each(|genome| *genome = BitString::zeros(30));
    let genomes = asked(&mut evolution);
    assert!(genomes.iter().all(|genome| genome.ones() == 0));
    // Once they are asked for, they are as they are.
    evolution.breed().unwrap();
    assert_eq!(evolution.bred().count(), 0);
    assert_eq!(asked(&mut evolution), genomes);

    let evaluations: Vec<Evaluation> =
        genomes.iter().map(|genome| evolution.problem().evaluate(genome)).collect();
    evolution.tell(&evaluations).unwrap();
    assert_eq!(evolution.generations(), 4);
}

#[test]
fn a_race_is_between_the_genomes_as_they_were_changed() {
    let new = Evolution::new(OneMax(30), one_max_scheme(20, 30), Seed(3)).unwrap();
    let mut evolution = new.with_noise(Noise::default()).unwrap();
    evolution.breed().unwrap();
    evolution.bred().for_each(|genome| *genome = BitString::zeros(30));
    assert!(asked(&mut evolution).iter().all(|genome| genome.ones() == 0));
}

#[test]
fn inserting_and_deleting_has_settings() {
    let read = serde_json::from_str::<Mutation>;
    let mutation = read(r#"{"kind": "insert_delete"}"#).unwrap();
    let whole = serde_json::to_value(&mutation).unwrap();
    assert_eq!(
        whole,
        serde_json::json!({"kind": "insert_delete", "rate": 0.3, "gene_rate": null})
    );
    assert_eq!(mutation.check(), Ok(()));
    assert!(read(r#"{"kind": "insert_delete", "rate": 2}"#).is_err());
}

//! Weights: written, read, refused; and tuned.

use proptest::prelude::*;
use tilewright_2048::{
    ClassicWeights, Depth, Expectimax, ExpectimaxWeights, Setup, Tuning, Weights,
};
use tilewright_evolve::{Evolution, Problem, Stop};
use tilewright_grid::{Seed, Size};

const fn tuning(first: Weights, games: u32) -> Tuning {
    let setup = Setup { size: Size::new(4, 4), four_probability: 0.1, seed: Seed(1) };
    Tuning { initial: first, depth: 1, terminal_value: -1e8, setup, games }
}

#[test]
fn the_genome_of_zeros_stands_for_the_first_weights() {
    for first in [
        Weights::Classic(ClassicWeights::default()),
        Weights::Expectimax(ExpectimaxWeights::default()),
    ] {
        let tuning = tuning(first, 2);
        let genome = tuning.random(&mut Seed(1).rng());
        assert_eq!(tuning.weights(&vec![0.0; genome.len()]), first);
        assert_ne!(tuning.weights(&genome), first);
    }
}

#[test]
fn few_moves_are_searched_with_weights_of_their_own() {
    let (deep, shallow) = (ExpectimaxWeights::default(), ExpectimaxWeights::shallow());
    let board = "8 4 2 0\n16 2 4 2\n64 16 8 4\n256 32 16 2".parse().unwrap();
    let most = ExpectimaxWeights::SHALLOW_DEPTH;
    for (depth, usual, other) in
        [(1, shallow, deep), (most, shallow, deep), (most + 1, deep, shallow)]
    {
        assert_eq!(ExpectimaxWeights::for_depth(depth), usual);
        let depth = || Depth::Fixed(depth);
        let of = |weights| Expectimax::weighted(&weights, depth(), 0.1).evaluate(board);
        assert_eq!(Expectimax::new(depth(), 0.1).evaluate(board), of(usual));
        assert_ne!(of(other), of(usual));
    }
}

#[test]
fn the_published_weights_are_those_of_deep_searches() {
    let document = include_str!("../models/xiao.json");
    let published = Weights::from_json(document).unwrap();
    assert_eq!(published, Weights::Expectimax(ExpectimaxWeights::default()));
}

#[test]
fn bad_weights_become_better() {
    // Disorder is wanted and empty cells count for little: what no good player would have.
    let first = ExpectimaxWeights {
        empty: 34.0,
        join: 90.0,
        disorder: 6.0,
        tiles: 80.0,
        ..ExpectimaxWeights::default()
    };
    let tuning = tuning(Weights::Expectimax(first), 10);
    let before = tuning.evaluate(&vec![0.0; 6]).objectives[0];
    let scheme = tuning.scheme(3, 7);
    let mut evolution = Evolution::new(tuning, scheme, Seed(2)).unwrap();
    evolution
        .run(&Stop::new().generations(8), &(), |_| std::ops::ControlFlow::Continue(()))
        .unwrap();
    let best = evolution.best().unwrap();
    let after = best.evaluation.objectives[0];
    assert!(after > 1.2 * before, "{before} {after}");
    let again = evolution.problem().evaluate(&best.genome).objectives[0];
    assert!((again - after).abs() < 1e-9, "the same games give the same average");
}

#[test]
fn documents_without_weights_are_refused_with_a_reason() {
    let text = Weights::Classic(ClassicWeights::default()).to_json();
    let cases = [
        String::new(),
        "{}".to_owned(),
        text[..40].to_owned(),
        text.replace("/1", "/2"),
        text.replace("classic", "network"),
        text.replace("100000.0", "-1"),
        text.replace("100000.0", "1e300"),
        text.replace("\"smooth\"", "\"rough\""),
        text.replace("10000.0}", "10000.0,\"more\":1}"),
    ];
    let told = cases.map(|text| match Weights::from_json(&text) {
        Ok(_) => "read".to_owned(),
        Err(error) => error.to_string(),
    });
    insta::assert_snapshot!(format!("{text}{}", told.join("\n")));
}

proptest! {
    #[test]
    fn weights_come_back_from_their_document(
        linear in prop::array::uniform5(0.0..1e12_f64),
        powers in prop::array::uniform2(0.0..10.0_f64),
    ) {
        let [alive, empty, join, disorder, tiles] = linear;
        let [disorder_power, tiles_power] = powers;
        let weights = Weights::Expectimax(ExpectimaxWeights {
            alive, empty, join, disorder, disorder_power, tiles, tiles_power,
        });
        prop_assert_eq!(Weights::from_json(&weights.to_json()).unwrap(), weights);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        let _ = Weights::from_json(&text);
    }
}

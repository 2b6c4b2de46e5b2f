//! Operators and schemes that are chosen by documents.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tilewright_evolve::settings::{
    Crossover, Genome, IslandScheme, Mutation, OneScheme, Scheme, Selection,
};
use tilewright_evolve::{
    Axis, BitString, Bounds, CmaEs, DifferentialEvolution, Permutation, Rate, RealBounds,
    Selection as _,
};

fn reals(length: usize) -> RealBounds {
    RealBounds::new(vec![-1.0..=1.0; length]).unwrap()
}

/// What is written again is read to the same, and has all settings.
fn whole(document: Value) -> Value {
    let scheme: Scheme = serde_json::from_value(document).unwrap();
    let whole = serde_json::to_value(&scheme).unwrap();
    let again: Scheme = serde_json::from_value(whole.clone()).unwrap();
    assert_eq!(serde_json::to_value(&again).unwrap(), whole);
    whole
}

#[test]
fn what_a_document_leaves_out_has_its_default() {
    let generational = json!({
        "kind": "generational", "population": 100, "elite": 1, "returns_hall_of_fame": false,
        "selection": {"kind": "tournament", "size": 2}, "crossover": null, "crossover_rate": 0.9,
        "mutation": null, "mutation_rate": 1.0,
    });
    assert_eq!(whole(json!({"kind": "generational"})), generational);
    let own = json!({"kind": "islands", "scheme": {"kind": "generational"}, "count": 3});
    let islands = json!({
        "kind": "islands", "scheme": generational, "count": 3, "every": 10, "migrants": 1,
        "topology": "ring",
    });
    assert_eq!(whole(own), islands);
}

#[test]
fn a_key_that_is_unknown_is_refused_in_every_scheme() {
    let axes = json!([[0.0, 1.0, 5]]);
    for mut document in [
        json!({"kind": "generational"}),
        json!({"kind": "steady_state"}),
        json!({"kind": "feasible_infeasible"}),
        json!({"kind": "plus"}),
        json!({"kind": "climb"}),
        json!({"kind": "nsga2"}),
        json!({"kind": "map_elites", "axes": axes}),
        json!({"kind": "cma_es", "sigma": 1.0}),
        json!({"kind": "differential_evolution"}),
        json!({"kind": "cma_me", "axes": axes, "sigma": 1.0}),
    ] {
        let read = serde_json::from_value::<OneScheme>(document.clone());
        assert_eq!(read.unwrap().check(), Ok(()), "{document}");
        document["popluation"] = json!(3);
        let error = serde_json::from_value::<OneScheme>(document.clone()).unwrap_err();
        assert!(error.to_string().contains("popluation"), "{error} in {document}");
    }
    let order = serde_json::from_value::<Crossover>(json!({"kind": "order", "size": 3}));
    assert!(order.is_err(), "{order:?}");
}

#[test]
fn a_setting_outside_its_limits_is_named() {
    let selection = |document| -> Selection { serde_json::from_value(document).unwrap() };
    let crossover = |document| -> Crossover { serde_json::from_value(document).unwrap() };
    let mutation = |document| -> Mutation { serde_json::from_value(document).unwrap() };
    let scheme = |document| -> OneScheme { serde_json::from_value(document).unwrap() };
    let islands =
        |document| -> IslandScheme { serde_json::from_value(document).unwrap() };
    let plus = json!({"kind": "plus"});
    for (checked, expected) in [
        (
            selection(json!({"kind": "tournament", "size": 0})).check(),
            "size: expected a whole number from 1 to 65536, found 0",
        ),
        (
            selection(json!({"kind": "rank", "pressure": 3})).check(),
            "pressure: expected a number from 1 to 2, found 3",
        ),
        (
            crossover(json!({"kind": "simulated_binary", "eta": 0})).check(),
            "eta: expected a number above 0, found 0",
        ),
        (
            mutation(json!({"kind": "gaussian", "spread": -0.5})).check(),
            "spread: expected a number from 0, found -0.5",
        ),
        (
            scheme(json!({"kind": "climb", "patience": 0})).check(),
            "patience: expected a whole number from 1, found 0",
        ),
        (
            scheme(json!({"kind": "differential_evolution", "population": 9, "children": 10}))
                .check(),
            "children: expected a whole number from 1 to 9, found 10",
        ),
        (
            islands(json!({"kind": "islands", "scheme": plus, "count": 0})).check(),
            "count: expected a whole number from 1 to 65536, found 0",
        ),
    ] {
        assert_eq!(checked.unwrap_err().to_string(), expected);
    }
}

/// Settings of a kind with defaults.
fn of_kind<T: DeserializeOwned>(kind: &str) -> T {
    serde_json::from_value(json!({"kind": kind})).unwrap()
}

#[test]
fn operators_are_made_for_the_genomes_that_they_are_for() {
    let (bounds, ranges) = (Bounds::new(vec![0..=9; 5]).unwrap(), reals(5));
    for (kind, expected) in [
        ("one_point", [true, true, true, false]),
        ("two_point", [true, true, true, false]),
        ("uniform", [true, true, true, false]),
        ("blend", [false, false, true, false]),
        ("simulated_binary", [false, false, true, false]),
        ("order", [false, false, false, true]),
        ("partially_mapped", [false, false, false, true]),
        ("edge_recombination", [false, false, false, true]),
    ] {
        let settings = of_kind(kind);
        let made = [
            BitString::crossover(&settings, &5).is_some(),
            Vec::<i32>::crossover(&settings, &bounds).is_some(),
            Vec::<f64>::crossover(&settings, &ranges).is_some(),
            Permutation::crossover(&settings, &5).is_some(),
        ];
        assert_eq!(made, expected, "{kind}");
    }
    for (kind, expected) in [
        ("bit_flip", [true, false, false, false]),
        ("creep", [false, true, false, false]),
        ("redraw", [false, true, true, false]),
        ("gaussian", [false, false, true, false]),
        ("polynomial", [false, false, true, false]),
        ("swap", [false, false, false, true]),
        ("insert", [false, false, false, true]),
        ("inversion", [false, false, false, true]),
    ] {
        let settings = of_kind(kind);
        let made = [
            BitString::mutation(&settings, &5).is_some(),
            Vec::<i32>::mutation(&settings, &bounds).is_some(),
            Vec::<f64>::mutation(&settings, &ranges).is_some(),
            Permutation::mutation(&settings, &5).is_some(),
        ];
        assert_eq!(made, expected, "{kind}");
    }
}

#[test]
fn the_usual_operators_are_made_with_what_the_genome_decides() {
    fn usual<G: Genome>(source: &G::Source) -> [String; 2] {
        let (crossover, mutation) = G::usual();
        let crossover = G::crossover(&crossover, source).unwrap();
        [
            format!("{crossover:?}"),
            format!("{:?}", G::mutation(&mutation, source).unwrap()),
        ]
    }

    assert_eq!(usual::<BitString>(&4), ["TwoPoint", "BitFlip { rate: Rate(0.25) }"]);
    let bounds = Bounds::new([0..=9, 0..=9]).unwrap();
    let redraw = format!("Redraw {{ rate: Rate(0.5), source: {bounds:?} }}");
    assert_eq!(usual::<Vec<i32>>(&bounds), ["TwoPoint", &redraw]);
    let bounds = reals(5);
    let binary =
        format!("SimulatedBinary {{ eta: 15.0, rate: Rate(0.5), bounds: {bounds:?} }}");
    let polynomial =
        format!("Polynomial {{ eta: 20.0, rate: Rate(0.2), bounds: {bounds:?} }}");
    assert_eq!(usual::<Vec<f64>>(&bounds), [binary, polynomial]);
    assert_eq!(usual::<Permutation>(&7), ["Order", "Inversion { count: 1 }"]);
}

#[test]
fn schemes_of_real_numbers_take_what_the_genome_decides() {
    let bounds = reals(3);
    let read = |document| serde_json::from_value::<OneScheme>(document).unwrap();
    let OneScheme::DifferentialEvolution(usual) =
        read(json!({"kind": "differential_evolution"}))
    else {
        panic!("it is another one");
    };
    let expected = DifferentialEvolution::new(45, bounds.clone());
    assert_eq!(format!("{:?}", usual.within(&bounds)), format!("{expected:?}"));
    for (is_bounded, expected) in [(true, Some(bounds.clone())), (false, None)] {
        let OneScheme::CmaEs(settings) =
            read(json!({"kind": "cma_es", "sigma": 0.3, "bounded": is_bounded}))
        else {
            panic!("it is another one");
        };
        let expected = CmaEs { bounds: expected, ..CmaEs::new(0.3) };
        assert_eq!(format!("{:?}", settings.within(&bounds)), format!("{expected:?}"));
    }
}

#[test]
fn a_climb_is_the_scheme_of_one_parent() {
    let document = json!({"kind": "climb", "neighbors": 5, "patience": 7});
    let OneScheme::Climb(climb) = serde_json::from_value(document).unwrap() else {
        panic!("it is another one");
    };
    let plus = climb.plus();
    assert_eq!((plus.parents, plus.children, plus.restart), (1, 5, Some(7)));
    assert_eq!(plus.crossover_rate, Rate::NEVER);
}

#[test]
fn axes_may_be_lists() {
    let lists = json!({"kind": "map_elites", "axes": [[0, 1, 5], {"low": 2, "high": 3, "bins": 4}]});
    let scheme: OneScheme = serde_json::from_value(lists).unwrap();
    assert_eq!(scheme.axes(), [Axis::new(0.0, 1.0, 5), Axis::new(2.0, 3.0, 4)]);
}

//! The steady-state scheme: who is replaced, and by whom.

use std::ops::ControlFlow;

use proptest::prelude::*;
use tilewright_evolve::{
    BitFlip, BitString, Breeding, Evolution, OnePoint, Population, Problem as _, Rate,
    Reason, Standing, SteadyState, Stop, Tournament,
};
use tilewright_grid::Seed;

use crate::common::problems::{Apart, OneMax, rate};

type OneMaxScheme = SteadyState<Tournament, OnePoint, BitFlip>;

fn scheme(population: usize, children: usize, mutation_rate: Rate) -> OneMaxScheme {
    let breeding = Breeding {
        selection: Tournament::new(2),
        crossover: OnePoint,
        crossover_rate: rate(0.8),
        mutation: BitFlip { rate: rate(0.1) },
        mutation_rate,
    };
    SteadyState { population, children, breeding }
}

#[test]
fn it_climbs_to_the_top() {
    let mut scheme = scheme(30, 2, Rate::HALF);
    scheme.breeding.mutation.rate = rate(1.0 / 60.0);
    let mut evolution = Evolution::new(OneMax(60), scheme, Seed(1)).unwrap();
    let stop = Stop::new().target(60.0).generations(5000);
    let mut worst = None;
    let reason = evolution.run(&stop, &(), |evolution| {
        let here = evolution.last_event().unwrap().worst;
        assert!(here >= worst, "the worst never gets worse");
        worst = here;
        ControlFlow::Continue(())
    });
    assert_eq!(reason, Ok(Reason::Target));
}

#[test]
fn all_children_are_evaluated() {
    for mutation_rate in [Rate::NEVER, Rate::ALWAYS] {
        let mut evolution =
            Evolution::new(OneMax(20), scheme(12, 5, mutation_rate), Seed(2)).unwrap();
        let stop = Stop::new().generations(11);
        evolution.run(&stop, &(), |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(evolution.evaluations(), 12 + 10 * 5);
    }
}

#[test]
fn without_an_individual_or_a_child_it_is_refused() {
    for (population, children, key) in
        [(0, 3, "population"), (3, 0, "children"), (0, 0, "population")]
    {
        let scheme = scheme(population, children, Rate::HALF);
        let error = Evolution::new(OneMax(5), scheme, Seed(1)).unwrap_err();
        let expected =
            format!("{key}: expected a whole number from 1 to 16777216, found 0");
        assert_eq!(error.to_string(), expected);
    }
}

/// Each individual with its standing, in order.
fn members(population: &Population<BitString>) -> Vec<(BitString, Standing)> {
    let standings = population.standings().iter().copied();
    population.genomes().iter().cloned().zip(standings).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn a_child_replaces_the_last_of_the_worst_unless_it_is_worse(
        population in 1_usize..15,
        children in 1_usize..20,
        seed: u64,
    ) {
        let scheme = scheme(population, children, Rate::HALF);
        let mut evolution = Evolution::new(Apart(9), scheme, Seed(seed)).unwrap();
        for generation in 0..10 {
            let mut expected = members(evolution.population());
            let pending: Vec<_> = evolution.ask().unwrap().iter().cloned().collect();
            let told: Vec<_> = pending.iter().map(|it| Apart(9).evaluate(it)).collect();
            evolution.tell(&told).unwrap();
            for (child, evaluation) in pending.into_iter().zip(told) {
                let standing =
                    Standing::new(evaluation.violation, evaluation.objectives[0]);
                if generation == 0 {
                    expected.push((child, standing));
                    continue;
                }
                let worst = expected.iter().map(|it| it.1).max().unwrap();
                if standing <= worst {
                    let at = expected.iter().rposition(|it| it.1 == worst).unwrap();
                    expected[at] = (child, standing);
                }
            }
            prop_assert_eq!(members(evolution.population()), expected);
        }
    }
}

//! What is refused, with which words, and that nothing is lost by it.

use std::ops::ControlFlow;

use proptest::prelude::*;
use tilewright_evolve::{
    BitFlip, BitString, Breeding, Direction, Error, Evaluation, Evolution,
    FeasibleInfeasible, Generational, Mutation, Plus, Problem, Rate, Roulette, Stop,
    Tournament, TwoPoint,
};
use tilewright_grid::{Rng, Seed};

/// The number of ones, except that a genome of exactly `poisoned` ones gets the evaluation `told`.
#[derive(Clone, Debug)]
struct Poison {
    name: &'static str,
    told: Evaluation,
    poisoned: u32,
}

const CLEAN: Poison =
    Poison { name: "ones", told: Evaluation::feasible([0.0]), poisoned: 99 };

impl Problem for Poison {
    type Genome = BitString;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    fn random(&self, rng: &mut Rng) -> BitString {
        BitString::random(30, rng)
    }

    fn evaluate(&self, genome: &BitString) -> Evaluation {
        let ones = genome.ones();
        if ones == self.poisoned {
            self.told
        } else {
            Evaluation::feasible([ones.into()])
        }
    }

    fn fingerprint(&self) -> String {
        self.name.to_owned()
    }
}

type OnesScheme = Generational<Tournament, TwoPoint, BitFlip>;

const fn breeding<S>(selection: S) -> Breeding<S, TwoPoint, BitFlip> {
    Breeding {
        selection,
        crossover: TwoPoint,
        crossover_rate: Rate::HALF,
        mutation: BitFlip { rate: Rate::HALF },
        mutation_rate: Rate::HALF,
    }
}

const fn scheme(population: usize, elite: usize) -> OnesScheme {
    let breeding = breeding(Tournament::new(2));
    Generational { population, elite, returns_hall_of_fame: false, breeding }
}

/// A search of eight after its second generation.
fn search() -> Evolution<Poison, OnesScheme> {
    let mut evolution = Evolution::new(CLEAN, scheme(8, 1), Seed(1)).unwrap();
    evolution
        .run(&Stop::new().generations(2), &(), |_| ControlFlow::Continue(()))
        .unwrap();
    evolution
}

/// Tells a whole generation of which one evaluation is broken: an error, after which
/// everything is as it was and a clean generation is taken.
fn refused(broken: Evaluation, at: usize) -> Error {
    let mut evolution = search();
    let pending: Vec<BitString> = evolution.ask().unwrap().iter().cloned().collect();
    let clean: Vec<_> = pending.iter().map(|genome| CLEAN.evaluate(genome)).collect();
    assert!(clean.len() > at, "there are enough evaluations");
    let mut told = clean.clone();
    told[at] = broken;
    let before = evolution.checkpoint().unwrap();
    let error = evolution.tell(&told).map(drop).unwrap_err();
    assert_eq!(evolution.checkpoint().unwrap(), before, "a refusal changes nothing");
    evolution.tell(&clean).unwrap();
    let mut straight = search();
    straight
        .run(&Stop::new().generations(3), &(), |_| ControlFlow::Continue(()))
        .unwrap();
    assert_eq!(evolution.checkpoint().unwrap(), straight.checkpoint().unwrap());
    error
}

#[test]
fn what_is_not_a_number_is_named_by_its_index() {
    for at in [0, 3] {
        let error = refused(Evaluation::feasible([f64::NAN]), at);
        assert_eq!(error, Error::NotANumber { index: at });
        let text = format!("an objective of genome {at} is not a number");
        assert_eq!(error.to_string(), text);
    }
    // Not even an infeasible genome may have such an objective.
    let both = Evaluation { objectives: [f64::NAN], violation: 2.0 };
    assert_eq!(refused(both, 1), Error::NotANumber { index: 1 });
}

#[test]
fn a_violation_below_nothing_or_not_a_number_is_named_by_its_index() {
    for (violation, shown) in [(-0.5, "-0.5"), (f64::NAN, "NaN"), (-5e-324, "-0.000")] {
        let error = refused(Evaluation { objectives: [1.0], violation }, 2);
        assert!(matches!(error, Error::Violation { index: 2, .. }), "{error:?}");
        let text = "the violation of genome 2 must be 0 or more, found ";
        assert!(error.to_string().starts_with(&format!("{text}{shown}")), "{error}");
    }
}

#[test]
fn infinities_are_numbers() {
    for told in [f64::INFINITY, f64::NEG_INFINITY] {
        let problem =
            Poison { told: Evaluation::feasible([told]), poisoned: 15, ..CLEAN };
        let mut evolution = Evolution::new(problem, scheme(40, 1), Seed(2)).unwrap();
        evolution
            .run(&Stop::new().generations(4), &(), |_| ControlFlow::Continue(()))
            .unwrap();
        let [best] = evolution.last_event().unwrap().best.unwrap();
        assert_eq!(best.is_infinite(), told > 0.0);
    }
}

#[test]
fn a_run_stops_at_what_is_not_a_number_and_can_be_told_by_hand() {
    let told = Evaluation::feasible([f64::NAN]);
    let problem = Poison { told, poisoned: 18, ..CLEAN };
    let mut evolution = Evolution::new(problem, scheme(8, 1), Seed(1)).unwrap();
    let stop = Stop::new().generations(500);
    let Err(Error::NotANumber { index }) =
        evolution.run(&stop, &(), |_| ControlFlow::Continue(()))
    else {
        panic!("18 ones of 30 turn up");
    };
    let pending: Vec<BitString> = evolution.ask().unwrap().iter().cloned().collect();
    assert_eq!(pending[index].ones(), 18);
    assert!(pending[..index].iter().all(|genome| genome.ones() != 18));
    let told: Vec<_> = pending.iter().map(|genome| CLEAN.evaluate(genome)).collect();
    let before = evolution.logbook().events().len();
    evolution.tell(&told).unwrap();
    assert_eq!(evolution.logbook().events().len(), before + 1);
}

#[test]
fn the_number_told_is_the_number_asked() {
    let mut evolution = search();
    let expected = evolution.ask().unwrap().iter().count();
    for found in [0, expected - 1, expected + 1] {
        let told = vec![Evaluation::feasible([1.0]); found];
        let error = evolution.tell(&told).map(drop).unwrap_err();
        assert_eq!(error, Error::EvaluationCount { expected, found });
        let text = format!("{expected} evaluations are expected, found {found}");
        assert_eq!(error.to_string(), text);
    }
    evolution.tell(&vec![Evaluation::feasible([1.0]); expected]).unwrap();
}

#[test]
fn nothing_is_told_before_it_is_asked() {
    for mut evolution in [search(), Evolution::new(CLEAN, scheme(8, 1), Seed(1)).unwrap()]
    {
        for found in [0, 1] {
            let told = vec![Evaluation::feasible([1.0]); found];
            let error = evolution.tell(&told).map(drop).unwrap_err();
            assert_eq!(error, Error::EvaluationCount { expected: 0, found });
        }
    }
}

#[test]
fn roulette_refuses_what_it_cannot_weigh_and_asking_again_does_too() {
    let told = Evaluation::feasible([-1.0]);
    let problem = Poison { told, poisoned: 15, ..CLEAN };
    let breeding = breeding(Roulette);
    let scheme =
        Generational { population: 40, elite: 0, returns_hall_of_fame: false, breeding };
    let mut evolution = Evolution::new(problem, scheme, Seed(1)).unwrap();
    let error = evolution
        .run(&Stop::new().generations(9), &(), |_| ControlFlow::Continue(()))
        .unwrap_err();
    assert_eq!(error, Error::Roulette { found: -1.0 });
    let text = "roulette selection needs objectives that are maximized and not negative, found -1";
    assert_eq!(error.to_string(), text);
    assert_eq!(evolution.ask().map(drop), Err(error));
    assert_eq!(evolution.logbook().events().len(), 1);
}

#[test]
fn schemes_that_cannot_breed_are_refused() {
    let error = Evolution::new(CLEAN, scheme(0, 0), Seed(1)).unwrap_err();
    let text = "population: expected a whole number from 1 to 16777216, found 0";
    assert_eq!(error.to_string(), text);
    for (population, elite) in [(5, 5), (5, 6), (1, 1), (3, usize::MAX)] {
        let error =
            Evolution::new(CLEAN, scheme(population, elite), Seed(1)).unwrap_err();
        let text = format!("elite: expected a whole number from 0 to {}", population - 1);
        assert_eq!(error.to_string(), format!("{text}, found {}", elite as f64));
    }
    for (population, elite) in [(0, 0), (1, 0), (5, 2), (40, 20)] {
        let breeding = breeding(Tournament::new(2));
        let scheme = FeasibleInfeasible { population, elite, breeding };
        let error = Evolution::new(CLEAN, scheme, Seed(1)).unwrap_err();
        let least = 2 * (elite + 1);
        let text =
            format!("population: expected a whole number from {least} to 16777216");
        assert_eq!(error.to_string(), format!("{text}, found {population}"));
    }
    for elite in [1 << 23, usize::MAX / 2, usize::MAX] {
        let breeding = breeding(Tournament::new(2));
        let scheme = FeasibleInfeasible { population: 9, elite, breeding };
        let error = Evolution::new(CLEAN, scheme, Seed(1)).unwrap_err();
        let text = "elite: expected a whole number from 0 to 8388607, found ";
        assert!(error.to_string().starts_with(text), "{error}");
    }
    let least = FeasibleInfeasible {
        population: 6,
        elite: 2,
        breeding: breeding(Tournament::new(2)),
    };
    assert!(Evolution::new(CLEAN, least, Seed(1)).is_ok());
}

#[test]
fn a_rate_lies_between_0_and_1() {
    for value in [-f64::MIN_POSITIVE, 1.0 + f64::EPSILON, f64::NAN, f64::INFINITY] {
        assert!(Rate::new(value).is_err(), "{value}");
        assert!(Rate::try_from(value).is_err(), "{value}");
    }
    let error = Rate::new(1.5).unwrap_err();
    assert_eq!(error.to_string(), "expected a rate from 0 to 1, found 1.5");
    assert!(serde_json::from_str::<Rate>("1.5").is_err());
    let half: Rate = serde_json::from_str("0.5").unwrap();
    assert_eq!(half, Rate::HALF);
    for value in [0.0, 1.0, 0.25] {
        assert_eq!(Rate::new(value).map(f64::from), Ok(value));
    }
}

proptest! {
    #[test]
    fn any_rate_is_kept_or_refused(
        value in prop_oneof![any::<f64>(), -1.0..2.0],
    ) {
        let kept = Rate::new(value).map(|rate| rate.value().to_bits());
        if (0.0..=1.0).contains(&value) {
            prop_assert_eq!(kept, Ok(value.to_bits()));
        } else {
            prop_assert!(kept.is_err());
        }
    }
}

/// A genome that serde writes with a tag, which postcard cannot read again.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(tag = "kind")]
enum Tagged {
    Number { value: u32 },
}

/// Numbers that are greatest at 9.
struct Nine;

impl Problem for Nine {
    type Genome = Tagged;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    fn random(&self, rng: &mut Rng) -> Tagged {
        Tagged::Number { value: rng.below(10) }
    }

    fn evaluate(&self, genome: &Tagged) -> Evaluation {
        let Tagged::Number { value } = genome;
        Evaluation::feasible([f64::from(*value)])
    }

    fn fingerprint(&self) -> String {
        "nine".to_owned()
    }
}

/// Draws the number again.
#[derive(Clone, Debug)]
struct Again;

impl Mutation<Tagged> for Again {
    fn mutate(&self, genome: &mut Tagged, rng: &mut Rng) {
        *genome = Nine.random(rng);
    }
}

#[test]
fn genomes_that_could_not_be_read_again_are_refused_when_they_are_written() {
    let mut evolution = Evolution::new(Nine, Plus::new(2, 4, Again), Seed(1)).unwrap();
    let stop = Stop::new().generations(2);
    evolution.run(&stop, &(), |_| ControlFlow::Continue(())).unwrap();
    let error = evolution.checkpoint().unwrap_err();
    assert!(matches!(error, Error::Unwritable(_)), "{error}");
    let said = error.to_string();
    assert!(said.contains("flatten, tag and untagged do not work"), "{said}");
}

#[test]
fn of_long_names_an_error_shows_where_they_differ() {
    let long = |middle: char| format!("{}{middle}{}", "a".repeat(5000), "z".repeat(5000));
    let named = |name: String| Poison { name: name.leak(), ..CLEAN };
    let evolution = Evolution::new(named(long('b')), scheme(8, 1), Seed(1)).unwrap();
    let bytes = evolution.checkpoint().unwrap();
    let error = Evolution::resume(named(long('c')), scheme(8, 1), &bytes).unwrap_err();
    let Error::Mismatch { what, found, expected } = error else { panic!("{error}") };
    assert_eq!((what, found.chars().count()), ("problem", 162));
    assert_eq!(found, format!("…{}b{}…", "a".repeat(80), "z".repeat(79)));
    assert_eq!(expected, format!("…{}c{}…", "a".repeat(80), "z".repeat(79)));
}

//! What holds in every generation of every run.

use std::ops::ControlFlow;

use std::sync::atomic::{AtomicU64, Ordering};

use proptest::prelude::*;
use tilewright_evolve::{
    BitFlip, BitString, Breeding, Direction, Evaluation, Evolution, FeasibleInfeasible,
    Generational, OnePoint, Problem, Rate, Scheme, Stop, Tournament,
};
use tilewright_grid::{Rng, Seed};

use crate::common::problems::{
    Apart, OneMax, Ships, apart_scheme, one_max_scheme, rate, ships_scheme,
};

/// Counts how often another problem evaluates.
struct Counted<P> {
    inner: P,
    count: AtomicU64,
}

impl<P: Problem> Problem for Counted<P> {
    type Genome = P::Genome;

    fn objectives(&self) -> [Direction; 1] {
        self.inner.objectives()
    }

    fn random(&self, rng: &mut Rng) -> P::Genome {
        self.inner.random(rng)
    }

    fn evaluate(&self, genome: &P::Genome) -> Evaluation {
        self.count.fetch_add(1, Ordering::Relaxed);
        self.inner.evaluate(genome)
    }

    fn fingerprint(&self) -> String {
        self.inner.fingerprint()
    }
}

fn after<P: Problem, S: Scheme<P>>(
    problem: P,
    scheme: S,
    generations: u64,
    mut see: impl FnMut(&Evolution<P, S>),
) -> Evolution<P, S> {
    let mut evolution = Evolution::new(problem, scheme, Seed(3)).unwrap();
    let stop = Stop::new().generations(generations);
    evolution
        .run(&stop, &(), |evolution| {
            see(evolution);
            ControlFlow::Continue(())
        })
        .unwrap();
    evolution
}

/// Asserts that evaluations are counted one by one and that everybody carries a true one;
/// yields the feasible of every generation and the evaluations up to it.
fn counted<P: Problem>(inner: P, scheme: impl Scheme<Counted<P>>) -> Vec<(u32, u64)> {
    let problem = Counted { inner, count: AtomicU64::new(0) };
    let evolution = after(problem, scheme, 30, |evolution| {
        let count = evolution.problem().count.load(Ordering::Relaxed);
        assert_eq!(evolution.evaluations(), count);
        assert_eq!(evolution.last_event().unwrap().evaluations, count);
        let population = evolution.population();
        for (genome, carried) in population.genomes().iter().zip(population.evaluations())
        {
            assert_eq!(*carried, evolution.problem().inner.evaluate(genome));
        }
    });
    let events = evolution.logbook().events();
    events.map(|event| (event.feasible, event.evaluations)).collect()
}

#[test]
fn evaluations_are_counted_exactly_and_carried_truly() {
    let crossed = counted(OneMax(40), one_max_scheme(51, 40));
    assert!(crossed[29].1 < 51 + 29 * 50, "some children are unchanged: {crossed:?}");
    assert!(counted(Ships, ships_scheme(40))[29].1 < 40 + 29 * 39);
    // Of the two populations everybody is evaluated but two at most of each.
    for pair in counted(Apart(30), apart_scheme(40, 30)).windows(2) {
        let [(feasible, before), (_, after)] = [pair[0], pair[1]];
        let kept = feasible.min(2) + (40 - feasible).min(2);
        assert_eq!(after - before, u64::from(40 - kept));
    }
}

/// Turns a child all around, or leaves it.
const fn turning(
    population: usize,
    mutation_rate: Rate,
) -> Generational<Tournament, OnePoint, BitFlip> {
    Generational {
        population,
        elite: 0,
        returns_hall_of_fame: false,
        breeding: Breeding {
            selection: Tournament::new(1),
            crossover: OnePoint,
            crossover_rate: Rate::NEVER,
            mutation: BitFlip { rate: Rate::ALWAYS },
            mutation_rate,
        },
    }
}

#[test]
fn children_left_unchanged_are_not_evaluated_again() {
    let still = after(OneMax(20), turning(25, Rate::NEVER), 10, |_| {});
    assert_eq!(still.evaluations(), 25);
    let mut evolution =
        Evolution::new(OneMax(20), turning(200, rate(0.3)), Seed(4)).unwrap();
    let mut bred = 0_u32;
    for generation in 0..50 {
        let parents = evolution.population().genomes().to_vec();
        let pending: Vec<BitString> = evolution.ask().unwrap().iter().cloned().collect();
        if generation > 0 {
            bred += pending.len() as u32;
            let turned =
                |child: &BitString| parents.iter().any(|it| it.hamming(child) == 20);
            assert!(pending.iter().all(turned));
        }
        let told: Vec<_> =
            pending.iter().map(|genome| OneMax(20).evaluate(genome)).collect();
        evolution.tell(&told).unwrap();
    }
    // 49 generations of 200 at 0.3: 2940, give or take four standard deviations of 45.4.
    assert!((2759..=3121).contains(&bred), "{bred}");
}

#[test]
fn the_elite_never_gets_worse() {
    let rising = after(OneMax(60), one_max_scheme(20, 60), 60, |_| {});
    let rising: Vec<_> = rising.logbook().events().map(|it| it.best).collect();
    assert!(rising.is_sorted() && rising[0] < rising[59], "{rising:?}");

    let mut scheme = ships_scheme(20);
    (scheme.returns_hall_of_fame, scheme.elite) = (false, 1);
    let falling = after(Ships, scheme, 60, |_| {});
    let falling: Vec<_> = falling.logbook().events().map(|it| it.best).collect();
    assert!(falling.is_sorted_by(|a, b| a >= b) && falling[0] > falling[59]);
}

#[test]
fn a_returned_hall_of_fame_lives_in_every_generation() {
    let mut evolution =
        Evolution::new(Ships, ships_scheme(20), Seed(5)).unwrap().with_hall_of_fame(3);
    let mut hall: Vec<Vec<i32>> = Vec::new();
    let stop = Stop::new().generations(40);
    let watch = |evolution: &Evolution<Ships, _>| {
        let genomes = evolution.population().genomes();
        assert!(hall.iter().all(|member| genomes.contains(member)));
        let members = evolution.hall_of_fame().members();
        hall = members.iter().map(|member| member.genome.clone()).collect();
        assert_eq!(hall.len(), 3);
        ControlFlow::Continue(())
    };
    evolution.run(&stop, &(), watch).unwrap();
}

#[test]
fn a_hall_of_fame_as_large_as_the_generation_leaves_room_for_a_child() {
    let mut evolution =
        Evolution::new(Ships, ships_scheme(10), Seed(6)).unwrap().with_hall_of_fame(50);
    let stop = Stop::new().generations(10_000).evaluations(60);
    evolution.run(&stop, &(), |_| ControlFlow::Continue(())).unwrap();
    assert!(evolution.evaluations() >= 60, "the run stands still");
    assert_eq!(evolution.population().len(), 10);
}

#[test]
fn the_two_populations_keep_their_number_and_their_elites() {
    let mut elites: Vec<BitString> = Vec::new();
    let mut violation = f64::INFINITY;
    let evolution = after(Apart(40), apart_scheme(30, 40), 80, |evolution| {
        let (population, event) =
            (evolution.population(), evolution.last_event().unwrap());
        assert_eq!(population.len(), 30);
        assert!(elites.iter().all(|elite| population.genomes().contains(elite)));
        let ranking = population.ranking();
        let (good, bad) = ranking.split_at(event.feasible as usize);
        let elite = good.iter().take(2).chain(bad.iter().take(2));
        elites = elite.map(|&it| population.genomes()[it as usize].clone()).collect();
        assert!(event.least_violation.is_none_or(|least| least <= violation));
        violation = event.least_violation.unwrap_or(violation);
    });
    let counts: Vec<u32> =
        evolution.logbook().events().map(|event| event.feasible).collect();
    assert_eq!(counts[0], 0, "the seed begins with nobody feasible");
    assert!(counts.iter().any(|&count| (4..=26).contains(&count)), "{counts:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn generations_of_any_size_are_whole(
        size in 1_usize..40,
        elite in 0_usize..40,
        rates in (0.0..=1.0, 0.0..=1.0),
        seed: u64,
    ) {
        let breeding = Breeding {
            selection: Tournament::new(2),
            crossover: OnePoint,
            crossover_rate: rate(rates.0),
            mutation: BitFlip { rate: rate(0.1) },
            mutation_rate: rate(rates.1),
        };
        let two = FeasibleInfeasible { population: size, elite, breeding: breeding.clone() };
        let one = Generational { population: size, elite, returns_hall_of_fame: false, breeding };
        let stop = Stop::new().generations(6);
        match Evolution::new(Apart(9), one, Seed(seed)) {
            Err(_) => prop_assert!(elite >= size),
            Ok(mut evolution) => {
                evolution.run(&stop, &(), |it| {
                    assert_eq!(it.population().len(), size);
                    ControlFlow::Continue(())
                }).unwrap();
            }
        }
        match Evolution::new(Apart(9), two, Seed(seed)) {
            Err(_) => prop_assert!(size < 2 * elite + 2),
            Ok(mut evolution) => {
                evolution.run(&stop, &(), |it| {
                    assert_eq!(it.population().len(), size);
                    ControlFlow::Continue(())
                }).unwrap();
            }
        }
    }
}

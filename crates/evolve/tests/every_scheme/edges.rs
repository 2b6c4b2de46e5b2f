//! The smallest and the oddest settings: an error that says why, or the right result.

use std::ops::ControlFlow;

use serde::{Serialize, de::DeserializeOwned};
use tilewright_evolve::{Error, Evolution, Rate, Scheme, State as _, Stop};
use tilewright_grid::Seed;

use super::kinds::{Bits, Integers, Reals};
use super::list::{Law, Setting, every, try_all};
use super::task::{Mode, Subject};

/// Whether a scheme refuses a setting, by its name.
fn is_refused(name: &str, setting: Setting) -> bool {
    if name.starts_with("islands of ") {
        let share = setting.share();
        return match name.rsplit("islands of ").next() {
            // They have at least as many members as they need.
            Some("differential evolution") => false,
            Some("CMA-ME") => share.population < 2,
            name => is_refused(name.unwrap(), share),
        };
    }
    let Setting { population, children, elite, .. } = setting;
    let elite = if name.contains("elite") || name.contains("both") { elite } else { 0 };
    match name {
        _ if name.starts_with("generational with a measure") => {
            setting.elite >= population
        }
        _ if name.starts_with("generational") => elite >= population,
        _ if name.starts_with("FI-2Pop") => population < 2 * (elite + 1),
        _ if name.starts_with("(μ + λ)") || name == "steady state" => {
            population == 0 || children == 0
        }
        _ if name.contains("island") => population == 0 || children == 0,
        "differential evolution" => population < 3,
        _ if name.starts_with("CMA-ES") => population < 2,
        "CMA-ME" | "CMA-ME in cells" => population < 3,
        _ if name.starts_with("hill climbing") => children == 0,
        _ if name.starts_with("MAP-Elites") || name.starts_with("NSGA-") => {
            population == 0
        }
        _ => false,
    }
}

/// The settings are refused, or every individual has its true evaluation and the best one of all
/// is found.
struct Right(Setting);

impl<P: Subject<M>, const M: usize> Law<P, M> for Right {
    fn holds<S: Scheme<P, M>>(&self, name: &str, scheme: S) {
        let new = Evolution::new(P::of(Mode::Quick), scheme, Seed(12));
        if is_refused(name, self.0) {
            let error = new.map(drop).unwrap_err();
            assert!(matches!(error, Error::Setting { .. }), "{name}: {error:?}");
            return;
        }
        let mut evolution = new.unwrap();
        let mut best = None;
        for _ in 0..8 {
            let asked: Vec<_> = evolution.ask().unwrap().iter().cloned().collect();
            let told: Vec<_> =
                asked.iter().map(|it| evolution.problem().evaluate(it)).collect();
            evolution.tell(&told).unwrap();
            // Hill climbing evaluates all others itself.
            let climbed = evolution.state().populations();
            let climbed = climbed.flat_map(|it| it.evaluations().to_vec());
            let is_climbing = name.contains("hill climbing");
            let seen: Vec<_> =
                told.into_iter().chain(climbed.filter(|_| is_climbing)).collect();
            let sums =
                seen.iter().filter(|it| it.is_feasible()).map(|it| it.objectives[0]);
            best = sums.chain(best).max_by(f64::total_cmp);
            let population = evolution.population();
            assert!(!population.is_empty(), "{name}");
            for (genome, evaluation) in
                population.genomes().iter().zip(population.evaluations())
            {
                assert_eq!(*evaluation, evolution.problem().evaluate(genome), "{name}");
            }
        }
        let found = evolution.best().unwrap().evaluation;
        if M == 1 {
            let found = Some(found.objectives[0]).filter(|_| found.is_feasible());
            assert_eq!(found, best, "{name} {:?}", self.0);
        }
    }
}

#[test]
fn the_smallest_populations_work_or_are_refused() {
    for population in 1..=6 {
        for (children, elite) in [(1, 0), (1, 1), (2, 2), (9, 0)] {
            let setting = Setting { population, children, elite, ..Setting::usual() };
            try_all!(setting, &Right(setting));
        }
    }
    let setting = Setting { children: 0, ..Setting::usual() };
    every::<Bits>(setting, &Right(setting));
}

#[test]
fn a_tournament_may_be_larger_than_the_population() {
    for tournament in [0, 1, 26, 1000] {
        let setting = Setting { tournament, ..Setting::usual() };
        try_all!(setting, &Right(setting));
    }
}

/// Without crossover and mutation, all individuals are of the first generation.
struct Copies;

impl<P: Subject<M>, const M: usize> Law<P, M> for Copies {
    fn holds<S>(&self, name: &str, scheme: S)
    where
        S: Scheme<P, M, State: Serialize + DeserializeOwned> + Clone + Send,
    {
        let mut evolution = Evolution::new(P::of(Mode::Quick), scheme, Seed(13)).unwrap();
        let first: Vec<_> = evolution.ask().unwrap().iter().cloned().collect();
        let see = |evolution: &Evolution<P, S, M>| {
            let genomes = evolution.population().genomes();
            assert!(genomes.iter().all(|genome| first.contains(genome)), "{name}");
            ControlFlow::Continue(())
        };
        evolution.run(&Stop::new().generations(10), &(), see).unwrap();
    }
}

#[test]
fn without_crossover_and_mutation_children_are_copies() {
    let setting = Setting { rates: [Rate::NEVER; 3], ..Setting::usual() };
    every::<Bits>(setting, &Copies);
    every::<Integers>(setting, &Copies);
    every::<Reals>(setting, &Copies);
    try_all!(setting, &Right(setting));
}

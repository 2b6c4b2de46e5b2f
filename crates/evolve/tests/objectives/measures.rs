//! Measures, and what is refused for want of a single objective.

use std::ops::ControlFlow;

use tilewright_evolve::{
    Bounds, Breeding, Direction, Error, Evolution, FeasibleInfeasible, Generational,
    OnePoint, Plus, Population, Rate, Redraw, Scheme, SteadyState, Stop, Tournament,
};
use tilewright_grid::Seed;

use super::{Digits, Draws, bounds};

fn breeding() -> Breeding<Tournament, OnePoint, Redraw<Bounds>> {
    Breeding {
        selection: Tournament::new(2),
        crossover: OnePoint,
        crossover_rate: Rate::HALF,
        mutation: Redraw { rate: Rate::HALF, source: bounds() },
        mutation_rate: Rate::HALF,
    }
}

type Simple = Generational<Tournament, OnePoint, Redraw<Bounds>>;

fn generational() -> Simple {
    let breeding = breeding();
    Generational { population: 12, elite: 1, returns_hall_of_fame: true, breeding }
}

/// The genomes of all generations, and the table.
fn history<const M: usize>(directions: [Direction; M]) -> (Vec<Vec<Vec<i32>>>, String)
where
    Simple: Scheme<Digits<M>, M>,
{
    let mut evolution =
        Evolution::new(Digits(directions), generational(), Seed(7)).unwrap();
    let mut genomes = Vec::new();
    evolution
        .run(&Stop::new().generations(15).target(4.0), &(), |evolution| {
            genomes.push(evolution.population().genomes().to_vec());
            ControlFlow::Continue(())
        })
        .unwrap();
    (genomes, evolution.logbook().to_csv())
}

#[test]
fn a_measure_changes_nothing_but_the_table() {
    let (genomes, table) = history([Direction::Maximize]);
    let (measured, wide) = history([Direction::Maximize, Direction::Measure]);
    assert_eq!(genomes, measured);
    for (narrow, wide) in table.lines().zip(wide.lines()) {
        let narrow: Vec<&str> = narrow.split(',').collect();
        let wide: Vec<&str> = wide.split(',').collect();
        let first =
            [0, 1, 2, 3, 4, 6, 8].map(|column| wide[column].trim_end_matches("_1"));
        assert_eq!(narrow[..7], first);
        assert_eq!(narrow[7..], wide[10..]);
    }
}

/// Asserts that a scheme refuses these objectives.
fn assert_refused<S: Scheme<Digits<2>, 2>>(
    scheme: S,
    directions: [Direction; 2],
    found: f64,
) {
    let error =
        Evolution::new(Digits(directions), scheme, Seed(8)).map(drop).unwrap_err();
    let what = "this scheme needs exactly one objective";
    assert_eq!(error, Error::Scheme { what, found });
    assert_eq!(error.to_string(), format!("{what}, found {found}"));
}

#[test]
fn schemes_with_one_objective_refuse_two_and_none() {
    let two = [Direction::Maximize, Direction::Minimize];
    let none = [Direction::Measure; 2];
    for (directions, found) in [(two, 2.0), (none, 0.0)] {
        let (mutation, breeding) = (breeding().mutation, breeding());
        assert_refused(Plus::new(2, 3, mutation), directions, found);
        assert_refused(generational(), directions, found);
        let steady =
            SteadyState { population: 5, children: 2, breeding: breeding.clone() };
        assert_refused(steady, directions, found);
        let parts = FeasibleInfeasible { population: 8, elite: 1, breeding };
        assert_refused(parts, directions, found);
    }
}

#[test]
fn a_target_needs_exactly_one_objective() {
    let two = [Direction::Maximize, Direction::Minimize];
    for (directions, found) in [(two, 2.0), ([Direction::Measure; 2], 0.0)] {
        let mut evolution =
            Evolution::new(Digits(directions), Draws(4), Seed(9)).unwrap();
        let stop = Stop::new().target(1.0).generations(3);
        let outcome = evolution.run(&stop, &(), |_| ControlFlow::Continue(()));
        let what = "a target needs exactly one objective";
        assert_eq!(outcome, Err(Error::Scheme { what, found }));
        assert_eq!(evolution.generations(), 0, "nothing is evaluated");
    }
}

#[test]
fn two_individuals_are_borrowed_at_once() {
    let mut population: Population<Vec<i32>> = Population::new();
    population.fill([vec![1], vec![2], vec![3]]);
    let [a, b] = population.renew_two([2, 0]);
    assert_eq!((&*a, &*b), (&vec![3], &vec![1]));
    std::mem::swap(a, b);
    assert_eq!(population.genomes(), [vec![3], vec![2], vec![1]]);
    for wrong in [[1, 1], [0, 3]] {
        let mut population = population.clone();
        let two = std::panic::AssertUnwindSafe(|| population.renew_two(wrong).len());
        assert!(std::panic::catch_unwind(two).is_err(), "{wrong:?}");
    }
}

//! No generation allocates: genomes of a fixed length stay in their buffers.

use std::ops::ControlFlow;

use tilewright_evolve::{
    Breeding, Evolution, Generational, Rank, Rate, Roulette, Scheme, Selection,
    SteadyState, StochasticUniversal, Stop, Truncation,
};
use tilewright_grid::Seed;

use super::kinds::Bits;
use super::list::{Law, Setting, try_all};
use super::task::{Mode, One, Subject, Task};

/// Asserts that after a few generations, no generation allocates.
fn assert_stays<P: Subject<M>, const M: usize>(name: &str, scheme: impl Scheme<P, M>) {
    let mut evolution = Evolution::new(P::of(Mode::Quick), scheme, Seed(5))
        .unwrap()
        .with_hall_of_fame(3)
        .with_logbook(10);
    let go_on = |_: &_| ControlFlow::Continue(());
    // An archive grows until its bins are filled, and lists of fronts until they are as long as any.
    let grows = name.contains("MAP-Elites") || name.contains("NSGA-II");
    let first = if grows { 3000 } else { 30 };
    evolution.run(&Stop::new().generations(first), &(), go_on).unwrap();
    let stop = Stop::new().generations(first + 200);
    let counted = allocation_counter::measure(|| {
        evolution.run(&stop, &(), go_on).unwrap();
    });
    let seen = (counted.count_total, counted.bytes_total);
    assert_eq!(seen, (0, 0), "allocations and bytes of {name}, {:?}", evolution.scheme());
}

struct NoAllocation;

impl<P: Subject<M>, const M: usize> Law<P, M> for NoAllocation {
    fn holds<S: Scheme<P, M>>(&self, name: &str, scheme: S) {
        // The eigendecomposition allocates, and so do the points of restarts.
        if !name.contains("CMA-")
            && !name.ends_with("restarts")
            && !name.ends_with("islands of hill climbing")
        {
            assert_stays(name, scheme);
        }
    }
}

#[test]
fn no_generation_of_any_scheme_allocates() {
    try_all!(Setting::usual(), &NoAllocation);
}

/// Tries the law on schemes with another selection.
fn try_selection<S: Selection + Clone>(selection: S) {
    let Setting { population, children, elite, .. } = Setting::usual();
    let breeding = Setting::usual().breeding::<Bits>();
    let breeding = Breeding {
        selection,
        crossover: breeding.crossover,
        crossover_rate: breeding.crossover_rate,
        mutation: breeding.mutation,
        mutation_rate: breeding.mutation_rate,
    };
    let steady = SteadyState { population, children, breeding: breeding.clone() };
    let generational =
        Generational { population, elite, returns_hall_of_fame: false, breeding };
    assert_stays::<Task<Bits, One>, 1>("steady state", steady);
    assert_stays::<Task<Bits, One>, 1>("generational", generational);
}

#[test]
fn no_selection_allocates() {
    try_selection(Rank::new(1.7).unwrap());
    try_selection(Roulette);
    try_selection(StochasticUniversal);
    try_selection(Truncation::new(Rate::HALF));
}

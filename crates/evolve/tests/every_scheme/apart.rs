//! Islands that evolve one by one, each in a search of its own.

use std::collections::VecDeque;

use serde::{Serialize, de::DeserializeOwned};
use tilewright_evolve::{Error, Evaluation, Evolution, Islands, Scheme, Topology};
use tilewright_grid::Seed;

use super::list::{Law, Setting, islands, try_all};
use super::task::{Mode, Subject};

struct Apart;

type Search<P, S, const M: usize> = Evolution<P, Islands<S>, M>;

/// One generation; the evaluations that it took.
fn generation<P: Subject<M>, S: Scheme<P, M>, const M: usize>(
    search: &mut Search<P, S, M>,
) -> Vec<Evaluation<M>> {
    let problem = P::of(Mode::Quick);
    let pending = search.ask().unwrap();
    let told: Vec<_> = pending.iter().map(|genome| problem.evaluate(genome)).collect();
    search.tell(&told).unwrap();
    told
}

impl<P: Subject<M>, const M: usize> Law<P, M> for Apart {
    fn holds<S>(&self, name: &str, scheme: S)
    where
        S: Scheme<P, M, State: Serialize + DeserializeOwned> + Clone + Send,
    {
        let every = 3;
        let scheme = Islands { every, ..islands(scheme, Topology::Ring) };
        let problem = || P::of(Mode::Quick);
        let random = |index| problem().random(&mut Seed(99).child(index).rng());
        let new = || {
            let search = Evolution::new(problem(), scheme.clone(), Seed(8)).unwrap();
            search.starting_from((0..3).map(random).collect())
        };
        let mut together = new();
        let mut whole = new();
        for _ in 0..3 {
            let checkpoint = whole.checkpoint().unwrap();
            let mut found: Vec<VecDeque<_>> = Vec::new();
            for island in 0..scheme.count {
                let mut alone =
                    Evolution::resume(problem(), scheme.clone(), &checkpoint).unwrap();
                alone.isolate(island).unwrap();
                found.push((0..every).map(|_| generation(&mut alone)).collect());
            }
            for _ in 0..every {
                whole.ask().unwrap();
                let told: Vec<_> =
                    found.iter_mut().filter_map(VecDeque::pop_front).flatten().collect();
                whole.tell(&told).unwrap_or_else(|error| panic!("{name}: {error}"));
                generation(&mut together);
                let [apart, expected] =
                    [&whole, &together].map(|search| search.checkpoint().unwrap());
                assert!(apart == expected, "{name}");
            }
        }
    }
}

#[test]
fn islands_of_every_scheme_evolve_one_by_one_as_together() {
    try_all!(Setting::usual(), &Apart);
}

#[test]
fn an_island_is_left_alone_between_two_generations_only() {
    struct Refusals;

    impl<P: Subject<M>, const M: usize> Law<P, M> for Refusals {
        fn holds<S>(&self, name: &str, scheme: S)
        where
            S: Scheme<P, M, State: Serialize + DeserializeOwned> + Clone + Send,
        {
            let scheme = islands(scheme, Topology::Ring);
            let mut search = Evolution::new(P::of(Mode::Quick), scheme, Seed(8)).unwrap();
            let refused = |search: &mut Search<P, S, M>, island: usize| {
                let error = search.isolate(island).unwrap_err();
                let Error::Scheme { what, found } = error else { panic!("{error:?}") };
                assert_eq!(found as usize, island, "{name}");
                what
            };
            assert_eq!(refused(&mut search, 3), "there is no such island");
            search.ask().unwrap();
            let what = "an island can be left alone only between two generations";
            assert_eq!(refused(&mut search, 0), what);
        }
    }

    try_all!(Setting::usual(), &Refusals);
}

//! The genomes that a search starts with.

use std::ops::ControlFlow;

use serde::{Serialize, de::DeserializeOwned};
use tilewright_evolve::{Error, Evolution, Scheme, Stop};
use tilewright_grid::Seed;

use super::list::{Law, Setting, try_all};
use super::task::{Mode, Subject};

struct Starts;

impl<P: Subject<M>, const M: usize> Law<P, M> for Starts {
    fn holds<S>(&self, name: &str, scheme: S)
    where
        S: Scheme<P, M, State: Serialize + DeserializeOwned> + Clone + Send,
    {
        let problem = || P::of(Mode::Quick);
        let genomes = |count: u64| -> Vec<P::Genome> {
            let random = |index| problem().random(&mut Seed(99).child(index).rng());
            (0..count).map(random).collect()
        };
        let new = || Evolution::new(problem(), scheme.clone(), Seed(8)).unwrap();
        let random: Vec<_> = new().ask().unwrap().iter().cloned().collect();

        // They come first, and the random ones that complete them are those that stood there.
        for count in [0, 1, 3, random.len()].map(|count| count.min(random.len())) {
            let starts = genomes(count as u64);
            let mut evolution = new().starting_from(starts.clone());
            let asked: Vec<_> = evolution.ask().unwrap().iter().cloned().collect();
            if name.contains("island") || name.starts_with("CMA-") {
                // Each island begins with its share of them, and CMA-ES samples around them.
                assert_eq!(asked.len(), random.len(), "{name}");
                assert!(starts.iter().all(|start| asked.contains(start)), "{name}");
                continue;
            }
            assert_eq!(asked[..count], starts, "{name}");
            assert_eq!(asked[count..], random[count..], "{name}");
        }

        // They are in a checkpoint before the first generation, and in none after it.
        let run = |evolution: &mut Evolution<P, S, M>| {
            let stop = Stop::new().generations(4);
            evolution.run(&stop, &(), |_| ControlFlow::Continue(())).unwrap();
            evolution.checkpoint().unwrap()
        };
        let few = random.len().min(5) as u64;
        let mut whole = new().starting_from(genomes(few));
        for is_asked in [false, true] {
            let mut half = new().starting_from(genomes(few));
            if is_asked {
                half.ask().unwrap();
            }
            let bytes = half.checkpoint().unwrap();
            let mut resumed =
                Evolution::resume(problem(), scheme.clone(), &bytes).unwrap();
            assert!(run(&mut resumed) == run(&mut whole), "{name}, asked: {is_asked}");
        }

        let many = random.len() as u64 + 1;
        let mut evolution = new().starting_from(genomes(many));
        for _ in 0..2 {
            let error = evolution.ask().map(drop).unwrap_err();
            let Error::Start { found, .. } = error else { panic!("{name}: {error:?}") };
            // Islands name the share of the first one.
            assert!(found as u64 == many || name.contains("island"), "{name}: {found}");
        }
        assert_eq!(evolution.generations(), 0);
    }
}

#[test]
fn every_scheme_starts_with_the_given_genomes() {
    try_all!(Setting::usual(), &Starts);
}

//! The same bytes on any number of threads, with any pause, by `run`, by hand and in batches.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::ThreadPoolBuilder;
use serde::{Serialize, de::DeserializeOwned};
use tilewright_evolve::{Evolution, Scheme, Stop};
use tilewright_grid::Seed;

use super::list::{Law, Setting, try_all};
use super::task::{Mode, Subject};

const GENERATIONS: u64 = 12;

/// The checkpoints of each generation, asked and given, and the tables at the end.
#[derive(PartialEq)]
struct Written {
    asked: Vec<Vec<u8>>,
    told: Vec<Vec<u8>>,
    tables: String,
}

/// Runs to the last generation.
fn written<P, S, const M: usize>(mut evolution: Evolution<P, S, M>) -> Written
where
    P: Subject<M>,
    S: Scheme<P, M, State: Serialize + DeserializeOwned>,
{
    let (mut asked, mut told) = (Vec::new(), Vec::new());
    for generation in 1..=GENERATIONS {
        evolution.ask().unwrap();
        asked.push(evolution.checkpoint().unwrap());
        let stop = Stop::new().generations(generation);
        evolution.run(&stop, &(), |_| ControlFlow::Continue(())).unwrap();
        told.push(evolution.checkpoint().unwrap());
    }
    let logbook = evolution.logbook();
    Written { asked, told, tables: logbook.to_csv() + &logbook.to_json_lines() }
}

struct SameBytes;

impl<P: Subject<M>, const M: usize> Law<P, M> for SameBytes {
    fn holds<S>(&self, name: &str, scheme: S)
    where
        S: Scheme<P, M, State: Serialize + DeserializeOwned> + Clone + Send,
    {
        let new = |mode| {
            let evolution = Evolution::new(P::of(mode), scheme.clone(), Seed(6)).unwrap();
            evolution.with_hall_of_fame(4)
        };
        let whole = written(new(Mode::Quick));
        for threads in [1, 3, 8] {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let here = pool.install(|| written(new(Mode::Slow)));
            assert!(here == whole, "{name} on {threads} threads");
        }

        let batches = Arc::new(AtomicU64::new(0));
        let here = written(new(Mode::Batch(Arc::clone(&batches))));
        assert!(here == whole, "{name} in batches");
        assert_eq!(batches.load(Ordering::Relaxed), GENERATIONS, "{name}");

        // Resumed before and after each ask; the evaluations are given by hand.
        let problem = || P::of(Mode::Quick);
        let mut evolution = new(Mode::Quick);
        for (generation, (asked, told)) in whole.asked.iter().zip(&whole.told).enumerate()
        {
            evolution.ask().unwrap();
            assert!(
                evolution.checkpoint().unwrap() == *asked,
                "{name} asked at {generation}"
            );
            evolution = Evolution::resume(problem(), scheme.clone(), asked).unwrap();
            assert!(
                evolution.checkpoint().unwrap() == *asked,
                "{name} resumed at {generation}"
            );
            let pending = evolution.ask().unwrap().iter();
            let evaluations: Vec<_> =
                pending.map(|genome| problem().evaluate(genome)).collect();
            evolution.tell(&evaluations).unwrap();
            assert!(
                evolution.checkpoint().unwrap() == *told,
                "{name} told at {generation}"
            );
            evolution = Evolution::resume(problem(), scheme.clone(), told).unwrap();
            assert!(
                evolution.checkpoint().unwrap() == *told,
                "{name} resumed after {generation}"
            );
        }
    }
}

#[test]
fn every_scheme_writes_the_same_bytes_however_it_is_driven() {
    try_all!(Setting::usual(), &SameBytes);
    // Large enough that several threads breed.
    try_all!(Setting { population: 70, children: 90, ..Setting::usual() }, &SameBytes);
}

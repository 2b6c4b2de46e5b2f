//! Runs of a billion generations.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use tilewright_evolve::{Evolution, Logbook, Plus, Rate, Reason, Scheme, Stop};
use tilewright_grid::Seed;

use super::kinds::{Bits, Kind as _};
use super::list::{Law, Setting, try_all};
use super::task::{Mode, One, Subject, Task};

const BILLION: u64 = 1_000_000_000;

/// A watch that cancels at a call, from 1.
fn cancels_at(call: u64) -> impl Fn() -> ControlFlow<()> {
    let calls = AtomicU64::new(0);
    move || {
        if 1 + calls.fetch_add(1, Ordering::Relaxed) < call {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

struct Cancelled;

impl<P: Subject<M>, const M: usize> Law<P, M> for Cancelled {
    fn holds<S: Scheme<P, M>>(&self, name: &str, scheme: S) {
        let mut evolution =
            Evolution::new(P::of(Mode::Quick), scheme, Seed(10)).unwrap().with_logbook(5);
        let stop = Stop::new().generations(BILLION);
        let reason =
            evolution.run(&stop, &cancels_at(2000), |_| ControlFlow::Continue(()));
        assert_eq!(reason, Ok(Reason::Cancelled), "{name}");
        let generations = evolution.generations();
        assert!((20..2000).contains(&generations), "{name}: {generations}");
        let kept: Vec<u64> =
            evolution.logbook().events().map(|event| event.generation).collect();
        let last: Vec<u64> = (generations - 5..generations).collect();
        assert_eq!(kept, last, "{name}");
    }
}

#[test]
fn a_watch_ends_a_billion_generations() {
    try_all!(Setting::usual(), &Cancelled);
}

#[test]
fn a_long_run_takes_no_more_memory_than_its_logbook() {
    let scheme = Plus::new(1, 1, Bits::mutation(Rate::HALF));
    let problem: Task<Bits, One> = Subject::of(Mode::Quick);
    let mut evolution = Evolution::new(problem, scheme, Seed(11)).unwrap();
    let full = Stop::new().generations(Logbook::<1>::LIMIT as u64 + 10);
    evolution.run(&full, &(), |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(evolution.logbook().events().len(), Logbook::<1>::LIMIT);
    let before = evolution.generations();
    let watch = cancels_at(50_000);
    let counted = allocation_counter::measure(|| {
        let stop = Stop::new().generations(BILLION);
        let reason = evolution.run(&stop, &watch, |_| ControlFlow::Continue(()));
        assert_eq!(reason, Ok(Reason::Cancelled));
    });
    assert!(evolution.generations() > before + 10_000);
    assert_eq!((counted.count_total, counted.bytes_total), (0, 0));
    assert_eq!(evolution.logbook().events().len(), Logbook::<1>::LIMIT);
}

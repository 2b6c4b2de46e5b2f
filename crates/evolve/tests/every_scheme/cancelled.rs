//! A search that is cancelled anywhere goes on as if it had not been.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Serialize, de::DeserializeOwned};
use tilewright_evolve::{Evolution, Reason, Scheme, Stop};
use tilewright_grid::Seed;

use super::list::{Law, Setting, try_all};
use super::task::{Mode, Subject};

struct GoesOn;

impl<P: Subject<M>, const M: usize> Law<P, M> for GoesOn {
    fn holds<S>(&self, name: &str, scheme: S)
    where
        S: Scheme<P, M, State: Serialize + DeserializeOwned> + Clone + Send,
    {
        let new = |mode| Evolution::new(P::of(mode), scheme.clone(), Seed(14)).unwrap();
        let stop = Stop::new().generations(7);
        let go_on = |_: &_| ControlFlow::Continue(());
        for mode in [Mode::Quick, Mode::Slow] {
            let mut whole = new(mode.clone());
            let calls = AtomicU64::new(0);
            let counts = || {
                calls.fetch_add(1, Ordering::Relaxed);
                ControlFlow::Continue(())
            };
            assert_eq!(whole.run(&stop, &counts, go_on), Ok(Reason::Generations));
            let all = calls.into_inner();
            for last in (1..=all).step_by(11) {
                let mut part = new(mode.clone());
                let calls = AtomicU64::new(0);
                // It cancels once; what is called again goes on.
                let cancels = || match 1 + calls.fetch_add(1, Ordering::Relaxed) {
                    call if call == last => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                };
                assert_eq!(part.run(&stop, &cancels, go_on), Ok(Reason::Cancelled));
                assert_eq!(part.run(&stop, &(), go_on), Ok(Reason::Generations));
                let is_same = part.checkpoint().unwrap() == whole.checkpoint().unwrap();
                assert!(is_same, "{name}, {mode:?}, cancelled at {last} of {all}");
            }
        }
    }
}

#[test]
fn a_cancelled_search_goes_on_as_if_it_had_not_been() {
    try_all!(Setting { population: 37, children: 33, ..Setting::usual() }, &GoesOn);
}

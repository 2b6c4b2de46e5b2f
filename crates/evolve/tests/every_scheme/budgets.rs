//! No search takes more evaluations than its budget, however it is driven.

use std::ops::ControlFlow;

use serde::{Serialize, de::DeserializeOwned};
use tilewright_evolve::{Error, Evolution, Reason, Scheme, Stop};
use tilewright_grid::Seed;

use super::list::{Law, Setting, try_all};
use super::task::{Mode, Subject};

const GENERATIONS: u64 = 9;

struct Kept;

impl<P: Subject<M>, const M: usize> Law<P, M> for Kept {
    fn holds<S>(&self, name: &str, scheme: S)
    where
        S: Scheme<P, M, State: Serialize + DeserializeOwned> + Clone + Send,
    {
        let problem = || P::of(Mode::Quick);
        let new = || Evolution::new(problem(), scheme.clone(), Seed(21)).unwrap();
        let go_on = |_: &_| ControlFlow::Continue(());
        let end = Stop::new().generations(GENERATIONS);
        let mut whole = new();
        whole.run(&end, &(), go_on).unwrap();
        let all = whole.evaluations();
        let first = whole.logbook().events().next().unwrap().evaluations;
        for budget in (first..=all).step_by(23) {
            let stop = Stop::new().evaluations(budget);
            let mut part = new();
            assert_eq!(part.run(&stop, &(), go_on), Ok(Reason::Evaluations), "{name}");
            assert!(part.evaluations() <= budget, "{name}: more than {budget}");
            assert_eq!(part.run(&stop, &(), go_on), Ok(Reason::Evaluations), "{name}");

            let mut asked = new();
            while asked.reason(&stop).unwrap().is_none() {
                let pending = asked.ask().unwrap().iter();
                let judged: Vec<_> = pending.map(|it| problem().evaluate(it)).collect();
                asked.tell(&judged).unwrap();
            }
            assert_eq!(asked.reason(&stop), Ok(Some(Reason::Evaluations)), "{name}");
            assert_eq!(asked.evaluations(), part.evaluations(), "{name} by hand");

            // What did not fit waits, also in a checkpoint, and a greater budget continues with it.
            let bytes = part.checkpoint().unwrap();
            let mut more = Evolution::resume(problem(), scheme.clone(), &bytes).unwrap();
            more.run(&end, &(), go_on).unwrap();
            let is_same = more.checkpoint().unwrap() == whole.checkpoint().unwrap();
            assert!(is_same, "{name}, continued after {budget} evaluations");
        }
        let too_few = Stop::new().evaluations(first - 1);
        let found = if first == 1 {
            Ok(Reason::Evaluations)
        } else {
            Err(Error::Budget { needed: first, found: first - 1 })
        };
        assert_eq!(new().run(&too_few, &(), go_on), found, "{name}");
        assert_eq!(new().reason(&too_few), found.map(Some), "{name} by hand");
    }
}

#[test]
fn no_search_takes_more_evaluations_than_its_budget() {
    try_all!(Setting::usual(), &Kept);
}

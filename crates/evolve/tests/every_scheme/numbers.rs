//! What is no number is refused by every scheme, and nothing is lost by it.

use std::ops::ControlFlow;

use serde::{Serialize, de::DeserializeOwned};
use tilewright_evolve::{Error, Evaluation, Evolution, Scheme, Stop};
use tilewright_grid::Seed;

use super::list::{Law, Setting, try_all};
use super::task::{Mode, Subject};

struct Refused;

impl<P: Subject<M>, const M: usize> Law<P, M> for Refused {
    fn holds<S>(&self, name: &str, scheme: S)
    where
        S: Scheme<P, M, State: Serialize + DeserializeOwned> + Clone + Send,
    {
        let new = |mode| Evolution::new(P::of(mode), scheme.clone(), Seed(7)).unwrap();
        let mut straight = new(Mode::Quick);
        let stop = Stop::new().generations(6);
        straight.run(&stop, &(), |_| ControlFlow::Continue(())).unwrap();

        let mut evolution = new(Mode::Quick);
        for _ in 0..6 {
            let asked: Vec<_> = evolution.ask().unwrap().iter().cloned().collect();
            let told: Vec<_> =
                asked.iter().map(|it| evolution.problem().evaluate(it)).collect();
            let before = evolution.checkpoint().unwrap();
            // Hill climbing asks for none.
            let last = told.len().checked_sub(1);
            for index in last.into_iter().flat_map(|last| [0, last]) {
                let mut broken = told.clone();
                broken[index].objectives[M - 1] = f64::NAN;
                let error = evolution.tell(&broken).map(drop).unwrap_err();
                assert_eq!(error, Error::NotANumber { index }, "{name}");
                let mut broken = told.clone();
                broken[index].violation = -1.0;
                let error = evolution.tell(&broken).map(drop).unwrap_err();
                assert_eq!(error, Error::Violation { index, found: -1.0 }, "{name}");
            }
            let mut wrong = told.clone();
            wrong.push(Evaluation::feasible([0.0; M]));
            wrong.rotate_left(1);
            wrong.truncate(last.unwrap_or(1));
            let error = evolution.tell(&wrong).map(drop).unwrap_err();
            let (expected, found) = (told.len(), wrong.len());
            assert_eq!(error, Error::EvaluationCount { expected, found }, "{name}");
            assert!(
                evolution.checkpoint().unwrap() == before,
                "{name}: a refusal changes nothing"
            );
            evolution.tell(&told).unwrap();
        }
        assert!(
            evolution.checkpoint().unwrap() == straight.checkpoint().unwrap(),
            "{name}"
        );

        let mut poisoned = new(Mode::Poisoned);
        let is_number = |it: &Evaluation<M>| !it.objectives[0].is_nan();
        for _ in 0..2 {
            let stop = Stop::new().generations(1000);
            let outcome = poisoned.run(&stop, &(), |_| ControlFlow::Continue(()));
            let Err(Error::NotANumber { index }) = outcome else {
                panic!("{name}: {outcome:?}");
            };
            if name.contains("hill climbing") && poisoned.ask().is_err() {
                continue; // what a scheme evaluates itself cannot be told
            }
            let asked: Vec<_> = poisoned.ask().unwrap().iter().cloned().collect();
            let told: Vec<_> =
                asked.iter().map(|it| poisoned.problem().evaluate(it)).collect();
            assert_eq!(told.iter().position(|it| !is_number(it)), Some(index), "{name}");
            let quick = P::of(Mode::Quick);
            let told: Vec<_> = asked.iter().map(|it| quick.evaluate(it)).collect();
            poisoned.tell(&told).unwrap();
        }
    }
}

#[test]
fn every_scheme_refuses_what_is_no_number() {
    try_all!(Setting::usual(), &Refused);
}

//! Evaluations that a scheme makes itself are checked like all others.

use std::ops::ControlFlow;

use tilewright_evolve::{Error, Evaluation, Evolution, Population, Scheme, Step, Stop};
use tilewright_grid::Seed;

use crate::common::problems::OneMax;

type Bits = Population<tilewright_evolve::BitString>;

/// Draws four genomes and evaluates them itself, the third in its own way.
#[derive(Debug)]
struct Judging {
    third: Evaluation,
}

struct Last(Bits);

impl tilewright_evolve::State<tilewright_evolve::BitString> for Last {
    fn populations(&self) -> impl Iterator<Item = &Bits> + Clone {
        std::iter::once(&self.0)
    }
}

impl Scheme<OneMax> for Judging {
    type State = Last;

    fn start(&self, _: &OneMax, _: &tilewright_evolve::BitString) -> Result<Last, Error> {
        Ok(Last(Population::new()))
    }

    fn breed(
        &self,
        step: &Step<'_, OneMax>,
        _: &mut Last,
        offspring: &mut Bits,
    ) -> Result<(), Error> {
        step.randomize(offspring, 4)?;
        for at in 0..offspring.len() {
            let ones = Evaluation::feasible([offspring.genomes()[at].ones().into()]);
            offspring.judge_one(at, if at == 2 { self.third } else { ones });
        }
        offspring.count(4);
        Ok(())
    }

    fn survive(&self, _: &Step<'_, OneMax>, last: &mut Last, offspring: &mut Bits) {
        std::mem::swap(&mut last.0, offspring);
    }
}

#[test]
fn a_scheme_cannot_judge_by_what_is_not_a_number() {
    let nan = f64::NAN;
    for third in [
        Evaluation::feasible([nan]),
        Evaluation::feasible([-nan]),
        Evaluation { objectives: [1.0], violation: nan },
        Evaluation { objectives: [1.0], violation: -0.5 },
    ] {
        let mut evolution =
            Evolution::new(OneMax(9), Judging { third }, Seed(1)).unwrap();
        for _ in 0..2 {
            let error = evolution.ask().map(drop).unwrap_err();
            let is_right = if third.objectives[0].is_nan() {
                error == Error::NotANumber { index: 2 }
            } else {
                matches!(error, Error::Violation { index: 2, .. })
            };
            assert!(is_right, "{error:?}");
        }
        assert!(evolution.best().is_none() && evolution.population().is_empty());
    }
    let third = Evaluation::feasible([f64::INFINITY]);
    let mut evolution = Evolution::new(OneMax(9), Judging { third }, Seed(1)).unwrap();
    let stop = Stop::new().generations(3);
    evolution.run(&stop, &(), |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(evolution.best().unwrap().evaluation, third);
    assert_eq!(evolution.evaluations(), 12);
}

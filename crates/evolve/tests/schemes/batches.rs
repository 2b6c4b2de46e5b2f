//! Generations that are evaluated at once.

use std::ops::ControlFlow;

use tilewright_evolve::{
    BitString, Direction, Error, Evaluation, Evolution, PendingGenomes, Problem, Stop,
};
use tilewright_grid::{Rng, Seed, Watch};

use crate::common::problems::one_max_scheme;

/// Ones whose batches lack the last evaluation, or have one more.
#[derive(Debug)]
struct Batches {
    more: bool,
}

impl Problem for Batches {
    type Genome = BitString;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    fn random(&self, rng: &mut Rng) -> BitString {
        BitString::random(30, rng)
    }

    fn evaluate(&self, genome: &BitString) -> Evaluation {
        Evaluation::feasible([genome.ones().into()])
    }

    fn evaluate_all(
        &self,
        pending: PendingGenomes<'_, BitString>,
        _: &dyn Watch,
        evaluations: &mut Vec<Evaluation>,
    ) -> Result<(), Error> {
        assert!(evaluations.is_empty(), "the list is empty in every generation");
        evaluations.extend(pending.iter().map(|genome| self.evaluate(genome)));
        if self.more {
            evaluations.push(Evaluation::feasible([0.0]));
        } else {
            evaluations.pop();
        }
        Ok(())
    }

    fn fingerprint(&self) -> String {
        "batches".to_owned()
    }
}

#[test]
fn a_batch_of_a_wrong_size_is_refused() {
    for more in [false, true] {
        let mut evolution =
            Evolution::new(Batches { more }, one_max_scheme(8, 30), Seed(1)).unwrap();
        for expected in [8, 8] {
            let stop = Stop::new().generations(3);
            let outcome = evolution.run(&stop, &(), |_| ControlFlow::Continue(()));
            let found = if more { expected + 1 } else { expected - 1 };
            assert_eq!(outcome, Err(Error::EvaluationCount { expected, found }));
        }
        assert_eq!(evolution.generations(), 0);
    }
}

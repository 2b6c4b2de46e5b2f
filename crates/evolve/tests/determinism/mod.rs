//! The same seed gives the same bytes, and every individual draws from its own stream.

mod bytes;
mod streams;

use std::ops::ControlFlow;

use tilewright_evolve::{Evolution, Problem, Scheme, Stop};
use tilewright_grid::Seed;

const SEED: Seed = Seed(2024);

/// A search that has run so far.
fn started<P: Problem, S: Scheme<P>>(
    problem: P,
    scheme: S,
    generations: u64,
) -> Evolution<P, S> {
    let mut evolution =
        Evolution::new(problem, scheme, SEED).unwrap().with_hall_of_fame(4);
    evolution
        .run(&Stop::new().generations(generations), &(), |_| ControlFlow::Continue(()))
        .unwrap();
    evolution
}

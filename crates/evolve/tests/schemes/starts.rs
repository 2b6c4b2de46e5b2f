//! Genomes to start with that the operators cannot change.

use std::ops::ControlFlow;

use tilewright_evolve::{Error, Evolution, Stop};
use tilewright_grid::Seed;

use crate::common::problems::{Ships, ships_scheme};

#[test]
fn a_genome_of_another_length_than_the_bounds_is_refused() {
    for length in [0, 29, 31] {
        let starts = vec![vec![0; 30], vec![0; length]];
        let evolution = Evolution::new(Ships, ships_scheme(8), Seed(1)).unwrap();
        let mut evolution = evolution.starting_from(starts);
        let refused = Error::Ranges { expected: 30, found: length };
        assert_eq!(evolution.ask().map(drop), Err(refused.clone()));
        let stop = Stop::new().generations(3);
        let outcome = evolution.run(&stop, &(), |_| ControlFlow::Continue(()));
        assert_eq!(outcome, Err(refused));
    }
}

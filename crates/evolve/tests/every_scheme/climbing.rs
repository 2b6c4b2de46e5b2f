//! The small changes by which the task is climbed.

use tilewright_evolve::{BitString, Evaluation, Neighborhood};
use tilewright_grid::Rng;

use super::kinds::{Bits, GENES};
use super::task::{One, Task};

/// A genome and the bit of the last change.
pub(crate) struct Place {
    genome: BitString,
    last: usize,
}

impl Neighborhood for Task<Bits, One> {
    type Point = Place;

    fn point(&self, genome: &BitString) -> Place {
        Place { genome: genome.clone(), last: 0 }
    }
    fn genome<'a>(&self, point: &'a Place) -> &'a BitString {
        &point.genome
    }
    fn evaluation(&self, point: &Place) -> Evaluation {
        self.judge(&point.genome)
    }
    fn change(&self, point: &mut Place, rng: &mut Rng) -> u64 {
        point.last = rng.index(GENES);
        self.undo(point);
        1
    }
    fn undo(&self, point: &mut Place) {
        point.genome.flip(point.last);
    }
}

//! N-tuple networks: the value of a board as a sum of weights that small groups of cells look up.

mod choice;
mod curve;
pub(crate) mod features;
mod file;
mod learn;
mod pages;
mod position;
mod ready;
mod shape;
mod weight;

pub use curve::{BLOCK, Block, Curve};
pub use learn::{Episode, Learner, Settings};
pub use shape::Shape;

pub(crate) use features::{Features, with_features};

use crate::BitBoard;
use pages::Pages;

/// What boards are worth after a move, before a tile comes: the score that is still to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    shape: Shape,
    weights: Pages,
}

impl Network {
    pub(crate) const fn of(shape: Shape, weights: Pages) -> Self {
        Self { shape, weights }
    }

    /// Its tuples.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The weights, tuple by tuple.
    pub(crate) fn weights(&self) -> &[f32] {
        self.weights.numbers()
    }

    /// What this board is worth as an afterstate.
    pub fn value(&self, board: BitBoard) -> f32 {
        with_features!(&self.shape, features => features.value(self.weights(), board))
    }
}

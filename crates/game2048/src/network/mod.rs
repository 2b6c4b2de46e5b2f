//! N-tuple networks: the value of a board as a sum of weights that small groups of cells look up.

mod choice;
mod curve;
pub(crate) mod features;
mod file;
mod learn;
mod lesson;
mod pages;
mod position;
mod ready;
mod shape;
mod view;
mod weight;

pub use curve::{BLOCK, Block, Curve};
pub use learn::{Episode, Learner, Settings};
pub use shape::Shape;

pub(crate) use features::{Features, with_features};
pub(crate) use view::View;

use crate::BitBoard;
use pages::Pages;

/// What boards are worth after a move, before a tile comes: the score that is still to be made.
///
/// A network may have weights of their own for *late* boards, those whose largest tile is a
/// 16,384 and whose tiles add up to 30,720 or more: little is missing there to a 32,768, and
/// what is good elsewhere fails, as the board is all but full of large tiles (stages: Yeh et
/// al., *Multistage temporal difference learning for 2048-like games*, 2017).
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    shape: Shape,
    /// Those of all boards, or those of all but the late boards and then those of the late.
    weights: Pages,
}

impl Network {
    /// The network of a shape with its weights, once or twice as many as the shape has.
    pub(crate) const fn of(shape: Shape, weights: Pages) -> Self {
        Self { shape, weights }
    }

    /// Whether it has weights of their own for late boards.
    pub fn has_late(&self) -> bool {
        self.weights.numbers().len() > self.shape.weight_count()
    }

    /// How it sees a game that has come to this board.
    pub(crate) fn view(&self, board: BitBoard) -> View<'_, f32> {
        let (early, late) = self.parts();
        if self.is_late(board) {
            View::late(early, late)
        } else {
            View::plain(early, true)
        }
    }

    /// Whether a game that has come to this board is played by the weights for late boards.
    pub(crate) fn is_late(&self, board: BitBoard) -> bool {
        self.has_late() && board.is_late()
    }

    /// Its tuples.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The weights of all but the late boards, and those of the late boards, if they have any.
    pub(super) fn parts(&self) -> (&[f32], &[f32]) {
        self.weights().split_at(self.shape.weight_count())
    }

    /// All weights, tuple by tuple.
    pub(super) fn weights(&self) -> &[f32] {
        self.weights.numbers()
    }

    /// What this board is worth as an afterstate. Unless it is late and the network has weights
    /// for that, tiles above 8192 are looked at halved as far as a value is missing.
    pub fn value(&self, board: BitBoard) -> f32 {
        let (weights, seen) = self.view(board).see(board);
        with_features!(&self.shape, features => features.value(weights, seen))
    }
}

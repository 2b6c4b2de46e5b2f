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

pub use curve::{CurvePoint, GAMES_PER_POINT, LearningCurve};
pub use file::FILE_START;
pub use learn::{Episode, Learner, Settings};
pub use shape::Shape;

pub(crate) use features::{Features, with_features};
pub(crate) use view::View;

use crate::{BitBoard, Board};
use pages::Pages;

/// What boards are worth after a move, before a tile comes: the score that is still to be made.
///
/// A network may have weights of their own for *stage_2* boards, those whose largest tile is a
/// 16,384 and whose tiles of 2048 and more add up to 30,720 or more: little is missing there to
/// a 32,768, and what is good elsewhere fails, as few cells are left (stages: Yeh et al.,
/// *Multistage temporal difference learning for 2048-like games*, 2017).
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    shape: Shape,
    /// Those of all boards, or those of all but the stage_2 boards and then those of the stage_2.
    weights: Pages,
}

impl Network {
    /// The network of a shape with its weights, once or twice as many as the shape has.
    pub(crate) const fn of(shape: Shape, weights: Pages) -> Self {
        Self { shape, weights }
    }

    /// Whether it has weights of their own for stage_2 boards.
    pub fn has_stage_2(&self) -> bool {
        self.weights.numbers().len() > self.shape.weight_count()
    }

    /// How it sees a game that has come to this board, and the board as it sees it; nothing
    /// where the board is not 4 × 4.
    pub(crate) fn view(&self, board: Board) -> Option<(View<'_, f32>, BitBoard)> {
        let (stage_1, stage_2) = self.parts();
        match board.bits() {
            Some(bits) if !stage_2.is_empty() && bits.is_stage_2() => {
                Some((View::stage_2(stage_1, stage_2), bits))
            }
            _ => Some((View::plain(stage_1, true), board.for_network()?)),
        }
    }

    /// Its tuples.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The weights of all but the stage_2 boards, and those of the stage_2 boards, if they have any.
    pub(super) fn parts(&self) -> (&[f32], &[f32]) {
        self.weights().split_at(self.shape.weight_count())
    }

    /// All weights, each at its place.
    pub(super) fn weights(&self) -> &[f32] {
        self.weights.numbers()
    }

    /// What this board is worth as an afterstate; nothing where it is not 4 × 4. Unless it is
    /// stage_2 and the network has weights for that, tiles above 8192 are looked at halved as far
    /// as a value is missing.
    pub fn value(&self, board: Board) -> f32 {
        let Some((view, seen)) = self.view(board) else { return 0.0 };
        let (weights, seen) = view.see(seen);
        with_features!(&self.shape, features => features.value(weights, seen))
    }
}

//! N-tuple networks: the value of a board is a sum of weights that small groups of cells look up.

mod choice;
mod curve;
mod downgrade;
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

pub(crate) use downgrade::MAX_NETWORK_CODE;
pub(crate) use features::{Features, with_features};
pub(crate) use view::View;

use crate::{BitBoard, Board};
use pages::Pages;

/// An n-tuple network: it predicts the score that is still to be made from an *afterstate*, the board
/// after a move and before the new tile.
///
/// A network may have two stages (*multistage learning*: Yeh et al., *Multistage temporal difference
/// learning for 2048-like games*, 2017). Stage 2 has weights of its own for boards whose largest tile
/// is a 16,384 and whose tiles of 2048 and more add up to 30,720 or more. Little is missing to a
/// 32,768 there, few cells are free, and moves that are good elsewhere fail.
///
/// ```
/// use tilewright_2048::{Board, Learner, Network, Settings};
/// use tilewright_grid::Seed;
///
/// let mut learner = Learner::new(Settings::new("01,12,0145".parse()?, Seed(1)))?;
/// learner.play();
/// let network = learner.into_network();
/// let board: Board = "2 4 8 16\n0 2 4 8\n0 0 2 4\n0 0 0 2".parse().expect("it is a board");
/// assert_ne!(network.value(board), 0.0);
/// let file = network.to_bytes(&())?;
/// assert_eq!(Network::from_bytes(&file, &())?, network);
/// # Ok::<(), tilewright_2048::NetworkError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    shape: Shape,
    /// The weights of stage 1, followed by those of stage 2 if there is one.
    weights: Pages,
}

impl Network {
    /// The network with these weights: as many as the shape has, or twice as many with stage 2.
    pub(crate) const fn of(shape: Shape, weights: Pages) -> Self {
        Self { shape, weights }
    }

    /// Whether it has a stage 2.
    pub fn has_stage_2(&self) -> bool {
        self.weights.numbers().len() > self.shape.weight_count()
    }

    /// The view of a game that has reached this board, and the board as the network sees it; `None` if
    /// the board is not 4 × 4.
    pub(crate) fn view(&self, board: Board) -> Option<(View<'_, f32>, BitBoard)> {
        let (stage_1, stage_2) = self.parts();
        match board.bits() {
            Some(bits) if !stage_2.is_empty() && bits.is_stage_2() => {
                Some((View::stage_2(stage_1, stage_2), bits))
            }
            _ => Some((View::stage_1(stage_1, true), board.for_network()?)),
        }
    }

    /// The tuples.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The weights of stage 1 and of stage 2, which may be empty.
    pub(super) fn parts(&self) -> (&[f32], &[f32]) {
        self.weights().split_at(self.shape.weight_count())
    }

    /// All weights.
    pub(super) fn weights(&self) -> &[f32] {
        self.weights.numbers()
    }

    /// The value of an afterstate; 0 if the board is not 4 × 4. In stage 1 tiles above 8192 are
    /// downgraded ([`Board::downgraded`]).
    pub fn value(&self, board: Board) -> f32 {
        let Some((view, seen)) = self.view(board) else { return 0.0 };
        let (weights, seen) = view.see(seen);
        with_features!(&self.shape, features => features.value(weights, seen))
    }
}

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
mod stage;
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
use stage::{SecondStage, Stage};

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
/// let network = learner.into_network(&())?;
/// let board: Board = "2 4 8 16\n0 2 4 8\n0 0 2 4\n0 0 0 2".parse().expect("it is a board");
/// assert_ne!(network.value(board), 0.0);
/// let file = network.to_bytes(&())?;
/// assert_eq!(Network::from_bytes(&file, &())?, network);
/// # Ok::<(), tilewright_2048::NetworkError>(())
/// ```
///
/// Its weights are whole numbers of 16 bits, in a unit of each stage: half of the memory that they are trained in, so that a
/// search waits less for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    shape: Shape,
    stage_1: Stage,
    stage_2: Option<SecondStage>,
}

impl Network {
    /// The network with these weights, for each stage as many as the shape has.
    pub(crate) fn of(shape: Shape, stage_1: Stage, stage_2: Option<Stage>) -> Self {
        Self { shape, stage_1, stage_2: stage_2.map(SecondStage::ready) }
    }

    /// Whether it has a stage 2.
    pub const fn has_stage_2(&self) -> bool {
        self.stage_2.is_some()
    }

    /// The view of a game that has reached this board, and the board as the network sees it; `None` if
    /// the board is not 4 × 4.
    pub(crate) fn view(&self, board: Board) -> Option<(View<'_, i16>, BitBoard)> {
        let stage_1 = self.stage_1.weights();
        if let (Some(late), Some(bits)) = (&self.stage_2, board.bits())
            && bits.is_stage_2()
            && let Some(stage_2) = late.get()
        {
            return Some((View::stage_2(stage_1, stage_2.weights()), bits));
        }
        Some((View::stage_1(stage_1, true), board.for_network()?))
    }

    /// The tuples.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The value of an afterstate; 0 if the board is not 4 × 4. In stage 1 tiles above 8192 are
    /// downgraded ([`Board::downgraded`]). If there is no memory for stage 2 when it is first needed, stage 1 values all boards.
    pub fn value(&self, board: Board) -> f32 {
        let Some((view, seen)) = self.view(board) else { return 0.0 };
        with_features!(&self.shape, features => view.value(features, seen))
    }
}

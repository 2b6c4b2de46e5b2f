//! The state of a training game.

use tilewright_grid::Rng;

use super::choice::Choice;
use super::lesson::Step;
use crate::{BitBoard, Board};

/// A board without legal moves.
const END: BitBoard = BitBoard(0x1212_2121_1212_2121);

/// A board, and the same board as the network sees it. The two differ if tiles are downgraded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    seen: BitBoard,
    /// The actual board, if it differs.
    whole: Option<Board>,
}

impl Position {
    pub(super) fn new(board: BitBoard, downgrades: bool) -> Self {
        let seen = if downgrades { board.for_network() } else { board };
        Self { seen, whole: (seen != board).then(|| board.into()) }
    }

    /// The board as the network sees it.
    pub(super) const fn seen(&self) -> BitBoard {
        self.seen
    }

    /// The actual board.
    pub(super) fn board(&self) -> Board {
        self.whole.unwrap_or_else(|| self.seen.into())
    }

    /// Makes a move whose afterstate the network sees as `seen`, and adds a new tile. Returns the step to
    /// learn from, and the score of the move on the actual board.
    pub(super) fn follow(
        &mut self,
        choice: Choice,
        seen: BitBoard,
        four_probability: f64,
        rng: &mut Rng,
    ) -> (Step, u64) {
        let Choice { heading, board, gain } = choice;
        let step = Step { board: seen, gain, is_cut: false };
        if self.whole.is_none() && seen == board {
            self.seen = seen.spawn(four_probability, rng);
            return (step, gain.into());
        }
        let slide =
            self.board().slide(heading).expect("downgrading keeps equal tiles equal");
        let board = slide.board.spawn(four_probability, rng);
        // A full board of sixteen different tiles has no legal move, so any such board will do.
        self.seen = board.for_network().unwrap_or(END);
        let is_seen_whole = board.bits() == Some(self.seen);
        self.whole = (!is_seen_whole).then_some(board);
        (Step { is_cut: !is_one_tile_more(seen, self.seen), ..step }, slide.gain)
    }
}

/// Whether the second board is the first with one tile more.
const fn is_one_tile_more(first: BitBoard, second: BitBoard) -> bool {
    let tile = first.0 ^ second.0;
    let cell = 15_u64.unbounded_shl(tile.trailing_zeros() & !3);
    tile & !cell == 0 && first.0 & cell == 0 && tile != 0
}

#[cfg(test)]
mod tests {
    use tilewright_grid::{Heading, Seed};

    use super::*;

    /// A position and what follows a move on it.
    fn followed(text: &str, heading: Heading) -> (Position, Step, u64) {
        let board: Board = text.parse().unwrap();
        let mut position = Position::new(board.bits().unwrap(), true);
        let seen = position.seen();
        let (board, gain) = (seen.slide(heading), seen.gain(heading));
        let choice = Choice { heading, board, gain };
        let (step, gain) =
            position.follow(choice, board.for_network(), 0.1, &mut Seed(1).rng());
        (position, step, gain)
    }

    #[test]
    fn two_tiles_of_8192_merge_into_one_that_is_seen_as_8192() {
        let text = "8192 8192 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 2";
        let (position, step, gain) = followed(text, Heading::West);
        assert_eq!((step.gain, gain, step.is_cut), (16_384, 16_384, false));
        assert_eq!(Board::from(step.board).largest(), 8192);
        assert_eq!(position.board().largest(), 16_384);
        assert_eq!(Board::from(position.seen()).largest(), 8192);
    }

    #[test]
    fn a_game_scores_the_actual_tiles() {
        let text = "16384 16384 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 2";
        let (position, step, gain) = followed(text, Heading::West);
        assert_eq!((step.gain, gain, step.is_cut), (16_384, 32_768, false));
        assert_eq!(position.board().largest(), 32_768);
    }

    #[test]
    fn a_step_is_cut_where_the_downgrading_changes() {
        // The 16,384 is seen as an 8192 until the board has an actual 8192.
        let text = "16384 4096 4096 0\n0 0 0 0\n0 0 0 0\n0 0 0 2";
        let (position, step, gain) = followed(text, Heading::West);
        assert_eq!((gain, step.is_cut), (8192, true));
        let seen = Board::from(position.seen());
        assert_eq!((seen.tile(0), seen.tile(1)), (8192, 4096));
        let (_, step, _) = followed(text, Heading::South);
        assert!(!step.is_cut);
    }

    #[test]
    fn games_continue_beyond_65536() {
        let text = "32768 32768 0 0\n16384 8192 4096 2048\n128 256 512 1024\n64 32 16 8";
        let (mut position, step, gain) = followed(text, Heading::West);
        assert_eq!((step.gain, gain), (16_384, 65_536));
        assert_eq!(position.board().largest(), 65_536);
        let seen = position.seen();
        let heading =
            Heading::ALL.into_iter().find(|&to| seen.slide(to) != seen).unwrap();
        let (board, gain) = (seen.slide(heading), seen.gain(heading));
        let choice = Choice { heading, board, gain };
        position.follow(choice, board.for_network(), 0.1, &mut Seed(1).rng());
        assert_eq!(position.board().largest(), 65_536);
    }
}

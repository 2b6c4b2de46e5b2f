//! A game: the board, the score and the random numbers.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Heading, Rng, Seed, Size};

use crate::{Board, BoardError, FOUR_PROBABILITY, SavedError};

/// What is the same in all games of a batch: the size of the board, the probability of a 4, and
/// the seed.
///
/// ```
/// use tilewright_2048::Setup;
/// use tilewright_grid::{Seed, Size};
///
/// let standard = Setup::new(Size::new(4, 4), Seed(1));
/// assert_eq!(standard.four_probability, 0.1);
/// let only_twos = Setup { four_probability: 0.0, ..standard };
/// # assert_ne!(standard, only_twos);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setup {
    /// The rows and columns of the board.
    pub size: Size,
    /// The probability that a new tile is a 4 instead of a 2.
    pub four_probability: f64,
    /// The seed of all random choices.
    pub seed: Seed,
}

impl Setup {
    /// A setup with the probability of a 4 of the original game, [`FOUR_PROBABILITY`].
    pub const fn new(size: Size, seed: Seed) -> Self {
        Self { size, four_probability: FOUR_PROBABILITY, seed }
    }
}

/// A game in progress: the board, the score, and the random numbers of new tiles. One that is read is checked: the board
/// and the number of moves say what the score must be.
///
/// ```
/// use tilewright_2048::{Game, Setup};
/// use tilewright_grid::{Heading, Seed, Size};
///
/// let setup = Setup::new(Size::new(4, 4), Seed(1));
/// let mut game = Game::new(&setup, setup.seed)?;
/// let before = game.board();
/// while game.play(Heading::West).is_some() {}
/// assert_ne!(game.board(), before);
/// # Ok::<(), tilewright_2048::BoardError>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Record", into = "Record")]
pub struct Game {
    board: Board,
    score: u64,
    moves: u32,
    four_probability: f64,
    tiles: Rng,
}

impl Game {
    /// Starts a game with two tiles. `seed` determines these and all later tiles; the seed of the
    /// setup is not used.
    ///
    /// # Errors
    /// If the setup's board size is not supported.
    pub fn new(setup: &Setup, seed: Seed) -> Result<Self, BoardError> {
        let (empty, four_probability) =
            (Board::empty(setup.size)?, setup.four_probability);
        let mut tiles = seed.rng();
        let board =
            empty.spawn(four_probability, &mut tiles).spawn(four_probability, &mut tiles);
        Ok(Self { board, score: 0, moves: 0, four_probability, tiles })
    }

    /// The board.
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The score: the sum of all tiles made by merging.
    pub const fn score(&self) -> u64 {
        self.score
    }

    /// The number of moves made.
    pub const fn moves(&self) -> u32 {
        self.moves
    }

    /// The game, if it is one of this setup.
    pub(crate) fn under(self, setup: &Setup) -> Result<Self, SavedError> {
        let differs = |what, found: String, expected: String| {
            Err(SavedError::Differs { what, found, expected })
        };
        let (found, expected) = (self.board.size(), setup.size);
        if found != expected {
            let text = |size: Size| format!("{} × {}", size.rows, size.columns);
            return differs("size", text(found), text(expected));
        }
        if self.four_probability.to_bits() != setup.four_probability.to_bits() {
            let [found, expected] = [self.four_probability, setup.four_probability];
            return differs("four_probability", found.to_string(), expected.to_string());
        }
        Ok(self)
    }

    /// Makes a move, adds a new tile, and returns what the move scored. An illegal move changes
    /// nothing and returns `None`.
    pub fn play(&mut self, heading: Heading) -> Option<u64> {
        let slide = self.board.slide(heading)?;
        self.board = slide.board.spawn(self.four_probability, &mut self.tiles);
        self.score += slide.gain;
        self.moves += 1;
        Some(slide.gain)
    }
}

/// A game as it is written.
#[derive(Serialize, Deserialize)]
struct Record {
    board: Board,
    score: u64,
    moves: u32,
    four_probability: f64,
    tiles: Rng,
}

impl From<Game> for Record {
    fn from(game: Game) -> Self {
        let Game { board, score, moves, four_probability, tiles } = game;
        Self { board, score, moves, four_probability, tiles }
    }
}

impl TryFrom<Record> for Game {
    type Error = SavedError;

    fn try_from(record: Record) -> Result<Self, SavedError> {
        let Record { board, score, moves, four_probability, tiles } = record;
        if !(0.0..=1.0).contains(&four_probability) {
            return Err(SavedError::FourProbability(four_probability));
        }

        // Each move brings a tile, after the first two: all are twos and fours, so the sum tells how many
        // are fours.
        let spawned = u64::from(moves) + 2;
        let fours = (board.sum() / 2).checked_sub(spawned);
        let fours = fours.filter(|&fours| fours <= spawned);
        let fours = fours.ok_or(SavedError::Moves { moves, sum: board.sum() })?;

        // A tile 2ᵏ that is made of twos has scored (k − 1) × 2ᵏ, and each four that came whole 4 less.
        let of_twos = |code: u8| u64::from(code.saturating_sub(1)) << code;
        let of_twos: u64 = board.codes().filter(|&code| code > 0).map(of_twos).sum();
        if of_twos.checked_sub(4 * fours) != Some(score) {
            let expected = of_twos.saturating_sub(4 * fours).to_string();
            let found = score.to_string();
            return Err(SavedError::Differs { what: "score", found, expected });
        }

        Ok(Self { board, score, moves, four_probability, tiles })
    }
}

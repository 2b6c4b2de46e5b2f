//! A game under way.

use tilewright_grid::{Heading, Rng, Seed, Size};

use crate::{Board, BoardError};

/// Which games are played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Table {
    /// The rows and columns of the board.
    pub size: Size,
    /// How often a 4 comes instead of a 2.
    pub fours: f64,
    /// Where all chance comes from.
    pub seed: Seed,
}

/// A game: the board, the score, and where new tiles come from.
///
/// ```
/// use tilewright_2048::{Game, Table};
/// use tilewright_grid::{Heading, Seed, Size};
///
/// let table = Table { size: Size::new(4, 4), fours: 0.1, seed: Seed(1) };
/// let mut game = Game::new(&table, table.seed)?;
/// let before = game.board();
/// while game.play(Heading::West).is_some() {}
/// assert_ne!(game.board(), before);
/// # Ok::<(), tilewright_2048::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    score: u64,
    moves: u32,
    fours: f64,
    tiles: Rng,
}

impl Game {
    /// A game with its first two tiles, which are drawn from that seed, as all others are.
    ///
    /// # Errors
    /// When no board has the size.
    pub fn new(table: &Table, seed: Seed) -> Result<Self, BoardError> {
        let (empty, fours) = (Board::empty(table.size)?, table.fours);
        let mut tiles = seed.rng();
        let board = empty.spawn(fours, &mut tiles).spawn(fours, &mut tiles);
        Ok(Self { board, score: 0, moves: 0, fours, tiles })
    }

    /// The board.
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The sum of all tiles made by joining.
    pub const fn score(&self) -> u64 {
        self.score
    }

    /// How many moves were made.
    pub const fn moves(&self) -> u32 {
        self.moves
    }

    /// Makes a move, upon which a tile comes; what it gained, or none where it is not legal
    /// and nothing happens.
    pub fn play(&mut self, heading: Heading) -> Option<u64> {
        let slide = self.board.slide(heading)?;
        self.board = slide.board.spawn(self.fours, &mut self.tiles);
        self.score += slide.gain;
        self.moves += 1;
        Some(slide.gain)
    }
}

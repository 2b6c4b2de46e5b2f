//! 2048 as an environment.

use tilewright_2048::{
    BitBoard, Board, BoardError, Depth, Expectimax, Network, NetworkPlayer, Player,
    Strategy, USUAL_PLIES,
};
use tilewright_draw::Picture;
use tilewright_grid::{Heading, Rng, Seed, Size};

use crate::{Environment, Outcome, Space};

/// The plies of expectimax in [`Environment::best_action`]: the fewest that search at all, since callers ask for an action in each of many
/// steps, and boards that are not 4 × 4 are evaluated line by line.
const DEPTH: u32 = 2;

/// The side of a tile in pictures, in pixels.
const TILE: f64 = 64.0;

/// A game of 2048: the game that [`Game`](tilewright_2048::Game) plays with the same seed.
///
/// The action is a direction: 0 up, 1 right, 2 down, 3 left. The reward is the sum of the tiles that
/// the move makes by merging; an illegal move changes nothing and has the reward 0. The observation is
/// the code of each cell, row by row: 0 is empty, *k* is the tile 2ᵏ.
///
/// ```
/// use tilewright_environments::{Environment, Game2048};
/// use tilewright_grid::{Seed, Size};
///
/// let mut game = Game2048::new(Size::new(4, 4), 0.1)?;
/// game.reset(Seed(1));
/// let (mut seen, mut legal) = ([0; 16], [0; 4]);
/// game.observe(&mut seen);
/// game.mask(&mut legal);
/// assert_eq!(seen.iter().filter(|code| **code > 0).count(), 2);
/// assert!(legal.contains(&1));
/// # Ok::<(), tilewright_2048::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game2048 {
    bits: BitBoard,
    tiles: Rng,
    /// The board, if it does not fit into `bits`.
    large: Option<Box<Board>>,
    /// The legal moves: bit 0 for up, then right, down and left.
    legal: u8,
    empty: Board,
    four_probability: f64,
}

impl Game2048 {
    /// A game on a board of that size, in which a new tile is a 4 with the given probability.
    ///
    /// # Errors
    /// If the size is not from 2 × 2 to 5 × 5.
    pub fn new(size: Size, four_probability: f64) -> Result<Self, BoardError> {
        let empty = Board::empty(size)?;
        let (bits, tiles) = (BitBoard::default(), Seed(0).rng());
        let mut game =
            Self { bits, tiles, large: None, legal: 0, empty, four_probability };
        game.reset(Seed(0));
        Ok(game)
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.large.as_ref().map_or_else(|| self.bits.into(), |board| **board)
    }

    /// Continues with a board that may be of any size.
    #[cold]
    fn set(&mut self, board: Board) {
        self.legal = 0;
        for (heading, _) in board.slides() {
            self.legal |= 1 << heading as u8;
        }
        match board.bits().filter(|bits| bits.is_exact()) {
            Some(bits) => (self.bits, self.large) = (bits, None),
            None => self.large = Some(Box::new(board)),
        }
    }

    #[cold]
    fn step_large(&mut self, heading: Heading) -> Outcome {
        let Some(slide) = self.board().slide(heading) else { return Outcome::default() };
        let board = slide.board.spawn(self.four_probability, &mut self.tiles);
        self.set(board);
        Outcome { reward: slide.gain as f32, is_over: self.legal == 0 }
    }
}

impl Environment for Game2048 {
    /// The codes of the cells, and the stream of the new tiles.
    type Saved = (Vec<u8>, Rng);

    fn space(&self) -> Space {
        let Size { rows, columns } = self.empty.size();
        let shape = vec![rows as usize, columns as usize];
        Space { shape, highs: vec![self.empty.max_code()], actions: 4 }
    }

    fn reset(&mut self, seed: Seed) {
        self.tiles = seed.rng();
        let one = self.empty.spawn(self.four_probability, &mut self.tiles);
        let two = one.spawn(self.four_probability, &mut self.tiles);
        self.set(two);
    }

    #[inline]
    fn step(&mut self, action: u32) -> Outcome {
        let heading = Heading::ALL[action as usize & 3];
        if self.large.is_some() {
            return self.step_large(heading);
        }

        let (moved, gain) = self.bits.moved_by(heading);
        if moved == self.bits {
            return Outcome::default();
        }

        self.bits = moved.spawn(self.four_probability, &mut self.tiles);

        // Near a 65,536 the board leaves the form in bits.
        if self.bits.is_exact() {
            self.legal = self.bits.legal_moves();
        } else {
            self.set(self.bits.into());
        }

        Outcome { reward: gain as f32, is_over: self.legal == 0 }
    }

    #[inline]
    fn observe(&self, seen: &mut [u8]) {
        if let (None, Ok(seen)) = (&self.large, <&mut [u8; 16]>::try_from(&mut *seen)) {
            let [low, high] = [self.bits.0 as u32, (self.bits.0 >> 32) as u32].map(bytes);
            *seen = (u128::from(low) | u128::from(high) << 64).to_le_bytes();
            return;
        }
        for (seen, code) in seen.iter_mut().zip(self.board().codes()) {
            *seen = code;
        }
    }

    #[inline]
    fn mask(&self, legal: &mut [u8]) {
        let spread = u32::from(self.legal).wrapping_mul(0x0020_4081) & 0x0101_0101;
        legal.copy_from_slice(&spread.to_le_bytes());
    }

    /// Each line is a row: the tiles, 0 for an empty cell.
    fn text(&self) -> String {
        let board = self.board();
        let tile = |code: u8| if code == 0 { 0 } else { 1_u64 << code };
        let codes: Vec<u8> = board.codes().collect();
        let row = |row: &[u8]| {
            let tiles = row.iter().map(|&code| format!("{:>6}", tile(code)));
            tiles.collect::<Vec<_>>().join(" ")
        };
        let rows = codes.chunks(board.size().columns as usize);
        rows.map(row).collect::<Vec<_>>().join("\n")
    }

    fn picture(&mut self) -> Picture {
        self.board().picture(TILE)
    }

    /// The choice of the built-in network at 3-ply on 4 × 4 boards, and of [`Expectimax`] at 2-ply on the others.
    fn best_action(&mut self) -> Option<u32> {
        let (board, fours) = (self.board(), self.four_probability);
        let mut player: Box<dyn Player> = match Strategy::usual(board.size()) {
            Strategy::Network => {
                Box::new(NetworkPlayer::new(Network::ready(), USUAL_PLIES, 0.0, fours))
            }
            _ => Box::new(Expectimax::new(Depth::Fixed(DEPTH), fours)),
        };
        let choice = player.choose(board, &mut Seed(0).rng());
        choice.map(|heading| heading as u32)
    }

    fn save(&self) -> Self::Saved {
        (self.board().codes().collect(), self.tiles.clone())
    }

    fn restore(&mut self, (codes, tiles): Self::Saved) -> bool {
        let max = self.empty.max_code();
        if codes.len() != self.empty.area() || codes.iter().any(|&code| code > max) {
            return false;
        }
        let filled = |board: Board, (at, &code)| board.with_code(at, code);
        self.set(codes.iter().enumerate().fold(self.empty, filled));
        self.tiles = tiles;
        true
    }
}

/// Eight codes of four bits as eight bytes.
#[inline]
const fn bytes(codes: u32) -> u64 {
    let codes = codes as u64;
    let codes = (codes | codes << 16) & 0x0000_ffff_0000_ffff;
    let codes = (codes | codes << 8) & 0x00ff_00ff_00ff_00ff;
    (codes | codes << 4) & 0x0f0f_0f0f_0f0f_0f0f
}

#[cfg(test)]
mod tests {
    use tilewright_2048::{Game, Setup};

    use super::*;

    /// What an environment shows is what the game of the same seed has.
    fn check(game: &Game, environment: &Game2048) {
        let (mut seen, mut legal) = (vec![9; game.board().area()], [9; 4]);
        environment.observe(&mut seen);
        environment.mask(&mut legal);
        assert_eq!(environment.board(), game.board());
        assert!(seen.iter().copied().eq(game.board().codes()), "{seen:?}");
        let slides =
            Heading::ALL.map(|heading| u8::from(game.board().slide(heading).is_some()));
        assert_eq!(legal, slides);
    }

    #[test]
    fn it_is_the_game_of_the_same_seed() {
        for (rows, columns) in [(4, 4), (2, 3), (5, 5)] {
            let size = Size::new(rows, columns);
            for seed in 0..40 {
                let mut game = Game::new(&Setup::new(size, Seed(0)), Seed(seed)).unwrap();
                let mut environment = Game2048::new(size, 0.1).unwrap();
                environment.reset(Seed(seed));
                let mut actions = Seed(seed).child(7).rng();
                check(&game, &environment);

                for _ in 0..300 {
                    let action = actions.below(4);
                    let gain = game.play(Heading::ALL[action as usize]);
                    let outcome = environment.step(action);
                    assert_eq!(outcome.reward as u64, gain.unwrap_or(0));
                    assert_eq!(
                        outcome.is_over,
                        gain.is_some() && !game.board().has_move()
                    );
                    check(&game, &environment);
                    if !game.board().has_move() {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn tiles_beyond_the_fast_board_merge() {
        let mut environment = Game2048::new(Size::new(4, 4), 0.1).unwrap();
        let board: Board =
            "32768 0 0 16384\n0 0 0 16384\n0 0 0 0\n0 0 0 2".parse().unwrap();
        environment.set(board);
        assert!(environment.large.is_none());
        assert_eq!(environment.step(0).reward as u32, 32768);
        assert!(environment.large.is_some(), "two of the largest: they could merge");
        assert_eq!(environment.step(3).reward as u32, 65536);
        let mut seen = [0; 16];
        environment.observe(&mut seen);
        assert_eq!(seen[0], 16, "a 65,536");
    }
}

//! Games that are played on after two moves (*rollouts*): what the worse one costs.

use serde::Serialize;
use tilewright_grid::{Estimate, Heading, Rng, Seed, Watch};

use crate::{Board, Player};

/// How many games are played on after two moves to compare these, and how far.
///
/// ```
/// use tilewright_2048::{Board, Network, NetworkPlayer, Rollouts};
/// use tilewright_grid::Heading;
///
/// // After right the board is full, and no two tiles are equal.
/// let board: Board = "2 2 8 2\n8 32 16 4\n64 128 64 16\n256 16 128 32".parse()?;
/// let mut player = NetworkPlayer::new(Network::ready(), 1, 0.0, 0.1);
/// let moves = [Heading::West, Heading::East];
/// let played = Rollouts::default().after(board, moves, 0.1, &mut player, &()).expect("both are legal");
/// let [left, right] = played.over;
/// assert!(left.mean < 0.3 && right.mean > 0.9 && played.loss.ci95[0] > 0.0);
/// # Ok::<(), tilewright_2048::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rollouts {
    /// The games after each of the two moves, at least one.
    pub games: u32,
    /// The most moves of each game.
    pub moves: u32,
    /// The seed of the new tiles. Each game after one move has a game with the same random numbers after the other.
    pub seed: Seed,
}

impl Default for Rollouts {
    /// 1,000 games of 300 moves, seed 1: a position takes some 150 ms of one core with the built-in network at 1-ply. The mean absolute error
    /// of their losses is 0.8 % of the final score (`cargo xtask bench 2048-coach`). Fewer games leave more to chance, and in fewer moves less of what
    /// a bad move spoiled is made good.
    fn default() -> Self {
        Self { games: 1000, moves: 300, seed: Seed(1) }
    }
}

/// What came of games that were played on after two moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RolloutResult {
    /// The games after each of the two moves.
    pub games: u32,
    /// The most moves of each game.
    pub moves: u32,
    /// The points that were made after the better move, on average. A game that is not over by then has the points that the player
    /// still expects.
    pub points: Estimate,
    /// How many fewer were made after the worse move.
    pub loss: Estimate,
    /// The share of games that were over by then, after the better and after the worse move.
    pub over: [Estimate; 2],
}

impl Rollouts {
    /// Plays on after both moves, the better one first, with a player that should be a fast one, and that no watch stops. Its values
    /// should be points to come; of other players only [`over`](RolloutResult::over) means anything. `None` if a move is not legal, or
    /// once the watch breaks.
    pub fn after(
        &self,
        board: Board,
        [better, worse]: [Heading; 2],
        four_probability: f64,
        player: &mut dyn Player,
        watch: &dyn Watch,
    ) -> Option<RolloutResult> {
        let (right, wrong) = board.slide(better).zip(board.slide(worse))?;
        let (mut over, mut made, mut losses) = ([0; 2], Vec::new(), Vec::new());
        for game in 0..self.games.into() {
            if watch.look().is_break() {
                return None;
            }
            let mut points = [right.gain as f64, wrong.gain as f64];
            for (at, after) in [right.board, wrong.board].into_iter().enumerate() {
                let seed = self.seed.child(game);
                let rngs = [seed.child(0).rng(), seed.child(1).rng()];
                let (more, is_over) = self.game(after, four_probability, rngs, player);
                points[at] += more;
                over[at] += u64::from(is_over);
            }
            made.push(points[0]);
            losses.push(points[0] - points[1]);
        }
        let (games, moves) = (self.games, self.moves);
        let over = over.map(|over| Estimate::of_share(over, games.into()));
        let [points, loss] =
            [made, losses].map(|values| Estimate::of_mean(values.iter().copied()));
        Some(RolloutResult { games, moves, points, loss, over })
    }

    /// The points of a game from an afterstate on, with those that are still expected in the end, and whether it is over.
    fn game(
        &self,
        after: Board,
        four_probability: f64,
        [mut tiles, mut choices]: [Rng; 2],
        player: &mut dyn Player,
    ) -> (f64, bool) {
        player.begin();
        let mut points = 0.0;
        let mut board = after.spawn(four_probability, &mut tiles);
        for _ in 0..self.moves {
            let chosen = player.choose(board, &mut choices);
            let Some(slide) = chosen.and_then(|made| board.slide(made)) else { break };
            points += slide.gain as f64;
            board = slide.board.spawn(four_probability, &mut tiles);
        }
        let expected = player.values(board).into_iter().flatten().reduce(f64::max);
        (points + expected.unwrap_or(0.0), !board.has_move())
    }
}

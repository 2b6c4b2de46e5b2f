//! A ladder of five players, from the novice to the expert.

use tilewright_grid::{Rng, Seed};
use tilewright_play::is_own_move;

use super::{Bot, RandomBot};
use crate::rules::{SeenMove, UNIT};
use crate::{Game, Move};

/// A player of the ladder. Each sees every goal, and counts of a move what it takes at once of what the goal wants, points where
/// nothing else is wanted, and 60 % of what the pieces that it makes would take where those things lie evenly. Of moves
/// that count the same it makes the one that moves the most blocks near what the goal wants: that it takes, or that lie
/// above. The weaker ones make a share of their moves at random; the expert also plays its best moves in copies of the
/// game.
///
/// ```
/// use tilewright_grid::Seed;
/// use tilewright_match3::{Level, Player, Rules, Statistics, play_bot};
///
/// let level: Level = ".......\n.......\n..a.b..\n.......\n.......\n".parse()?;
/// let rules = Rules::new(&level, &"clear:overlays".parse()?);
/// let mean = |player: Player| {
///     let games = play_bot(&rules, &player, 1000, 0..100, Seed(1), &())?;
///     Ok::<_, tilewright_match3::IllegalSwap>(Statistics::of(&games, 1000).mean_swaps())
/// };
/// assert!(mean(Player::Expert)? < mean(Player::Regular)?);
/// assert!(mean(Player::Regular)? < mean(Player::Novice)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Chooses 20 % of the moves; the others are random.
    Novice,
    /// Chooses 40 %.
    Beginner,
    /// Chooses 70 %.
    Regular,
    /// Chooses all moves.
    Skilled,
    /// Plays each of its six best moves in two copies of the game with other refills, and makes the one after which the
    /// board stands best: what is left of the goal, against what the next move takes, the pieces there and the blocks moved.
    Expert,
}

/// The moves that the expert tries, each in as many copies of the game. Chosen: a planner that tries six moves instead of
/// three won 5 to 10 points more often, and one sample instead of two gave up about 2 points.
const TRIED: usize = 6;
const SAMPLES: u64 = 2;
/// What a cell near what the goal wants counts for the expert if its block changes, of [`UNIT`]: little, as it decides where
/// the next move takes the same. With 24 games of few colours were lost to it.
const STIRRED: u64 = UNIT / 32;

impl Player {
    /// The share of moves that it chooses.
    const fn own(self) -> f64 {
        match self {
            Self::Novice => 0.2,
            Self::Beginner => 0.4,
            Self::Regular => 0.7,
            Self::Skilled | Self::Expert => 1.0,
        }
    }

    /// The choice within a budget of moves that it plays in copies of the game, at least one each.
    // A call of its own, so that the loops of the other bots stay as small as they are.
    #[inline(never)]
    pub(crate) fn choose_within<const W: usize>(
        self,
        game: &Game<'_, W>,
        nodes: u64,
        rng: &mut Rng,
    ) -> Move {
        if !is_own_move(self.own(), rng) {
            return RandomBot.choose(game, rng);
        }
        let seen = match self {
            Self::Expert => best_ahead(game, nodes, rng),
            _ => game.best_seen(rng),
        };
        seen.expect("a bot is asked where there is a move")
    }
}

impl Bot for Player {
    #[inline]
    fn choose<const W: usize>(&self, game: &Game<'_, W>, rng: &mut Rng) -> Move {
        self.choose_within(game, u64::MAX, rng)
    }
}

/// The move after which the board stands best, the first of several.
fn best_ahead<const W: usize>(
    game: &Game<'_, W>,
    nodes: u64,
    rng: &mut Rng,
) -> Option<Move> {
    let first = game.moves().next()?;
    let mut found = [SeenMove { made: first, progress: 0, stirred: 0 }; TRIED];
    let room = (nodes / SAMPLES).clamp(1, TRIED as u64) as usize;
    let count = game.few_best(&mut found[..room]);

    // All are followed with the same random refills, so that they differ by what they do and not by luck.
    let seed = Seed(rng.next_u64());
    let mut board = game.imagine(seed.rng());
    let stand = found[..count].iter().map(|seen| {
        let futures = (0..SAMPLES).map(|sample| {
            board.imagine(game, seed.child(sample).rng());
            let mut copy = Game::new(game.rules(), &mut board);
            copy.play(seen.made);
            i128::from(copy.standing()) + i128::from(STIRRED * u64::from(seen.stirred))
        });
        (futures.sum::<i128>(), seen.made)
    });
    stand
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map(|best| best.1)
}

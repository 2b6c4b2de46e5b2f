//! Games of which it is known how the goal came nearer, move by move.

use std::ops::Range;

use tilewright_grid::{Seed, Watch};

use crate::bits::dispatch;
use crate::play::{Halt, outcome, run};
use crate::{Board, Bot, Game, Outcome, Part, Rules};

/// The games that a thread plays at a time on one board, as those of [`play`](crate::play).
const CHUNK: u32 = 64;

/// A game, and what was left of the goal on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The outcome.
    pub outcome: Outcome,
    /// What was left of the goal at the start and after each move, as [`Game::left`] counts it: one value more than moves.
    pub left: Vec<u64>,
    /// What was left at the end of each part of the goal, as [`Game::parts`] has them.
    pub parts: Vec<(Part, u64)>,
}

impl Trace {
    /// The share of the goal that was left after this many moves, from 0 to 1; of a game that ended before, what was
    /// left at its end.
    pub fn share_left(&self, moves: u32) -> f64 {
        let last = self.left.len().saturating_sub(1);
        let whole = self.left.first().copied().unwrap_or(0).max(1);
        let left = self.left.get(last.min(moves as usize)).copied().unwrap_or(0);
        (left as f64 / whole as f64).min(1.0)
    }
}

/// As [`play`](crate::play), the same games, with what was left of the goal after each move.
///
/// ```
/// use tilewright_grid::Seed;
/// use tilewright_match3::{GreedyBot, Level, Rules, play_traced};
///
/// let level: Level = ["......"; 6].join("\n").parse()?;
/// let rules = Rules::new(&level, &"collect:15".parse()?);
/// for trace in play_traced(&rules, &GreedyBot, 40, 0..20, Seed(1), &()) {
///     assert_eq!(trace.left.len(), trace.outcome.swaps as usize + 1);
///     assert_eq!(trace.share_left(0), 1.0);
///     assert_eq!(trace.share_left(40) == 0.0, trace.outcome.is_won);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// When a bot of one's own makes an illegal swap.
pub fn play_traced(
    rules: &Rules,
    bot: &impl Bot,
    max_swaps: u32,
    games: Range<u32>,
    seed: Seed,
    watch: &dyn Watch,
) -> Vec<Trace> {
    dispatch!(rules.shape.words, W => {
        let begin = || Board::<W>::new(rules);

        let one = |board: &mut Board<W>, number: u32| {
            let mut game = Game::new(rules, board);
            let mut left = Vec::new();
            let seed = seed.child(u64::from(number));
            let see = |game: &Game<'_, W>, _| left.push(game.left());
            match run(&mut game, bot, max_swaps, seed, watch, see) {
                Ok(()) => {
                    let parts = game.parts().collect();
                    Ok(Some(Trace { outcome: outcome(&game), left, parts }))
                }
                Err(Halt::Stopped) => Ok(None),
                Err(Halt::Illegal(swap)) => Err(swap),
            }
        };

        let played = tilewright_play::all(games, CHUNK, begin, one);
        played.expect("the bot chooses among the legal swaps")
    })
}

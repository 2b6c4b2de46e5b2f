//! Many games of one level.

use std::ops::Range;

use rayon::prelude::*;
use tilewright_grid::Seed;

use crate::bits::dispatch;
use crate::rules::Watch;
use crate::{Bot, Game, Rules};

/// The swaps after which a game counts as unfinished, unless one says otherwise.
pub const MAX_SWAPS: u32 = 1000;

/// How a game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How many swaps were made.
    pub swaps: u32,
    /// Whether the goal was reached.
    pub is_won: bool,
    /// How often the board was shuffled.
    pub reshuffles: u32,
    /// How many cascades there were.
    pub cascades: u32,
    /// How many points were made.
    pub score: u64,
}

/// Plays these games to the goal, or to so many swaps, on all threads.
///
/// Game *i* is dealt and refilled from `seed.child(i).child(0)`, and the bot draws from
/// `seed.child(i).child(1)`: the outcomes come in the order of the games and do not depend on
/// the number of threads, and two bots meet the same boards.
pub fn play(
    rules: &Rules,
    bot: &impl Bot,
    max_swaps: u32,
    games: Range<u32>,
    seed: Seed,
) -> Vec<Outcome> {
    let starts: Vec<u32> = games.clone().step_by(CHUNK).collect();
    let chunk = |&start: &u32| {
        let games = start..games.end.min(start.saturating_add(CHUNK as u32));
        dispatch!(rules.shape.words, W => chunk::<W>(rules, bot, max_swaps, games, seed))
    };
    if starts.len() < 2 {
        return starts.first().map(chunk).unwrap_or_default();
    }
    starts.par_iter().flat_map(chunk).collect()
}

/// Plays game after game of a batch until it is enough, or so many were played.
///
/// What was played so far is handed over after every 256 games, to be looked at and to say
/// whether it is enough; so the outcomes do not depend on the number of threads.
pub fn play_until(
    rules: &Rules,
    bot: &impl Bot,
    max_swaps: u32,
    most: u32,
    seed: Seed,
    mut is_enough: impl FnMut(&[Outcome]) -> bool,
) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    let mut played = 0;
    while played < most {
        let next = most.min(played.saturating_add(BATCH));
        outcomes.extend(play(rules, bot, max_swaps, played..next, seed));
        played = next;
        if is_enough(&outcomes) {
            break;
        }
    }
    outcomes
}

/// How many games are played between two looks.
const BATCH: u32 = 256;

/// How many games a thread plays at a time.
const CHUNK: usize = 64;

fn chunk<const W: usize>(
    rules: &Rules,
    bot: &impl Bot,
    max_swaps: u32,
    games: Range<u32>,
    seed: Seed,
) -> Vec<Outcome> {
    let mut game = Game::<W>::new(rules);
    games
        .map(|index| {
            run(&mut game, bot, max_swaps, seed.child(u64::from(index)), &mut ())
        })
        .collect()
}

/// Plays a game before somebody who looks on.
#[inline]
pub(crate) fn run<const W: usize, T: Watch>(
    game: &mut Game<'_, W>,
    bot: &impl Bot,
    max_swaps: u32,
    seed: Seed,
    watch: &mut T,
) -> Outcome {
    game.begin(seed.child(0), watch);
    let mut choices = seed.child(1).rng();
    while game.swaps_made() < max_swaps && game.swap_count() > 0 && !game.is_won() {
        let swap = bot.choose(game, &mut choices);
        game.swap(swap, watch);
    }
    Outcome {
        swaps: game.swaps_made(),
        is_won: game.is_won(),
        reshuffles: game.reshuffles(),
        cascades: game.cascades(),
        score: game.score(),
    }
}

//! Many games of one level.

use std::ops::{ControlFlow, Range};

use tilewright_grid::{Cell, Seed, Watch};

use crate::bits::dispatch;
use crate::rules::Observer;
use crate::{Bot, Game, Kind, Player, Rules, Swap};

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

/// A bot made a swap that completes no line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the bot {bot} made an illegal move in game {game}, swap {swap}: [{}, {}] and [{}, {}] \
     cannot be swapped, no line of three results on the board\n{board}",
    cells[0].row, cells[0].column, cells[1].row, cells[1].column
)]
pub struct IllegalSwap {
    /// The bot, by [`Bot::name`].
    pub bot: String,
    /// Which game of the batch.
    pub game: u32,
    /// Which swap of the game, from 1.
    pub swap: u32,
    /// The two cells, which need not lie on the board.
    pub cells: [Cell; 2],
    /// The board before the swap, a line a row: the number of a block's colour, with a letter
    /// after it under an overlay, `#` for an obstacle, `x1` to `x4` for a blocker, `_` for a
    /// hole and `.` for an empty cell.
    pub board: String,
}

/// Plays these games to the goal, or to so many swaps, on all threads. For a bot of your own
/// there is [`play_bot`].
///
/// Game *i* is dealt and refilled from `seed.child(i).child(0)`, and the bot draws from
/// `seed.child(i).child(1)`: the outcomes come in the order of the games and do not depend on
/// the number of threads, and two bots meet the same boards.
pub fn play(
    rules: &Rules,
    player: &Player,
    max_swaps: u32,
    games: Range<u32>,
    seed: Seed,
) -> Vec<Outcome> {
    play_while(rules, player, max_swaps, games, seed, &())
}

/// The same as [`play`], until it is stopped: then the games before the first that was not
/// finished.
pub fn play_while(
    rules: &Rules,
    player: &Player,
    max_swaps: u32,
    games: Range<u32>,
    seed: Seed,
    watch: &dyn Watch,
) -> Vec<Outcome> {
    let outcomes = play_bot(rules, player, max_swaps, games, seed, watch);
    outcomes.expect("the bots of this crate choose among the legal swaps")
}

/// The same as [`play_while`], for any bot.
///
/// # Errors
/// With the first illegal swap, in the order of the games.
pub fn play_bot(
    rules: &Rules,
    bot: &impl Bot,
    max_swaps: u32,
    games: Range<u32>,
    seed: Seed,
    watch: &dyn Watch,
) -> Result<Vec<Outcome>, IllegalSwap> {
    dispatch!(rules.shape.words, W => {
        let begin = || Game::<W>::new(rules);
        let one = |game: &mut Game<'_, W>, number: u32| {
            match run(game, bot, max_swaps, seed.child(u64::from(number)), watch, &mut ()) {
                Ok(()) => Ok(Some(outcome(game))),
                Err(Halt::Stopped) => Ok(None),
                Err(Halt::Illegal(swap)) => Err(IllegalSwap { game: number, ..swap }),
            }
        };
        tilewright_play::all(games, CHUNK, begin, one)
    })
}

/// Plays game after game of a batch until somebody who watches it has seen enough, or so many
/// were played, or it is stopped.
///
/// `see` sees what was played so far after every 256 games; so the outcomes do not depend
/// on the number of threads. `watch` is asked within games too.
pub fn play_until(
    rules: &Rules,
    player: &Player,
    max_swaps: u32,
    most: u32,
    seed: Seed,
    watch: &dyn Watch,
    mut see: impl FnMut(&[Outcome]) -> ControlFlow<()>,
) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    let mut first = 0;
    while first < most {
        let games = first..most.min(first.saturating_add(BATCH));
        first = games.end;
        outcomes.extend(play_while(rules, player, max_swaps, games, seed, watch));
        let is_stopped = outcomes.len() < first as usize;
        if is_stopped || see(&outcomes).is_break() {
            break;
        }
    }
    outcomes
}

/// How many games are played between two looks.
const BATCH: u32 = 256;

/// How many games a thread plays at a time.
const CHUNK: u32 = 64;

/// Why a game was not finished.
#[derive(Debug)]
pub(crate) enum Halt {
    /// It was stopped.
    Stopped,
    /// The bot made a swap that it may not.
    Illegal(IllegalSwap),
}

/// Plays a game before somebody who looks on, to its end unless an error says why not.
#[inline]
pub(crate) fn run<const W: usize, T: Observer>(
    game: &mut Game<'_, W>,
    bot: &impl Bot,
    max_swaps: u32,
    seed: Seed,
    watch: &dyn Watch,
    see: &mut T,
) -> Result<(), Halt> {
    game.begin(seed.child(0), see);
    let mut choices = seed.child(1).rng();
    while game.swaps_made() < max_swaps && game.swap_count() > 0 && !game.is_won() {
        if watch.look().is_break() {
            return Err(Halt::Stopped);
        }
        let swap = bot.choose(game, &mut choices);
        if !game.is_legal(swap) {
            return Err(Halt::Illegal(illegal(game, bot, swap)));
        }
        game.swap(swap, see);
    }
    Ok(())
}

/// How a game has gone so far.
pub(crate) fn outcome<const W: usize>(game: &Game<'_, W>) -> Outcome {
    Outcome {
        swaps: game.swaps_made(),
        is_won: game.is_won(),
        reshuffles: game.reshuffles(),
        cascades: game.cascades(),
        score: game.score(),
    }
}

/// What is told of an illegal swap; whoever counts the games adds which it was.
#[cold]
fn illegal<const W: usize>(
    game: &Game<'_, W>,
    bot: &impl Bot,
    swap: Swap,
) -> IllegalSwap {
    let size = game.rules().level().size();
    IllegalSwap {
        bot: bot.name(),
        game: 0,
        swap: game.swaps_made() + 1,
        cells: swap.cells(size),
        board: board(game),
    }
}

/// A board in text, as [`IllegalSwap::board`] says.
fn board<const W: usize>(game: &Game<'_, W>) -> String {
    let word = |(index, &kind): (usize, &Kind)| match (game.color(index), kind) {
        (Some(color), kind) if kind.is_overlay() => format!("{color}{}", kind.glyph()),
        (Some(color), _) => color.to_string(),
        (None, kind) if kind.is_blocker() => format!("x{}", kind.glyph()),
        (None, kind) => kind.glyph().to_string(),
    };
    let kinds = game.kinds();
    let words: Vec<String> = kinds.values().iter().enumerate().map(word).collect();
    let row = |row: &[String]| {
        row.iter().map(|word| format!("{word:>3}")).collect::<Vec<_>>().concat()
    };
    let columns = kinds.size().columns as usize;
    words.chunks(columns).map(row).collect::<Vec<_>>().join("\n")
}

//! Batches of games of one level.

use std::cell::Cell;
use std::ops::Range;

use tilewright_grid::{Seed, Watch};

use crate::bits::dispatch;
use crate::rules::{Observer, Simulator};
use crate::{Board, Bot, Game, Kind, Move, Rules, SkilledBot};

/// The default number of swaps after which a game counts as unfinished.
pub const MAX_SWAPS: u32 = 1000;

/// The outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The number of swaps.
    pub swaps: u32,
    /// Whether the goal was reached.
    pub is_won: bool,
    /// The number of reshuffles.
    pub reshuffles: u32,
    /// The number of cascades.
    pub cascades: u32,
    /// The score.
    pub score: u64,
    /// Whether the cascades of some move did not end: after 1,000 of them `classic` deals the board again, and
    /// under other rules the game is over.
    pub is_endless: bool,
    /// Whether a timer has ended the game.
    pub is_timed_out: bool,
}

/// An illegal swap of a bot: it completes no line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the bot {bot} made an illegal swap in game {game}, swap {swap}: swapping [{}, {}] and \
     [{}, {}] completes no line of three on the board\n{board}",
    cells[0].row, cells[0].column, cells[1].row, cells[1].column
)]
pub struct IllegalSwap {
    /// The bot, by [`Bot::name`].
    pub bot: String,
    /// The number of the game in the batch, from 0.
    pub game: u32,
    /// The number of the swap in the game, from 1.
    pub swap: u32,
    /// The two cells, which may be outside the board.
    pub cells: [tilewright_grid::Cell; 2],
    /// The board before the swap, one line per row: the number of a block's colour, followed by the
    /// letter of its overlay, `#` for an obstacle, `x1` to `x4` for a blocker, `_` for a hole and `.`
    /// for an empty cell.
    pub board: String,
}

/// Plays a batch of games on all threads, each to the goal or to a maximum number of swaps. For a bot
/// of your own see [`play_bot`].
///
/// The board and the refills of game *i* come from `seed.child(i).child(0)`, the random choices of the
/// bot from `seed.child(i).child(1)`. So the outcomes, in the order of the games, do not depend on the
/// number of threads, and all bots play the same boards. When `watch` stops it, it returns the games before
/// the first unfinished one.
///
/// ```
/// use tilewright_grid::Seed;
/// use tilewright_match3::{Level, MAX_SWAPS, Rules, Statistics, Strategy, play};
///
/// let level: Level = "......\n..1.a.\n......\n..2...\n......\n".parse()?;
/// let rules = Rules::new(&level, &"clear:specials".parse()?);
/// let games = play(&rules, &Strategy::Greedy.into(), MAX_SWAPS, 0..200, Seed(1), &());
/// let statistics = Statistics::of(&games, MAX_SWAPS);
/// println!("{:?} swaps on average", statistics.mean_swaps());
/// println!("a move limit for a win rate of 60 %: {:?}", statistics.moves_for(0.6));
/// # assert!(statistics.finished > 150);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play(
    rules: &Rules,
    bot: &SkilledBot,
    max_swaps: u32,
    games: Range<u32>,
    seed: Seed,
    watch: &dyn Watch,
) -> Vec<Outcome> {
    let outcomes = play_bot(rules, bot, max_swaps, games, seed, watch);
    outcomes.expect("the bots of this crate choose among the legal swaps")
}

/// As [`play`], for any bot; [`Bot`] has an example.
///
/// # Errors
/// The first illegal swap, in the order of the games.
pub fn play_bot(
    rules: &Rules,
    bot: &impl Bot,
    max_swaps: u32,
    games: Range<u32>,
    seed: Seed,
    watch: &dyn Watch,
) -> Result<Vec<Outcome>, IllegalSwap> {
    dispatch!(rules.shape.words, W => {
        let begin = || Board::<W>::new(rules);

        let one = |board: &mut Board<W>, number: u32| {
            let mut game = Game::new(rules, board);
            match run(&mut game, bot, max_swaps, seed.child(u64::from(number)), watch, |_, _| ()) {
                Ok(()) => Ok(Some(outcome(&game))),
                Err(Halt::Stopped) => Ok(None),
                Err(Halt::Illegal(swap)) => Err(IllegalSwap { game: number, ..swap }),
            }
        };

        tilewright_play::all(games, CHUNK, begin, one)
    })
}

/// The number of games that a thread plays at a time, on one board, which is made once for
/// them.
const CHUNK: u32 = 64;

/// The reason why a game was not finished.
#[derive(Debug)]
pub(crate) enum Halt {
    /// The game was stopped.
    Stopped,
    /// The bot made an illegal swap.
    Illegal(IllegalSwap),
}

/// Plays a game to its end; `rest` gets every board at rest, with the move that led to it.
#[inline]
pub(crate) fn run<const W: usize>(
    game: &mut Game<'_, W>,
    bot: &impl Bot,
    max_swaps: u32,
    seed: Seed,
    watch: &dyn Watch,
    mut rest: impl FnMut(&Game<'_, W>, Option<Move>),
) -> Result<(), Halt> {
    let mut stop = StopObserver { watch, is_stopped: Cell::new(false) };
    let mut choices = seed.child(1).rng();

    // The turns of rules other than `classic` can be long, and so can be the first board: such a game is
    // stopped before it and in the middle of turns too.
    if game.rules().simulator == Simulator::General && stop.is_stopped() {
        return Err(Halt::Stopped);
    }

    game.begin(seed.child(0), &stop);
    rest(game, None);
    while !stop.is_stopped.get()
        && game.swaps_made() < max_swaps
        && game.move_count() > 0
        && !game.is_won()
    {
        if stop.is_stopped() {
            break;
        }

        let made = bot.choose(game, &mut choices);
        if !game.is_legal(made) {
            return Err(Halt::Illegal(illegal(game, bot, made)));
        }

        game.make(made, &mut stop);
        rest(game, Some(made));
    }

    if stop.is_stopped.get() { Err(Halt::Stopped) } else { Ok(()) }
}

/// Stops a game when a watch says so.
struct StopObserver<'a> {
    watch: &'a dyn Watch,
    is_stopped: Cell<bool>,
}

impl Observer for StopObserver<'_> {
    fn is_stopped(&self) -> bool {
        self.is_stopped.set(self.is_stopped.get() || self.watch.look().is_break());
        self.is_stopped.get()
    }
}

/// The outcome of a game so far.
pub(crate) fn outcome<const W: usize>(game: &Game<'_, W>) -> Outcome {
    Outcome {
        swaps: game.swaps_made(),
        is_won: game.is_won(),
        reshuffles: game.reshuffles(),
        cascades: game.cascades(),
        score: game.score(),
        is_endless: game.is_endless(),
        is_timed_out: game.is_timed_out(),
    }
}

/// The error for an illegal swap; the caller adds the number of the game.
#[cold]
fn illegal<const W: usize>(
    game: &Game<'_, W>,
    bot: &impl Bot,
    swap: Move,
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

/// A board as [`IllegalSwap::board`] describes it.
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

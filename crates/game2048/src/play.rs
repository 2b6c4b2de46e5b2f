//! Many games.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use crate::{Game, PlayError, Player, Table};

/// How a game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Its score: the sum of all joined tiles.
    pub score: u64,
    /// How many moves were made.
    pub moves: u32,
    /// The largest tile at its end.
    pub largest: u32,
}

/// Plays these games on all threads; `player` makes a player for every thread, which begins
/// anew with every game.
///
/// Game *i* draws its tiles from `seed.child(i).child(0)` and its player from
/// `seed.child(i).child(1)`: the outcomes come in the order of the games and do not depend on
/// the number of threads.
///
/// # Errors
/// When no board has that size, or the player makes a move that is not legal: the first such
/// move of the first such game.
pub fn play<P: Player>(
    table: &Table,
    player: impl Fn() -> P + Sync,
    games: Range<u32>,
) -> Result<Vec<Outcome>, PlayError> {
    let mut outcomes = Vec::new();
    play_each(table, player, games, |outcome| {
        outcomes.push(outcome);
        ControlFlow::Continue(())
    })?;
    Ok(outcomes)
}

/// The same, where `finished` gets each outcome as soon as it and all before it are known, in
/// the order of the games. When it breaks, no further outcomes come and no further games begin.
///
/// # Errors
/// As [`play`]; the outcomes of the games before have come by then.
pub fn play_each<P: Player>(
    table: &Table,
    player: impl Fn() -> P + Sync,
    games: Range<u32>,
    finished: impl FnMut(Outcome) -> ControlFlow<()> + Send,
) -> Result<(), PlayError> {
    Game::new(table, table.seed)?;
    let (next, is_over) = (AtomicU32::new(0), AtomicBool::new(false));
    let queue =
        Mutex::new(Queue { due: games.start, waiting: BTreeMap::new(), finished });
    let failure = Mutex::new(None);
    let work = || {
        let mut player = player();
        while !is_over.load(Ordering::Relaxed) {
            let begun = next.fetch_add(1, Ordering::Relaxed);
            let Some(game) = games.clone().nth(begun as usize) else { break };
            let outcome = run(table, &mut player, game);
            let mut queue =
                queue.lock().expect("no thread fails while it holds the queue");
            if let ControlFlow::Break(end) = queue.push(game, outcome) {
                is_over.store(true, Ordering::Relaxed);
                if let Err(error) = end {
                    *failure.lock().expect("nothing fails while it is held") =
                        Some(error);
                }
            }
        }
    };
    rayon::scope(|scope| {
        (0..rayon::current_num_threads()).for_each(|_| scope.spawn(|_| work()));
    });
    let failure = failure.into_inner().expect("nothing fails while it is held");
    failure.map_or(Ok(()), Err)
}

/// Outcomes on their way to who asked for them, in the order of the games.
struct Queue<F> {
    /// The game whose outcome comes next; none after the last that is to come.
    due: u32,
    waiting: BTreeMap<u32, Result<Outcome, PlayError>>,
    finished: F,
}

impl<F: FnMut(Outcome) -> ControlFlow<()>> Queue<F> {
    /// Takes the outcome of a game and hands on all that are due. Breaks at the first error, or
    /// when no more outcomes are wanted; nothing is handed on afterwards.
    fn push(
        &mut self,
        game: u32,
        outcome: Result<Outcome, PlayError>,
    ) -> ControlFlow<Result<(), PlayError>> {
        self.waiting.insert(game, outcome);
        while let Some(outcome) = self.waiting.remove(&self.due) {
            let end = match outcome {
                Ok(outcome) => (self.finished)(outcome).map_break(Ok),
                Err(error) => ControlFlow::Break(Err(error)),
            };
            if end.is_break() {
                return end;
            }
            self.due += 1;
        }
        ControlFlow::Continue(())
    }
}

/// Plays a game to its end.
fn run(
    table: &Table,
    player: &mut impl Player,
    number: u32,
) -> Result<Outcome, PlayError> {
    let seed = table.seed.child(u64::from(number));
    let mut game = Game::new(table, seed.child(0))?;
    let mut choices = seed.child(1).rng();
    player.begin();
    while let Some(heading) = player.choose(game.board(), &mut choices) {
        if game.play(heading).is_none() {
            let (player, board) = (player.name().to_owned(), game.board());
            return Err(PlayError::Illegal { game: number, player, heading, board });
        }
    }
    Ok(Outcome {
        score: game.score(),
        moves: game.moves(),
        largest: game.board().largest(),
    })
}

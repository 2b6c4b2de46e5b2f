//! Batches of games on all threads.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use tilewright_grid::{locked, unlocked};

/// Plays a range of games on all threads and passes the outcomes to `see` in the order of the
/// games, each as soon as it and all earlier ones are known.
///
/// A thread takes `chunk` games at a time. `begin` creates its working state, such as a board
/// and a player; no outcome may depend on the games that were played with it before. `play`
/// plays a game by its number and returns `Ok(None)` if it was cancelled.
///
/// The batch ends early with the first cancelled game, the first error, or when `see` returns
/// `Break`: then no further outcome is passed to `see` and no further chunk is begun; other
/// threads finish the chunks that they are playing.
///
/// ```
/// use std::convert::Infallible;
/// use std::ops::ControlFlow;
/// use tilewright_play::each;
///
/// let square = |(): &mut (), game: u32| Ok::<_, Infallible>(Some(game * game));
/// let mut squares = Vec::new();
/// let Ok(()) = each(0..1000, 2, || (), square, |square| {
///     squares.push(square);
///     if square < 30 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// });
/// assert_eq!(squares, [0, 1, 4, 9, 16, 25, 36]);
/// ```
///
/// # Errors
/// The first error in the order of the games. The outcomes of all games before it were passed to
/// `see`.
///
/// # Panics
/// If `chunk` is 0, or `begin`, `play` or `see` panics.
pub fn each<S: Send, T: Send, E: Send>(
    games: Range<u32>,
    chunk: u32,
    mut begin: impl FnMut() -> S,
    play: impl Fn(&mut S, u32) -> Result<Option<T>, E> + Sync,
    see: impl FnMut(T) -> ControlFlow<()> + Send,
) -> Result<(), E> {
    let chunks = games.end.saturating_sub(games.start).div_ceil(chunk) as usize;
    let queue =
        Queue { next: games.start, due: games.start, waiting: BTreeMap::new(), see };
    let work = Work {
        games,
        chunk,
        play,
        is_over: AtomicBool::new(false),
        queue: Mutex::new(queue),
        failure: Mutex::new(None),
    };

    // With one thread the caller plays: a scope would only hand the work to another thread and
    // wait.
    let threads = available().min(chunks);
    if threads < 2 {
        if threads > 0 {
            work.run(&mut begin());
        }
    } else {
        #[cfg(feature = "threads")]
        on_threads((0..threads).map(|_| begin()).collect(), &work);
    }

    let failure = unlocked(work.failure);
    failure.map_or(Ok(()), Err)
}

/// The number of threads that may play.
fn available() -> usize {
    #[cfg(feature = "threads")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "threads"))]
    return 1;
}

/// Plays on a thread for each of the states.
#[cfg(feature = "threads")]
fn on_threads<S: Send, P, F, T: Send, E: Send>(states: Vec<S>, work: &Work<P, F, T, E>)
where
    P: Fn(&mut S, u32) -> Result<Option<T>, E> + Sync,
    F: FnMut(T) -> ControlFlow<()> + Send,
{
    rayon::scope(|scope| {
        for mut state in states {
            scope.spawn(move |_| work.run(&mut state));
        }
    });
}

/// Plays a range of games like [`each`] and returns the outcomes in the order of the games: all
/// of them, or those before the first cancelled game.
///
/// # Errors
/// As for [`each`].
///
/// # Panics
/// As for [`each`].
pub fn all<S: Send, T: Send, E: Send>(
    games: Range<u32>,
    chunk: u32,
    begin: impl FnMut() -> S,
    play: impl Fn(&mut S, u32) -> Result<Option<T>, E> + Sync,
) -> Result<Vec<T>, E> {
    let mut outcomes = Vec::with_capacity(games.len());
    each(games, chunk, begin, play, |outcome| {
        outcomes.push(outcome);
        ControlFlow::Continue(())
    })?;
    Ok(outcomes)
}

/// The state that the threads share.
struct Work<P, F, T, E> {
    games: Range<u32>,
    chunk: u32,
    play: P,
    is_over: AtomicBool,
    queue: Mutex<Queue<F, T, E>>,
    failure: Mutex<Option<E>>,
}

/// The games that have not begun, and the outcomes that wait for earlier ones.
struct Queue<F, T, E> {
    /// The first game that has not begun.
    next: u32,
    /// The game whose outcome is passed to `see` next.
    due: u32,
    /// The finished chunks, by their first game.
    waiting: BTreeMap<u32, ChunkOutcomes<T, E>>,
    see: F,
}

/// The outcomes of a chunk of games, in order.
struct ChunkOutcomes<T, E> {
    outcomes: Vec<T>,
    end: End<E>,
}

/// How a chunk of games ended.
enum End<E> {
    /// All of its games were played.
    Complete,
    /// The game after the last outcome was cancelled.
    Cancelled,
    /// The game after the last outcome failed.
    Failed(E),
}

impl<E> End<E> {
    const fn is_complete(&self) -> bool {
        matches!(self, Self::Complete)
    }
}

impl<P, F, T, E> Work<P, F, T, E>
where
    F: FnMut(T) -> ControlFlow<()>,
{
    fn run<S>(&self, state: &mut S)
    where
        P: Fn(&mut S, u32) -> Result<Option<T>, E>,
    {
        while let Some(games) = self.take() {
            let first = games.start;
            let mut played = ChunkOutcomes {
                outcomes: Vec::with_capacity(games.len()),
                end: End::Complete,
            };

            for game in games {
                match (self.play)(state, game) {
                    Ok(Some(outcome)) => played.outcomes.push(outcome),
                    Ok(None) => played.end = End::Cancelled,
                    Err(error) => played.end = End::Failed(error),
                }

                if !played.end.is_complete() {
                    self.is_over.store(true, Ordering::Relaxed);
                    break;
                }
            }

            self.give(first, played);
        }
    }

    /// The next chunk of games to play; `None` when there are none, or the batch is over.
    fn take(&self) -> Option<Range<u32>> {
        if self.is_over.load(Ordering::Relaxed) {
            return None;
        }
        let mut queue = locked(&self.queue);
        let first = queue.next;
        queue.next = self.games.end.min(first.saturating_add(self.chunk));
        let games = first..queue.next;
        (!games.is_empty()).then_some(games)
    }

    /// Takes the outcomes of a chunk and passes all that are due to `see`.
    fn give(&self, first: u32, played: ChunkOutcomes<T, E>) {
        let mut queue = locked(&self.queue);
        queue.waiting.insert(first, played);
        while let Some(ChunkOutcomes { outcomes, end }) = queue.next_due() {
            queue.due += outcomes.len() as u32;
            let flow = outcomes.into_iter().try_for_each(&mut queue.see);
            if flow.is_break() || !end.is_complete() {
                self.is_over.store(true, Ordering::Relaxed);
                // From now on no outcome is due.
                queue.due = u32::MAX;
                if let (ControlFlow::Continue(()), End::Failed(error)) = (flow, end) {
                    *locked(&self.failure) = Some(error);
                }
                break;
            }
        }
    }
}

impl<F, T, E> Queue<F, T, E> {
    fn next_due(&mut self) -> Option<ChunkOutcomes<T, E>> {
        self.waiting.remove(&self.due)
    }
}

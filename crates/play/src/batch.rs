//! A batch of games.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Plays these games on all threads, `chunk` of them in a row on one, and hands each outcome to
/// `see` as soon as it and all before it are known, in the order of the games.
///
/// `begin` makes what a thread plays with, such as a board and a player; no outcome may depend
/// on the games that it played before. `play` gives none where a game was stopped. After that,
/// after an error, and after `see` breaks, nothing more is handed on and no game is begun; those
/// of a chunk under way come to their end.
///
/// # Errors
/// The first error in the order of the games; the outcomes before it were handed on.
///
/// # Panics
/// Where `chunk` is 0, or a thread panics.
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
    let threads = rayon::current_num_threads().min(chunks);
    if threads < 2 {
        if threads > 0 {
            work.run(&mut begin());
        }
    } else {
        let states: Vec<S> = (0..threads).map(|_| begin()).collect();
        let work = &work;
        rayon::scope(|scope| {
            for mut state in states {
                scope.spawn(move |_| work.run(&mut state));
            }
        });
    }
    let failure = work.failure.into_inner().unwrap_or_else(PoisonError::into_inner);
    failure.map_or(Ok(()), Err)
}

/// As [`each`], with all outcomes in a list, in the order of the games: those before the first
/// that was stopped.
///
/// # Errors
/// As [`each`].
///
/// # Panics
/// As [`each`].
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

/// What the threads share.
struct Work<P, F, T, E> {
    games: Range<u32>,
    chunk: u32,
    play: P,
    is_over: AtomicBool,
    queue: Mutex<Queue<F, T, E>>,
    failure: Mutex<Option<E>>,
}

/// The games that were not begun, and outcomes on their way to who asked for them.
struct Queue<F, T, E> {
    /// The first game that was not begun.
    next: u32,
    /// The game whose outcome comes next.
    due: u32,
    waiting: BTreeMap<u32, Played<T, E>>,
    see: F,
}

/// What came of games in a row, by their order.
struct Played<T, E> {
    outcomes: Vec<T>,
    end: End<E>,
}

/// How games in a row ended.
enum End<E> {
    /// All were played.
    Reached,
    /// The one after the last outcome was stopped.
    Stopped,
    /// That one failed.
    Failed(E),
}

impl<E> End<E> {
    const fn is_reached(&self) -> bool {
        matches!(self, Self::Reached)
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
            let mut played =
                Played { outcomes: Vec::with_capacity(games.len()), end: End::Reached };
            for game in games {
                match (self.play)(state, game) {
                    Ok(Some(outcome)) => played.outcomes.push(outcome),
                    Ok(None) => played.end = End::Stopped,
                    Err(error) => played.end = End::Failed(error),
                }
                if !played.end.is_reached() {
                    self.is_over.store(true, Ordering::Relaxed);
                    break;
                }
            }
            self.give(first, played);
        }
    }

    /// The next games to play in a row.
    fn take(&self) -> Option<Range<u32>> {
        if self.is_over.load(Ordering::Relaxed) {
            return None;
        }
        let mut queue = lock(&self.queue);
        let first = queue.next;
        queue.next = self.games.end.min(first.saturating_add(self.chunk));
        let games = first..queue.next;
        (!games.is_empty()).then_some(games)
    }

    /// Takes what came of games and hands on all that is due.
    fn give(&self, first: u32, played: Played<T, E>) {
        let mut queue = lock(&self.queue);
        queue.waiting.insert(first, played);
        while let Some(Played { outcomes, end }) = queue.next_due() {
            queue.due += outcomes.len() as u32;
            let flow = outcomes.into_iter().try_for_each(&mut queue.see);
            if flow.is_break() || !end.is_reached() {
                self.is_over.store(true, Ordering::Relaxed);
                // Nothing is due any more.
                queue.due = u32::MAX;
                if let (ControlFlow::Continue(()), End::Failed(error)) = (flow, end) {
                    *lock(&self.failure) = Some(error);
                }
                break;
            }
        }
    }
}

impl<F, T, E> Queue<F, T, E> {
    fn next_due(&mut self) -> Option<Played<T, E>> {
        self.waiting.remove(&self.due)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

//! Batches give the same outcomes in the same order on any number of threads, and stop in time.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use tilewright_play::{all, each};

/// Runs work on the given number of threads.
fn on<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

const THREADS_AND_CHUNKS: [(usize, u32); 6] =
    [(1, 1), (1, 7), (2, 1), (3, 4), (8, 64), (5, 1000)];

#[test]
fn outcomes_come_in_the_order_of_the_games() {
    for (threads, chunk) in THREADS_AND_CHUNKS {
        let play = |(): &mut (), game: u32| Ok::<_, ()>(Some(game * 3));
        let outcomes = on(threads, || all(10..210, chunk, || (), play)).unwrap();
        assert!(outcomes.iter().copied().eq((10..210).map(|game| game * 3)));
    }
}

#[test]
fn every_game_is_played_once() {
    for (threads, chunk) in THREADS_AND_CHUNKS {
        let played = Mutex::new(BTreeSet::new());
        let play = |(): &mut (), game: u32| {
            assert!(played.lock().unwrap().insert(game), "game {game} was played twice");
            Ok::<_, ()>(Some(()))
        };
        on(threads, || all(0..300, chunk, || (), play)).unwrap();
        assert_eq!(played.lock().unwrap().len(), 300);
    }
}

#[test]
fn games_after_a_cancelled_one_are_left_out() {
    for (threads, chunk) in THREADS_AND_CHUNKS {
        let play = |(): &mut (), game: u32| Ok::<_, ()>((game != 37).then_some(game));
        let outcomes = on(threads, || all(5..500, chunk, || (), play)).unwrap();
        assert_eq!(outcomes, (5..37).collect::<Vec<_>>(), "{threads} {chunk}");
    }
}

#[test]
fn the_first_error_in_the_order_of_the_games_is_returned() {
    for (threads, chunk) in THREADS_AND_CHUNKS {
        let mut seen = Vec::new();
        let play = |(): &mut (), game: u32| {
            if game % 50 == 49 { Err(game) } else { Ok(Some(game)) }
        };
        let ended = on(threads, || {
            each(
                0..500,
                chunk,
                || (),
                play,
                |game| {
                    seen.push(game);
                    ControlFlow::Continue(())
                },
            )
        });
        assert_eq!(ended, Err(49), "{threads} {chunk}");
        assert_eq!(seen, (0..49).collect::<Vec<_>>());
    }
}

#[test]
fn an_error_after_a_cancelled_game_is_not_returned() {
    for (threads, chunk) in THREADS_AND_CHUNKS {
        let play = |(): &mut (), game: u32| match game {
            30 => Ok(None),
            40 => Err(game),
            _ => Ok(Some(game)),
        };
        let outcomes = on(threads, || all(0..100, chunk, || (), play));
        assert_eq!(outcomes, Ok((0..30).collect()), "{threads} {chunk}");
    }
}

#[test]
fn no_outcome_is_reported_after_a_break() {
    for (threads, chunk) in THREADS_AND_CHUNKS {
        let (mut seen, begun) = (Vec::new(), AtomicU32::new(0));
        let play = |(): &mut (), game: u32| {
            begun.fetch_add(1, Ordering::Relaxed);
            if game == 90 { Err(game) } else { Ok(Some(game)) }
        };
        let ended = on(threads, || {
            each(
                0..100_000,
                chunk,
                || (),
                play,
                |game| {
                    seen.push(game);
                    if game == 20 {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                },
            )
        });
        assert_eq!(ended, Ok(()), "{threads} {chunk}");
        assert_eq!(seen, (0..=20).collect::<Vec<_>>());
        if threads == 1 {
            let whole = 21_u32.div_ceil(chunk) * chunk;
            assert!(begun.load(Ordering::Relaxed) <= whole.max(91));
        }
    }
}

#[test]
fn an_empty_batch_begins_nothing() {
    let begin = || panic!("no game is to be played");
    let play = |(): &mut (), _: u32| Ok::<Option<()>, ()>(None);
    assert_eq!(all(7..7, 3, begin, play), Ok(Vec::new()));
}

//! Handles that several threads use at the same time.

use std::ffi::c_char;
use std::ptr;
use std::sync::Barrier;
use std::thread;

use tilewright_c::{TwCell, TwStatus, tw_free, tw_map_find, tw_map_new, tw_map_set};

/// A map of this many cells a side.
fn map(side: u32) -> u64 {
    let mut map = 0;
    // SAFETY: no cells are read, and a handle can be written.
    #[expect(unsafe_code, reason = "as C calls it")]
    let made = unsafe { tw_map_new(side, side, 8, ptr::null(), 0, &raw mut map) };
    assert_eq!(made, TwStatus::Ok);
    map
}

#[test]
fn a_handle_serves_one_thread_at_a_time_and_is_freed_once() {
    let shared = map(300);
    let barrier = Barrier::new(4);
    let seen: Vec<TwStatus> = thread::scope(|scope| {
        let work = |number: u32| {
            let barrier = &barrier;
            move || {
                barrier.wait();
                let mut seen = Vec::new();
                for step in 0..200 {
                    let at = TwCell { x: (step * 7 + number) % 300, y: number };
                    seen.push(tw_map_set(shared, at, (step % 4) as u8));
                    let mut length = 0;
                    let ends = [TwCell { x: 0, y: 299 }, TwCell { x: 299, y: 299 }];
                    // SAFETY: without a buffer only the length is written.
                    #[expect(unsafe_code, reason = "as C calls it")]
                    seen.push(unsafe {
                        tw_map_find(
                            shared,
                            ends[0],
                            ends[1],
                            ptr::null_mut(),
                            0,
                            &raw mut length,
                            ptr::null_mut(),
                        )
                    });
                }
                seen
            }
        };
        let threads: Vec<_> = (0..4).map(|number| scope.spawn(work(number))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(seen.iter().all(|it| matches!(it, TwStatus::Ok | TwStatus::Busy)));
    assert!(seen.contains(&TwStatus::Ok));
    assert_eq!((tw_free(shared), tw_free(shared)), (TwStatus::Ok, TwStatus::Gone));
}

#[test]
fn a_handle_that_was_freed_is_not_that_of_what_comes_after_it() {
    let first = map(4);
    assert_eq!(tw_free(first), TwStatus::Ok);
    let second = map(4);
    assert_ne!(first, second);
    let corner = TwCell { x: 0, y: 0 };
    assert_eq!(tw_map_set(first, corner, 3), TwStatus::Gone);
    assert_eq!(tw_map_set(second, corner, 3), TwStatus::Ok);
    assert_eq!(tw_free(second), TwStatus::Ok);
}

#[test]
fn the_last_error_is_that_of_its_thread() {
    assert_eq!(tw_free(99), TwStatus::Gone);
    let message = || {
        let mut buffer = [0 as c_char; 200];
        // SAFETY: the buffer has this many bytes.
        #[expect(unsafe_code, reason = "as C calls it")]
        unsafe {
            tilewright_c::tw_last_error(buffer.as_mut_ptr(), buffer.len())
        }
    };
    assert!(message() > 0);
    assert_eq!(thread::spawn(message).join().unwrap(), 0);
    assert_eq!((tw_free(0), message()), (TwStatus::Ok, 0));
}

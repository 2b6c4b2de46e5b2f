//! Handles that several threads use at the same time.

use std::ffi::c_char;
use std::ptr;
use std::sync::Barrier;
use std::thread;

use tilewright_c::{
    TwFloor, TwFound, TwPlace, TwStatus, tw_free, tw_layer, tw_map_new, tw_map_route,
    tw_map_set, tw_query,
};

/// A map of this many cells a side.
fn map(side: u32) -> u64 {
    let mut map = 0;
    let (floor, layer) = (TwFloor { columns: side, rows: side }, tw_layer());
    // SAFETY: one floor and one layer are read, no cells, and a handle can be written.
    #[expect(unsafe_code, reason = "as C calls it")]
    let made = unsafe {
        let no_cells = ptr::null();
        tw_map_new(&raw const floor, 1, &raw const layer, 1, 0, no_cells, 0, &raw mut map)
    };
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
                    let at =
                        TwPlace { x: (step * 7 + number) % 300, y: number, floor: 0 };
                    seen.push(tw_map_set(shared, at, step % 4));
                    let [from, to] = [0, 299].map(|x| TwPlace { x, y: 299, floor: 0 });
                    let (query, mut found) = (tw_query(from, to), TwFound::default());
                    // SAFETY: a query is read; without a buffer only what was found is written.
                    #[expect(unsafe_code, reason = "as C calls it")]
                    seen.push(unsafe {
                        let (query, found) = (&raw const query, &raw mut found);
                        tw_map_route(shared, query, 0, ptr::null_mut(), 0, found)
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
    let corner = TwPlace::default();
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

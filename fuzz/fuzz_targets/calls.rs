//! No sequence of calls of the library for C may end the process, answer with an error of the library itself, or write behind a
//! buffer. The tests of the library play random ones.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/capi/tests/sequences/play.rs"]
mod play;

fuzz_target!(|bytes: &[u8]| {
    play::play(bytes);
});

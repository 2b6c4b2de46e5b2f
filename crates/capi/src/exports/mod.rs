//! The functions of the library: each reads what C hands over, and calls what is held.

#![expect(
    unsafe_code,
    reason = "C finds functions by their names, and hands memory over by its address"
)]

mod crowds;
mod games;
mod maps;
mod routes;
mod tasks;

use std::ffi::{CStr, CString, c_char};

use crate::handles::{self, free};
use crate::memory::text;
use crate::status::{Failure, Part, TwStatus, guarded, last};

pub use crowds::*;
pub use games::*;
pub use maps::*;
pub use routes::*;
pub use tasks::*;

/// The version of this interface: a program and a library go together that have the same.
pub const TW_ABI_VERSION: u32 = 1;

/// The version of the interface that the library has: compare it with `TW_ABI_VERSION` of the header.
#[unsafe(no_mangle)]
pub const extern "C" fn tw_abi_version() -> u32 {
    TW_ABI_VERSION
}

/// Copies a text and its end into a buffer, as much of it as there is room for.
///
/// # Safety
/// As of the functions that call it.
unsafe fn copied(words: &str, buffer: *mut c_char, capacity: usize) -> usize {
    let length = words.len();
    let kept = words.floor_char_boundary(capacity.saturating_sub(1).min(length));
    if capacity > 0 && !buffer.is_null() {
        let words = CString::new(words[..kept].replace('\0', " ")).unwrap_or_default();
        let bytes = words.as_bytes_with_nul();
        // SAFETY: the text with its end is no longer than the buffer, which is of the caller.
        unsafe { bytes.as_ptr().copy_to_nonoverlapping(buffer.cast(), bytes.len()) };
    }
    length
}

/// Copies the message of the last error of this thread into a buffer, with a zero behind it: as much as there is room for. Returns its
/// whole length without the zero; 0 if the last call has not failed. It stays until the next call of this thread.
///
/// # Safety
/// `buffer` is null, or `capacity` bytes can be written there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_last_error(buffer: *mut c_char, capacity: usize) -> usize {
    // SAFETY: as of this function.
    unsafe { copied(&last(Part::Message), buffer, capacity) }
}

/// As `tw_last_error`, what to do about it.
///
/// # Safety
/// As of `tw_last_error`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_last_hint(buffer: *mut c_char, capacity: usize) -> usize {
    // SAFETY: as of this function.
    unsafe { copied(&last(Part::Hint), buffer, capacity) }
}

/// As `tw_last_error`, the key of the request that it is about.
///
/// # Safety
/// As of `tw_last_error`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_last_key(buffer: *mut c_char, capacity: usize) -> usize {
    // SAFETY: as of this function.
    unsafe { copied(&last(Part::Key), buffer, capacity) }
}

/// Gives up what a handle stands for; 0 is fine. A call that uses it on another thread ends first. A handle that was given up, or
/// never given, is `TW_STATUS_GONE`.
#[unsafe(no_mangle)]
pub extern "C" fn tw_free(handle: u64) -> TwStatus {
    guarded(|| {
        if handle != 0 {
            free(handle)?;
        }
        Ok(TwStatus::Ok)
    })
}

/// How many handles are held, for tests that look for what was forgotten.
#[unsafe(no_mangle)]
pub extern "C" fn tw_held() -> usize {
    handles::count()
}

/// The status of a call that has done something.
fn done(call: impl FnOnce() -> Result<(), Failure>) -> TwStatus {
    guarded(|| call().map(|()| TwStatus::Ok))
}

/// The status of a question.
const fn yes_or_no(is: bool) -> TwStatus {
    if is { TwStatus::Ok } else { TwStatus::No }
}

/// A text that ends with a zero; null is an empty one.
///
/// # Safety
/// It is null, or ends with a zero.
unsafe fn word<'a>(word: *const c_char, name: &str) -> Result<&'a str, Failure> {
    if word.is_null() {
        return Ok("");
    }
    // SAFETY: not null; that it ends with a zero is promised.
    let word = unsafe { CStr::from_ptr(word) };
    let read = word.to_str();
    read.map_err(|error| Failure::argument(format!("{name}: {error}")))
}

/// A text of this many bytes; null is an empty one.
///
/// # Safety
/// As of [`text`], or null.
unsafe fn optional<'a>(
    bytes: *const c_char,
    length: usize,
    name: &str,
) -> Result<&'a str, Failure> {
    if bytes.is_null() {
        return Ok("");
    }
    // SAFETY: not null; the rest is promised.
    unsafe { text(bytes, length, name) }
}

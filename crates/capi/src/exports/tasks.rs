//! Tasks.

#![expect(
    unsafe_code,
    reason = "C finds functions by their names, and hands memory over by its address"
)]

use std::ffi::{c_char, c_void};

use super::word;
use crate::handles::{hold, with};
use crate::memory::{fill, put, text};
use crate::run::{self, HeldAnswer, TwEventCallback};
use crate::status::{TwStatus, guarded};

/// Runs a task: `request` is a JSON document with the name of the task and its keys, as everywhere; files that it names are relative
/// to the folder of the process, and a level or map may stand in it. `picture` is `svg`, `png`, `gif` or `apng`, or null without one. The
/// callback may be null; it gets `user` back. `answer` receives a handle, to be read by `tw_answer_read` and freed, if the status is
/// `TW_STATUS_OK`, `TW_STATUS_NO` or `TW_STATUS_STOPPED`; else 0.
///
/// # Safety
/// `length` bytes can be read from `request`, `picture` is null or a text that ends with a zero, a handle can be written to `answer`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_run(
    request: *const c_char,
    length: usize,
    picture: *const c_char,
    on_event: TwEventCallback,
    user: *mut c_void,
    answer: *mut u64,
) -> TwStatus {
    guarded(|| {
        // SAFETY: as of this function.
        let (request, picture) = unsafe {
            put(answer, 0, "answer")?;
            (text(request, length, "request")?, word(picture, "picture")?)
        };
        let tell = |event: &str| {
            let Some(call) = on_event else { return false };
            let at = if event.is_empty() { c"".as_ptr() } else { event.as_ptr().cast() };
            call(user, at, event.len()) != 0
        };
        let (status, held) = run::run(request, picture, tell)?;
        // SAFETY: as of this function.
        unsafe { put(answer, hold(held), "answer")? };
        Ok(status)
    })
}

/// Reads a form of an answer into a buffer: `json`, `text`, or the `picture` that was asked for, which is empty if there is none.
/// `length` receives how many bytes it has. With a null buffer that is all; with one that is too short the status is `TW_STATUS_SHORT`.
///
/// # Safety
/// `form` is a text that ends with a zero, `capacity` bytes can be written to `buffer`, a number to `length`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tw_answer_read(
    answer: u64,
    form: *const c_char,
    buffer: *mut u8,
    capacity: usize,
    length: *mut usize,
) -> TwStatus {
    guarded(|| {
        // SAFETY: as of this function.
        let form = unsafe { word(form, "form")? };
        with(answer, |held: &mut HeldAnswer| {
            // SAFETY: as of this function.
            unsafe { fill(held.form(form)?, (buffer, capacity), length) }
        })
    })
}

//! What a call answers with, and the message of the last error of a thread.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tilewright_tasks::{Refusal, events};

/// What a call answers with.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TwStatus {
    /// Done.
    Ok = 0,
    /// Done, and the answer is no: no level was found, no way exists, a check failed.
    No = 1,
    /// Stopped by the callback; the answer is what was found until then.
    Stopped = 2,
    /// Refused: `tw_last_error` says why, `tw_last_hint` what to do.
    Refused = 3,
    /// An argument cannot be used: null, no UTF-8, out of range.
    Argument = 4,
    /// There is no such handle: it was freed, or is one of another kind, or was never given.
    Gone = 5,
    /// Another thread is using the handle.
    Busy = 6,
    /// The buffer is too short; its length is what is needed.
    Short = 7,
    /// An error of the library itself. The handle is given up.
    Bug = 8,
}

/// Why a call has failed.
pub(crate) struct Failure {
    pub(crate) status: TwStatus,
    pub(crate) message: String,
    pub(crate) hint: String,
    pub(crate) key: String,
}

impl Failure {
    pub(crate) fn new(status: TwStatus, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), hint: String::new(), key: String::new() }
    }

    pub(crate) fn argument(message: impl Into<String>) -> Self {
        Self::new(TwStatus::Argument, message)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        let document = events::refused(&refusal);
        let text = |key: &str| document[key].as_str().unwrap_or_default().to_owned();
        Self {
            status: TwStatus::Refused,
            message: text("error"),
            hint: text("hint"),
            key: text("key"),
        }
    }
}

thread_local! {
    static LAST: RefCell<[String; 3]> = RefCell::default();
}

/// A part of the last error of this thread: its message, its hint, or the key of the request.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    Message,
    Hint,
    Key,
}

/// That part; empty if the last call of this thread has not failed.
pub(crate) fn last(part: Part) -> String {
    // A thread that ends has none any more, and may still give handles up.
    LAST.try_with(|last| last.borrow()[part as usize].clone()).unwrap_or_default()
}

/// Makes a call: its failure becomes a status and the last error, a panic is caught.
pub(crate) fn guarded(call: impl FnOnce() -> Result<TwStatus, Failure>) -> TwStatus {
    let answered = catch_unwind(AssertUnwindSafe(call));
    let answered = answered
        .unwrap_or_else(|panic| Err(Failure::new(TwStatus::Bug, message_of(&*panic))));
    let (status, last) = match answered {
        Ok(status) => (status, <[String; 3]>::default()),
        Err(Failure { status, message, hint, key }) => (status, [message, hint, key]),
    };
    let _ = LAST.try_with(|kept| *kept.borrow_mut() = last);
    status
}

/// The message of a panic.
pub(crate) fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("an error of the library: {}", text.unwrap_or("without a message"))
}

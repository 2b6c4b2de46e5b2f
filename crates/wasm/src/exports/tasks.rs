//! The functions of the modules of tasks: of all, or of those that make levels of match-3.

use std::cell::RefCell;

#[cfg(not(feature = "tasks"))]
use tilewright_tasks::match3;

#[cfg(feature = "tasks")]
use crate::Desk;
use crate::Page;
#[cfg(not(feature = "tasks"))]
use crate::TaskDesk;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Receives the event at this address.
    safe fn event(address: *const u8, length: usize);
    /// Milliseconds since a fixed time.
    safe fn milliseconds() -> f64;
    /// Whether the call is to end: not 0 if so.
    safe fn stopped() -> i32;
}

/// The page behind the worker's functions.
struct Worker;

impl Page for Worker {
    fn event(&self, document: &[u8]) {
        event(document.as_ptr(), document.len());
    }

    fn nanos(&self) -> u64 {
        (milliseconds() * 1e6) as u64
    }

    fn is_stopped(&self) -> bool {
        stopped() != 0
    }
}

#[cfg(feature = "tasks")]
type ModuleDesk = Desk;
#[cfg(not(feature = "tasks"))]
type ModuleDesk = TaskDesk;

/// The desk of this module.
#[cfg(feature = "tasks")]
fn desk() -> ModuleDesk {
    Desk::default()
}

/// The desk of this module.
#[cfg(not(feature = "tasks"))]
fn desk() -> ModuleDesk {
    TaskDesk::new(&[match3::DESIGN])
}

struct State {
    desk: ModuleDesk,
    call: Vec<u8>,
    reply: Vec<u8>,
}

thread_local! {
    static STATE: RefCell<State> =
        RefCell::new(State { desk: desk(), call: Vec::new(), reply: Vec::new() });
}

/// Makes room for a call of that many bytes. Returns where the worker writes it.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.call = vec![0; length];
        state.call.as_mut_ptr()
    })
}

/// Answers the call that was written. Returns the length of the reply.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    super::report_panics();
    STATE.with_borrow_mut(|state| {
        let call = std::mem::take(&mut state.call);
        state.reply = state.desk.answer(&call, &Worker);
        state.reply.len()
    })
}

/// Where the reply is, until the next call.
#[unsafe(no_mangle)]
extern "C" fn reply() -> *const u8 {
    STATE.with_borrow(|state| state.reply.as_ptr())
}

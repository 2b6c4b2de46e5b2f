//! A barrier that does not wait forever.

use std::sync::{Condvar, Mutex};
use std::time::Duration;

/// How long an evaluation waits for the others of its generation: as good as forever, so that a busy
/// machine changes nothing. Only an engine that evaluates one after the other lets it pass.
const PATIENCE: Duration = Duration::from_secs(600);

/// A barrier for all evaluations of a generation. If they do not all run at the same time, it
/// opens in the end and remembers that.
#[derive(Debug)]
pub(crate) struct Meeting {
    threads: usize,
    state: Mutex<State>,
    bell: Condvar,
}

#[derive(Debug, Default)]
struct State {
    size: usize,
    arrived: usize,
    round: u64,
    met: u64,
    is_missed: bool,
}

impl Meeting {
    pub(crate) fn new(threads: usize) -> Self {
        Self { threads, state: Mutex::default(), bell: Condvar::new() }
    }

    /// The next evaluations are a number of. More than threads do not wait for each other.
    pub(crate) fn convene(&self, count: usize) {
        let mut state = self.state.lock().unwrap();
        state.size = if count > self.threads { 1 } else { count };
    }

    /// Waits for the others.
    pub(crate) fn wait(&self) {
        let mut state = self.state.lock().unwrap();
        state.arrived += 1;
        if state.arrived >= state.size {
            state.met += u64::from(state.size > 1);
            state.arrived = 0;
            state.round += 1;
            self.bell.notify_all();
            return;
        }
        let round = state.round;
        let waits = |state: &mut State| state.round == round && !state.is_missed;
        let (mut state, timeout) =
            self.bell.wait_timeout_while(state, PATIENCE, waits).unwrap();
        if timeout.timed_out() {
            state.is_missed = true;
            self.bell.notify_all();
        }
    }

    /// How often all evaluations of a generation ran at the same time; `None` if once they did
    /// not.
    pub(crate) fn met(&self) -> Option<u64> {
        let state = self.state.lock().unwrap();
        (!state.is_missed).then_some(state.met)
    }
}

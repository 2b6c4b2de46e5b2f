//! Ctrl-C: asks a command that checks for it to stop, and ends any other command at once.

use std::process;
use std::sync::{
    Arc,
    atomic::{AtomicU8, Ordering},
};
use std::time::{Duration, Instant};

use crate::failure::{Failure, Verdict, exit_code};

/// The state of Ctrl-C, shared with its signal handler.
#[derive(Clone)]
pub(crate) struct Interrupt(Arc<AtomicU8>);

/// The command does not check for it: Ctrl-C ends the program at once.
const UNHEEDED: u8 = 0;
/// The command checks for it, and stops with the results so far.
const HEEDED: u8 = 1;
/// It was pressed; the command is about to stop.
const PRESSED: u8 = 2;

/// A second signal ends the program at once, but only if it comes this long after the first:
/// terminals, shells and process managers often send the same signal twice in a row.
const PATIENCE: Duration = Duration::from_secs(1);

impl Interrupt {
    /// Installs the signal handler.
    pub(crate) fn install() -> Result<Self, Failure> {
        let state = Arc::new(AtomicU8::new(UNHEEDED));
        let pressed = Arc::clone(&state);
        let mut first = None;
        ctrlc::set_handler(move || {
            let before = pressed.swap(PRESSED, Ordering::Relaxed);
            if ends(before, &mut first, Instant::now()) {
                end();
            }
        })?;
        Ok(Self(state))
    }

    /// Marks that the command checks for Ctrl-C from now on.
    pub(crate) fn heed(&self) {
        // If it was pressed since an earlier call, it stays pressed.
        let order = Ordering::Relaxed;
        let _ = self.0.compare_exchange(UNHEEDED, HEEDED, order, order);
    }

    /// Acts as if it was pressed.
    pub(crate) fn press(&self) {
        self.0.store(PRESSED, Ordering::Relaxed);
    }

    /// Whether it was pressed.
    pub(crate) fn is_pressed(&self) -> bool {
        self.0.load(Ordering::Relaxed) == PRESSED
    }
}

/// Whether a signal at `now` ends the program at once; `before` is the state before it. The time of
/// the first signal is stored in `first`.
fn ends(before: u8, first: &mut Option<Instant>, now: Instant) -> bool {
    let first = *first.get_or_insert(now);
    before == UNHEEDED || now.duration_since(first) >= PATIENCE
}

#[expect(clippy::exit, reason = "the thread that would return may wait for input")]
fn end() {
    process::exit(exit_code(Verdict::Stopped).into());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_signal_ends_the_program_only_after_a_second() {
        let (mut first, begin) = (None, Instant::now());
        let after = |millis| begin + Duration::from_millis(millis);
        assert!(!ends(HEEDED, &mut first, begin));
        assert!(!ends(PRESSED, &mut first, after(1)));
        assert!(!ends(PRESSED, &mut first, after(999)));
        assert!(ends(PRESSED, &mut first, after(1000)));
    }

    #[test]
    fn the_first_signal_ends_a_command_that_does_not_check_for_it() {
        assert!(ends(UNHEEDED, &mut None, Instant::now()));
    }
}

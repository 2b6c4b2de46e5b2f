//! Ctrl-C: a wish to a command that looks at it, the end of one that does not.

use std::process;
use std::sync::{
    Arc,
    atomic::{AtomicU8, Ordering},
};

use crate::failure::{Failure, Verdict};

/// What Ctrl-C does.
#[derive(Clone)]
pub(crate) struct Interrupt(Arc<AtomicU8>);

/// Nobody looks: the program ends at once.
const UNHEEDED: u8 = 0;
/// The command looks, and will keep what it has.
const HEEDED: u8 = 1;
/// It was pressed; once more, and the program ends at once.
const PRESSED: u8 = 2;

impl Interrupt {
    /// Takes Ctrl-C over from the system.
    pub(crate) fn install() -> Result<Self, Failure> {
        let state = Arc::new(AtomicU8::new(UNHEEDED));
        let pressed = Arc::clone(&state);
        ctrlc::set_handler(move || {
            if pressed.swap(PRESSED, Ordering::Relaxed) != HEEDED {
                end();
            }
        })?;
        Ok(Self(state))
    }

    /// Says that the command looks at it from now on.
    pub(crate) fn heed(&self) {
        // Where it was heeded before it may have been pressed since, and stays so.
        let order = Ordering::Relaxed;
        let _ = self.0.compare_exchange(UNHEEDED, HEEDED, order, order);
    }

    /// Takes it as pressed.
    pub(crate) fn press(&self) {
        self.0.store(PRESSED, Ordering::Relaxed);
    }

    /// Whether it was pressed.
    pub(crate) fn is_pressed(&self) -> bool {
        self.0.load(Ordering::Relaxed) == PRESSED
    }
}

#[expect(clippy::exit, reason = "the thread that would return may wait for input")]
fn end() {
    process::exit(Verdict::Interrupted.code().into());
}

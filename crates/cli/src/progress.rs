//! Progress bars on stderr.

use std::borrow::Cow;
use std::thread;
use std::time::Duration;

use indicatif::{
    HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};

use crate::context::Context;

/// Progress is shown once work takes longer than this.
const DELAY: Duration = Duration::from_secs(1);

/// The interval at which the line is drawn again.
const TICK: Duration = Duration::from_millis(100);

/// A progress line on stderr, shown on a terminal once work has taken longer than a second, and
/// removed when the value is dropped.
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// The progress of work with a known number of steps; `doing` says what it does. A message
    /// follows the number of steps.
    pub(crate) fn of(context: &Context, doing: &str, steps: u64) -> Self {
        let template = format!("{doing} {{wide_bar}} {{pos}}/{{len}}{{msg}}{{left}}");
        Self::with_template(context, &template, Some(steps))
    }

    /// The progress of work with an unknown number of steps.
    pub(crate) fn open(context: &Context) -> Self {
        Self::with_template(context, "{spinner} {elapsed} {msg}", None)
    }

    /// The progress of work that reports no steps.
    pub(crate) fn waiting(context: &Context, doing: &str) -> Self {
        let progress = Self::open(context);
        progress.bar.set_message(doing.to_owned());
        progress
    }

    /// Does work that reports no steps.
    pub(crate) fn during<T>(
        context: &Context,
        doing: &str,
        work: impl FnOnce() -> T,
    ) -> T {
        let _progress = Self::waiting(context, doing);
        work()
    }

    fn with_template(context: &Context, template: &str, steps: Option<u64>) -> Self {
        let style = ProgressStyle::with_template(template);
        let bar = ProgressBar::with_draw_target(steps, ProgressDrawTarget::hidden())
            .with_style(
                style.expect("the template is well formed").with_key("left", left),
            );
        if context.shows_progress {
            let bar = bar.clone();
            thread::spawn(move || {
                thread::sleep(DELAY);
                if !bar.is_finished() {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.enable_steady_tick(TICK);
                }
            });
        }

        Self { bar }
    }

    /// Sets the number of finished steps.
    pub(crate) fn at(&self, steps: u64) {
        self.bar.set_position(steps);
    }

    /// Sets the message.
    pub(crate) fn say(&self, message: impl Into<Cow<'static, str>>) {
        self.bar.set_message(message);
    }

    /// Hides the line while `write` writes to the terminal.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

/// Writes the estimated time left, once the first step is done.
fn left(state: &ProgressState, line: &mut dyn std::fmt::Write) {
    if state.pos() > 0 {
        // Writing to a string does not fail.
        let _ = write!(line, ", {:#} left", HumanDuration(state.eta()));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

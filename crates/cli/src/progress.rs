//! How far work is, for whoever waits for it.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use indicatif::{
    HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};

use crate::context::Context;

/// How long work goes on before its progress is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often a line shows that work goes on.
const BEAT: Duration = Duration::from_millis(100);

/// A line on stderr that shows how far work is, once it has taken over a second; on a
/// terminal only. It goes when the value does.
pub(crate) struct Progress<'a> {
    bar: ProgressBar,
    context: &'a Context,
}

impl<'a> Progress<'a> {
    /// Work of so many steps, and what is done in them. What is said of how it stands comes
    /// after their number.
    pub(crate) fn of(context: &'a Context, doing: &str, steps: u64) -> Self {
        let template = format!("{doing} {{wide_bar}} {{pos}}/{{len}}{{msg}}{{left}}");
        Self::with_template(context, &template, Some(steps))
    }

    /// Work that nobody knows the end of.
    pub(crate) fn open(context: &'a Context) -> Self {
        Self::with_template(context, "{spinner} {elapsed} {msg}", None)
    }

    /// Work that does not say how far it is.
    pub(crate) fn waiting(context: &'a Context, doing: &str) -> Self {
        let progress = Self::open(context);
        progress.bar.set_message(doing.to_owned());
        progress
    }

    /// Does work that does not say how far it is.
    pub(crate) fn during<T>(
        context: &'a Context,
        doing: &str,
        work: impl FnOnce() -> T,
    ) -> T {
        let _progress = Self::waiting(context, doing);
        work()
    }

    fn with_template(context: &'a Context, template: &str, steps: Option<u64>) -> Self {
        let style = ProgressStyle::with_template(template);
        let bar = ProgressBar::with_draw_target(steps, ProgressDrawTarget::hidden())
            .with_style(
                style.expect("the template is well formed").with_key("left", left),
            );
        if context.shows_progress() {
            let bar = bar.clone();
            thread::spawn(move || {
                thread::sleep(PATIENCE);
                if !bar.is_finished() {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.enable_steady_tick(BEAT);
                }
            });
        }
        Self { bar, context }
    }

    /// So many steps are done. Breaks off when the user does.
    pub(crate) fn at(&self, steps: u64) -> ControlFlow<()> {
        self.bar.set_position(steps);
        self.context.flow()
    }

    /// This is how it stands. Breaks off when the user does.
    pub(crate) fn say(&self, message: impl Into<Cow<'static, str>>) -> ControlFlow<()> {
        self.bar.set_message(message);
        self.context.flow()
    }

    /// Lets something be written where the line stood; it comes again behind it.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

/// Writes how long work will still take, which nobody knows before its first step is done.
fn left(state: &ProgressState, line: &mut dyn std::fmt::Write) {
    if state.pos() > 0 {
        // When a line cannot be written, nothing is shown.
        let _ = write!(line, ", {:#} left", HumanDuration(state.eta()));
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

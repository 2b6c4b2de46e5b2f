//! How far work is, for whoever waits for it.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{
    HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};
use tilewright_grid::Watch;

use crate::context::Context;

/// How long work goes on before its progress is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often work that does not say how far it is shows that it goes on.
const BEAT: Duration = Duration::from_millis(100);

/// A line on stderr that shows how far work is, once it has taken over a second; on a
/// terminal only. It goes when the value does.
pub(crate) struct Progress<'a> {
    bar: ProgressBar,
    begun: Instant,
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

    /// Work that does not say how far it is: that it goes on is shown until the value goes.
    pub(crate) fn waiting(context: &'a Context, doing: &str) -> Self {
        let progress = Self::open(context);
        progress.bar.set_message(doing.to_owned());
        if context.shows_progress() {
            let bar = progress.bar.clone();
            thread::spawn(move || {
                thread::sleep(PATIENCE);
                if !bar.is_finished() {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.enable_steady_tick(BEAT);
                }
            });
        }
        progress
    }

    /// Does work that does not say how far it is; how long it takes is shown meanwhile.
    pub(crate) fn during<T>(
        context: &'a Context,
        doing: &'static str,
        work: impl FnOnce() -> T,
    ) -> T {
        Self::open(context).beside(|| doing, work)
    }

    /// Does work that cannot say how it stands; what is said of it is asked for meanwhile.
    pub(crate) fn beside<T, W: Into<Cow<'static, str>>>(
        &self,
        said: impl Fn() -> W + Send,
        work: impl FnOnce() -> T,
    ) -> T {
        let beat = move || {
            let _ = self.say(said());
        };
        meanwhile(beat, work)
    }

    /// Does work that seldom says how it stands, and shows meanwhile that it goes on.
    pub(crate) fn beating<T>(&self, work: impl FnOnce() -> T) -> T {
        let beat = || {
            self.show();
            self.bar.tick();
        };
        meanwhile(beat, work)
    }

    fn with_template(context: &'a Context, template: &str, steps: Option<u64>) -> Self {
        let style = ProgressStyle::with_template(template);
        let bar = ProgressBar::with_draw_target(steps, ProgressDrawTarget::hidden())
            .with_style(
                style.expect("the template is well formed").with_key("left", left),
            );
        Self { bar, begun: Instant::now(), context }
    }

    /// So many steps are done. Breaks off when the user does.
    pub(crate) fn at(&self, steps: u64) -> ControlFlow<()> {
        self.show();
        self.bar.set_position(steps);
        self.flow()
    }

    /// So many steps more are done. Breaks off when the user does.
    pub(crate) fn more(&self, steps: u64) -> ControlFlow<()> {
        self.at(self.bar.position() + steps)
    }

    /// This is how it stands. Breaks off when the user does.
    pub(crate) fn say(&self, message: impl Into<Cow<'static, str>>) -> ControlFlow<()> {
        self.show();
        self.bar.set_message(message);
        self.bar.tick();
        self.flow()
    }

    /// Lets something be written where the line stood; it comes again behind it.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    fn show(&self) {
        let is_due = self.bar.is_hidden() && self.begun.elapsed() > PATIENCE;
        if is_due && self.context.shows_progress() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Breaks off when the user does.
    pub(crate) fn flow(&self) -> ControlFlow<()> {
        self.context.flow()
    }
}

/// Writes how long work will still take, which nobody knows before its first step is done.
fn left(state: &ProgressState, line: &mut dyn std::fmt::Write) {
    if state.pos() > 0 {
        // When a line cannot be written, nothing is shown.
        let _ = write!(line, ", {:#} left", HumanDuration(state.eta()));
    }
}

/// Does work, and something else every beat meanwhile.
fn meanwhile<T>(beat: impl Fn() + Send, work: impl FnOnce() -> T) -> T {
    let (done, ended) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while ended.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
                beat();
            }
        });
        let result = work();
        drop(done);
        result
    })
}

impl Watch for Progress<'_> {
    fn look(&self) -> ControlFlow<()> {
        self.flow()
    }

    fn reach(&self, done: u64, _: u64) -> ControlFlow<()> {
        self.at(done)
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

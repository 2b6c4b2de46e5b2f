//! A run under way or just finished: its events, and how it is cancelled.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use serde_json::{Map, Value, json};
use tilewright_draw::Picture;
use tilewright_grid::{Watch, locked};
use tokio::sync::{Notify, watch};

use crate::server::log::{Line, Log};

/// One run, shared by the thread that works and the calls that ask about it.
pub(crate) struct Run {
    /// Its number in the database.
    pub(crate) id: i64,
    pub(crate) task: &'static str,
    pub(crate) request: Map<String, Value>,
    /// The event stream to which it belongs: it is cancelled when that has gone.
    pub(crate) page: Option<String>,
    pub(crate) begun: Instant,
    pub(crate) stop: Stop,
    log: Mutex<Log>,
    state: Mutex<State>,
    ticker: Ticker,
    is_told: AtomicBool,
}

/// Where a run stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// The word for its end, such as `done`; none while it works.
    pub(crate) end: Option<String>,
    pub(crate) steps: Option<u64>,
    pub(crate) done: u64,
    pub(crate) status: String,
    /// The still picture of its answer.
    pub(crate) picture: Option<Arc<Picture>>,
}

/// Numbers the events of all runs, and wakes those who wait for them.
#[derive(Clone, Debug)]
pub(crate) struct Ticker {
    /// Held while an event is numbered and added, and while the events of several runs are
    /// gathered, so that none with a smaller number comes later.
    next: Arc<Mutex<u64>>,
    newest: watch::Sender<u64>,
}

impl Ticker {
    /// Numbers from here on.
    pub(crate) fn new(first: u64) -> Self {
        Self { next: Arc::new(Mutex::new(first)), newest: watch::Sender::new(first) }
    }

    /// Learns of every new event.
    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.newest.subscribe()
    }

    /// Gathers events while none is added.
    pub(crate) fn between<T>(&self, gather: impl FnOnce() -> T) -> T {
        let _next = locked(&self.next);
        gather()
    }
}

/// A switch that stops work.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<(AtomicBool, Notify)>);

impl Stop {
    /// Stops the work.
    pub(crate) fn stop(&self) {
        self.0.0.store(true, Ordering::Release);
        self.0.1.notify_waiters();
    }

    /// Whether it was stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.0.0.load(Ordering::Acquire)
    }

    /// Waits until it is stopped.
    pub(crate) async fn stopped(&self) {
        let stopped = self.0.1.notified();
        if !self.is_stopped() {
            stopped.await;
        }
    }
}

impl Watch for Stop {
    fn look(&self) -> ControlFlow<()> {
        if self.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Stops work when it is dropped: when the call that waits for it has gone.
pub(crate) struct StopOnDrop(pub(crate) Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Run {
    pub(crate) fn new(
        id: i64,
        task: &'static str,
        request: Map<String, Value>,
        page: Option<String>,
        ticker: Ticker,
    ) -> Self {
        Self {
            id,
            task,
            request,
            page,
            begun: Instant::now(),
            stop: Stop::default(),
            log: Mutex::default(),
            state: Mutex::default(),
            ticker,
            is_told: AtomicBool::new(false),
        }
    }

    /// Adds an event and tells it to everybody who waits.
    pub(crate) fn tell(&self, mut document: Value) {
        if let Value::Object(document) = &mut document {
            document.insert("run".to_owned(), self.id.into());
        }
        let number = {
            let mut next = locked(&self.ticker.next);
            *next += 1;
            locked(&self.log).push(*next, &document);
            *next
        };
        self.ticker.newest.send_modify(|newest| *newest = number.max(*newest));
    }

    /// The events after a number.
    pub(crate) fn after(&self, number: u64) -> Vec<Line> {
        locked(&self.log).after(number)
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        locked(&self.state)
    }

    /// Whether it has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.state().end.is_some()
    }

    /// Notes that its last event was told.
    pub(crate) fn end(&self) {
        self.is_told.store(true, Ordering::Release);
        self.ticker.newest.send_modify(|_| ());
    }

    /// Waits until the last event of a run that is over was told.
    pub(crate) async fn told(&self) {
        let mut news = self.ticker.subscribe();
        while self.is_over() && !self.is_told() && news.changed().await.is_ok() {}
    }

    /// Whether its last event was told.
    pub(crate) fn is_told(&self) -> bool {
        self.is_told.load(Ordering::Acquire)
    }

    /// What the page learns of a run that begins.
    pub(crate) fn document(&self) -> Value {
        let seed = self.request.get("seed");
        json!({ "run": self.id, "task": self.task, "seed": seed, "request": self.request })
    }
}

//! Events as server-sent events: of one run, or of all runs of a page.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::stream::{self, Stream};
use serde::Deserialize;
use tokio::sync::{OwnedSemaphorePermit, watch};

use crate::server::Bench;
use crate::server::fault::Fault;
use crate::server::log::Line;
use crate::server::run::Run;

/// The pause between two deliveries, in which events gather: 40 deliveries a second look smooth,
/// and spare a page one message for each of thousands of events.
const PAUSE: Duration = Duration::from_millis(25);

/// A page by the name that it gave itself.
#[derive(Debug, Deserialize)]
pub(crate) struct PageQuery {
    page: String,
}

/// What a stream tells about.
enum Source {
    Run(Arc<Run>),
    Page(PagePresence),
}

/// Says that a page is present, until it is dropped.
struct PagePresence {
    bench: Bench,
    page: String,
}

impl Drop for PagePresence {
    fn drop(&mut self) {
        self.bench.runs.leave(&self.bench, &self.page);
    }
}

/// A stream under way.
struct Reader {
    source: Source,
    /// The number of the last event that was delivered.
    last: u64,
    newest: watch::Receiver<u64>,
    pending: std::vec::IntoIter<Line>,
    is_first: bool,
    _place: OwnedSemaphorePermit,
}

/// The events of one run; the stream ends with the run.
pub(crate) async fn of_run(
    State(bench): State<Bench>,
    Path(id): Path<i64>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Fault> {
    let run = bench.runs.live(id);
    let run = run.ok_or_else(|| Fault::missing("this run has no events any more"))?;
    let place = place(&bench)?;
    Ok(stream_of(&bench, Source::Run(run), &headers, place))
}

/// The events of all runs of a page; the stream ends when the page goes.
pub(crate) async fn of_page(
    State(bench): State<Bench>,
    Query(PageQuery { page }): Query<PageQuery>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Fault> {
    if page.is_empty() || page.len() > 64 {
        return Err(Fault::wrong("the name of a page has 1 to 64 letters"));
    }
    let place = place(&bench)?;
    bench.runs.come(&page);
    let source = Source::Page(PagePresence { bench: bench.clone(), page });
    Ok(stream_of(&bench, source, &headers, place))
}

fn stream_of(
    bench: &Bench,
    source: Source,
    headers: &HeaderMap,
    place: OwnedSemaphorePermit,
) -> Sse<impl Stream<Item = Result<Event, Infallible>> + use<>> {
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok());
    let last = last.and_then(|value| value.parse().ok()).unwrap_or(0);
    let reader = Reader {
        source,
        last,
        newest: bench.ticker.subscribe(),
        pending: Vec::new().into_iter(),
        is_first: true,
        _place: place,
    };

    let lines = stream::unfold(reader, async |mut reader| {
        let line = reader.next().await?;
        Some((Ok(Event::default().id(line.number.to_string()).data(&*line.text)), reader))
    });
    Sse::new(lines).keep_alive(KeepAlive::new().interval(Duration::from_secs(10)))
}

impl Reader {
    /// The next event; none when there will be no more.
    async fn next(&mut self) -> Option<Line> {
        loop {
            if let Some(line) = self.pending.next() {
                self.last = line.number;
                return Some(line);
            }

            // Asked before events are gathered: if the run ends in between, its last events come in
            // the next round.
            let is_over = self.is_over();
            self.newest.mark_unchanged();
            let lines = self.gather();

            if lines.is_empty() {
                if is_over {
                    return None;
                }

                self.newest.changed().await.ok()?;
                if !self.is_first {
                    tokio::time::sleep(PAUSE).await;
                }
            }

            self.is_first = false;
            self.pending = lines.into_iter();
        }
    }

    /// Whether no event will come any more. It is asked before the events are gathered, so that
    /// the last one is not missed.
    fn is_over(&self) -> bool {
        matches!(&self.source, Source::Run(run) if run.is_over() && run.is_told())
    }

    fn gather(&self) -> Vec<Line> {
        match &self.source {
            Source::Run(run) => run.after(self.last),
            Source::Page(PagePresence { bench, page }) => {
                let mut lines: Vec<_> = bench.ticker.between(|| {
                    let runs = bench.runs.of_page(page);
                    runs.iter().flat_map(|run| run.after(self.last)).collect()
                });
                lines.sort_by_key(|line| line.number);
                lines
            }
        }
    }
}

/// Leave to open one more stream.
fn place(bench: &Bench) -> Result<OwnedSemaphorePermit, Fault> {
    let place = Arc::clone(&bench.streams).try_acquire_owned();
    place.map_err(|_| {
        let what = "too many event streams are open";
        Fault::new(StatusCode::SERVICE_UNAVAILABLE, what).hint("close some pages")
    })
}

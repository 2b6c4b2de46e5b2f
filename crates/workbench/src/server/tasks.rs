//! Tasks by POST: answered at once, or as runs that go on in the background.

use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tilewright_draw::Format;
use tilewright_grid::DocumentError;
use tilewright_tasks::{Entry, Output, Verdict, find, random_seed, serve};

use crate::server::Bench;
use crate::server::fault::Fault;
use crate::server::host::PageDoor;
use crate::server::lanes::Lane;
use crate::server::page::{self, media_type};
use crate::server::run::{Stop, StopOnDrop};
use crate::server::work::file;

/// The longest time for a call that is answered at once.
const SHORT: Duration = Duration::from_secs(30);
/// The longest time for a picture of a run that is made by repeating it.
pub(crate) const AGAIN: Duration = Duration::from_mins(10);

/// How a request is to be answered.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct AnswerOptions {
    /// Whether the answer is the response.
    wait: bool,
    /// The form of the response: nothing for JSON, `text`, a picture, `file`.
    #[serde(rename = "as")]
    form: Option<String>,
    /// With the form `file`, the name of the output and its ending.
    output: Option<String>,
    ending: Option<String>,
    /// The event stream to which the run belongs.
    page: Option<String>,
    /// The outputs to be made with a run, separated by commas; `output.tmx` with the ending.
    outputs: Option<String>,
    /// `none` if a run is to have no picture.
    picture: Option<String>,
}

impl AnswerOptions {
    /// The answer as a picture with that ending.
    pub(crate) fn picture(ending: &str) -> Self {
        Self { wait: true, form: Some(ending.to_owned()), ..Self::default() }
    }

    /// The outputs that are named, with their endings.
    fn outputs(&self) -> Outputs {
        let named = self.outputs.as_deref().unwrap_or_default().split(',');
        let named = named.filter(|word| !word.is_empty()).map(|word| {
            let (name, ending) = word.split_once('.').unwrap_or((word, ""));
            (name.to_owned(), ending.to_owned())
        });
        named.collect()
    }
}

/// What a run is to make besides its answer, and to which page it belongs.
#[derive(Clone, Debug)]
pub(crate) struct RunOptions {
    pub(crate) page: Option<String>,
    pub(crate) outputs: Outputs,
}

/// Outputs with their endings.
pub(crate) type Outputs = Vec<(String, String)>;

impl RunOptions {
    pub(crate) fn new(entry: &Entry, how: AnswerOptions) -> Self {
        let mut outputs = how.outputs();
        let draws =
            entry.outputs.iter().any(|output| matches!(output, Output::Picture(_)));
        if draws && how.picture.as_deref() != Some("none") {
            outputs.push(("picture".to_owned(), "svg".to_owned()));
        }
        Self { page: how.page, outputs }
    }
}

/// All tasks with their schemas, and whether the page has them as a module for its worker.
pub(crate) async fn list(State(bench): State<Bench>) -> Json<Value> {
    let tasks: Vec<_> = tilewright_tasks::all().map(Entry::document).collect();
    let worker = page::is_there(&bench, "tilewright.wasm");

    Json(
        json!({ "version": env!("CARGO_PKG_VERSION"), "worker": worker, "tasks": tasks }),
    )
}

/// Runs a task.
pub(crate) async fn run(
    State(bench): State<Bench>,
    Path((game, verb)): Path<(String, String)>,
    Query(how): Query<AnswerOptions>,
    body: Bytes,
) -> Result<Response, Fault> {
    let entry = find(&format!("{game}/{verb}"));
    let entry = entry.map_err(|it| Fault::from(it).with(StatusCode::NOT_FOUND))?;
    let request = complete(entry, object(&body)?)?;
    if how.wait {
        let work = move |bench: &Bench, stop: &Stop| {
            form(bench, entry, request, &how, SHORT, stop)
        };
        let (kind, bytes) = at_work(&bench, work).await?;
        return Ok(([(CONTENT_TYPE, kind)], bytes).into_response());
    }
    let wanted = RunOptions::new(entry, how);
    let begin =
        move |bench: &Bench, _: &Stop| bench.runs.begin(bench, entry, request, wanted);
    let run = at_once(&bench, begin).await?;
    Ok((StatusCode::ACCEPTED, Json(run.document())).into_response())
}

/// The object in a body; an empty body is an empty object.
pub(crate) fn object(body: &[u8]) -> Result<Map<String, Value>, Fault> {
    if body.iter().all(u8::is_ascii_whitespace) {
        return Ok(Map::new());
    }
    serde_json::from_slice(body).map_err(|error| {
        let error = DocumentError::from(error);
        Fault::wrong(format!("the request is not a JSON object: {error}"))
    })
}

/// The request with all its keys, and with a seed that is chosen if there is none.
pub(crate) fn complete(
    entry: &Entry,
    mut document: Map<String, Value>,
) -> Result<Map<String, Value>, Fault> {
    if document.remove("task").is_some_and(|task| task != entry.name) {
        return Err(Fault::wrong("the request is one for another task"));
    }
    let mut request = entry.read(document)?;
    if let Some(seed) = request.seed() {
        *seed = seed.or_else(|| Some(random_seed()));
    }
    request.document().map_err(Fault::internal)
}

/// Reads or writes something on a thread of its own.
pub(crate) async fn at_once<T: Send + 'static>(
    bench: &Bench,
    work: impl FnOnce(&Bench, &Stop) -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    in_lane(bench, &bench.lanes.calls, work).await
}

/// Runs a task on a thread of its own; it is stopped when the call goes.
pub(crate) async fn at_work<T: Send + 'static>(
    bench: &Bench,
    work: impl FnOnce(&Bench, &Stop) -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    in_lane(bench, &bench.lanes.answers, work).await
}

async fn in_lane<T: Send + 'static>(
    bench: &Bench,
    lane: &Lane,
    work: impl FnOnce(&Bench, &Stop) -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    let turn = lane.enter()?.turn().await;
    let (bench, stop) = (bench.clone(), Stop::default());
    let guard = StopOnDrop(stop.clone());
    let runtime = tokio::runtime::Handle::current();
    let done = tokio::task::spawn_blocking(move || {
        let (_turn, _runtime) = (turn, runtime.enter());
        work(&bench, &stop)
    });
    let done = done.await.map_err(Fault::internal)?;
    drop(guard);
    done
}

/// Runs a task and gives its answer in the form that is asked for, with its media type.
pub(crate) fn form(
    bench: &Bench,
    entry: &'static Entry,
    request: Map<String, Value>,
    how: &AnswerOptions,
    longest: Duration,
    stop: &Stop,
) -> Result<(&'static str, Vec<u8>), Fault> {
    let form = how.form.as_deref().unwrap_or("json");
    let ending = how.ending.clone().unwrap_or_default();
    let output = how.output.clone().unwrap_or_else(|| "output".to_owned());
    let outputs = match form {
        "json" | "text" => how.outputs(),
        "svg" | "png" | "gif" | "apng" => vec![("picture".to_owned(), form.to_owned())],
        "file" => vec![(output.clone(), ending.clone())],
        _ => {
            return Err(Fault::wrong("the forms are text, svg, png, gif, apng and file"));
        }
    };

    let door = PageDoor::new(bench, stop.clone(), longest, &outputs);
    let served = serve(entry, request, &door)?;
    // It was not cancelled, so its time was over.
    if served.answer.verdict() == Verdict::Stopped && !stop.is_stopped() {
        return Err(too_long(longest));
    }

    match form {
        "json" => Ok(("application/x-ndjson", served.json().map_err(Fault::internal)?)),
        "text" => Ok(("text/plain; charset=utf-8", served.text().into_bytes())),
        "file" => file(&served, &output, &ending),
        _ => {
            let name = format!("answer.{form}");
            let format = Format::from_path(name.as_ref()).map_err(Fault::internal)?;
            let picture = served.picture(format, stop)?;
            let picture =
                picture.ok_or_else(|| Fault::wrong("this answer has no picture"));
            Ok((media_type(&name), picture?))
        }
    }
}

fn too_long(longest: Duration) -> Fault {
    let seconds = longest.as_secs();
    let error =
        format!("this takes longer than {seconds} s, the limit of an answer at once");
    Fault::new(StatusCode::UNPROCESSABLE_ENTITY, error)
        .hint("leave out `wait` to begin a run")
}

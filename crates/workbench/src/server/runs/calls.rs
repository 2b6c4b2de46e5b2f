//! Calls about runs: listed, shown, cancelled, repeated, resumed.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use tilewright_draw::{Format, export};
use tilewright_runs::{
    Comparison, Query as Search, Recorder, RunFile, RunId, State as Stage,
};

use tilewright_tasks::{find, serve};

use crate::server::Bench;
use crate::server::fault::Fault;
use crate::server::host::PageDoor;
use crate::server::page::media_type;
use crate::server::run::{Run, Stop};
use crate::server::tasks::{AGAIN, AnswerOptions, RunOptions, at_once, at_work, form};
use crate::server::work::{LONG, archive};

/// The most runs of one page of the list.
const LIMIT: u32 = 500;

/// Which runs to list.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct RunFilter {
    search: String,
    task: Option<String>,
    state: Option<String>,
    before: Option<i64>,
    limit: Option<u32>,
}

/// What to do with a run that is deleted.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Deletion {
    forget: bool,
}

/// Lists runs, the newest first.
pub(crate) async fn list(
    State(bench): State<Bench>,
    Query(which): Query<RunFilter>,
) -> Result<Json<Value>, Fault> {
    at_once(&bench, move |bench, _| {
        let word = which.state.filter(|word| !word.is_empty());
        let state = word.map(|word| {
            let known = Stage::ALL.into_iter().find(|known| known.name() == word);
            known.ok_or_else(|| Fault::wrong("there is no such state of a run"))
        });
        let search = Search {
            search: which.search,
            task: which.task.filter(|task| !task.is_empty()),
            state: state.transpose()?,
            before: which.before.map(RunId),
            limit: which.limit.unwrap_or(50).min(LIMIT),
        };

        let page = bench.history.reader().list(&search)?;
        let mut page = serde_json::to_value(page).map_err(Fault::internal)?;
        for run in page["runs"].as_array_mut().into_iter().flatten() {
            enliven(bench, run);
        }

        Ok(Json(page))
    })
    .await
}

/// Adds the progress of a run that is under way here.
fn enliven(bench: &Bench, run: &mut Value) {
    let live = run["id"].as_i64().and_then(|id| bench.runs.live(id));
    if let Some(live) = live.filter(|live| !live.is_over()) {
        let state = live.state();
        run["done"] = state.done.into();
        run["steps"] = state.steps.into();
        run["status"] = state.status.clone().into();
        run["seconds"] = live.begun.elapsed().as_secs_f64().into();
    }
}

/// All that is known of a run.
pub(crate) async fn show(
    State(bench): State<Bench>,
    Path(id): Path<i64>,
) -> Result<Json<Value>, Fault> {
    at_once(&bench, move |bench, _| {
        let record = bench.history.reader().get(RunId(id))?;
        let mut record = serde_json::to_value(record).map_err(Fault::internal)?;
        enliven(bench, &mut record);
        Ok(Json(record))
    })
    .await
}

/// Cancels a run; with `forget`, deletes what is recorded of it.
pub(crate) async fn delete(
    State(bench): State<Bench>,
    Path(id): Path<i64>,
    Query(Deletion { forget }): Query<Deletion>,
) -> Result<StatusCode, Fault> {
    // A run under way is cancelled at once, whatever else is at work.
    if let Some(run) = bench.runs.live(id).filter(|_| !forget) {
        run.stop.stop();
        return Ok(StatusCode::NO_CONTENT);
    }

    at_once(&bench, move |bench, _| {
        let store = bench.history.writer();
        if forget {
            store.delete(RunId(id))?;
        } else {
            store.get(RunId(id))?;
        }

        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// A part of what is recorded of a run: its answer, as `answer` or with an ending, its files, the
/// runs that differ by their seed.
pub(crate) async fn part(
    State(bench): State<Bench>,
    Path((id, what)): Path<(i64, String)>,
) -> Result<Response, Fault> {
    let is_drawn = matches!(&*what, "answer.png" | "answer.gif" | "answer.apng");
    let part = move |bench: &Bench, stop: &Stop| part_of(bench, RunId(id), &what, stop);
    let (kind, bytes) = if is_drawn {
        at_work(&bench, part).await?
    } else {
        at_once(&bench, part).await?
    };
    Ok(([(CONTENT_TYPE, kind)], bytes).into_response())
}

/// The media type and the bytes of a part.
fn part_of(
    bench: &Bench,
    id: RunId,
    what: &str,
    stop: &Stop,
) -> Result<(&'static str, Vec<u8>), Fault> {
    let store = || bench.history.reader();
    Ok(match what {
        "answer" => ("application/x-ndjson", store().answer(id)?),
        "answer.txt" => (media_type("answer.txt"), store().text(id)?.into_bytes()),
        "answer.svg" => (media_type("answer.svg"), svg(bench, id)?.into_bytes()),
        "answer.png" => (media_type("answer.png"), png(bench, id, stop)?),
        "answer.gif" | "answer.apng" => moving(bench, id, &what[7..], stop)?,
        "files" => {
            ("application/json", json!(store().files(id)?).to_string().into_bytes())
        }
        "files.zip" => (media_type("files.zip"), archive(&files(bench, id)?)?),
        "export" => ("application/json", store().export(id)?),
        "curves" => ("application/json", curves(bench, id)?.to_string().into_bytes()),
        _ => return Err(Fault::missing("a run has no such part")),
    })
}

fn svg(bench: &Bench, id: RunId) -> Result<String, Fault> {
    let svg = bench.history.reader().svg(id)?;
    svg.ok_or_else(|| Fault::missing("this run has no picture"))
}

/// The still picture: of a run that ended not long ago at once, of others by repeating it.
fn png(bench: &Bench, id: RunId, stop: &Stop) -> Result<Vec<u8>, Fault> {
    let live = bench.runs.live(id.0).and_then(|run| run.state().picture.clone());
    match live {
        Some(picture) => {
            export(&picture, None, Format::Png, stop).map_err(Fault::internal)
        }
        None => Ok(moving(bench, id, "png", stop)?.1),
    }
}

/// A picture that is made by repeating the run.
fn moving(
    bench: &Bench,
    id: RunId,
    ending: &str,
    stop: &Stop,
) -> Result<(&'static str, Vec<u8>), Fault> {
    let asked = bench.history.reader().request(id)?;
    let entry = find(&asked.task)?;
    form(bench, entry, asked.request, &AnswerOptions::picture(ending), AGAIN, stop)
}

/// All files of a run, those of the main output by their names alone.
fn files(bench: &Bench, id: RunId) -> Result<BTreeMap<String, Vec<u8>>, Fault> {
    let store = bench.history.reader();
    let loaded = store.files(id)?.into_iter().map(|file| {
        let bytes = store.file(id, &file.output, &file.name)?;
        Ok((shown(&file), bytes))
    });
    loaded.collect()
}

/// The name by which a file of a run is asked for.
fn shown(file: &RunFile) -> String {
    let name = if file.name.is_empty() { &file.output } else { &file.name };
    if file.output == "output" { name.clone() } else { format!("{}/{name}", file.output) }
}

/// The curves of the runs that differ from this one by their seed alone.
fn curves(bench: &Bench, id: RunId) -> Result<Value, Fault> {
    let store = bench.history.reader();
    let runs = store.same_request(id)?;
    let ids: Vec<_> = runs.iter().map(|run| run.id).collect();
    let curves = store.curves(&ids)?;
    let curves = runs.iter().zip(curves).map(
        |(run, (_, curve))| json!({ "run": run.id, "seed": run.seed, "curve": curve }),
    );
    Ok(json!({ "curves": curves.collect::<Vec<_>>() }))
}

/// A file of a run, as `OUTPUT/NAME`, or by its name alone if it is one of the main output.
pub(crate) async fn file(
    State(bench): State<Bench>,
    Path((id, name)): Path<(i64, String)>,
) -> Result<Response, Fault> {
    let (name, bytes) = at_once(&bench, move |bench, _| {
        let (id, store) = (RunId(id), bench.history.reader());
        let file = store.files(id)?.into_iter().find(|file| shown(file) == name);
        let file = file.ok_or_else(|| Fault::missing("this run has no such file"))?;
        Ok((name, store.file(id, &file.output, &file.name)?))
    })
    .await?;
    Ok(([(CONTENT_TYPE, media_type(&name))], bytes).into_response())
}

/// Repeats a run, continues one that was cut off, or compares a repetition with what is
/// recorded.
pub(crate) async fn again(
    State(bench): State<Bench>,
    Path((id, what)): Path<(i64, String)>,
    Query(how): Query<AnswerOptions>,
) -> Result<Response, Fault> {
    let id = RunId(id);
    match what.as_str() {
        "repeat" => {
            let run = at_once(&bench, move |bench, _| repeat(bench, id, how)).await?;
            Ok(begun(&run))
        }
        "resume" => {
            // Its last event is sent before those of the resumed run.
            if let Some(run) = bench.runs.live(id.0) {
                run.told().await;
            }
            let run = at_once(&bench, move |bench, _| resume(bench, id, how)).await?;
            Ok(begun(&run))
        }
        "replay" => {
            let same =
                at_work(&bench, move |bench, stop| replay(bench, id, stop)).await?;
            Ok(Json(json!({ "same": same })).into_response())
        }
        _ => Err(Fault::missing("a run can be repeated, resumed and replayed")),
    }
}

fn begun(run: &Run) -> Response {
    (StatusCode::ACCEPTED, Json(run.document())).into_response()
}

fn repeat(bench: &Bench, id: RunId, how: AnswerOptions) -> Result<Arc<Run>, Fault> {
    let asked = bench.history.reader().request(id)?;
    let entry = find(&asked.task)?;
    let wanted = RunOptions::new(entry, how);
    bench.runs.begin(bench, entry, asked.request, wanted)
}

fn resume(bench: &Bench, id: RunId, how: AnswerOptions) -> Result<Arc<Run>, Fault> {
    // What the run had answered is dropped only once it can go on.
    let place = bench.lanes.runs.enter()?;
    let asked = bench.history.reader().request(id)?;
    let entry = find(&asked.task)?;
    let store = bench.history.shared();
    let recorder = Recorder::resume(store, id, env!("CARGO_PKG_VERSION"))?;
    let wanted = RunOptions::new(entry, how);
    Ok(bench.runs.work(bench, entry, asked.request, wanted, recorder, place))
}

/// Whether the run gives the same bytes again.
fn replay(bench: &Bench, id: RunId, stop: &Stop) -> Result<bool, Fault> {
    let (asked, before) = {
        let store = bench.history.reader();
        (store.request(id)?, store.answer(id)?)
    };
    let entry = find(&asked.task)?;
    let door = PageDoor::new(bench, stop.clone(), LONG, &[]);
    let again = serve(entry, asked.request, &door)?.json().map_err(Fault::internal)?;
    Ok(Comparison::of(&before, &again) == Comparison::Same)
}

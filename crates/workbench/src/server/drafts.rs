//! Drafts: what a page draws, under a revision. A change that is based on another revision than the
//! one that is kept is refused, so that two pages do not overwrite each other.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tilewright_runs::Draft;

use crate::server::Bench;
use crate::server::fault::Fault;
use crate::server::runs::now;
use crate::server::tasks::{at_once, object};

/// The most bytes of all drafts: 256 MiB.
const KEPT: u64 = 1 << 28;
/// The most characters of an identifier and of a kind.
const LONGEST: usize = 32;

/// Which drafts to list.
#[derive(Debug, Deserialize)]
pub(crate) struct DraftFilter {
    kind: String,
}

/// A draft as the page sees it.
#[derive(Debug, Serialize)]
pub(crate) struct DraftView {
    #[serde(flatten)]
    draft: Draft,
    value: Value,
}

/// Lists the drafts of a kind, the last changed first.
pub(crate) async fn list(
    State(bench): State<Bench>,
    Query(which): Query<DraftFilter>,
) -> Result<Json<Value>, Fault> {
    let drafts = at_once(&bench, move |bench, _| {
        Ok(bench.history.reader().drafts(&which.kind)?)
    });
    Ok(Json(json!({ "drafts": drafts.await? })))
}

/// A draft with its value.
pub(crate) async fn get(
    State(bench): State<Bench>,
    Path(id): Path<String>,
) -> Result<Json<DraftView>, Fault> {
    let seen = at_once(&bench, move |bench, _| {
        let draft = bench.history.reader().draft(&id)?;
        let value = serde_json::from_str(&draft.value).map_err(Fault::internal)?;
        Ok(Json(DraftView { draft, value }))
    });
    seen.await
}

/// Keeps a draft that is based on a revision; 0 begins it.
pub(crate) async fn put(
    State(bench): State<Bench>,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Json<Value>, Fault> {
    let kept = at_once(&bench, move |bench, _| {
        let mut document = object(&body)?;
        let kind = document.remove("kind");
        let kind = kind.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned();

        for (what, word) in [("id", &id), ("kind", &kind)] {
            check_word(what, word)?;
        }

        let based = document.get("revision").and_then(Value::as_u64);
        let based = based.ok_or_else(|| Fault::wrong("`revision` is missing"))?;
        let revision = based.checked_add(1).filter(|it| i64::try_from(*it).is_ok());
        let revision = revision.ok_or_else(|| Fault::wrong("`revision` is too large"))?;
        let value = document.remove("value");
        let value = value.ok_or_else(|| Fault::wrong("`value` is missing"))?.to_string();
        let draft = Draft { id, kind, revision, changed: now(), value };
        bench.history.writer().put_draft(&draft, KEPT)?;

        Ok(Json(json!({ "revision": revision })))
    });

    kept.await
}

/// Refuses a word that is not made of a few letters, digits and hyphens.
fn check_word(what: &str, word: &str) -> Result<(), Fault> {
    let is_right = |letter: u8| letter.is_ascii_alphanumeric() || letter == b'-';
    if word.is_empty() || word.len() > LONGEST || !word.bytes().all(is_right) {
        let error = format!("the {what} of a draft is 1 to {LONGEST} letters and digits");
        return Err(Fault::wrong(error));
    }
    Ok(())
}

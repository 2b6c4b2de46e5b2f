//! The folder that is opened, for the page.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path as UrlPath, State};
use axum::http::header::{CONTENT_TYPE, ETAG, IF_MATCH, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::IntoResponse;
use serde_json::{Value, json};
use tilewright_grid::checksum;

use crate::folder::{Folder, check};
use crate::server::Bench;
use crate::server::fault::Fault;
use crate::server::tasks::at_once;

/// The files of the folder; `null` if none is open.
pub(crate) async fn list_all(State(bench): State<Bench>) -> Result<Json<Value>, Fault> {
    at_once(&bench, |bench, _| {
        let Some(folder) = bench.folder.as_ref() else { return Ok(Json(Value::Null)) };
        let files = folder.files().map_err(|error| Fault::wrong(error.to_string()))?;
        Ok(Json(json!({ "name": folder.name, "files": files })))
    })
    .await
}

/// A file of the folder.
pub(crate) async fn get(
    State(bench): State<Bench>,
    UrlPath(name): UrlPath<String>,
) -> Result<impl IntoResponse, Fault> {
    at_once(&bench, move |bench, _| {
        let bytes = of(bench)?.read(&name);
        let bytes = bytes.map_err(|error| Fault::missing(format!("{name}: {error}")))?;
        let kind = HeaderValue::from_static("application/octet-stream");
        Ok(([(CONTENT_TYPE, kind), (ETAG, tag(&bytes))], bytes))
    })
    .await
}

/// Writes a file of the folder. With `If-None-Match: *` only a new one, with `If-Match` only one that is still
/// as it was read or written: what another tab or program has made there is not lost.
pub(crate) async fn put(
    State(bench): State<Bench>,
    UrlPath(name): UrlPath<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<impl IntoResponse, Fault> {
    at_once(&bench, move |bench, _| {
        let folder = of(bench)?;
        let found = || folder.read(&name).ok().map(|bytes| tag(&bytes));
        let is_stale = match (headers.get(IF_MATCH), headers.get(IF_NONE_MATCH)) {
            (Some(known), _) => found().is_some_and(|found| found != *known),
            (None, Some(_)) => found().is_some(),
            (None, None) => false,
        };

        if is_stale {
            let what = format!("{}: there is another file of this name", shown(&name));
            return Err(Fault::new(StatusCode::CONFLICT, what)
                .hint("replace it, or save under another name"));
        }

        let written = check(&name).and_then(|()| folder.write(&name, &bytes));
        written.map_err(|error| Fault::wrong(format!("{}: {error}", shown(&name))))?;
        Ok((StatusCode::NO_CONTENT, [(ETAG, tag(&bytes))]))
    })
    .await
}

/// What tells one content of a file from another.
fn tag(bytes: &[u8]) -> HeaderValue {
    let tag = format!("\"{:016x}\"", checksum(bytes));
    HeaderValue::from_str(&tag).expect("digits stand in headers")
}

/// A name as it is shown in a message, without line breaks.
fn shown(name: &str) -> String {
    let parts = name.chars().map(|letter| match letter {
        letter if letter.is_control() => letter.escape_default().to_string(),
        letter => letter.to_string(),
    });
    parts.collect()
}

fn of(bench: &Bench) -> Result<&Folder, Fault> {
    bench.folder.as_ref().ok_or_else(|| {
        Fault::missing("no folder is open")
            .hint("start the program as tilewright workbench FOLDER")
    })
}

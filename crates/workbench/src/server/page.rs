//! The files of the page: within the program, or from a folder while somebody works on them.

use std::borrow::Cow;

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};

use crate::files::Page;
use crate::server::Bench;
use crate::server::fault::Fault;

/// The first file of the page.
pub(crate) async fn index(
    bench: State<Bench>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    file(bench, Path("index.html".to_owned()), headers).await
}

/// A file of the page.
pub(crate) async fn file(
    State(bench): State<Bench>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let (bytes, tag) =
        read(&bench, &name).ok_or_else(|| Fault::missing("there is no such file"))?;
    let is_known = headers
        .get(IF_NONE_MATCH)
        .is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let head = [(ETAG, tag), (CACHE_CONTROL, "no-cache".to_owned())];
    if is_known {
        return Ok((StatusCode::NOT_MODIFIED, head).into_response());
    }
    Ok((head, [(CONTENT_TYPE, media_type(&name))], bytes.into_owned()).into_response())
}

/// The bytes of a file and a tag that changes with them.
fn read(bench: &Bench, name: &str) -> Option<(Cow<'static, [u8]>, String)> {
    if let Some(folder) = bench.page.as_ref() {
        let bytes = folder.read(name).ok()?;
        let tag = format!("\"{:x}\"", tilewright_grid::checksum(&bytes));
        return Some((bytes.into(), tag));
    }
    let file = Page::get(name)?;
    let hash = file.metadata.sha256_hash();
    let tag = u64::from_le_bytes(hash[..8].try_into().ok()?);
    Some((file.data, format!("\"{tag:x}\"")))
}

/// Whether the page has a file of that name.
pub(crate) fn is_there(bench: &Bench, name: &str) -> bool {
    match bench.page.as_ref() {
        Some(folder) => folder.reader(name).is_ok(),
        None => Page::get(name).is_some(),
    }
}

/// The media type of a file by its ending.
pub(crate) fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "jsonl" => "application/x-ndjson",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "gif" => "image/gif",
        "apng" => "image/apng",
        "wasm" => "application/wasm",
        "zip" => "application/zip",
        "txt" | "map" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

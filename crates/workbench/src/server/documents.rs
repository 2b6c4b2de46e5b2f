//! Documents that the page has handed over: large inputs, named by their content.

use std::io;
use std::sync::{Arc, Mutex};

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use tilewright_grid::locked;
use tilewright_runs::NewDocument;

use crate::server::Bench;
use crate::server::fault::Fault;
use crate::server::page::media_type;
use crate::server::runs::now;
use crate::server::tasks::at_once;

/// The most bytes that are held in memory of documents that are in use: 128 MiB.
const MOST: usize = 1 << 27;
/// The most bytes of all documents in the database: 1 GiB.
const KEPT: u64 = 1 << 30;
/// The number of hexadecimal digits of a hash.
const DIGITS: usize = 16;

/// The documents that were used last, by their names; the database has all of them.
#[derive(Debug, Default)]
pub(crate) struct Documents(Mutex<Vec<(String, Arc<[u8]>)>>);

/// How a document is named.
#[derive(Debug, Serialize)]
pub(crate) struct DocumentName {
    name: String,
    hash: String,
    size: usize,
}

impl Documents {
    /// A document by the name that requests have for it; `None` if it is no document's name.
    pub(crate) fn named(
        &self,
        bench: &Bench,
        name: &str,
    ) -> Option<io::Result<Arc<[u8]>>> {
        let (hash, file) = name.split_once('/').filter(|(hash, _)| is_hash(hash))?;
        // A file may refer to others beside it, as `./tiles.tsx`.
        let file = file.strip_prefix("./").unwrap_or(file);
        let name = format!("{hash}/{file}");
        Some(self.held(&name).map_or_else(|| self.read(bench, hash, file), Ok))
    }

    fn read(&self, bench: &Bench, hash: &str, file: &str) -> io::Result<Arc<[u8]>> {
        let bytes = bench.history.writer().document(hash, file, now());
        let bytes: Arc<[u8]> = bytes.map_err(io::Error::other)?.into();
        self.hold(format!("{hash}/{file}"), Arc::clone(&bytes));
        Ok(bytes)
    }

    fn held(&self, name: &str) -> Option<Arc<[u8]>> {
        let mut held = locked(&self.0);
        let at = held.iter().position(|(known, _)| known == name)?;
        let document = held.remove(at);
        let bytes = Arc::clone(&document.1);
        held.push(document);
        Some(bytes)
    }

    fn hold(&self, name: String, bytes: Arc<[u8]>) {
        let mut held = locked(&self.0);
        held.push((name, bytes));
        let mut size: usize = held.iter().map(|(_, bytes)| bytes.len()).sum();
        while size > MOST {
            size -= held.remove(0).1.len();
        }
    }
}

fn is_hash(text: &str) -> bool {
    text.len() == DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// What a file is called, and beside which document it stands.
#[derive(Debug, Deserialize)]
pub(crate) struct UploadQuery {
    name: String,
    beside: Option<String>,
}

/// Keeps a file.
pub(crate) async fn put(
    State(bench): State<Bench>,
    Query(put): Query<UploadQuery>,
    bytes: Bytes,
) -> Result<Json<DocumentName>, Fault> {
    at_once(&bench, move |bench, _| {
        let hash = bench.history.writer().put_document(&NewDocument {
            name: &put.name,
            bytes: &bytes,
            beside: put.beside.as_deref(),
            now: now(),
            limit: KEPT,
        })?;
        Ok(Json(DocumentName {
            name: format!("{hash}/{}", put.name),
            hash,
            size: bytes.len(),
        }))
    })
    .await
}

/// A file that was kept.
pub(crate) async fn get(
    State(bench): State<Bench>,
    Path((hash, name)): Path<(String, String)>,
) -> Result<impl IntoResponse, Fault> {
    at_once(&bench, move |bench, _| {
        let bytes = bench.history.writer().document(&hash, &name, now())?;
        Ok(([(CONTENT_TYPE, media_type(&name))], bytes))
    })
    .await
}

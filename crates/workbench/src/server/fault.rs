//! Why a call was refused, as a response.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tilewright_tasks::{Refusal, events};

/// A refusal with its status.
#[derive(Debug)]
pub(crate) struct Fault {
    status: StatusCode,
    document: Value,
}

impl Fault {
    pub(crate) fn new(status: StatusCode, error: impl AsRef<str>) -> Self {
        Self { status, document: json!({ "error": error.as_ref() }) }
    }

    /// There is no such thing.
    pub(crate) fn missing(what: impl AsRef<str>) -> Self {
        Self::new(StatusCode::NOT_FOUND, what)
    }

    /// The call is wrong.
    pub(crate) fn wrong(error: impl AsRef<str>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error)
    }

    /// Something that should work failed.
    pub(crate) fn internal(error: impl std::fmt::Display) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    }

    /// The same with another status.
    pub(crate) fn with(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }

    /// The same with what to do about it.
    #[must_use]
    pub(crate) fn hint(mut self, hint: &str) -> Self {
        self.document["hint"] = hint.into();
        self
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.document["error"].as_str().unwrap_or_default())
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        Self { status: StatusCode::BAD_REQUEST, document: events::refused(&refusal) }
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        (self.status, Json(self.document)).into_response()
    }
}

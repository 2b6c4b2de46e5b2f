//! The desk: it keeps documents, games and live maps, and answers one call after the other.

use anyhow::anyhow;
use serde_json::{Value, json};
use tilewright_2048::{Network, NetworkError};
use tilewright_tasks::{Entry, Refusal, events};

use crate::call::{Call, Reply, line};
use crate::documents::Documents;
use crate::host::Page;
use crate::live::LiveMaps;
use crate::run::run;
use crate::sessions::Sessions;

/// Answers the calls of a page.
///
/// ```
/// use tilewright_wasm::{Desk, Page};
///
/// struct Deaf;
/// impl Page for Deaf {
///     fn event(&self, _: &[u8]) {}
///     fn nanos(&self) -> u64 {
///         0
///     }
/// }
///
/// let call = br#"{"verb": "run", "task": "battleship/count", "request": {"rows": 4, "fleet": "2"}}"#;
/// let reply = String::from_utf8(Desk::default().answer(call, &Deaf)).unwrap();
/// assert!(reply.starts_with(r#"{"answer":{"verdict":"done"}"#), "{reply}");
/// ```
#[derive(Default)]
pub struct Desk {
    documents: Documents,
    sessions: Sessions,
    live: LiveMaps,
}

impl Desk {
    /// The reply to a call.
    pub fn answer(&mut self, message: &[u8], page: &dyn Page) -> Vec<u8> {
        match self.reply(message, page) {
            Ok(reply) => reply.into_bytes(),
            Err(refusal) if is_network_missing(&refusal) => {
                line(&json!({ "missing": "network" }))
            }
            Err(refusal) => line(&json!({ "refused": events::refused(&refusal) })),
        }
    }

    fn reply(&mut self, message: &[u8], page: &dyn Page) -> Result<Reply, Refusal> {
        let call = Call::read(message)?;
        match call.text("verb")? {
            "tasks" => Ok(Reply::new(tasks())),
            "document" => {
                self.documents.put(call.text("name")?, call.bytes)?;
                Ok(Reply::new(json!({ "size": call.bytes.len() })))
            }
            "documents/clear" => {
                self.documents = Documents::default();
                Ok(Reply::default())
            }
            "network" => {
                let is_first = Network::from_bytes(call.bytes, &())?.make_ready();
                Ok(Reply::new(json!({ "first": is_first })))
            }
            "run" => run(&call, &self.documents, page),
            verb => match verb.split_once('/') {
                Some(("session", verb)) => {
                    self.sessions.answer(verb, &call, &self.documents, page)
                }
                Some(("live", verb)) => {
                    self.live.answer(verb, &call, &self.documents, page)
                }
                _ => Err(anyhow!("unknown verb `{verb}`").into()),
            },
        }
    }
}

/// All tasks with their schemas.
fn tasks() -> Value {
    let tasks: Vec<_> = tilewright_tasks::all().map(Entry::document).collect();

    json!({ "version": env!("CARGO_PKG_VERSION"), "tasks": tasks })
}

/// Whether the built-in network is wanted, which the page loads only then.
fn is_network_missing(refusal: &Refusal) -> bool {
    let is_missing = |error: &NetworkError| matches!(error, NetworkError::NotBuiltIn);
    refusal.error.chain().any(|cause| cause.downcast_ref().is_some_and(is_missing))
}

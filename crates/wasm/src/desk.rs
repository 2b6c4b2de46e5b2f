//! The desk: it runs tasks, keeps games and live maps, and answers one call after the other.

use serde_json::json;
use tilewright_2048::{Network, NetworkError};
use tilewright_tasks::{GAMES, Refusal};

use crate::call::{Call, Reply, line, refused};
use crate::host::Page;
use crate::live::LiveMaps;
use crate::run::TaskDesk;
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
pub struct Desk {
    tasks: TaskDesk,
    sessions: Sessions,
    live: LiveMaps,
}

impl Default for Desk {
    fn default() -> Self {
        Self {
            tasks: TaskDesk::new(&GAMES),
            sessions: Sessions::default(),
            live: LiveMaps::default(),
        }
    }
}

impl Desk {
    /// The reply to a call.
    pub fn answer(&mut self, message: &[u8], page: &dyn Page) -> Vec<u8> {
        match Call::read(message).and_then(|call| self.reply(&call, page)) {
            Ok(reply) => reply.into_bytes(),
            Err(refusal) if is_network_missing(&refusal) => {
                line(&json!({ "missing": "network" }))
            }
            Err(refusal) => refused(&refusal),
        }
    }

    fn reply(&mut self, call: &Call<'_>, page: &dyn Page) -> Result<Reply, Refusal> {
        let verb = call.text("verb")?;
        let documents = &self.tasks.documents;
        match verb.split_once('/') {
            Some(("session", verb)) => self.sessions.answer(verb, call, documents, page),
            Some(("live", verb)) => self.live.answer(verb, call, documents, page),
            None if verb == "network" => {
                let is_first = Network::from_bytes(call.bytes, &())?.make_ready();
                Ok(Reply::new(json!({ "first": is_first })))
            }
            _ => self.tasks.reply(call, page),
        }
    }
}

/// Whether the built-in network is wanted, which the page loads only then.
fn is_network_missing(refusal: &Refusal) -> bool {
    let is_missing = |error: &NetworkError| matches!(error, NetworkError::NotBuiltIn);
    refusal.error.chain().any(|cause| cause.downcast_ref().is_some_and(is_missing))
}

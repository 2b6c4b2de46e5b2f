//! The modules of WebAssembly, each of a feature: `tasks`, of the page and of the package for JavaScript, and of the package alone `paths`,
//! `match3`, `match3-design`, `2048` and `battleship`.
//!
//! # Paths
//!
//! [`Paths`] holds maps, routes, fields and crowds under numbers. Its functions take and give numbers; longer lists go through
//! [`Buffers`]. `npm/src/paths` is the other end, which checks what callers say.
//!
//! # Games
//!
//! [`Games`] holds games of `tilewright_sessions` under numbers. `npm/src/games` is the other end.
//!
//! # Tasks
//!
//! A [`Desk`] answers the calls of a page's worker, and a [`TaskDesk`] those down to `run`, with the tasks of some games. A call is one line of JSON and
//! the bytes after it; so is a reply. `verb` says what is wanted:
//!
//! | verb | members of the call | answer |
//! |---|---|---|
//! | `tasks` | | `version`, and `tasks` with their outputs and schemas |
//! | `document` | `name`, the bytes | keeps an input that requests may name |
//! | `documents/clear` | | gives up all inputs |
//! | `run` | `task`, `request`, `form`, `output`, `ending`, `seed` | `verdict`, `reached`; the forms as parts |
//! | `network` | the bytes | makes this file the built-in network of 2048 |
//! | `session/open` | `game`, `settings`, `seed` | the position |
//! | `session/state`, `session/move`, `session/undo` | `session`, `move` | the position, and the events of a move |
//! | `session/hint`, `session/outlook` | `session`, `player` | the move of a player; what the person may know |
//! | `session/save` | `session` | a text |
//! | `session/picture` | `session`, `form` | the picture as a part: `svg`, `png`, `gif` or `apng` |
//! | `session/forget` | `session` | nothing |
//! | `live/open` | `settings`, `seed` | `live`, the name of a live map |
//! | `live/frame` | `live`, `frame` | where its walkers are after changes and ticks |
//! | `live/forget` | `live` | nothing |
//!
//! A reply is `{"answer": …, "parts": [{"name", "size", "file"?}]}` with the bytes of the parts in
//! this order, or `{"refused": {"error", "hint", "key"}}`, or `{"missing": "network"}`: then the page
//! loads the network and calls again. `seed` is the one to be used by a request that has none, as this
//! crate has no source of randomness. Events go out while the call is answered, as documents of
//! [`tilewright_tasks::events`].
//!
//! `worker.js` of the page is the other end.
//!
//! # Where things are
//!
//! | in `src` | contents |
//! |---|---|
//! | `desk.rs` | tasks, games and live maps, one call answered after the other |
//! | `call.rs`, `form.rs` | calls and replies; the forms of an answer |
//! | `run.rs`, `documents.rs` | tasks run on the documents that were handed over |
//! | `sessions.rs`, `live.rs` | games and live maps |
//! | `host.rs` | what the page provides, and the door on it |
//! | `games.rs` | games by their numbers |
//! | `paths/` | maps, queries and routes, links, fields, crowds; the buffers of numbers |
//! | `exports/` | the functions that JavaScript calls: the only unsafe code of the project |

#[cfg(feature = "match3-design")]
mod call;
#[cfg(feature = "tasks")]
mod desk;
#[cfg(feature = "match3-design")]
mod documents;
#[cfg(target_family = "wasm")]
mod exports;
#[cfg(feature = "match3-design")]
mod form;
#[cfg(any(feature = "2048", feature = "battleship", feature = "match3"))]
mod games;
#[cfg(feature = "match3-design")]
mod host;
#[cfg(feature = "tasks")]
mod live;
#[cfg(feature = "paths")]
mod paths;
#[cfg(feature = "match3-design")]
mod run;
#[cfg(feature = "tasks")]
mod sessions;

#[cfg(feature = "tasks")]
pub use desk::Desk;
#[cfg(any(feature = "2048", feature = "battleship", feature = "match3"))]
pub use games::Games;
#[cfg(feature = "match3-design")]
pub use host::Page;
#[cfg(feature = "paths")]
pub use paths::{Buffers, Paths};
#[cfg(feature = "match3-design")]
pub use run::TaskDesk;

/// The answer of a call that was refused; what the module has said says why.
pub const REFUSED: i32 = -1;

#![doc = include_str!("../README.md")]
//!
//! `serve` starts the server with `Settings`. Requests are `POST /tasks/{name}`; the rest of the
//! interface is listed at `router` in the source of `server`.
//!
//! A [`Report`] is the same page as one file: it shows recorded runs, without a server; a
//! [`still_page`] has its look and no script. They need no feature; the server has the feature
//! `server`, which is on by default.
//!
//! # Where things are
//!
//! | in `src` | contents |
//! |---|---|
//! | `server.rs` | settings, and the list of calls |
//! | `server/` | connections and their limits, who may call, a task answered at once or worked on as a run, events of runs, the history, games, live maps, drawings, documents, the folder that is opened |
//! | `folder.rs`, `folder/` | the folder that is opened, which nothing leads out of |
//! | `files.rs` | the files of the page within the program |
//! | `report.rs`, `report/` | the page as one file with recorded runs |
//!
//! The page is plain modules of JavaScript without a build step; `page/README.md` says what a room exports.
//!
//! | in `page` | contents |
//! |---|---|
//! | `app.js`, `rooms.js`, `router.js` | the page, its rooms, the address, which is their state |
//! | `levels/`, `paths/`, `tiles/`, `battleship/`, `history/` | the rooms |
//! | `door.js`, `client.js`, `stream.js` | the only way to the server |
//! | `local.js`, `worker.js` | without a server: the tasks in WebAssembly |
//! | `report/` | what stands in for the door and the rooms in a report |
//! | `drafts.js`, `keeper.js`, `undo.js`, `stale.js` | drawings under revisions, and both ways out of a late change |
//! | `form.js`, `board.js`, `chart.js`, `scrubber.js`, `picture.js` | what rooms share |
//! | `plain.js`, `names.js` | answers in words; names and colours, written by `cargo xtask schemas` |
//!
//! `page-tests/` tests modules under Node, `browser/` the whole page in a browser, with axe in every room. The server keeps the changes of each game, so that the state of an earlier revision is found. Connections, streams, bodies,
//! events, work at hand and its time have limits.

mod files;
#[cfg(feature = "server")]
mod folder;
mod report;
#[cfg(feature = "server")]
mod server;

#[cfg(feature = "server")]
pub use folder::Folder;
pub use report::{Caption, Figure, RecordedRun, Report, ReportError, still_page};
#[cfg(feature = "server")]
pub use server::{ServeError, Settings, serve};

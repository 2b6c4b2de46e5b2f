#![doc = include_str!("../README.md")]
//!
//! # What a door does with it
//!
//! 1. [`Store::open`] once for each thread, or once behind a mutex: a [`Store`] is `Send`, not `Sync`.
//!    Runs belong to the store that began them, so that one must live as long as they do; others
//!    may read and write them too.
//! 2. [`Recorder::begin`], then [`see`](Recorder::see) with every event of the task, which a
//!    [`Transcript`](tilewright_tasks::Transcript) collects for the answer, and [`finish`](Recorder::finish). A host's `kept` and
//!    `keep` pass on to [`kept`](Recorder::kept) and [`keep`](Recorder::keep).
//! 3. [`list`](Store::list), [`get`](Store::get), [`answer`](Store::answer), [`text`](Store::text),
//!    [`svg`](Store::svg), [`files`](Store::files), [`curves`](Store::curves),
//!    [`same_request`](Store::same_request) and [`export`](Store::export) show runs.
//! 4. [`Recorder::resume`] takes a run over that was stopped or cut off; to repeat one,
//!    [`request`](Store::request) has all that is needed, and [`Comparison`] compares the answers.
//! 5. [`put_document`](Store::put_document), [`add_session`](Store::add_session) and
//!    [`put_draft`](Store::put_draft) keep large inputs, games and drawings for the workbench;
//!    games and drawings under revisions: a change that comes too late is refused.
//!
//! # Where things are
//!
//! | in `src` | contents |
//! |---|---|
//! | `store.rs`, `open.rs`, `schema.sql` | the history: opened and checked, its tables |
//! | `recorder.rs`, `record.rs`, `items.rs` | a run that is recorded: its progress, its end, what it has finished |
//! | `list.rs`, `run.rs`, `compare.rs`, `state.rs` | lists and search, one run, a repeated one beside the recorded one |
//! | `owner.rs`, `temporary.rs` | which runs are under way; temporary folders |
//! | `documents.rs`, `sessions.rs`, `drafts.rs` | large inputs, games and drawings of a door |
//!
//! Items are committed one by one, with checksums over all before; a file that is damaged, newer or foreign is refused and not changed.

mod compare;
mod documents;
mod drafts;
mod error;
mod items;
mod list;
mod open;
mod owner;
mod record;
mod recorder;
mod run;
mod sessions;
mod state;
mod store;
mod temporary;

pub use compare::Comparison;
pub use documents::NewDocument;
pub use drafts::Draft;
pub use error::{Error, Result};
pub use items::RunFile;
pub use list::{Page, Query, Run};
pub use owner::LockFile;
pub use record::{End, MAX_BYTES, MAX_POINTS, NewRun, Progress, ResumedRun, headline};
pub use recorder::{Recorder, RunEnd};
pub use run::{Curve, DOCUMENT, Record};
pub use sessions::{Change, SavedGame};
pub use state::{RunId, State};
pub use store::Store;
pub use temporary::{TEMPORARY, temporary_folder};

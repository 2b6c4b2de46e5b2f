//! tilewright as a library for C, and for what calls C: every task by its document, games that are played, maps that change.
//!
//! `include/tilewright.h` is made from these files by `cargo xtask capi`, and says what each function does. What is not said there:
//!
//! - A handle is a number with a generation, so that one that was freed, or never given, is known as such ([`TwStatus::Gone`]). The
//!   table of handles is all that the library keeps.
//! - A handle serves one thread at a time. A second one gets [`TwStatus::Busy`] and does not wait, since a game must not stand still.
//! - A panic is caught at the border, and its handle given up, as what it holds may be half changed.
//!
//! # Where things are
//!
//! | in `src` | contents |
//! |---|---|
//! | `status.rs` | what a call answers with, and the message of the last error of a thread |
//! | `handles.rs` | what is held between calls |
//! | `memory.rs` | the pointers of C: texts and buffers |
//! | `run.rs` | tasks by their documents, with events |
//! | `games/` | games that are played, and the events of match-3 as plain data |
//! | `maps/` | maps that change, routes, fields and crowds on them, and these as plain data |
//! | `exports/` | the functions themselves |

mod exports;
mod games;
mod handles;
mod maps;
mod memory;
mod run;
mod status;

pub use exports::*;
pub use games::{
    TW_COLORLESS, TW_NO_CELL, TwElement, TwEvent, TwEventKind, TwLook, TwManner,
    TwMatch3State, TwSort, TwSwap,
};
pub use maps::{
    TwAgent, TwBody, TwCell, TwChange, TwCorners, TwCrowdEvent, TwCrowdEventKind,
    TwFloor, TwFound, TwLayer, TwLink, TwOutcome, TwPlace, TwPoint, TwQuery, TwRouteLink,
    TwShape, TwTerrain, TwWalkerState,
};
pub use run::TwEventCallback;
pub use status::TwStatus;

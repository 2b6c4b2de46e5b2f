#![doc = include_str!("../README.md")]
//!
//! `serve` starts the server with `Settings`. Requests are `POST /tasks/{name}`; the rest of the
//! interface is listed at `router` in the source of `server`.
//!
//! A [`Report`] is the same page as one file: it shows recorded runs, without a server; a
//! [`still_page`] has its look and no script. They need no feature; the server has the feature
//! `server`, which is on by default.

mod files;
mod report;
#[cfg(feature = "server")]
mod server;

pub use report::{Caption, Figure, Report, ReportError, Shown, still_page};
#[cfg(feature = "server")]
pub use server::{ServeError, Settings, serve};

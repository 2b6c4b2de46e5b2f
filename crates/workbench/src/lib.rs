#![doc = include_str!("../README.md")]
//!
//! `serve` starts the server with `Settings`. Requests are `POST /tasks/{name}`; the rest of the
//! interface is listed at `router` in the source of `server`.
//!
//! A [`Report`] is the same page as one file: it shows recorded runs, without a server. It needs no
//! feature; the server has the feature `server`, which is on by default.

#[cfg(feature = "server")]
mod documents;
#[cfg(feature = "server")]
mod fault;
mod files;
#[cfg(feature = "server")]
mod folder;
#[cfg(feature = "server")]
mod guard;
#[cfg(feature = "server")]
mod host;
#[cfg(feature = "server")]
mod lanes;
#[cfg(feature = "server")]
mod log;
#[cfg(feature = "server")]
mod page;
mod report;
#[cfg(feature = "server")]
mod run;
#[cfg(feature = "server")]
mod runs;
#[cfg(feature = "server")]
mod server;
#[cfg(feature = "server")]
mod sessions;
#[cfg(feature = "server")]
mod stream;
#[cfg(feature = "server")]
mod tasks;
#[cfg(feature = "server")]
mod work;

pub use report::{Caption, Figure, Report, ReportError, Shown};
#[cfg(feature = "server")]
pub use server::{ServeError, Settings, serve};

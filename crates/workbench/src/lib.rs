#![doc = include_str!("../README.md")]
//!
//! [`serve`] starts the server with [`Settings`]. Requests are `POST /tasks/{name}`; the rest of the
//! interface is listed at `router` in the source of `server`.

mod documents;
mod fault;
mod folder;
mod guard;
mod host;
mod lanes;
mod log;
mod page;
mod run;
mod runs;
mod server;
mod sessions;
mod stream;
mod tasks;
mod work;

pub use server::{ServeError, Settings, serve};

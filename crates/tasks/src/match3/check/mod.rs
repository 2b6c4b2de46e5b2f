//! `match3/check`: checks the levels of a folder.

mod document;
mod request;

pub use request::CheckRequest;

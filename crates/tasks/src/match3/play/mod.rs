//! `match3/play`: plays a level many times.

mod answer;
mod felt;
mod games;
mod request;

pub use request::PlayRequest;
pub(super) use request::rules;

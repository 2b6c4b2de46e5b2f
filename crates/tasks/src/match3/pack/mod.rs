//! `match3/pack`: generates levels along a difficulty curve.

mod answer;
mod curve;
mod item;
mod kept;
mod line;
mod mechanics;
mod report;
mod request;
mod search;
mod stretch;
mod unfinished;

pub use request::PackRequest;

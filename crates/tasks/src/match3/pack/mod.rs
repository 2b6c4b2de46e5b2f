//! `match3/pack`: generates levels along a difficulty curve.

mod answer;
mod boards;
mod curve;
mod item;
mod kept;
mod level;
mod line;
mod mechanics;
mod notes;
mod report;
mod request;
mod rounds;
mod search;
mod stretch;
mod unfinished;

pub use request::PackRequest;

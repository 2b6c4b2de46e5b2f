//! `match3/pack`: generates levels along a difficulty curve.

mod answer;
mod curve;
mod request;

pub use request::PackRequest;

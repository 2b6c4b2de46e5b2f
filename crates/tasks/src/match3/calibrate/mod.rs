//! `match3/calibrate`: fits a model to played levels.

mod answer;
mod request;

pub use request::CalibrateRequest;

//! `match3/calibrate`: fits a model to played levels, or to what people played.

mod answer;
mod people;
mod plays;
mod request;

pub use request::CalibrateRequest;

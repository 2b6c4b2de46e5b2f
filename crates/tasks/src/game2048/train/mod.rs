//! `2048/train`: trains an n-tuple network by self-play.

mod answer;
mod request;

pub use request::TrainRequest;

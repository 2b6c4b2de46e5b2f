//! `2048/bench`: plays many games and measures how strong and how fast a player is.

mod answer;
mod request;

pub use request::BenchRequest;

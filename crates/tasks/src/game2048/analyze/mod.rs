//! `2048/analyze`: what the moves of a game lost, and why.

mod answer;
mod coach;
mod request;

pub use request::AnalyzeRequest;

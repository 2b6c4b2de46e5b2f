//! `2048/tune`: tunes the weights of a player by evolution, for a higher mean score.

mod answer;
mod request;

pub use request::TuneRequest;

//! `match3/tweak`: gives a level another difficulty by few changes.

mod answer;
mod people;
mod request;

pub use request::{Direction, TweakRequest};

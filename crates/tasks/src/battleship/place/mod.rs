//! `battleship/place`: places fleets.

mod answer;
mod request;
mod search;

pub use request::{Method, PlaceRequest};

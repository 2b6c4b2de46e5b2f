//! `match3/archive`: fills an archive of levels that differ in difficulty, density and symmetry.

mod answer;
mod counts;
mod request;
mod search;

pub use request::ArchiveRequest;

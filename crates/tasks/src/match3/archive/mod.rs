//! `match3/archive`: fills an archive of levels that differ in difficulty, density and symmetry.

mod answer;
mod request;

pub use answer::ArchiveAnswer;
pub use request::ArchiveRequest;

//! `battleship/advise`: where the ships of an opponent may be, after what shots have revealed.

mod answer;
mod request;
mod sunk;

pub(crate) use answer::AdviceReport;
pub use request::AdviseRequest;

//! Runs that are divided into parts: which items each part does, the file of its results, and the
//! merge of all parts. Doors keep unfinished runs in the same form.
//!
//! The file of a part begins with a [`Header`] line that identifies the run. A line for each batch
//! of finished items follows, with a checksum that covers all lines before it.

mod form;
mod merge;
mod part;
mod share;

pub use form::{Header, LogContent, damaged, items, line};
pub use merge::{PartLog, merged};
pub use part::Part;
pub use share::PartItems;

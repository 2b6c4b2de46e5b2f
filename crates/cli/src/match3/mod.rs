//! The commands of `tilewright match3` that are not tasks.

pub(crate) mod hand;

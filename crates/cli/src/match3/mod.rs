//! `tilewright match3 …`, as far as it is no task.

pub(crate) mod hand;

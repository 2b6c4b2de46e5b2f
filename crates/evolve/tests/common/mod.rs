//! What several tests share: problems, tests of goodness of fit, and checkpoints that are sealed again.

pub(crate) mod chi;
pub(crate) mod problems;
pub(crate) mod seal;

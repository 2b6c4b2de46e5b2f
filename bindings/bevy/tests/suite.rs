//! Apps that are stepped without a window.

mod changes;
mod flow;
mod match3;
mod playthrough;
mod random;
mod space;
mod walkers;
mod yard;

//! The tests of the package.

mod fields;
mod frames;
mod islands;
mod plain;
mod random;
mod validity;
mod waiting;
mod walkers;

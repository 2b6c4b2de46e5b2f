//! The tests of the package.

mod frames;
mod plain;
mod random;
mod validity;
mod waiting;

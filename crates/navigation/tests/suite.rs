//! The tests of the package.

mod fields;
mod frames;
mod plain;
mod random;
mod reload;
mod saved;
mod validity;
mod waiting;
mod walkers;

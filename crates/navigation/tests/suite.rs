//! The tests of the package.

mod plain;
mod random;
mod validity;

//! The tests of the package.

mod crowd;
mod danger;
mod fields;
mod flow;
mod frames;
mod islands;
mod plain;
mod plain_crowd;
mod plain_flow;
mod random;
mod reload;
mod saved;
mod straight;
mod turns;
mod twins;
mod validity;
mod waiting;
mod walkers;

//! All tests of the crate as one program: it is linked once, and both cores have work until its end.

mod allocations;
mod asked;
mod bred;
mod checkpoints;
mod common;
mod determinism;
mod every_scheme;
mod examples;
mod killed;
mod laws;
mod logbook;
mod objectives;
mod operators;
mod reals;
mod refusals;
mod schemes;
mod settings;

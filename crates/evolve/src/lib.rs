#![doc = include_str!("../README.md")]
//!
//! # What is in it
//!
//! 1. [`Problem`] is the trait that you implement: how to draw a random genome and how to
//!    evaluate one. An [`Evaluation`] has objectives and a constraint violation.
//! 2. Genomes: [`BitString`], integers in [`Bounds`] (`Vec<i32>`), real numbers in
//!    [`RealBounds`] (`Vec<f64>`), or any type of your own.
//! 3. A [`Scheme`] breeds the next generation: [`Generational`], [`Plus`], [`PlusCrossed`] or
//!    [`FeasibleInfeasible`]. [`Breeding`] combines a [`Selection`], a [`Crossover`] and a
//!    [`Mutation`].
//! 4. [`Evolution`] runs the search: [`Evolution::run`] until a condition of [`Stop`] is met, or
//!    [`Evolution::ask`] and [`Evolution::tell`] if you evaluate the genomes yourself.
//! 5. [`Event`] describes a generation, [`Logbook`] holds all of them, [`HallOfFame`] the best
//!    individuals. [`Evolution::checkpoint`] and [`Evolution::resume`] save and restore a search.
//!
//! Nothing here prints, sleeps or reads a clock.

mod checkpoint;
mod error;
mod event;
mod evolution;
mod genome;
mod hall_of_fame;
mod logbook;
mod operators;
mod population;
mod problem;
mod rate;
mod schemes;
mod stop;

pub use error::Error;
pub use event::Event;
pub use evolution::{Evolution, Pending};
pub use genome::{BitString, Bounds, Draw, RealBounds, Sequence};
pub use hall_of_fame::{HallOfFame, Individual};
pub use logbook::Logbook;
pub use operators::{
    BitFlip, Blend, Breeding, Crossover, Gaussian, Mutation, OnePoint, Rank, Redraw,
    Roulette, Selection, Tournament, Truncation, TwoPoint, Uniform,
};
pub use population::Population;
pub use problem::{Direction, Evaluation, Problem, Standing};
pub use rate::Rate;
pub use schemes::{FeasibleInfeasible, Generational, Past, Plus, PlusCrossed, Scheme};
pub use stop::{Reason, Stop};

//! Evolutionary search over any genome.
//!
//! A [`Problem`] says how to draw a genome and how to judge one; a [`Scheme`] breeds the next
//! generation from the last; [`Evolution`] holds both and is driven by `ask` and `tell`, or
//! by [`Evolution::run`], the loop over the two. Nothing in here prints, sleeps or reads a
//! clock: progress is an [`Event`] per generation, and the same [`Seed`](tilewright_grid::Seed)
//! gives the same bytes on any number of threads.
//!
//! ```
//! use std::ops::ControlFlow;
//! use tilewright_evolve::*;
//! use tilewright_grid::{Rng, Seed};
//!
//! struct OneMax;
//! impl Problem for OneMax {
//!     type Genome = Bits;
//!     fn objectives(&self) -> [Direction; 1] {
//!         [Direction::Maximize]
//!     }
//!     fn random(&self, rng: &mut Rng) -> Bits {
//!         Bits::random(64, rng)
//!     }
//!     fn evaluate(&self, genome: &Bits) -> Evaluation {
//!         Evaluation::feasible([f64::from(genome.ones())])
//!     }
//! }
//!
//! let scheme = Generational {
//!     population: 100,
//!     elite: 1,
//!     returns_hall_of_fame: false,
//!     breeding: Breeding {
//!         selection: Tournament::new(3),
//!         crossover: TwoPoint,
//!         crossover_rate: Rate::new(0.9)?,
//!         mutation: BitFlip { rate: Rate::new(1.0 / 64.0)? },
//!         mutation_rate: Rate::ALWAYS,
//!     },
//! };
//! let mut evolution = Evolution::new(OneMax, scheme, Seed(1))?;
//! let reason = evolution.run(&Stop::new().generations(200).target(64.0), &(), |_| ControlFlow::Continue(()))?;
//! assert_eq!(reason, Reason::Target);
//! assert_eq!(evolution.best().expect("a generation was evaluated").genome.ones(), 64);
//! # Ok::<(), tilewright_evolve::Error>(())
//! ```

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
pub use genome::{Bits, Bounds, Draw, RealBounds, Sequence};
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

/// The example of the package's first page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct FirstPage;

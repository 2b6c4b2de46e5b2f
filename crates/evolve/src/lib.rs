#![doc = include_str!("../README.md")]
//!
//! Nothing here prints, sleeps or reads a clock.
//!
#![doc = include_str!("guide.md")]
//!
//! # Where things are
//!
//! | in `src` | contents |
//! |---|---|
//! | `problem.rs`, `evaluate.rs` | the trait [`Problem`], evaluations, and how a generation is evaluated on all threads |
//! | `evolution.rs`, `stop.rs`, `checkpoint.rs` | a search, what ends a run, its bytes |
//! | `event.rs`, `logbook.rs`, `front.rs` | the statistics of generations; dominance and fronts |
//! | `step.rs`, `breeding.rs` | a generation as a scheme sees it; selection, crossover and mutation with their rates |
//! | `state/` | populations, ranks as integers, the hall of fame, archives |
//! | `genome/` | genomes, and what cuts need of one |
//! | `selection/`, `crossover/`, `mutation/` | one operator in each file, behind the three traits |
//! | `schemes/` | one scheme in each file, behind the trait [`Scheme`] |
//!
//! The examples solve problems of other fields, `tests/examples.rs` holds them to what they promise, and `peers/` measures other engines.

mod breeding;
mod checkpoint;
mod crossover;
mod error;
mod evaluate;
mod event;
mod evolution;
mod front;
mod genome;
mod limits;
mod logbook;
mod mutation;
mod problem;
mod rate;
mod schemes;
mod selection;
pub mod settings;
mod state;
mod step;
mod stop;
mod usual;

pub use breeding::Breeding;
pub use crossover::{
    Blend, Crossover, EdgeRecombination, OnePoint, Order, PartiallyMapped,
    SimulatedBinary, TwoPoint, Uniform,
};
pub use error::Error;
pub use evaluate::{PendingGenomes, evaluate_each};
pub use event::{Event, Notes};
pub use evolution::Evolution;
pub use genome::{BitString, Bounds, Draw, Permutation, RealBounds, Sequence};
pub use limits::Limits;
pub use logbook::Logbook;
pub use mutation::{
    BitFlip, Creep, Gaussian, Insert, InsertDelete, Inversion, Mutation, Polynomial,
    Redraw, Swap,
};
pub use problem::{Cost, Direction, Evaluation, Problem};
pub use rate::Rate;
pub use schemes::{
    Archipelago, BoundHandling, Climb, Climber, CmaEs, CmaMe, DifferentialEvolution,
    Emitters, FeasibleInfeasible, Generation, Generational, Islands, MapElites, Members,
    Neighborhood, Nsga2, Parents, Parts, Plus, RankedPopulation, SampledPopulation,
    Scheme, SteadyPopulation, SteadyState, Strategy, Topology,
};
pub use selection::{
    Rank, Roulette, Selection, StochasticUniversal, Tournament, Truncation,
};
pub use state::{
    Archive, Arrival, Axis, Child, HallOfFame, Individual, Population, Standing, State,
};
pub use step::Step;
pub use stop::{Reason, Stop};
#[doc(no_inline)]
pub use tilewright_grid::{Rng, Seed, Watch};

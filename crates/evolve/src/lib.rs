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
//! | `problem.rs`, `evaluation.rs` | the trait [`Problem`]; evaluations and the directions of their values |
//! | `pending.rs`, `evaluate.rs` | the genomes that await evaluation, and how they are evaluated on all threads |
//! | `evolution.rs`, `run.rs`, `stop.rs`, `checkpoint.rs` | a search, its runs, what ends one, its bytes |
//! | `event.rs`, `logbook.rs`, `front.rs` | the statistics of generations; dominance and fronts |
//! | `step.rs`, `breeding.rs` | a generation as a scheme sees it; selection, crossover and mutation with their rates |
//! | `state/` | populations, ranks as integers, the hall of fame, archives |
//! | `noise/` | noisy evaluations: the games of each individual, and the races of generations |
//! | `genome/` | genomes, and what cuts need of one |
//! | `selection/`, `crossover/`, `mutation/` | one operator in each file, behind the trait in `mutation/operator.rs` and the like |
//! | `schemes/` | one scheme in each file, behind the trait [`Scheme`] in `schemes/scheme.rs`; `schemes/requirements.rs` and `schemes/stored_state.rs` are checks that several share |
//! | `settings/`, `limits.rs`, `rate.rs`, `defaults.rs` | operators and schemes as documents; the limits and the defaults of settings |
//!
//! The examples solve problems of other fields, `tests/examples.rs` holds them to what they promise, and `peers/` measures other engines.

mod bred;
mod breeding;
mod checkpoint;
mod crossover;
mod defaults;
mod error;
mod evaluate;
mod evaluation;
mod event;
mod evolution;
mod front;
mod genome;
mod limits;
mod logbook;
mod mutation;
mod noise;
mod pending;
mod problem;
mod rate;
mod run;
mod schemes;
mod selection;
pub mod settings;
mod state;
mod step;
mod stop;

pub use breeding::Breeding;
pub use crossover::{
    Blend, Crossover, EdgeRecombination, OnePoint, Order, PartiallyMapped,
    SimulatedBinary, TwoPoint, Uniform,
};
pub use error::Error;
pub use evaluate::evaluate_each;
pub use evaluation::{Direction, Evaluation};
pub use event::{Event, Notes};
pub use evolution::Evolution;
pub use genome::{BitString, Bounds, Draw, Permutation, RealBounds, Sequence};
pub use limits::Limits;
pub use logbook::Logbook;
pub use mutation::{
    BitFlip, Creep, Gaussian, Insert, InsertDelete, Inversion, Mutation, Polynomial,
    Redraw, Swap,
};
pub use noise::{Games, Noise, Revision};
pub use pending::PendingGenomes;
pub use problem::{Cost, Problem};
pub use rate::Rate;
pub use schemes::{
    Archipelago, BoundHandling, Climb, Climber, CmaEs, CmaMe, DifferentialEvolution,
    Emitters, FeasibleInfeasible, Generation, Generational, Islands, MapElites, Members,
    Neighborhood, NichedPopulation, Nsga2, Nsga3, Parents, Plus, SampledPopulation,
    Scheme, State, SteadyState, StoredState, Strategy, Topology,
};
pub use selection::{
    Rank, Roulette, Selection, StochasticUniversal, Tournament, Truncation,
};
pub use state::{
    Archive, Arrival, Axis, Cells, Child, HallOfFame, Individual, Population, Standing,
};
pub use step::Step;
pub use stop::{Reason, Stop};
#[doc(no_inline)]
pub use tilewright_grid::{Rng, Seed, Watch};

//! Operators and schemes that are chosen while the program runs, by documents such as
//! `{"kind": "gaussian", "spread": 0.2}`.
//!
//! A document has the settings of an operator or a scheme under their names. Those that are left
//! out have their defaults, and what depends on the genome is filled in for one, a [`Genome`]: the
//! ranges of the genes, the usual operators, the rate at which one gene changes on average.
//!
//! With the feature `schema` all of them have a JSON Schema.
//!
//! ```
//! use tilewright_evolve::settings::{Genome, Mutation};
//! use tilewright_evolve::{BitString, Mutation as _};
//! use tilewright_grid::Seed;
//!
//! let settings: Mutation = serde_json::from_str(r#"{"kind": "bit_flip"}"#)?;
//! let mutation = BitString::mutation(&settings, &100).expect("it flips bits");
//! let (mut genome, mut rng) = (BitString::zeros(100), Seed(1).rng());
//! (0..50).for_each(|_| mutation.mutate(&mut genome, &mut rng));
//! assert!((20..45).contains(&genome.ones()), "{genome:?}");
//! # Ok::<(), serde_json::Error>(())
//! ```

mod insert_delete;
mod operators;
mod schemes;
mod selection;

pub use insert_delete::InsertDelete;
pub use operators::{AnyCrossover, AnyMutation, Crossover, Genome, Mutation};
pub use schemes::{Climb, IslandScheme, OneScheme, Scheme};
pub use selection::{Selection, Table};

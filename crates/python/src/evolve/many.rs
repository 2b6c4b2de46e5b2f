//! The schemes for any genomes and many values, objectives or measures, as one scheme.

use tilewright_evolve::settings::{AnyCrossover, AnyMutation, Selection};
use tilewright_evolve::{MapElites, Nsga2, Nsga3};

use super::choice::choice;

choice! {
    /// One of three schemes, or the state of one.
    Many { Nsga2: A, Nsga3: B, MapElites: C }
}

/// A scheme for any genomes and many values.
pub(super) type ManyScheme<G> = Many<
    Nsga2<Selection, AnyCrossover<G>, AnyMutation<G>>,
    Nsga3<Selection, AnyCrossover<G>, AnyMutation<G>>,
    MapElites<AnyMutation<G>, AnyCrossover<G>>,
>;

//! The schemes for any genomes and one objective as one scheme.

use tilewright_evolve::settings::{AnyCrossover, AnyMutation, Selection};
use tilewright_evolve::{FeasibleInfeasible, Generational, Plus, SteadyState};

use super::choice::choice;

choice! {
    /// One of four schemes, or the state of one.
    Choice { Generational: A, SteadyState: B, FeasibleInfeasible: C, Plus: D }
}

/// A scheme for any genomes and one objective.
pub(super) type SingleScheme<G> = Choice<
    Generational<Selection, AnyCrossover<G>, AnyMutation<G>>,
    SteadyState<Selection, AnyCrossover<G>, AnyMutation<G>>,
    FeasibleInfeasible<Selection, AnyCrossover<G>, AnyMutation<G>>,
    Plus<AnyMutation<G>, AnyCrossover<G>>,
>;

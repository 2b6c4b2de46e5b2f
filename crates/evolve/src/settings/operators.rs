//! Crossovers and mutations, and the genomes that they are for.

use std::iter::once;

use serde::de::DeserializeOwned;
use serde::de::value::{self, MapDeserializer};
use serde::{Deserialize, Serialize};

use crate::{
    BitFlip, BitString, Blend, Bounds, Creep, EdgeRecombination, Error, Gaussian, Insert,
    Inversion, OnePoint, Order, PartiallyMapped, Permutation, Polynomial, Rate,
    RealBounds, Redraw, SimulatedBinary, Swap, TwoPoint, Uniform,
};

/// A crossover of any kind.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(missing_docs, reason = "each kind has its own")]
pub enum Crossover {
    OnePoint(OnePoint),
    TwoPoint(TwoPoint),
    Uniform(Uniform),
    Blend(Blend),
    SimulatedBinary(SimulatedBinary),
    Order(Order),
    PartiallyMapped(PartiallyMapped),
    EdgeRecombination(EdgeRecombination),
}

impl Crossover {
    /// Checks the settings that do not depend on a genome.
    ///
    /// # Errors
    /// [`Error::Setting`] if one is outside its limits.
    pub fn check(&self) -> Result<(), Error> {
        check(Some(self), None)
    }
}

/// A mutation of any kind. A rate that is not there changes one gene of a genome on average.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(missing_docs, reason = "each kind has its own")]
pub enum Mutation {
    BitFlip(BitFlip<Option<Rate>>),
    Creep(Creep<Option<Rate>>),
    Redraw(Redraw<(), Option<Rate>>),
    Gaussian(Gaussian<Option<Rate>>),
    Polynomial(Polynomial<Option<Rate>>),
    Swap(Swap),
    Insert(Insert),
    Inversion(Inversion),
    InsertDelete(super::InsertDelete),
}

impl Mutation {
    /// Checks the settings that do not depend on a genome.
    ///
    /// # Errors
    /// [`Error::Setting`] if one is outside its limits.
    pub fn check(&self) -> Result<(), Error> {
        check(None, Some(self))
    }
}

/// Checks operators with the smallest genome of each kind that they are for.
fn check(
    crossover: Option<&Crossover>,
    mutation: Option<&Mutation>,
) -> Result<(), Error> {
    fn of<G: Genome>(
        crossover: Option<&Crossover>,
        mutation: Option<&Mutation>,
    ) -> Result<(), Error> {
        let (genome, source) = G::smallest();
        let crossover = crossover.and_then(|it| G::crossover(it, &source));
        crossover.map_or(Ok(()), |it| it.check(&genome))?;
        let mutation = mutation.and_then(|it| G::mutation(it, &source));
        mutation.map_or(Ok(()), |it| it.check(&genome))
    }

    of::<BitString>(crossover, mutation)?;
    of::<Vec<i32>>(crossover, mutation)?;
    of::<Vec<f64>>(crossover, mutation)?;
    of::<Permutation>(crossover, mutation)
}

/// Any crossover of genomes of one kind.
pub type AnyCrossover<G> = Box<dyn crate::Crossover<G> + Send>;
/// Any mutation of genomes of one kind.
pub type AnyMutation<G> = Box<dyn crate::Mutation<G> + Send>;

/// A kind of genomes, for which settings make operators.
pub trait Genome: Sized {
    /// What decides the settings that are left to the genome: the number of genes, or their ranges.
    type Source;

    /// A genome of one gene, and its source.
    fn smallest() -> (Self, Self::Source);

    /// The operators that are used if none are named.
    fn usual() -> (Crossover, Mutation);

    /// The crossover of such genomes; `None` if it is not for them.
    fn crossover(
        settings: &Crossover,
        source: &Self::Source,
    ) -> Option<AnyCrossover<Self>>;

    /// The mutation of such genomes; `None` if it is not for them.
    fn mutation(settings: &Mutation, source: &Self::Source) -> Option<AnyMutation<Self>>;
}

/// An operator of a kind, all of whose settings have defaults.
pub(super) fn of_kind<T: DeserializeOwned>(kind: &str) -> T {
    let document = MapDeserializer::<_, value::Error>::new(once(("kind", kind)));
    T::deserialize(document).expect("it has such a kind, with defaults")
}

/// The rate of a mutation, by default that at which one gene of a genome changes on average.
fn rate(rate: Option<Rate>, length: usize) -> Rate {
    let one = || Rate::new(1.0 / length.max(1) as f64).expect("it is a share");
    rate.unwrap_or_else(one)
}

impl Genome for BitString {
    type Source = usize;

    fn smallest() -> (Self, usize) {
        (Self::zeros(1), 1)
    }

    fn usual() -> (Crossover, Mutation) {
        (of_kind("two_point"), of_kind("bit_flip"))
    }

    fn crossover(settings: &Crossover, _: &usize) -> Option<AnyCrossover<Self>> {
        cuts(settings)
    }

    fn mutation(settings: &Mutation, &length: &usize) -> Option<AnyMutation<Self>> {
        Some(match settings {
            Mutation::BitFlip(it) => Box::new(BitFlip { rate: rate(it.rate, length) }),
            _ => return None,
        })
    }
}

impl Genome for Vec<i32> {
    type Source = Bounds;

    fn smallest() -> (Self, Bounds) {
        (vec![0], Bounds::new([0..=0]).expect("a range may be one number"))
    }

    fn usual() -> (Crossover, Mutation) {
        (of_kind("two_point"), of_kind("redraw"))
    }

    fn crossover(settings: &Crossover, _: &Bounds) -> Option<AnyCrossover<Self>> {
        cuts(settings)
    }

    fn mutation(settings: &Mutation, bounds: &Bounds) -> Option<AnyMutation<Self>> {
        let (length, bounds) = (bounds.len(), bounds.clone());
        Some(match *settings {
            Mutation::Creep(Creep { rate: own, step, .. }) => {
                Box::new(Creep { rate: rate(own, length), step, bounds })
            }
            Mutation::Redraw(Redraw { rate: own, .. }) => {
                Box::new(Redraw { rate: rate(own, length), source: bounds })
            }
            _ => return None,
        })
    }
}

impl Genome for Vec<f64> {
    type Source = RealBounds;

    fn smallest() -> (Self, RealBounds) {
        (vec![0.0], RealBounds::new([0.0..=0.0]).expect("a range may be one number"))
    }

    fn usual() -> (Crossover, Mutation) {
        (of_kind("simulated_binary"), of_kind("polynomial"))
    }

    fn crossover(
        settings: &Crossover,
        bounds: &RealBounds,
    ) -> Option<AnyCrossover<Self>> {
        let bounds = bounds.clone();
        Some(match *settings {
            Crossover::Blend(Blend { alpha, .. }) => Box::new(Blend { alpha, bounds }),
            Crossover::SimulatedBinary(SimulatedBinary { eta, rate, .. }) => {
                Box::new(SimulatedBinary { eta, rate, bounds })
            }
            _ => return cuts(settings),
        })
    }

    fn mutation(settings: &Mutation, bounds: &RealBounds) -> Option<AnyMutation<Self>> {
        let (length, bounds) = (bounds.len(), bounds.clone());
        Some(match *settings {
            Mutation::Redraw(Redraw { rate: own, .. }) => {
                Box::new(Redraw { rate: rate(own, length), source: bounds })
            }
            Mutation::Gaussian(Gaussian { rate: own, spread, .. }) => {
                Box::new(Gaussian { rate: rate(own, length), spread, bounds })
            }
            Mutation::Polynomial(Polynomial { eta, rate: own, .. }) => {
                Box::new(Polynomial { eta, rate: rate(own, length), bounds })
            }
            _ => return None,
        })
    }
}

impl Genome for Permutation {
    type Source = usize;

    fn smallest() -> (Self, usize) {
        (Self::identity(1), 1)
    }

    fn usual() -> (Crossover, Mutation) {
        (of_kind("order"), of_kind("inversion"))
    }

    fn crossover(settings: &Crossover, _: &usize) -> Option<AnyCrossover<Self>> {
        Some(match *settings {
            Crossover::Order(it) => Box::new(it),
            Crossover::PartiallyMapped(it) => Box::new(it),
            Crossover::EdgeRecombination(it) => Box::new(it),
            _ => return None,
        })
    }

    fn mutation(settings: &Mutation, _: &usize) -> Option<AnyMutation<Self>> {
        Some(match *settings {
            Mutation::Swap(it) => Box::new(it),
            Mutation::Insert(it) => Box::new(it),
            Mutation::Inversion(it) => Box::new(it),
            _ => return None,
        })
    }
}

/// The crossover that exchanges genes at their places.
fn cuts<G: crate::Sequence>(settings: &Crossover) -> Option<AnyCrossover<G>> {
    Some(match *settings {
        Crossover::OnePoint(it) => Box::new(it),
        Crossover::TwoPoint(it) => Box::new(it),
        Crossover::Uniform(it) => Box::new(it),
        _ => return None,
    })
}

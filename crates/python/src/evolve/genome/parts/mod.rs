//! Genomes of several parts, each of a kind and a length of its own, which may vary.
//!
//! All of them are one type, whose parts are chosen while the program runs, so that schemes are compiled for them
//! once. A genome is a row of real numbers: the genes of its parts one after the other, before those of a part of variable
//! length their number, after them zeros up to the greatest length. Bits, 32-bit integers and items are exact in it.

mod kinds;
mod operators;
mod slot;

use pyo3::PyResult;
use serde::{Deserialize, Serialize};
use tilewright_evolve::settings::{AnyCrossover, AnyMutation, Crossover, Mutation};
use tilewright_evolve::{BitString, Permutation, Rng, settings};

use self::operators::Calls;
pub(in crate::evolve) use self::operators::Operators;
use self::slot::Layout;
pub(in crate::evolve) use self::slot::{Length, layout};
use super::super::refusal::{SearchRefusal, count};
use super::Genome;

/// A genome of several parts.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::evolve) struct PartsGenome {
    parts: Vec<Part>,
    /// What operators of Python have yet to do with it.
    #[serde(skip)]
    calls: Calls,
}

/// A part of a genome.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Part {
    Bits(BitString),
    Integers(Vec<i32>),
    Reals(Vec<f64>),
    Permutation(Permutation),
}

impl PartialEq for PartsGenome {
    fn eq(&self, other: &Self) -> bool {
        self.parts == other.parts
    }
}

/// `clone_from` reuses the memory of all parts. What is yet to be done with a genome is not done with its copies.
impl Clone for PartsGenome {
    fn clone(&self) -> Self {
        Self { parts: self.parts.clone(), calls: Calls::default() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.parts.clone_from(&source.parts);
        self.calls = Calls::default();
    }
}

impl Clone for Part {
    fn clone(&self) -> Self {
        match self {
            Self::Bits(it) => Self::Bits(it.clone()),
            Self::Integers(it) => Self::Integers(it.clone()),
            Self::Reals(it) => Self::Reals(it.clone()),
            Self::Permutation(it) => Self::Permutation(it.clone()),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        match (self, source) {
            (Self::Bits(own), Self::Bits(it)) => own.clone_from(it),
            (Self::Integers(own), Self::Integers(it)) => own.clone_from(it),
            (Self::Reals(own), Self::Reals(it)) => own.clone_from(it),
            (Self::Permutation(own), Self::Permutation(it)) => own.clone_from(it),
            (own, source) => *own = source.clone(),
        }
    }
}

impl settings::Genome for PartsGenome {
    type Source = Layout;

    fn smallest() -> (Self, Layout) {
        (Self { parts: Vec::new(), calls: Calls::default() }, Layout::default())
    }

    fn usual() -> (Crossover, Mutation) {
        // Each part has its own, by its kind.
        BitString::usual()
    }

    fn crossover(_: &Crossover, _: &Layout) -> Option<AnyCrossover<Self>> {
        None
    }

    fn mutation(_: &Mutation, _: &Layout) -> Option<AnyMutation<Self>> {
        None
    }
}

impl Genome for PartsGenome {
    type Element = f64;
    const NAME: &'static str = "genomes of parts";
    const MOST: usize = 1 << 28;

    fn random(layout: &Layout, rng: &mut Rng) -> Self {
        let parts = layout.slots().iter().map(|slot| slot.random(rng)).collect();
        Self { parts, calls: Calls::default() }
    }

    fn length(layout: &Layout) -> usize {
        layout.slots().iter().map(|slot| slot.width()).sum()
    }

    fn write(&self, row: &mut Vec<f64>, layout: &Layout) {
        for (slot, part) in layout.slots().iter().zip(&self.parts) {
            slot.write(part, row);
        }
    }

    fn read(row: &[f64], layout: &Layout) -> Result<Self, SearchRefusal> {
        let mut rest = row;
        let parts = layout.slots().iter().map(|slot| {
            let (own, after) = rest
                .split_at_checked(slot.width())
                .ok_or_else(|| count("initial", "more genes", row.len()))?;
            rest = after;
            slot.read(own)
        });
        Ok(Self { parts: parts.collect::<Result<_, _>>()?, calls: Calls::default() })
    }

    fn fits(&self, layout: &Layout, is_bounded: bool) -> bool {
        let mut each = layout.slots().iter().zip(&self.parts);
        self.parts.len() == layout.slots().len()
            && each.all(|(slot, part)| slot.fits(part, is_bounded))
    }

    /// The mean over all parts.
    fn distance(layout: &Layout, a: &Self, b: &Self) -> f64 {
        let pairs = a.parts.iter().zip(&b.parts);
        let each = layout.slots().iter().zip(pairs);
        let sum: f64 = each.map(|(slot, (a, b))| slot.distance(a, b)).sum();
        sum / layout.slots().len().max(1) as f64
    }

    fn operators(
        _: Option<&Crossover>,
        _: Option<&Mutation>,
        layout: &Layout,
    ) -> Result<(AnyCrossover<Self>, AnyMutation<Self>), SearchRefusal> {
        operators::operators(layout)
    }

    fn revise(
        bred: &mut [&mut Self],
        layout: &Layout,
        call: super::Call<'_, f64>,
    ) -> PyResult<()> {
        operators::revise(bred, layout, call)
    }
}

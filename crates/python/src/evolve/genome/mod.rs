//! Genomes as rows of an array.

mod bits;
mod integers;
mod parts;
mod permutation;
mod reals;

use std::fmt::Debug;

use numpy::Element;
use pyo3::PyResult;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tilewright_evolve::Rng;
use tilewright_evolve::settings::{self, AnyCrossover, AnyMutation, Crossover, Mutation};

pub(super) use self::parts::{Length, Operators, PartsGenome, layout};
use super::operators::{misfit, misfit_mutation};
use super::refusal::SearchRefusal;

/// What a function of Python does with tables of genomes, genome after genome, given the name of the operator; `None`
/// leaves them as they are.
pub(super) type Call<'a, T> =
    &'a mut dyn FnMut(&str, Vec<Vec<T>>) -> PyResult<Option<Vec<Vec<T>>>>;

/// A genome that is a row of an array.
pub(super) trait Genome:
    settings::Genome<Source: Clone + Debug + Send + Sync>
    + Clone
    + Debug
    + PartialEq
    + Send
    + Sync
    + Serialize
    + DeserializeOwned
    + 'static
{
    /// The type of a number of the row.
    type Element: Element + Copy;
    /// What errors call such genomes.
    const NAME: &'static str;
    /// From how many genes of a generation on all threads breed it. Chosen: about as much work as waking
    /// the threads; bits, which are bred by words, need 64 times as many.
    const MANY: usize = 1 << 14;
    /// The most genes of all individuals: a bound, by the memory that a table of them takes.
    const MOST: usize = 1 << 32;

    fn random(source: &Self::Source, rng: &mut Rng) -> Self;
    fn length(source: &Self::Source) -> usize;
    /// Adds the genes to an array.
    fn write(&self, row: &mut Vec<Self::Element>, source: &Self::Source);
    fn read(row: &[Self::Element], source: &Self::Source) -> Result<Self, SearchRefusal>;
    /// Whether a genome is one of the source; its genes may be outside their ranges unless it is bounded.
    fn fits(&self, source: &Self::Source, is_bounded: bool) -> bool;
    /// The distance of two genomes from 0 to 1.
    fn distance(source: &Self::Source, a: &Self, b: &Self) -> f64;

    /// A crossover and a mutation, by default the usual ones.
    fn operators(
        crossover: Option<&Crossover>,
        mutation: Option<&Mutation>,
        source: &Self::Source,
    ) -> Result<(AnyCrossover<Self>, AnyMutation<Self>), SearchRefusal> {
        let usual = Self::usual();
        let crossover = Self::crossover(crossover.unwrap_or(&usual.0), source);
        let changed = Self::mutation(mutation.unwrap_or(&usual.1), source);
        let crossover = crossover.ok_or_else(|| misfit("crossover", Self::NAME))?;
        Ok((crossover, changed.ok_or_else(|| misfit_mutation(mutation, Self::NAME))?))
    }

    /// Does with genomes that were bred what operators of Python have yet to do. Default: nothing, as there are none.
    fn revise(
        bred: &mut [&mut Self],
        source: &Self::Source,
        call: Call<'_, Self::Element>,
    ) -> PyResult<()> {
        let _ = (bred, source, call);
        Ok(())
    }
}

/// The share of places at which two lists differ.
fn share_of_different<T: PartialEq>(a: &[T], b: &[T]) -> f64 {
    let different = a.iter().zip(b).filter(|(a, b)| a != b).count();
    different as f64 / a.len().max(1) as f64
}

//! Genomes as rows of an array.

mod bits;
mod integers;
mod permutation;
mod reals;

use std::fmt::Debug;

use numpy::Element;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tilewright_evolve::{Rng, settings};

use super::refusal::SearchRefusal;

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

    fn random(source: &Self::Source, rng: &mut Rng) -> Self;
    fn length(source: &Self::Source) -> usize;
    /// Adds the genes to an array.
    fn write(&self, row: &mut Vec<Self::Element>);
    fn read(row: &[Self::Element]) -> Result<Self, SearchRefusal>;
    /// Whether a genome is one of the source; its genes may be outside their ranges unless it is bounded.
    fn fits(&self, source: &Self::Source, is_bounded: bool) -> bool;
    /// The distance of two genomes from 0 to 1.
    fn distance(source: &Self::Source, a: &Self, b: &Self) -> f64;
}

/// The share of places at which two lists differ.
fn share_of_different<T: PartialEq>(a: &[T], b: &[T]) -> f64 {
    let different = a.iter().zip(b).filter(|(a, b)| a != b).count();
    different as f64 / a.len().max(1) as f64
}

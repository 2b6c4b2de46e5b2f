//! Where the parts of a genome come from.

use std::fmt::{self, Debug};
use std::sync::Arc;

use serde::Deserialize;
use tilewright_evolve::settings::{Crossover, Mutation};
use tilewright_evolve::{BitString, Bounds, Permutation, RealBounds, Rng};

use super::super::super::document::{Ends, Genes, ranges};
use super::super::super::refusal::{SearchRefusal, count, refusal};
use super::Part;
use super::kinds::{Gene as _, PartGenome};
use super::operators::{
    Operators, PartCrossover, PartMutation, part_crossover, part_mutation,
};

/// The number of genes, or the least and the greatest number.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
pub(in crate::evolve) enum Length {
    Always(usize),
    Between([usize; 2]),
}

impl Length {
    pub(in crate::evolve) const fn least(self) -> usize {
        match self {
            Self::Always(length) | Self::Between([length, _]) => length,
        }
    }

    pub(in crate::evolve) const fn greatest(self) -> usize {
        match self {
            Self::Always(length) | Self::Between([_, length]) => length,
        }
    }

    pub(in crate::evolve) const fn is_variable(self) -> bool {
        matches!(self, Self::Between(_))
    }
}

/// The source of one part of a genome, whatever its kind.
pub(super) trait Slot: Debug + Send + Sync {
    fn random(&self, rng: &mut Rng) -> Part;
    /// The number of real numbers of a row that are its own.
    fn width(&self) -> usize;
    fn write(&self, part: &Part, row: &mut Vec<f64>);
    fn read(&self, row: &[f64]) -> Result<Part, SearchRefusal>;
    fn fits(&self, part: &Part, is_bounded: bool) -> bool;
    fn distance(&self, a: &Part, b: &Part) -> f64;
    fn crossover(
        &self,
        settings: Option<&Crossover>,
    ) -> Result<Box<dyn PartCrossover>, SearchRefusal>;
    fn mutation(
        &self,
        settings: Option<&Mutation>,
    ) -> Result<Box<dyn PartMutation>, SearchRefusal>;
}

/// The source of a part of one kind.
pub(super) struct TypedSlot<G: PartGenome> {
    /// For the greatest length.
    pub(super) source: G::Source,
    pub(super) length: Length,
}

impl<G: PartGenome> Clone for TypedSlot<G> {
    fn clone(&self) -> Self {
        Self { source: self.source.clone(), length: self.length }
    }
}

impl<G: PartGenome> Debug for TypedSlot<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?} {:?}", G::NAME, self.length, self.source)
    }
}

impl<G: PartGenome> TypedSlot<G> {
    /// A random genome of the greatest length, with which settings are checked.
    pub(super) fn sample(&self, rng: &mut Rng) -> G {
        G::random(&self.source, rng)
    }
}

impl<G: PartGenome> Slot for TypedSlot<G> {
    fn random(&self, rng: &mut Rng) -> Part {
        let Length::Between([least, greatest]) = self.length else {
            return G::random(&self.source, rng).part();
        };
        let length = least + rng.index(greatest - least + 1);
        G::random(&G::resized(&self.source, length), rng).part()
    }

    fn width(&self) -> usize {
        self.length.greatest() + usize::from(self.length.is_variable())
    }

    fn write(&self, part: &Part, row: &mut Vec<f64>) {
        let end = row.len() + self.width();
        if let Some(genome) = G::of(part) {
            if self.length.is_variable() {
                row.push(genome.genes() as f64);
            }
            let mut genes = Vec::with_capacity(genome.genes() + 64);
            genome.write(&mut genes, &self.source);
            row.extend(genes.into_iter().map(G::Element::real));
        }
        row.resize(end, 0.0);
    }

    fn read(&self, row: &[f64]) -> Result<Part, SearchRefusal> {
        let genes = match row.split_first() {
            Some((&length, rest)) if self.length.is_variable() => {
                let length = length as usize;
                let own = rest.get(..length);
                own.ok_or_else(|| count("initial", "fewer genes", length))?
            }
            _ => row,
        };
        let genes: Vec<_> = genes.iter().copied().map(G::Element::of).collect();
        Ok(G::read(&genes, &self.source)?.part())
    }

    fn fits(&self, part: &Part, is_bounded: bool) -> bool {
        G::of(part).is_some_and(|genome| {
            let length = genome.genes();
            let own = || G::resized(&self.source, length);
            (self.length.least()..=self.length.greatest()).contains(&length)
                && if self.length.is_variable() {
                    genome.fits(&own(), is_bounded)
                } else {
                    genome.fits(&self.source, is_bounded)
                }
        })
    }

    /// Of genes that only one of them has, each is as far from none as can be.
    fn distance(&self, a: &Part, b: &Part) -> f64 {
        let (Some(a), Some(b)) = (G::of(a), G::of(b)) else { return 1.0 };
        let (less, more) = (a.genes().min(b.genes()), a.genes().max(b.genes()));
        if !self.length.is_variable() {
            return G::distance(&self.source, a, b);
        }
        let common = G::resized(&self.source, less);
        let (a, b) = (a.shortened(less), b.shortened(less));
        let apart = G::distance(&common, &a, &b) * less as f64;
        (apart + (more - less) as f64) / more.max(1) as f64
    }

    fn crossover(
        &self,
        settings: Option<&Crossover>,
    ) -> Result<Box<dyn PartCrossover>, SearchRefusal> {
        part_crossover(self, settings)
    }

    fn mutation(
        &self,
        settings: Option<&Mutation>,
    ) -> Result<Box<dyn PartMutation>, SearchRefusal> {
        part_mutation(self, settings)
    }
}

/// The parts of a genome, and the operators on them.
#[derive(Clone, Debug)]
pub(in crate::evolve) struct Layout(Arc<(Vec<Box<dyn Slot>>, Operators)>);

impl Default for Layout {
    fn default() -> Self {
        Self(Arc::new((Vec::new(), Operators::default())))
    }
}

impl Layout {
    pub(super) fn slots(&self) -> &[Box<dyn Slot>] {
        &self.0.0
    }

    pub(super) fn operators(&self) -> &Operators {
        &self.0.1
    }
}

/// The layout of genes with these operators.
pub(in crate::evolve) fn layout(
    genes: &Genes,
    operators: &Operators,
) -> Result<Layout, SearchRefusal> {
    let parts = match genes {
        Genes::Mixed { parts } => {
            parts.iter().map(slot).collect::<Result<Vec<_>, _>>()?
        }
        one => vec![slot(one)?],
    };
    if !(1..=8).contains(&parts.len()) {
        return Err(count("genome", "1 to 8 parts", parts.len()));
    }
    Ok(Layout(Arc::new((parts, operators.clone()))))
}

/// The source of one part.
fn slot(genes: &Genes) -> Result<Box<dyn Slot>, SearchRefusal> {
    fn of<G: PartGenome>(length: Length, source: G::Source) -> Box<dyn Slot> {
        Box::new(TypedSlot::<G> { source, length })
    }

    fn check<T>(length: Length, ends: [&Ends<T>; 2]) -> Result<usize, SearchRefusal> {
        if length.is_variable() && ends.iter().any(|it| matches!(it, Ends::Each(_))) {
            let text = "low, high: genes of variable length have one range";
            return Err(refusal(text.to_owned()));
        }
        if length.least() > length.greatest() {
            return Err(count("length", "the smaller number first", length.least()));
        }
        Ok(length.greatest())
    }

    Ok(match genes {
        Genes::Bits { length } => {
            let ends = Ends::All(0);
            of::<BitString>(*length, check(*length, [&ends, &ends])?)
        }
        Genes::Integers { length, low, high } => {
            let count = check(*length, [low, high])?;
            of::<Vec<i32>>(*length, Bounds::new(ranges(count, low, high)?)?)
        }
        Genes::Reals { length, low, high } => {
            let count = check(*length, [low, high])?;
            of::<Vec<f64>>(*length, RealBounds::new(ranges(count, low, high)?)?)
        }
        Genes::Permutation { length } => {
            of::<Permutation>(Length::Always(*length), *length)
        }
        Genes::Mixed { .. } => {
            return Err(refusal("genome: a part cannot have parts".to_owned()));
        }
    })
}

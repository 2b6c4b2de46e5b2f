//! The operators on genomes of parts: each part has its own, or a function of Python does it for all genomes of a
//! generation at once.

use std::fmt::Debug;

use pyo3::PyResult;
use serde::Deserialize;
use tilewright_evolve::settings::{self, AnyCrossover, AnyMutation, Crossover, Mutation};
use tilewright_evolve::{Rate, Rng, Seed};

use super::super::super::operators::{misfit, misfit_mutation};
use super::super::super::refusal::{SearchRefusal, count};
use super::super::{Call, Genome};
use super::kinds::PartGenome;
use super::slot::{Layout, TypedSlot};
use super::{Part, PartsGenome};

/// The operators of a document that are not those of the scheme.
#[derive(Clone, Debug, Deserialize)]
pub(in crate::evolve) struct Operators {
    crossover: Chosen<Crossover>,
    mutation: Chosen<Mutation>,
}

/// An operator.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::evolve) enum Chosen<T> {
    /// One for each part; the usual one if it is not there.
    Parts(Vec<Option<T>>),
    /// A function of Python with this name.
    Function(String),
}

impl Default for Operators {
    fn default() -> Self {
        Self { crossover: Chosen::Parts(Vec::new()), mutation: Chosen::Parts(Vec::new()) }
    }
}

/// What is yet to be done with a genome that was bred, since a function of Python does it for all of them, or since one
/// has to do something else before.
#[derive(Debug, Default)]
pub(in crate::evolve) struct Calls {
    crossing: Option<Role>,
    /// From which random stream it is mutated.
    mutation: Option<u64>,
}

/// The role of a genome in a crossing.
#[derive(Debug)]
enum Role {
    /// It is crossed with this one.
    First(Box<PartsGenome>),
    /// It is the second child of the genome before it.
    Second,
}

/// A crossover of one part.
pub(super) trait PartCrossover: Debug + Send + Sync {
    fn cross(&self, a: &mut Part, b: &mut Part, rng: &mut Rng);
}

/// A mutation of one part.
pub(super) trait PartMutation: Debug + Send + Sync {
    fn mutate(&self, part: &mut Part, rng: &mut Rng);
}

/// A crossover of genomes of one kind.
#[derive(Debug)]
struct TypedCrossover<G: PartGenome>(AnyCrossover<G>);

impl<G: PartGenome> PartCrossover for TypedCrossover<G> {
    fn cross(&self, a: &mut Part, b: &mut Part, rng: &mut Rng) {
        if let (Some(a), Some(b)) = (G::of_mut(a), G::of_mut(b)) {
            self.0.cross(a, b, rng);
        }
    }
}

/// A mutation of genomes of one kind and one length.
#[derive(Debug)]
struct TypedMutation<G: PartGenome>(AnyMutation<G>);

impl<G: PartGenome> PartMutation for TypedMutation<G> {
    fn mutate(&self, part: &mut Part, rng: &mut Rng) {
        if let Some(genome) = G::of_mut(part) {
            self.0.mutate(genome, rng);
        }
    }
}

/// A mutation of genomes of variable length.
#[derive(Debug)]
struct VariableMutation<G: PartGenome> {
    slot: TypedSlot<G>,
    /// The probability that a gene is inserted, and that one is deleted.
    rate: Rate,
    /// How genes change.
    genes: Mutation,
}

impl<G: PartGenome> PartMutation for VariableMutation<G> {
    fn mutate(&self, part: &mut Part, rng: &mut Rng) {
        let Some(genome) = G::of_mut(part) else { return };
        let TypedSlot { source, length } = &self.slot;

        if rng.chance(self.rate.value()) && genome.genes() < length.greatest() {
            let at = rng.index(genome.genes() + 1);
            genome.insert(at, source, rng);
        }
        if rng.chance(self.rate.value()) && genome.genes() > length.least() {
            genome.remove(rng.index(genome.genes()));
        }

        // The rate at which one gene changes depends on the length that it has now.
        let own = G::resized(source, genome.genes());
        if let Some(mutation) = G::mutation(&self.genes, &own) {
            mutation.mutate(genome, rng);
        }
    }
}

/// The crossover of a part by its settings, or the usual one.
pub(super) fn part_crossover<G: PartGenome>(
    slot: &TypedSlot<G>,
    settings: Option<&Crossover>,
) -> Result<Box<dyn PartCrossover>, SearchRefusal> {
    let usual = G::usual().0;
    let crossover = G::crossover(settings.unwrap_or(&usual), &slot.source);
    let crossover = crossover.ok_or_else(|| misfit("crossover", G::NAME))?;
    crossover.check(&slot.sample(&mut Seed(0).rng()))?;
    Ok(Box::new(TypedCrossover(crossover)))
}

/// The mutation of a part by its settings, or the usual one.
pub(super) fn part_mutation<G: PartGenome>(
    slot: &TypedSlot<G>,
    settings: Option<&Mutation>,
) -> Result<Box<dyn PartMutation>, SearchRefusal> {
    let is_variable = slot.length.is_variable();
    let usual = || -> Mutation { if is_variable { variable() } else { G::usual().1 } };
    let settings = settings.cloned().unwrap_or_else(usual);
    let (rate, genes) = match settings {
        Mutation::InsertDelete(it) if is_variable => {
            let genes = G::usual_mutation(it.gene_rate);
            (it.rate, genes.ok_or_else(|| misfit("mutation", G::NAME))?)
        }
        other => (Rate::NEVER, other),
    };

    let mutation = G::mutation(&genes, &slot.source);
    let mutation = mutation.ok_or_else(|| misfit_mutation(Some(&genes), G::NAME))?;
    mutation.check(&slot.sample(&mut Seed(0).rng()))?;
    if is_variable {
        return Ok(Box::new(VariableMutation { slot: slot.clone(), rate, genes }));
    }
    Ok(Box::new(TypedMutation(mutation)))
}

/// The usual mutation of genomes of variable length.
fn variable() -> Mutation {
    Mutation::InsertDelete(settings::InsertDelete::default())
}

/// A crossover of all parts.
#[derive(Debug)]
enum PartsCrossover {
    Each(Vec<Box<dyn PartCrossover>>),
    /// A function of Python does it when all genomes are bred. Only its name is known here.
    Later(#[expect(dead_code, reason = "it is a part of the name of the scheme")] String),
}

impl tilewright_evolve::Crossover<PartsGenome> for PartsCrossover {
    fn cross(&self, a: &mut PartsGenome, b: &mut PartsGenome, rng: &mut Rng) {
        match self {
            Self::Each(operators) => {
                let pairs = a.parts.iter_mut().zip(&mut b.parts);
                for (operator, (a, b)) in operators.iter().zip(pairs) {
                    operator.cross(a, b, rng);
                }
            }
            Self::Later(_) => {
                a.calls.crossing = Some(Role::First(Box::new(b.clone())));
                b.calls.crossing = Some(Role::Second);
            }
        }
    }
}

/// A mutation of all parts.
#[derive(Debug)]
struct PartsMutation {
    operators: Vec<Box<dyn PartMutation>>,
    /// Whether genomes are mutated when all are bred.
    is_later: bool,
    /// The function that does it.
    #[expect(dead_code, reason = "it is a part of the name of the scheme")]
    function: Option<String>,
}

impl tilewright_evolve::Mutation<PartsGenome> for PartsMutation {
    fn mutate(&self, genome: &mut PartsGenome, rng: &mut Rng) {
        if self.is_later {
            genome.calls.mutation = Some(rng.next_u64());
        } else {
            self.change(genome, rng);
        }
    }
}

impl PartsMutation {
    fn change(&self, genome: &mut PartsGenome, rng: &mut Rng) {
        for (operator, part) in self.operators.iter().zip(&mut genome.parts) {
            operator.mutate(part, rng);
        }
    }
}

/// The settings of an operator on each part.
fn each<'a, T>(
    key: &str,
    parts: &'a [Option<T>],
    count_of_parts: usize,
) -> Result<Vec<Option<&'a T>>, SearchRefusal> {
    match parts.len() {
        0 => Ok((0..count_of_parts).map(|_| None).collect()),
        found if found == count_of_parts => {
            Ok(parts.iter().map(Option::as_ref).collect())
        }
        found => {
            Err(count(key, &format!("one for each of {count_of_parts} parts"), found))
        }
    }
}

/// The operators on genomes of parts.
pub(super) fn operators(
    layout: &Layout,
) -> Result<(AnyCrossover<PartsGenome>, AnyMutation<PartsGenome>), SearchRefusal> {
    let slots = layout.slots();
    let of_part = |part: usize, refusal: SearchRefusal| {
        if slots.len() == 1 { refusal } else { refusal.within(&format!("part {part}")) }
    };

    let crossover = match &layout.operators().crossover {
        Chosen::Function(name) => PartsCrossover::Later(name.clone()),
        Chosen::Parts(parts) => {
            let settings = each("crossover", parts, slots.len())?;
            let all = slots.iter().zip(settings).enumerate();
            let made = all.map(|(part, (slot, settings))| {
                slot.crossover(settings).map_err(|refusal| of_part(part, refusal))
            });
            PartsCrossover::Each(made.collect::<Result<_, _>>()?)
        }
    };

    let is_later = matches!(crossover, PartsCrossover::Later(_));
    let mutation = match &layout.operators().mutation {
        Chosen::Function(name) => PartsMutation {
            operators: Vec::new(),
            is_later: true,
            function: Some(name.clone()),
        },
        Chosen::Parts(parts) => {
            let settings = each("mutation", parts, slots.len())?;
            let all = slots.iter().zip(settings).enumerate();
            let made = all.map(|(part, (slot, settings))| {
                slot.mutation(settings).map_err(|refusal| of_part(part, refusal))
            });
            let operators = made.collect::<Result<_, _>>()?;
            PartsMutation { operators, is_later, function: None }
        }
    };
    Ok((Box::new(crossover), Box::new(mutation)))
}

/// Does with genomes that were bred what is yet to be done with them: crosses pairs, then mutates.
pub(super) fn revise(
    bred: &mut [&mut PartsGenome],
    layout: &Layout,
    call: Call<'_, f64>,
) -> PyResult<()> {
    if let Chosen::Function(_) = layout.operators().crossover {
        cross(bred, layout, call)?;
    }
    match &layout.operators().mutation {
        Chosen::Function(_) => mutate(bred, layout, call),
        Chosen::Parts(parts) => {
            // Those that were not to wait for a crossing are mutated already.
            let settings = each("mutation", parts, layout.slots().len())?;
            let all = layout.slots().iter().zip(settings);
            let operators =
                all.map(|(slot, it)| slot.mutation(it)).collect::<Result<_, _>>()?;
            let mutation = PartsMutation { operators, is_later: false, function: None };
            for genome in bred {
                if let Some(seed) = genome.calls.mutation.take() {
                    mutation.change(genome, &mut Seed(seed).rng());
                }
            }
            Ok(())
        }
    }
}

/// Crosses all pairs by a function.
fn cross(
    bred: &mut [&mut PartsGenome],
    layout: &Layout,
    call: Call<'_, f64>,
) -> PyResult<()> {
    let (mut firsts, mut seconds, mut places) = (Vec::new(), Vec::new(), Vec::new());
    for (place, genome) in bred.iter_mut().enumerate() {
        if let Some(Role::First(other)) = &genome.calls.crossing {
            genome.write(&mut firsts, layout);
            other.write(&mut seconds, layout);
            places.push(place);
        }
    }
    if places.is_empty() {
        return Ok(());
    }

    let found = call("crossover", vec![firsts, seconds])?.unwrap_or_default();
    let [firsts, seconds] = <[Vec<f64>; 2]>::try_from(found)
        .map_err(|found| count("crossover", "two tables", found.len()))?;
    let width = PartsGenome::length(layout).max(1);
    for (row, &place) in places.iter().enumerate() {
        replace(bred[place], &firsts, row * width, layout)?;
        // If the second child is not kept, the genome after it is another first one, or none.
        let next = bred.get_mut(place + 1);
        if let Some(next) =
            next.filter(|it| matches!(it.calls.crossing, Some(Role::Second)))
        {
            replace(next, &seconds, row * width, layout)?;
        }
    }
    Ok(())
}

/// Mutates all that are to be mutated by a function.
fn mutate(
    bred: &mut [&mut PartsGenome],
    layout: &Layout,
    call: Call<'_, f64>,
) -> PyResult<()> {
    let (mut genes, mut places) = (Vec::new(), Vec::new());
    for (place, genome) in bred.iter().enumerate() {
        if genome.calls.mutation.is_some() {
            genome.write(&mut genes, layout);
            places.push(place);
        }
    }
    if places.is_empty() {
        return Ok(());
    }

    let found = call("mutation", vec![genes])?.unwrap_or_default();
    let [genes] = <[Vec<f64>; 1]>::try_from(found)
        .map_err(|found| count("mutation", "one table", found.len()))?;
    let width = PartsGenome::length(layout).max(1);
    for (row, &place) in places.iter().enumerate() {
        replace(bred[place], &genes, row * width, layout)?;
        bred[place].calls = Calls::default();
    }
    Ok(())
}

/// Replaces the genes of a genome by those of a row.
fn replace(
    genome: &mut PartsGenome,
    genes: &[f64],
    from: usize,
    layout: &Layout,
) -> Result<(), SearchRefusal> {
    let width = PartsGenome::length(layout);
    let row = genes.get(from..from + width);
    let row =
        row.ok_or_else(|| count("genomes", "one row for each", genes.len() / width))?;
    genome.parts = PartsGenome::read(row, layout)?.parts;
    genome.calls.crossing = None;
    Ok(())
}

//! A search as the package writes it, a JSON document, and the settings of which it is made.

use std::ops::RangeInclusive;

use pyo3::prelude::*;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tilewright_evolve::settings::{
    Crossover, IslandScheme, Mutation, OneScheme, Scheme, Selection,
};
use tilewright_evolve::{Axis, Direction, Noise, Selection as _};
use tilewright_grid::in_plain_words;

use super::genome::{Length, Operators};
use super::refusal::{SearchRefusal, count, refusal};

/// A search: what its genomes are, what is wanted of them, and how it searches.
#[derive(Deserialize)]
pub(super) struct Document {
    pub(super) genome: Genes,
    /// One for each objective.
    pub(super) directions: Vec<Direction>,
    pub(super) scheme: Scheme,
    pub(super) seed: u64,
    /// What the user calls the problem; a checkpoint holds it.
    pub(super) problem: String,
    pub(super) hall_of_fame: usize,
    pub(super) logbook: usize,
    /// Those of parts and of Python; otherwise the scheme has them.
    pub(super) operators: Option<Operators>,
    /// Whether the fitness is noisy, and what is done about it.
    pub(super) noise: Option<Noise>,
}

/// The genes of a genome.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Genes {
    Bits { length: Length },
    Integers { length: Length, low: Ends<i32>, high: Ends<i32> },
    Reals { length: Length, low: Ends<f64>, high: Ends<f64> },
    Permutation { length: usize },
    Mixed { parts: Vec<Self> },
}

impl Document {
    /// Whether genomes are made of parts: because there are several or one of variable length, or because operators are
    /// functions of Python.
    pub(super) const fn has_parts(&self) -> bool {
        let is_variable = match self.genome {
            Genes::Bits { length }
            | Genes::Integers { length, .. }
            | Genes::Reals { length, .. } => length.is_variable(),
            Genes::Permutation { .. } => false,
            Genes::Mixed { .. } => true,
        };
        is_variable || self.operators.is_some()
    }
}

/// The ends of the ranges: one for all genes, or one for each.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Ends<T> {
    All(T),
    Each(Vec<T>),
}

/// The ranges of all genes.
pub(super) fn ranges<T: Copy>(
    length: usize,
    low: &Ends<T>,
    high: &Ends<T>,
) -> Result<Vec<RangeInclusive<T>>, SearchRefusal> {
    let list = |key: &str, ends: &Ends<T>| match ends {
        Ends::All(end) => Ok(vec![*end; length]),
        Ends::Each(each) if each.len() == length => Ok(each.clone()),
        Ends::Each(each) => {
            let found = each.len();
            Err(refusal(format!("{key}: expected one number or {length}, found {found}")))
        }
    };
    let (low, high) = (list("low", low)?, list("high", high)?);
    Ok(low.into_iter().zip(high).map(|(low, high)| low..=high).collect())
}

/// The number of values where there are several, whose last ones may not be there: they are measures that are always
/// 0, which schemes ignore. Two objectives, the usual number, are two values.
pub(super) const VALUES: usize = 4;

/// The number of values where there are more: 15 objectives, or one and 15 measures. With three
/// objectives a generation of NSGA-III of 92 took 0.20 ms with this number of values and 0.15 ms with [`VALUES`], which is little
/// beside a fitness in Python.
pub(super) const MANY: usize = 16;

/// The axes of an archive of `values` values, and one for each value that is not there.
pub(super) fn all_axes(
    axes: &[Axis],
    cells: Option<usize>,
    values: usize,
) -> Result<Vec<Axis>, SearchRefusal> {
    if !(1..MANY).contains(&axes.len()) {
        return Err(count("axes", "1 to 15", axes.len()));
    }
    // No cell ends in the direction of such a value.
    let none = if cells.is_some() { Axis::UNBOUNDED } else { Axis::new(0.0, 1.0, 1) };
    let missing = values.saturating_sub(1 + axes.len());
    Ok([axes, &vec![none; missing]].concat())
}

/// Refuses a setting that is outside its limits.
#[pyfunction]
pub(crate) fn check(family: &str, setting: &str) -> PyResult<()> {
    Ok(checked(family, setting)?)
}

fn checked(family: &str, setting: &str) -> Result<(), SearchRefusal> {
    match family {
        "Selection" => read::<Selection>(setting)?.check()?,
        "Crossover" => read::<Crossover>(setting)?.check()?,
        "Mutation" => read::<Mutation>(setting)?.check()?,
        "Axis" => read::<Axis>(setting)?.check()?,
        "Noise" => read::<Noise>(setting)?.check()?,
        "OneScheme" => {
            let scheme: OneScheme = read(setting)?;
            scheme.check()?;
            if let OneScheme::MapElites(_) | OneScheme::CmaMe(_) = scheme {
                all_axes(scheme.axes(), None, MANY)?;
            }
        }
        "OnIslands" => read::<IslandScheme>(setting)?.check()?,
        _ => return Err(refusal(format!("there is no family {family}"))),
    }

    Ok(())
}

/// Reads a document, with errors that name its key.
fn read<T: DeserializeOwned>(text: &str) -> Result<T, SearchRefusal> {
    let whole: Map<String, Value> = json(text)?;
    let tried = |keys: usize| {
        let some =
            whole.iter().take(keys).map(|(key, value)| (key.clone(), value.clone()));
        serde_json::from_value::<T>(Value::Object(some.collect()))
            .map_err(|error| in_plain_words(&error))
    };
    tried(whole.len()).map_err(|found| {
        // The first key with which it is refused for this reason is the one that is wrong.
        let is_wrong = |&keys: &usize| tried(keys).err().as_ref() == Some(&found);
        let keys = (1..=whole.len()).find(is_wrong).unwrap_or(whole.len());
        let key = whole.keys().nth(keys - 1).map_or("", String::as_str);
        refusal(format!("{key}: {found}"))
    })
}

/// Reads a document.
pub(super) fn json<T: DeserializeOwned>(text: &str) -> Result<T, SearchRefusal> {
    serde_json::from_str(text).map_err(|error| refusal(in_plain_words(&error)))
}

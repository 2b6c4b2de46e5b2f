//! A search that is to be made of the settings in a document, whatever its scheme.

use numpy::{PyReadonlyArray2, PyUntypedArrayMethods as _};
use pyo3::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tilewright_evolve::{Cost, Direction, Error, Evolution, Islands, Scheme, Seed};

use super::document::Document;
use super::genome::Genome;
use super::problem::Space;
use super::refusal::{SearchRefusal, count, refusal};
use super::search::{Search, TypedSearch};

/// Where a search begins.
pub(super) enum Origin<'a> {
    /// At a new first generation, with the genomes to start with.
    Start(Option<&'a Bound<'a, PyAny>>),
    /// At a checkpoint, with all islands or with one alone.
    Checkpoint(&'a [u8], Option<usize>),
}

/// A search that is to be made, all but its scheme.
pub(super) struct SearchPlan<'a, G: Genome> {
    pub(super) source: G::Source,
    pub(super) document: &'a Document,
    pub(super) origin: Origin<'a>,
    pub(super) islands: Option<Islands<()>>,
    /// How many measures the scheme divides an archive by.
    pub(super) measures: usize,
    /// Whether the genes of children stay within the ranges.
    pub(super) is_bounded: bool,
}

impl<G: Genome> SearchPlan<'_, G> {
    /// The search by a scheme, on islands if they are asked for.
    pub(super) fn start<S, const M: usize>(
        mut self,
        scheme: S,
    ) -> Result<Box<dyn Search>, SearchRefusal>
    where
        S: Scheme<Space<G>, M> + Send + 'static,
        S::State: Serialize + DeserializeOwned + Sync + 'static,
    {
        let island = match self.origin {
            Origin::Checkpoint(_, island) => island,
            Origin::Start(_) => None,
        };

        match self.islands.take() {
            None if island.is_some() => {
                Err(refusal("the scheme has no islands".to_owned()))
            }
            None => self.hold(scheme, |_| Ok(())),
            Some(Islands { count, every, migrants, topology, .. }) => {
                let scheme = Islands { scheme, count, every, migrants, topology };
                self.hold(scheme, |evolution| {
                    island.map_or(Ok(()), |island| evolution.isolate(island))
                })
            }
        }
    }

    fn hold<S, const M: usize>(
        self,
        scheme: S,
        finish: impl FnOnce(&mut Evolution<Space<G>, S, M>) -> Result<(), Error>,
    ) -> Result<Box<dyn Search>, SearchRefusal>
    where
        S: Scheme<Space<G>, M> + Send + 'static,
        S::State: Serialize + DeserializeOwned + Sync + 'static,
    {
        let Self { source, document, origin, measures, is_bounded, .. } = self;
        let mut directions = document.directions.clone();
        let objectives = directions.len();
        if (M == 1 || measures > 0) && objectives != 1 {
            return Err(count("directions", "one objective", objectives));
        }

        directions.resize(M, Direction::Measure);

        let genes = scheme.size().saturating_mul(G::length(&source));
        if genes > G::MOST {
            let expected = format!("at most {} genes of all individuals", G::MOST);
            return Err(count("scheme", &expected, genes));
        }
        let space = Space {
            source,
            directions,
            name: document.problem.clone(),
            is_bounded,
            cost: if genes < G::MANY { Cost::Quick } else { Cost::Slow },
        };

        let mut evolution = match origin {
            Origin::Checkpoint(bytes, _) => Evolution::resume(space, scheme, bytes)?,
            Origin::Start(initial) => {
                let starts = |initial| starts::<G>(initial, &space.source);
                let initial = initial.map(starts).transpose()?;
                let new = Evolution::new(space, scheme, Seed(document.seed))?
                    .with_hall_of_fame(document.hall_of_fame)
                    .with_logbook(document.logbook)
                    .starting_from(initial.unwrap_or_default());
                match &document.noise {
                    None => new,
                    Some(noise) => new.with_noise(noise.clone())?,
                }
            }
        };

        finish(&mut evolution)?;
        Ok(Box::new(TypedSearch::new(evolution, objectives, measures)))
    }
}

/// The genomes to start with, the rows of an array.
fn starts<G: Genome>(
    initial: &Bound<'_, PyAny>,
    source: &G::Source,
) -> Result<Vec<G>, SearchRefusal> {
    let initial: PyReadonlyArray2<'_, G::Element> =
        initial.extract().map_err(|_| refusal("initial: a wrong array".to_owned()))?;
    let length = initial.shape()[1];
    let genes = initial.as_slice().map_err(|error| refusal(error.to_string()))?;
    genes.chunks(length.max(1)).map(|row| G::read(row, source)).collect()
}

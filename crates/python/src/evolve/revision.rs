//! What operators of Python do with a generation before it is evaluated.

use numpy::{PyReadonlyArray2, PyUntypedArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::PyList;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tilewright_evolve::Scheme;

use super::genome::Genome;
use super::problem::Space;
use super::refusal::{SearchRefusal, count, refusal};
use super::search::{TypedSearch, table};

impl<G, S, const M: usize> TypedSearch<G, S, M>
where
    G: Genome,
    S: Scheme<Space<G>, M> + Send,
    S::State: Serialize + DeserializeOwned + Sync,
{
    /// Breeds the next generation unless it was asked for already, and lets a function change it. If that fails, the search is
    /// as it was before.
    pub(super) fn breed_revised(
        &mut self,
        py: Python<'_>,
        call: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        if self.evolution.pending().is_some() {
            return Ok(());
        }
        self.apart(py, |search| search.evolution.breed())?
            .map_err(SearchRefusal::from)?;

        let space = self.evolution.problem();
        let (source, is_bounded) = (space.source.clone(), space.is_bounded);
        let width = G::length(&source);
        let mut bred: Vec<_> = self.evolution.bred().collect();
        if bred.is_empty() {
            return Ok(());
        }

        let mut call =
            |operator: &str, tables| called::<G>(call, operator, tables, width);
        G::revise(&mut bred, &source, &mut call)?;

        let mut genes = Vec::with_capacity(bred.len() * width + 64);
        for genome in &bred {
            genome.write(&mut genes, &source);
        }
        if let Some(repaired) = call("repair", vec![genes])? {
            let genes = repaired.first().map_or(&[][..], Vec::as_slice);
            if genes.len() != bred.len() * width {
                return Err(
                    count("repair", "one row for each genome", genes.len()).into()
                );
            }
            for (genome, row) in bred.iter_mut().zip(genes.chunks(width.max(1))) {
                **genome = G::read(row, &source)?;
            }
        }

        let wrong = bred.iter().position(|genome| !genome.fits(&source, is_bounded));
        wrong.map_or(Ok(()), |row| {
            Err(refusal(format!("row {row} is no genome of the search")).into())
        })
    }
}

/// What a function returns for tables of genomes, each genome after genome.
fn called<G: Genome>(
    call: &Bound<'_, PyAny>,
    operator: &str,
    tables: Vec<Vec<G::Element>>,
    width: usize,
) -> PyResult<Option<Vec<Vec<G::Element>>>> {
    let py = call.py();
    let tables = tables.into_iter().map(|genes| {
        let rows = genes.len() / width.max(1);
        table(py, genes, [rows, width])
    });
    let tables = PyList::new(py, tables.collect::<PyResult<Vec<_>>>()?)?;
    let found = call.call1((operator, tables))?;
    if found.is_none() {
        return Ok(None);
    }

    let found: Vec<PyReadonlyArray2<'_, G::Element>> = found.extract()?;
    let genes = found.into_iter().map(|genes| {
        if genes.shape()[1] != width {
            return Err(
                count(operator, "as many genes as before", genes.shape()[1]).into()
            );
        }
        Ok(genes.as_slice()?.to_vec())
    });
    genes.collect::<PyResult<_>>().map(Some)
}

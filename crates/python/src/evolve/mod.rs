//! The engine for Python: what `tilewright.evolve` is made of.
//!
//! The fitness is a function of Python, so a search goes by ask and tell: the genomes that await evaluation are the
//! rows of an array, and their values come back as another. All kinds of genomes, schemes and numbers of values are
//! one trait, [`Search`](search::Search).

mod choice;
mod document;
mod genome;
mod logbook;
mod many;
mod operators;
mod plan;
mod problem;
mod refusal;
mod revision;
mod schemes;
mod search;
mod single;

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use tilewright_evolve::{Reason, Stop};
use tilewright_grid::checksum;

pub(crate) use self::document::check;
use self::document::json;
use self::plan::Origin;
use self::refusal::refusal;
use self::schemes::build;
use self::search::{Arrays, Bins, Search};

/// The first bytes of every checkpoint of the package.
const MAGIC: &[u8] = b"tilewright/search/1\n";

/// A search by ask and tell.
#[pyclass(module = "tilewright._tilewright")]
pub(crate) struct Evolution {
    search: Box<dyn Search>,
    settings: String,
}

#[pymethods]
impl Evolution {
    /// A search of the settings in a document, with the genomes to start with.
    #[new]
    fn new(settings: String, initial: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let search = build(&json(&settings)?, Origin::Start(initial))?;
        Ok(Self { search, settings })
    }

    /// The search of a checkpoint, with all islands or with one alone.
    #[staticmethod]
    #[pyo3(signature = (checkpoint, island=None))]
    fn resume(checkpoint: &[u8], island: Option<usize>) -> PyResult<Self> {
        let damaged = || refusal("checkpoint: it is truncated or damaged".to_owned());
        let body = checkpoint
            .strip_prefix(MAGIC)
            .ok_or_else(|| refusal("checkpoint: it is not one of a search".to_owned()))?;

        let (body, sum) = body.split_last_chunk().ok_or_else(damaged)?;
        let covered = &checkpoint[..checkpoint.len() - sum.len()];
        if checksum(covered) != u64::from_le_bytes(*sum) {
            return Err(damaged().into());
        }

        let (length, body) = body.split_first_chunk().ok_or_else(damaged)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
        let (settings, state) = body.split_at_checked(length).ok_or_else(damaged)?;
        let settings = str::from_utf8(settings).map_err(|_| damaged())?.to_owned();

        let search = build(&json(&settings)?, Origin::Checkpoint(state, island))?;
        Ok(Self { search, settings })
    }

    /// The settings as the document that made the search.
    #[getter]
    fn settings(&self) -> &str {
        &self.settings
    }

    /// Breeds the next generation unless it was asked for already. `call(operator, tables)` gets tables of genomes and
    /// returns others, or None to leave them as they are: for `crossover` two with the parents of each row, for `mutation` one, for
    /// `repair` the whole generation.
    fn breed(&mut self, py: Python<'_>, call: &Bound<'_, PyAny>) -> PyResult<()> {
        self.search.breed(py, call)
    }

    /// The genomes that await evaluation, one in each row.
    fn ask<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.search.ask(py)
    }

    /// Takes the values of the genomes that were asked for, row by row.
    fn tell(
        &mut self,
        py: Python<'_>,
        values: &Bound<'_, PyArray1<f64>>,
        violations: Option<&Bound<'_, PyArray1<f64>>>,
        measures: &Bound<'_, PyArray1<f64>>,
    ) -> PyResult<()> {
        let violations = violations.map(PyArrayMethods::readonly);
        let violations = violations.as_ref().map(PyReadonlyArray1::as_slice);
        let (values, measures) = (values.readonly(), measures.readonly());
        let (values, measures) = (values.as_slice()?, measures.as_slice()?);
        self.search.tell(py, values, violations.transpose()?, measures)
    }

    /// How many genomes await evaluation, if they were asked for.
    #[getter]
    fn pending(&self) -> Option<usize> {
        self.search.pending()
    }

    /// How many games each of these plays, with noise.
    #[getter]
    fn games(&self) -> Option<usize> {
        self.search.games()
    }

    /// The seeds of these games, one row for each genome.
    fn seeds<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<u64>>>> {
        self.search.seeds(py)
    }

    /// The individuals that are claimed to be best, at most a number of.
    fn candidates<'py>(&self, py: Python<'py>, most: usize) -> PyResult<Arrays<'py>> {
        self.search.candidates(py, most)
    }

    /// The seeds of fresh games of candidates.
    fn fresh_seeds<'py>(
        &self,
        py: Python<'py>,
        count: usize,
        games: usize,
    ) -> PyResult<Bound<'py, PyArray2<u64>>> {
        PyArray1::from_vec(py, self.search.fresh_seeds(count, games))
            .reshape([count, games])
    }

    /// The number of generations so far.
    #[getter]
    fn generations(&self) -> u64 {
        self.search.counts()[0]
    }

    /// The number of evaluations so far.
    #[getter]
    fn evaluations(&self) -> u64 {
        self.search.counts()[1]
    }

    /// Which of the conditions is met, if any. With `evaluations` the next generation is bred, to see whether it fits.
    fn reason(
        &mut self,
        py: Python<'_>,
        generations: Option<u64>,
        evaluations: Option<u64>,
        target: Option<f64>,
        stagnation: Option<u64>,
    ) -> PyResult<Option<&'static str>> {
        let stop = Stop { target, generations, evaluations, stagnation, elapsed: None };
        Ok(self.search.reason(py, &stop)?.map(|reason| match reason {
            Reason::Target => "target",
            Reason::Generations => "generations",
            Reason::Evaluations => "evaluations",
            Reason::Stagnation => "stagnation",
            Reason::Elapsed | Reason::Cancelled => "cancelled",
            Reason::Idle => "idle",
        }))
    }

    /// The best distinct individuals so far: genomes, values, violations.
    fn hall_of_fame<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        self.search.hall_of_fame(py)
    }

    /// The feasible individuals that none dominates.
    fn front<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        self.search.front(py)
    }

    /// The individuals of the last generation.
    fn population<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        self.search.population(py)
    }

    /// The elites: genomes, values, their bins, the number of bins, the centroids if they are cells, games and errors.
    fn archive<'py>(&self, py: Python<'py>) -> PyResult<Option<Bins<'py>>> {
        self.search.archive(py)
    }

    /// The columns of the logbook.
    fn logbook<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.search.logbook(py)
    }

    /// The search as bytes.
    fn checkpoint<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((self.settings.len() as u64).to_le_bytes());
        bytes.extend(self.settings.as_bytes());
        bytes.extend(self.search.checkpoint()?);
        bytes.extend(checksum(&bytes).to_le_bytes());
        Ok(PyBytes::new(py, &bytes))
    }
}

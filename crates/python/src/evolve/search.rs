//! A search of any kind, by ask and tell.

use numpy::{PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tilewright_evolve::{
    Archive, Cells, Cost, Evaluation, Evolution, Games, Individual, Reason, Scheme,
    State as _, Stop,
};

use super::genome::Genome;
use super::logbook::columns;
use super::problem::Space;
use super::refusal::SearchRefusal;
use crate::pool::pool;

/// Individuals as arrays: genomes, values and violations, of which each row or number is one; with noise also the
/// numbers of games and the standard errors of the values.
pub(super) type Arrays<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyArray2<f64>>,
    Bound<'py, PyArray1<f64>>,
    Option<Bound<'py, PyArray1<i64>>>,
    Option<Bound<'py, PyArray2<f64>>>,
);

/// An archive as arrays: genomes, values, the bin of each, the number of bins, the centroids if they are cells, and with
/// noise games and errors.
pub(super) type Bins<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyArray2<f64>>,
    Bound<'py, PyArray1<i64>>,
    usize,
    Option<Bound<'py, PyArray2<f64>>>,
    Option<Bound<'py, PyArray1<i64>>>,
    Option<Bound<'py, PyArray2<f64>>>,
);

/// A search whatever its genomes, its scheme and the number of values are.
pub(super) trait Search: Send + Sync {
    /// The genomes that await evaluation, one in each row.
    fn ask<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>>;

    /// Breeds the next generation unless it was asked for already, and lets a function of Python change it.
    fn breed(&mut self, py: Python<'_>, call: &Bound<'_, PyAny>) -> PyResult<()>;

    /// Takes the values of all objectives, the violations and the measures, row by row.
    fn tell(
        &mut self,
        py: Python<'_>,
        values: &[f64],
        violations: Option<&[f64]>,
        measures: &[f64],
    ) -> PyResult<()>;

    /// How many genomes await evaluation, if they were asked for.
    fn pending(&self) -> Option<usize>;
    /// The seeds of the games of each genome that awaits them, if they were asked for and there is noise.
    fn seeds<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<u64>>>>;
    /// The number of games that genomes await, if they were asked for and there is noise.
    fn games(&self) -> Option<usize>;
    /// The individuals that are claimed to be best.
    fn candidates<'py>(&self, py: Python<'py>, most: usize) -> PyResult<Arrays<'py>>;
    /// The seeds of fresh games of these.
    fn fresh_seeds(&self, count: usize, games: usize) -> Vec<u64>;

    /// The numbers of generations and evaluations so far.
    fn counts(&self) -> [u64; 2];
    /// The condition that is met, for which a generation may have to be bred.
    fn reason(&mut self, py: Python<'_>, stop: &Stop) -> PyResult<Option<Reason>>;
    fn hall_of_fame<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>>;
    fn front<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>>;
    fn population<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>>;
    /// The archive, of islands the best elite of each bin; `None` if the scheme has none.
    fn archive<'py>(&self, py: Python<'py>) -> PyResult<Option<Bins<'py>>>;
    fn logbook<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>>;
    fn checkpoint(&self) -> Result<Vec<u8>, SearchRefusal>;
}

/// A search of one kind.
pub(super) struct TypedSearch<G: Genome, S: Scheme<Space<G>, M>, const M: usize> {
    pub(super) evolution: Evolution<Space<G>, S, M>,
    /// How many of the values are objectives, the first ones.
    objectives: usize,
    /// How many are measures, after the objectives; all others are 0.
    measures: usize,
    told: Vec<Evaluation<M>>,
}

impl<G: Genome, S: Scheme<Space<G>, M>, const M: usize> TypedSearch<G, S, M> {
    pub(super) const fn new(
        evolution: Evolution<Space<G>, S, M>,
        objectives: usize,
        measures: usize,
    ) -> Self {
        Self { evolution, objectives, measures, told: Vec::new() }
    }

    /// Works without the lock of Python, on the threads of the pool if there is much to do.
    pub(super) fn apart<T: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut Self) -> T + Send,
    ) -> PyResult<T>
    where
        Self: Send,
    {
        if self.evolution.problem().cost == Cost::Quick {
            return Ok(py.detach(|| work(self)));
        }
        let pool = pool()?;
        Ok(py.detach(|| pool.install(|| work(self))))
    }

    /// The number of genes.
    fn length(&self) -> usize {
        G::length(&self.evolution.problem().source)
    }

    /// The centroids of cells, a value for each measure that is there.
    fn centroids<'py>(
        &self,
        py: Python<'py>,
        cells: &Cells,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let mut values = Vec::with_capacity(cells.count() * self.measures);
        for cell in 0..cells.count() {
            values.extend_from_slice(&cells.centroid(cell)[..self.measures]);
        }
        PyArray1::from_vec(py, values).reshape([cells.count(), self.measures])
    }

    /// Individuals as arrays.
    fn arrays<'py, 'a>(
        &self,
        py: Python<'py>,
        individuals: impl ExactSizeIterator<Item = (&'a G, &'a Evaluation<M>)>,
    ) -> PyResult<Arrays<'py>> {
        self.arrays_of_games(py, individuals, &[])
    }

    /// Individuals as arrays, of which the games are given that are not all of theirs.
    fn arrays_of_games<'py, 'a>(
        &self,
        py: Python<'py>,
        individuals: impl ExactSizeIterator<Item = (&'a G, &'a Evaluation<M>)>,
        known: &[Games<M>],
    ) -> PyResult<Arrays<'py>> {
        let count = individuals.len();
        let mut genes = Vec::with_capacity(count * self.length() + 64);

        let columns = self.objectives + self.measures;
        let mut values = Vec::with_capacity(count * columns);
        let mut violations = Vec::with_capacity(count);
        let mut records = Vec::new();

        for (genome, evaluation) in individuals {
            genome.write(&mut genes, &self.evolution.problem().source);
            values.extend_from_slice(&evaluation.objectives[..columns]);
            violations.push(evaluation.violation);
            if self.evolution.noise().is_some() {
                let known = known.get(records.len()).copied();
                records.push(known.or_else(|| self.evolution.games(genome, evaluation)));
            }
        }

        let has_noise = self.evolution.noise().is_some();
        let games = has_noise.then(|| {
            let count =
                |record: &Option<Games<M>>| record.map_or(0, |it| it.count.into());
            PyArray1::from_iter(py, records.iter().map(count))
        });
        let errors = has_noise.then(|| {
            let error = |record: &Option<Games<M>>| {
                record.map_or([f64::INFINITY; M], |record| record.errors)
            };
            let all = records.iter().map(error);
            let all: Vec<f64> = all.flat_map(|it| it.into_iter().take(columns)).collect();
            PyArray1::from_vec(py, all).reshape([count, columns])
        });
        Ok((
            table(py, genes, [count, self.length()])?,
            PyArray1::from_vec(py, values).reshape([count, columns])?,
            PyArray1::from_vec(py, violations),
            games,
            errors.transpose()?,
        ))
    }
}

/// The rows of a table.
pub(super) fn table<T: numpy::Element>(
    py: Python<'_>,
    genes: Vec<T>,
    shape: [usize; 2],
) -> PyResult<Bound<'_, PyAny>> {
    Ok(PyArray1::from_vec(py, genes).reshape(shape)?.into_any())
}

/// An individual as a pair.
const fn parts<G, const M: usize>(individual: &Individual<G, M>) -> (&G, &Evaluation<M>) {
    (&individual.genome, &individual.evaluation)
}

impl<G, S, const M: usize> Search for TypedSearch<G, S, M>
where
    G: Genome,
    S: Scheme<Space<G>, M> + Send,
    S::State: Serialize + DeserializeOwned + Sync,
{
    fn ask<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let length = self.length();
        let asked = self.apart(py, |search| {
            let source = search.evolution.problem().source.clone();
            let pending = search.evolution.ask()?;
            // A genome of bits is written in whole words before it is cut.
            let mut genes = Vec::with_capacity(pending.len() * length + 64);
            pending.iter().for_each(|genome| genome.write(&mut genes, &source));
            Ok::<_, SearchRefusal>((genes, pending.len()))
        })?;
        let (genes, count) = asked?;
        table(py, genes, [count, length])
    }

    fn breed(&mut self, py: Python<'_>, call: &Bound<'_, PyAny>) -> PyResult<()> {
        self.breed_revised(py, call)
    }

    fn tell(
        &mut self,
        py: Python<'_>,
        values: &[f64],
        violations: Option<&[f64]>,
        measures: &[f64],
    ) -> PyResult<()> {
        let (objectives, columns) = (self.objectives, self.objectives + self.measures);
        let count = values.len() / objectives;

        self.told.clear();
        for at in 0..count {
            let own = &values[at * objectives..(at + 1) * objectives];
            let beside = &measures[at * self.measures..(at + 1) * self.measures];
            let mut evaluation = Evaluation::feasible([0.0; M]);
            evaluation.objectives[..objectives].copy_from_slice(own);
            evaluation.objectives[objectives..columns].copy_from_slice(beside);
            evaluation.violation = violations.map_or(0.0, |it| it[at]);
            self.told.push(evaluation);
        }

        let done =
            self.apart(py, |search| search.evolution.tell_games(&search.told).map(drop))?;
        Ok(done.map_err(SearchRefusal::from)?)
    }

    fn pending(&self) -> Option<usize> {
        self.evolution.pending().map(|pending| pending.len())
    }

    fn seeds<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<u64>>>> {
        let pending =
            self.evolution.pending().filter(|_| self.evolution.noise().is_some());
        let seeds = pending.map(|pending| {
            let (count, games) = (pending.len(), pending.games());
            let all = (0..count).flat_map(|at| (0..games).map(move |game| (at, game)));
            let seeds = all.map(|(at, game)| pending.seed(at, game).0).collect();
            PyArray1::from_vec(py, seeds).reshape([count, games])
        });
        seeds.transpose()
    }

    fn games(&self) -> Option<usize> {
        let pending =
            self.evolution.pending().filter(|_| self.evolution.noise().is_some());
        pending.map(|pending| pending.games())
    }

    fn candidates<'py>(&self, py: Python<'py>, most: usize) -> PyResult<Arrays<'py>> {
        // Fresh games are to come, so that those before do not count.
        let candidates = self.evolution.candidates(most);
        self.arrays(py, candidates.iter().map(parts))
    }

    fn fresh_seeds(&self, count: usize, games: usize) -> Vec<u64> {
        let all = (0..count as u64)
            .flat_map(|at| (0..games as u64).map(move |game| (at, game)));
        all.map(|(at, game)| self.evolution.fresh_seed(at, game).0).collect()
    }

    fn counts(&self) -> [u64; 2] {
        [self.evolution.generations(), self.evolution.evaluations()]
    }

    fn reason(&mut self, py: Python<'_>, stop: &Stop) -> PyResult<Option<Reason>> {
        let reason = self.apart(py, |search| search.evolution.reason(stop))?;
        Ok(reason.map_err(SearchRefusal::from)?)
    }

    fn hall_of_fame<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        let members = self.evolution.hall_of_fame().members();
        let games = self.evolution.hall_games();
        self.arrays_of_games(py, members.iter().map(parts), &games)
    }

    fn front<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        self.arrays(py, self.evolution.front().iter().map(parts))
    }

    fn population<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        let populations = self.evolution.state().populations();
        let all: Vec<_> = populations
            .flat_map(|it| it.genomes().iter().zip(it.evaluations()))
            .collect();
        self.arrays(py, all.into_iter())
    }

    fn archive<'py>(&self, py: Python<'py>) -> PyResult<Option<Bins<'py>>> {
        let archives = self.evolution.state().archives();
        let Some((&first, others)) = archives.split_first() else { return Ok(None) };
        let merged = (!others.is_empty()).then(|| merge(first, others));
        let archive = merged.as_ref().unwrap_or(first);
        let mut bins = Vec::with_capacity(archive.len());
        let mut elites = Vec::with_capacity(archive.len());
        for (bin, genome, evaluation) in archive.elites() {
            bins.push((bin as u64).cast_signed());
            elites.push((genome, evaluation));
        }
        let (genomes, values, _, games, errors) = self.arrays(py, elites.into_iter())?;
        let centroids = archive.cells().map(|cells| self.centroids(py, cells));
        let bins = PyArray1::from_vec(py, bins);
        let (count, centroids) = (archive.bins(), centroids.transpose()?);
        Ok(Some((genomes, values, bins, count, centroids, games, errors)))
    }

    fn logbook<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let notes = self.evolution.scheme().columns();
        let events: Vec<_> = self.evolution.logbook().events().collect();
        columns(py, &events, self.objectives, notes)
    }

    fn checkpoint(&self) -> Result<Vec<u8>, SearchRefusal> {
        Ok(self.evolution.checkpoint()?)
    }
}

/// The best elite of each bin of several archives; of equal ones that of the first archive.
fn merge<G: Clone, const M: usize>(
    first: &Archive<G, M>,
    others: &[&Archive<G, M>],
) -> Archive<G, M> {
    let mut merged = first.clone();
    for archive in others {
        for (_, genome, evaluation) in archive.elites() {
            merged.insert(genome, *evaluation);
        }
    }
    merged
}

//! Many games that agents play, stepped in one call: what `tilewright.gym` is made of.

use numpy::{PyArray1, PyArrayMethods as _, PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tilewright_battleship::{Roster, Rules, Touch};
use tilewright_environments::{
    Arrays, Autoreset, CHUNK, Environment, Game2048, Games as AnyGames, Hunt, Vector,
    VectorError,
};
use tilewright_grid::{Seed, Size};

use crate::pool::pool;

/// The most games: each takes some hundred bytes.
const MOST: usize = 1 << 20;

/// Games of one kind. A call writes its results into arrays of one axis that the caller owns.
#[pyclass(module = "tilewright._tilewright")]
pub(crate) struct Games {
    games: Box<dyn AnyGames>,
}

/// The arrays of a call: observations, rewards, terminations, truncations, masks, last observations.
type Buffers<'py> = (
    PyReadwriteArray1<'py, u8>,
    PyReadwriteArray1<'py, f32>,
    PyReadwriteArray1<'py, bool>,
    PyReadwriteArray1<'py, bool>,
    PyReadwriteArray1<'py, u8>,
    PyReadwriteArray1<'py, u8>,
);

#[pymethods]
impl Games {
    /// Games of 2048.
    #[staticmethod]
    #[pyo3(signature = (count, rows, columns, four_probability, autoreset, max_steps))]
    fn tiles(
        count: usize,
        rows: u32,
        columns: u32,
        four_probability: f64,
        autoreset: &str,
        max_steps: Option<u32>,
    ) -> PyResult<Self> {
        if !(0.0..=1.0).contains(&four_probability) {
            let found =
                format!("four_probability is {four_probability}, expected 0 to 1");
            return Err(PyValueError::new_err(found));
        }
        let game = Game2048::new(Size::new(rows, columns), four_probability);
        Self::new(game.map_err(wrong)?, count, autoreset, max_steps)
    }

    /// Hunts for fleets.
    #[staticmethod]
    #[pyo3(signature = (count, rows, columns, ships, touch, autoreset, max_steps))]
    fn hunts(
        count: usize,
        rows: u32,
        columns: u32,
        ships: Vec<u32>,
        touch: &str,
        autoreset: &str,
        max_steps: Option<u32>,
    ) -> PyResult<Self> {
        let touch: Touch = touch.parse().map_err(wrong)?;
        let roster = Roster::new(ships).map_err(wrong)?;
        let rules = Rules::new(Size::new(rows, columns), roster, touch).map_err(wrong)?;
        Self::new(Hunt::new(rules).map_err(wrong)?, count, autoreset, max_steps)
    }

    /// The shape of an observation.
    #[getter]
    fn shape(&self) -> Vec<usize> {
        self.games.space().shape.clone()
    }

    /// The largest byte of an observation.
    #[getter]
    fn high(&self) -> u8 {
        self.games.space().high
    }

    /// The number of actions.
    #[getter]
    fn actions(&self) -> usize {
        self.games.space().actions
    }

    /// Begins episodes: of all games, or of those that `which` names; with `seeds` the first ones of
    /// these, without the next ones.
    #[pyo3(signature = (seeds, which, buffers))]
    fn reset(
        &mut self,
        py: Python<'_>,
        seeds: Option<PyReadonlyArray1<'_, u64>>,
        which: Option<PyReadonlyArray1<'_, bool>>,
        buffers: Buffers<'_>,
    ) -> PyResult<()> {
        let seeds = seeds.map(|seeds| Ok::<_, PyErr>(seeds.as_slice()?.to_vec()));
        let seeds = seeds.transpose()?;
        let seeds: Option<Vec<Seed>> =
            seeds.map(|seeds| seeds.into_iter().map(Seed).collect());
        let which = which.map(|which| Ok::<_, PyErr>(which.as_slice()?.to_vec()));
        let which = which.transpose()?;
        self.with(py, buffers, |games, arrays| {
            games.reset(seeds.as_deref(), which.as_deref(), arrays)
        })
    }

    /// Takes an action in every game.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyArray1<i64>>,
        buffers: Buffers<'_>,
    ) -> PyResult<()> {
        let actions = actions.readonly();
        let actions = actions.as_slice()?;
        self.with(py, buffers, |games, arrays| games.step(actions, arrays))
    }
}

impl Games {
    fn new<E: Environment + Clone + 'static>(
        environment: E,
        count: usize,
        autoreset: &str,
        max_steps: Option<u32>,
    ) -> PyResult<Self> {
        let autoreset = match autoreset {
            "next_step" => Autoreset::NextStep,
            "same_step" => Autoreset::SameStep,
            "disabled" => Autoreset::Disabled,
            other => {
                return Err(PyValueError::new_err(format!("no autoreset mode: {other}")));
            }
        };
        if !(1..=MOST).contains(&count) {
            let text = format!("expected 1 to {MOST} games, found {count}");
            return Err(PyValueError::new_err(text));
        }
        let games = Vector::new(vec![environment; count], autoreset, max_steps);
        Ok(Self { games: Box::new(games) })
    }

    /// Lets the games work on arrays while other threads of Python go on.
    fn with(
        &mut self,
        py: Python<'_>,
        buffers: Buffers<'_>,
        work: impl FnOnce(&mut dyn AnyGames, &mut Arrays<'_>) -> Result<(), VectorError>
        + Send,
    ) -> PyResult<()> {
        let (mut seen, mut rewards, mut over, mut cut, mut masks, mut finals) = buffers;
        let mut arrays = Arrays {
            observations: seen.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminations: over.as_slice_mut()?,
            truncations: cut.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            finals: finals.as_slice_mut()?,
        };
        let games = &mut *self.games;
        // So few are stepped on this thread; more only on those of the pool.
        let done = if games.count() <= CHUNK {
            work(games, &mut arrays)
        } else {
            let pool = pool()?;
            py.detach(|| pool.install(|| work(games, &mut arrays)))
        };
        done.map_err(wrong)
    }
}

/// Errors of games are wrong arguments.
fn wrong(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

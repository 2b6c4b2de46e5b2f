//! Many games that agents play, stepped in one call: what `tilewright.gym` is made of.

use std::ops::RangeInclusive;
use std::sync::Arc;

use numpy::{
    PyArray1, PyArray3, PyArrayMethods as _, PyReadonlyArray1, PyReadwriteArray1,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tilewright_battleship::{Roster, Rules, Touch};
use tilewright_environments::{
    Arrays, Autoreset, Design, DesignMeasure, DesignRequest, Environment, Game2048,
    Games as AnyGames, Hunt, Maps, Match3, Vector, VectorError, Walk,
};
use tilewright_grid::{Cell, Grid, Seed, Size};
use tilewright_match3::{Kind, Level, MAX_SIDE, Rules as Rules3, dispatch};
use tilewright_match3_design::Guide;
use tilewright_pathplan::generate::{MapKind, MapRequest};
use tilewright_pathplan::{Connectivity, Map, Steps};
use tilewright_tasks::path::read_map;

use crate::pool::pool;

/// The most games: a bound, as each takes some hundred bytes.
const MOST: usize = 1 << 20;

/// The most bytes that a call may show: a bound of the arrays that a mistyped number would allocate.
const MOST_BYTES: usize = 1 << 30;

/// The number of rows and of columns of a map that agents can see: a bound, as every observation shows the whole map.
const SIDES: RangeInclusive<u32> = 3..=1024;

/// Games of one kind. A call writes its results into arrays of one axis that the caller owns.
#[pyclass(module = "tilewright._tilewright")]
pub(crate) struct Games {
    games: Box<dyn AnyGames>,
}

/// The arrays of a call: observations, rewards, terminations, truncations, masks, last observations
/// and the masks of these.
type Buffers<'py> = (
    PyReadwriteArray1<'py, u8>,
    PyReadwriteArray1<'py, f32>,
    PyReadwriteArray1<'py, bool>,
    PyReadwriteArray1<'py, bool>,
    PyReadwriteArray1<'py, u8>,
    PyReadwriteArray1<'py, u8>,
    PyReadwriteArray1<'py, u8>,
);

#[pymethods]
impl Games {
    /// Games of 2048.
    #[staticmethod]
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
            return Err(wrong(found));
        }
        let game = Game2048::new(Size::new(rows, columns), four_probability);
        Self::new(game.map_err(wrong)?, count, autoreset, max_steps)
    }

    /// Hunts for fleets.
    #[staticmethod]
    fn hunts(
        count: usize,
        rows: u32,
        columns: u32,
        fleet: &str,
        touch: &str,
        autoreset: &str,
        max_steps: Option<u32>,
    ) -> PyResult<Self> {
        let touch: Touch = touch.parse().map_err(wrong)?;
        let roster = roster(fleet)?;
        let rules = Rules::new(Size::new(rows, columns), roster, touch).map_err(wrong)?;
        Self::new(Hunt::new(rules).map_err(wrong)?, count, autoreset, max_steps)
    }

    /// The number of cells of the ships of a fleet.
    #[staticmethod]
    fn ship_cells(fleet: &str) -> PyResult<u32> {
        Ok(roster(fleet)?.lengths().iter().sum())
    }

    /// Games of a match-3 level.
    #[staticmethod]
    fn levels(
        count: usize,
        level: &str,
        goal: Option<&str>,
        moves: Option<u32>,
        autoreset: &str,
        max_steps: Option<u32>,
    ) -> PyResult<Self> {
        let mut level: Level = level.parse().map_err(wrong)?;
        level.moves = moves.or(level.moves);
        if level.moves == Some(0) {
            return Err(wrong("moves: expected at least 1"));
        }

        let goal = goal.map(|goal| goal.parse().map_err(wrong)).transpose()?;
        let goal = goal.or_else(|| level.goal.clone());
        let missing = "the level has no goal: give one, such as goal=\"collect:30\"";
        let goal = goal.ok_or_else(|| wrong(missing))?;

        let rules = Rules3::new(&level, &goal);
        if rules.is_won_at_once() {
            return Err(wrong("the goal of the level is reached before the first move"));
        }

        let rules = Arc::new(rules);
        dispatch!(rules.words(), W => {
            Self::new(Match3::<W>::new(rules), count, autoreset, max_steps)
        })
    }

    /// Walks on one map.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn walks(
        count: usize,
        map: Vec<u8>,
        start: Option<(u32, u32)>,
        goal: Option<(u32, u32)>,
        directions: u32,
        danger_weight: f64,
        autoreset: &str,
        max_steps: Option<u32>,
    ) -> PyResult<Self> {
        let map = read_map(map).map_err(|refusal| wrong(format!("{:#}", refusal.error)));
        let mut map: Map = map?;
        let cell = |(row, column)| Cell::new(row, column);
        map.places.start = start.map(cell).or(map.places.start);
        map.places.goal = goal.map(cell).or(map.places.goal);
        let size = map.size();
        if size.rows > *SIDES.end() || size.columns > *SIDES.end() {
            return Err(sides(size, &SIDES));
        }
        let walk = Walk::new(Maps::Given(map), steps(directions)?, danger_weight);
        Self::new(walk.map_err(wrong)?, count, autoreset, max_steps)
    }

    /// Walks on random maps.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn random_walks(
        count: usize,
        kind: &str,
        rows: u32,
        columns: u32,
        dangers: u32,
        directions: u32,
        danger_weight: f64,
        autoreset: &str,
        max_steps: Option<u32>,
    ) -> PyResult<Self> {
        let kind: MapKind = kind.parse().map_err(wrong)?;
        let size = Size::new(rows, columns);
        if !(SIDES.contains(&rows) && SIDES.contains(&columns)) {
            return Err(sides(size, &SIDES));
        }
        if dangers > 1000 {
            return Err(wrong(format!("dangers: expected 0 to 1000, found {dangers}")));
        }
        let maps = Maps::Random(MapRequest::new(kind, size), dangers);
        let walk = Walk::new(maps, steps(directions)?, danger_weight);
        Self::new(walk.map_err(wrong)?, count, autoreset, max_steps)
    }

    /// Levels that are painted towards a target.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn designs(
        count: usize,
        representation: &str,
        rows: u32,
        columns: u32,
        kinds: Vec<String>,
        measure: &str,
        goal: &str,
        bot: &str,
        target: Option<f64>,
        tolerance: f64,
        change_share: f64,
        autoreset: &str,
        max_steps: Option<u32>,
    ) -> PyResult<Self> {
        let size = Size::new(rows, columns);
        let measure = match measure {
            "potential" => DesignMeasure::Potential,
            "swaps" => DesignMeasure::Swaps(guide(size, goal, bot)?),
            other => {
                let text = format!("measure: expected potential or swaps, found {other}");
                return Err(wrong(text));
            }
        };

        let kinds = kinds.into_iter().map(|kind| kind.parse().map_err(wrong));
        let request = DesignRequest {
            representation: representation.parse().map_err(wrong)?,
            size,
            kinds: kinds.collect::<PyResult<_>>()?,
            measure,
            target,
            tolerance,
            change_share,
        };

        let design = Design::new(request).map_err(wrong)?;
        let usual = (size.area() as u32).saturating_mul(design.max_changes());
        Self::new(design, count, autoreset, Some(max_steps.unwrap_or(usual)))
    }

    /// What the agent of a game sees, as text.
    fn text(&self, game: usize) -> String {
        self.games.text(game)
    }

    /// What the agent of a game sees as an array of pixels: rows, columns, and red, green and blue.
    fn pixels<'py>(
        &mut self,
        py: Python<'py>,
        game: usize,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let games = &mut *self.games;
        let drawn = py.detach(|| Some(games.picture(game)?.to_pixels(&())));
        let drawn = drawn.ok_or_else(|| wrong(format!("no game {game}")))?;
        let pixels = drawn.map_err(wrong)?;
        let shape = [pixels.height as usize, pixels.width as usize, 3];
        PyArray1::from_vec(py, pixels.rgb).reshape(shape)
    }

    /// What a strong player does in a game; None if its episode is over.
    fn best_action(&mut self, py: Python<'_>, game: usize) -> Option<u32> {
        let games = &mut *self.games;
        py.detach(|| games.best_action(game))
    }

    /// The same games in the same states, which go their own way.
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        Self { games: self.games.copied() }
    }

    /// The shape of an observation.
    #[getter]
    fn shape(&self) -> Vec<usize> {
        self.games.space().shape.clone()
    }

    /// The largest bytes of an observation: one for each number of a cell, or a single one.
    #[getter]
    fn highs<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_slice(py, &self.games.space().highs)
    }

    /// The games as they stand.
    fn saved<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let games = &*self.games;
        PyBytes::new(py, &py.detach(|| games.saved()))
    }

    /// Continues games that as many of the same settings saved.
    fn restore(&mut self, py: Python<'_>, saved: &[u8]) -> PyResult<()> {
        let games = &mut *self.games;
        py.detach(|| games.restore(saved)).map_err(wrong)
    }

    /// The number of actions.
    #[getter]
    fn actions(&self) -> usize {
        self.games.space().actions
    }

    /// Begins episodes: of all games, or of those that `which` names; with `seeds` the first ones of
    /// these, without the next ones.
    fn reset(
        &mut self,
        py: Python<'_>,
        seeds: Option<PyReadonlyArray1<'_, u64>>,
        which: Option<PyReadonlyArray1<'_, bool>>,
        buffers: Buffers<'_>,
    ) -> PyResult<()> {
        let seeds: Option<Vec<Seed>> =
            list(seeds)?.map(|seeds| seeds.into_iter().map(Seed).collect());
        let which = list(which)?;
        self.with(buffers, |games, arrays| {
            py.detach(|| games.reset(seeds.as_deref(), which.as_deref(), arrays))
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
        if self.games.is_small() {
            return self.with(buffers, |games, arrays| games.step(actions, arrays));
        }
        // The calling thread works too.
        let pool = pool()?;
        self.with(buffers, |games, arrays| {
            py.detach(|| games.step_on(&pool, actions, arrays))
        })
    }
}

impl Games {
    fn new<E: Environment>(
        environment: E,
        count: usize,
        autoreset: &str,
        max_steps: Option<u32>,
    ) -> PyResult<Self> {
        let autoreset = match autoreset {
            "next_step" => Autoreset::NextStep,
            "same_step" => Autoreset::SameStep,
            "disabled" => Autoreset::Disabled,
            other => return Err(wrong(format!("no autoreset mode: {other}"))),
        };

        if !(1..=MOST).contains(&count) {
            return Err(wrong(format!("expected 1 to {MOST} games, found {count}")));
        }

        // Sizes are checked before memory is taken.
        let space = environment.space();
        let bytes = count.saturating_mul(space.bytes() + space.actions);
        if bytes > MOST_BYTES {
            let text = format!(
                "{count} games show {bytes} bytes, at most {MOST_BYTES} are possible"
            );
            return Err(wrong(text));
        }

        let games = Vector::new(vec![environment; count], autoreset, max_steps);
        Ok(Self { games: Box::new(games) })
    }

    /// Lets the games work on arrays.
    fn with(
        &mut self,
        buffers: Buffers<'_>,
        work: impl FnOnce(&mut dyn AnyGames, &mut Arrays<'_>) -> Result<(), VectorError>,
    ) -> PyResult<()> {
        let (mut seen, mut rewards, mut over, mut cut, mut masks, mut finals, mut last) =
            buffers;

        let mut arrays = Arrays {
            observations: seen.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminations: over.as_slice_mut()?,
            truncations: cut.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            finals: finals.as_slice_mut()?,
            final_masks: last.as_slice_mut()?,
        };

        work(&mut *self.games, &mut arrays).map_err(wrong)
    }
}

/// The numbers of an array, if it is given.
fn list<T: numpy::Element + Copy>(
    array: Option<PyReadonlyArray1<'_, T>>,
) -> PyResult<Option<Vec<T>>> {
    array.map(|array| Ok(array.as_slice()?.to_vec())).transpose()
}

/// The ships of a fleet: a name, or lengths.
fn roster(fleet: &str) -> PyResult<Roster> {
    fleet.parse().map_err(|error| wrong(format!("fleet: {error}")))
}

/// What predicts the swaps of a bot in levels of a size.
fn guide(size: Size, goal: &str, bot: &str) -> PyResult<Guide> {
    let sides = 1..=MAX_SIDE;
    if !(sides.contains(&size.rows) && sides.contains(&size.columns)) {
        return Err(self::sides(size, &sides));
    }
    let cells = Grid::filled(size, Kind::ORDINARY);
    let level = Level::new(cells).map_err(wrong)?;
    let goal = goal.parse().map_err(wrong)?;
    Ok(Guide::for_levels(&level, &goal, bot.parse().map_err(wrong)?))
}

/// The steps to a number of neighbours.
pub(crate) fn steps(directions: u32) -> PyResult<Steps> {
    match directions.to_string().parse() {
        Ok(Connectivity::Four) => Ok(Steps::FOUR),
        Ok(Connectivity::Eight) => Ok(Steps::EIGHT),
        Err(expected) => {
            Err(wrong(format!("directions: {expected}, found {directions}")))
        }
    }
}

/// The error of sides that are too small or too large.
fn sides(Size { rows, columns }: Size, sides: &RangeInclusive<u32>) -> PyErr {
    let (least, most) = (sides.start(), sides.end());
    wrong(format!(
        "expected {least} to {most} rows and columns, found {rows} × {columns}"
    ))
}

/// Errors of games are wrong arguments.
fn wrong(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

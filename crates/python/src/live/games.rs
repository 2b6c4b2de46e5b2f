//! Games that are played.

use std::sync::Mutex;

use numpy::{PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::prelude::*;
use tilewright_grid::{Cell, locked};
use tilewright_match3::EventList;
use tilewright_match3::events::{Event, Place};
use tilewright_sessions::Game;

use super::{held, refuse};

/// The numbers of an event, in the order of the fields that Python names.
const FIELDS: usize = 14;

/// What a move of match-3 has led to as numbers: why it was refused, if it was, its events, and their lists.
type Turn<'py> = (Option<String>, Bound<'py, PyArray2<i64>>, Bound<'py, PyArray1<u32>>);

/// A game that is played by verbs and JSON.
#[pyclass(frozen, module = "tilewright._tilewright")]
pub(crate) struct LiveGame {
    game: Mutex<Game>,
}

#[pymethods]
impl LiveGame {
    /// The names of the games that can be played.
    #[classattr]
    const NAMES: &'static [&'static str] = Game::NAMES;

    #[new]
    fn new(py: Python<'_>, name: &str, options: &str) -> PyResult<Self> {
        Self::of(py, py.detach(|| Game::open(name, options)))
    }

    /// Continues a saved game.
    #[staticmethod]
    fn load(py: Python<'_>, name: &str, saved: &str) -> PyResult<Self> {
        Self::of(py, py.detach(|| Game::load(name, saved)))
    }

    /// Answers a verb.
    fn call(&self, py: Python<'_>, verb: &str, argument: &str) -> PyResult<String> {
        // A hint may think for seconds.
        let reply = py.detach(|| locked(&self.game).call(verb, argument));
        refuse(py, reply).map(|reply| reply.json)
    }

    /// Makes a move of match-3, with its events as numbers.
    fn play_numbers<'py>(
        &self,
        py: Python<'py>,
        one: (u32, u32),
        other: (u32, u32),
    ) -> PyResult<Turn<'py>> {
        let cells = [one, other].map(|(row, column)| Cell::new(row, column));
        let played = py.detach(|| played(&mut locked(&self.game), cells));
        let (why, list) = refuse(py, played)?;
        let events = list.events();
        let numbers: Vec<i64> = events.iter().flat_map(numbers).collect();
        let rows = numbers.len() / FIELDS;
        let numbers = PyArray1::from_vec(py, numbers).reshape([rows, FIELDS])?;
        Ok((why, numbers, PyArray1::from_slice(py, events.lists)))
    }

    /// The same game in the same state, which goes its own way.
    fn copy(&self, py: Python<'_>) -> Self {
        Self { game: Mutex::new(held(py, &self.game, |game| game.clone())) }
    }
}

impl LiveGame {
    fn of(py: Python<'_>, game: Result<Game, String>) -> PyResult<Self> {
        refuse(py, game).map(|game| Self { game: Mutex::new(game) })
    }
}

/// Makes a move of match-3. Returns why it was refused, if it was, and its events.
fn played(
    game: &mut Game,
    cells: [Cell; 2],
) -> Result<(Option<String>, EventList), String> {
    let Game::Match3(session) = game else {
        return Err("the game is not one of match-3".to_owned());
    };
    let mut list = EventList::default();
    let made = session.play_seen(cells, &mut |events| list.take(events));
    list.end();
    Ok((made.err().map(|error| error.to_string()), list))
}

fn numbers(event: &Event) -> [i64; FIELDS] {
    let look = event.look;
    [
        event.kind as i64,
        event.manner as i64,
        event.step.into(),
        event.id.0.into(),
        event.by.0.into(),
        number(event.from),
        number(event.to),
        look.sort as i64,
        look.number.into(),
        look.color.into(),
        look.detail.into(),
        event.value.into(),
        event.list_start.into(),
        event.list_length.into(),
    ]
}

/// The number of a cell, -1 of none.
fn number(place: Place) -> i64 {
    if place == Place::NONE { -1 } else { place.0.into() }
}

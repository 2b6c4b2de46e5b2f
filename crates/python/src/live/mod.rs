//! Games and maps that live in a program: what `tilewright.live` is made of.
//!
//! Every object has a lock of its own, so that threads may share it. What holds a lock never waits for Python, so that a call that waits
//! for one cannot stand still for ever.

mod crowds;
mod fields;
mod flows;
mod games;
mod layers;
mod maps;
mod routes;

use std::fmt::Display;
use std::sync::Mutex;

use anyhow::anyhow;
use pyo3::prelude::*;
use tilewright_grid::{Cell, locked};
use tilewright_navigation::crowd::{MemberId, Move, WalkerState};
use tilewright_navigation::{Agent, LayerId, Place};

pub(crate) use crowds::LiveCrowd;
pub(crate) use fields::LiveField;
pub(crate) use flows::LiveFlow;
pub(crate) use games::LiveGame;
pub(crate) use maps::LiveMap;
pub(crate) use routes::{
    LiveRoute, LiveSearch, is_reachable, is_valid, may_improve, resume, route, walk,
};

use crate::answer::to_python;

/// A place as Python has it: row, column, floor.
type Spot = (u32, u32, u32);

/// An agent as Python has it: layer, size, mask.
type AgentNumbers = (u32, u32, u32);

/// What has happened to a walker: the kind, the walker, and where it is now.
type WalkerEvent = (&'static str, u64, Option<Spot>);

fn place((row, column, floor): Spot) -> Place {
    // No map has that many floors: it is outside of each.
    Place::new(u16::try_from(floor).unwrap_or(u16::MAX), Cell::new(row, column))
}

fn places(spots: Vec<Spot>) -> Vec<Place> {
    spots.into_iter().map(place).collect()
}

fn spot(Place { floor, cell }: Place) -> Spot {
    (cell.row, cell.column, floor.into())
}

fn agent((layer, size, mask): AgentNumbers) -> Agent {
    // Numbers that are too large are those of no layer and no size.
    let [layer, size] = [layer, size].map(|it| u8::try_from(it).unwrap_or(u8::MAX));
    Agent { layer: LayerId(layer), size, mask }
}

/// A refusal of a game or a map as the exception of the package.
fn refuse<T>(py: Python<'_>, result: Result<T, impl Display>) -> PyResult<T> {
    to_python(py, result.map_err(|error| anyhow!("{error}")))
}

/// Does a short thing with what is behind a lock, and lets other threads of Python run only if it has to wait: who gives the interpreter
/// away may get it back milliseconds later.
fn held<T: Send, R: Send>(
    py: Python<'_>,
    mutex: &Mutex<T>,
    call: impl FnOnce(&mut T) -> R + Send,
) -> R {
    if let Ok(mut it) = mutex.try_lock() {
        return call(&mut it);
    }
    py.detach(|| call(&mut locked(mutex)))
}

const fn word(state: WalkerState) -> &'static str {
    match state {
        WalkerState::Idle => "idle",
        WalkerState::Walking => "walking",
        WalkerState::Arrived => "arrived",
        WalkerState::Unreachable => "unreachable",
    }
}

/// The events of walkers that were put elsewhere, have moved, have arrived, have left, in this order.
fn happened(
    [displaced, moves]: [&[Move]; 2],
    [arrived, left]: [&[MemberId]; 2],
) -> Vec<WalkerEvent> {
    let to = |kind| {
        move |it: &Move| -> WalkerEvent { (kind, it.walker.to_bits(), Some(spot(it.to))) }
    };
    let of = |kind| move |it: &MemberId| -> WalkerEvent { (kind, it.to_bits(), None) };
    let gone = displaced.iter().map(to("displaced"));
    let gone = gone.chain(moves.iter().map(to("moved")));
    let ended = arrived.iter().map(of("arrived")).chain(left.iter().map(of("left")));
    gone.chain(ended).collect()
}

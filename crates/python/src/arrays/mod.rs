//! Kernels over arrays: what `tilewright.arrays` is made of.
//!
//! The modules of Python check types and ranges, and make the arrays contiguous; here rows are worked on, on all threads. Each row depends
//! on itself and its seed alone, so that the number of threads changes nothing.

mod battleship;
mod boards;
mod game2048;
mod match3;
mod paths;

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;
use tilewright_grid::{Seed, Size, Watch, locked};

pub(crate) use battleship::{Fleets, fleet_scores, gene_scores, hunts, posterior};
pub(crate) use boards::{best_moves, board_moves, board_values};
pub(crate) use game2048::{TuplePlayer, child_seeds};
pub(crate) use match3::LevelArrays;
pub(crate) use paths::{path_fields, path_lengths};

use crate::pool::pool;

/// How often Ctrl-C is looked for, as for tasks.
const BEAT: Duration = Duration::from_millis(20);

/// Whether work was stopped.
#[derive(Debug, Default)]
struct Stop {
    is_set: AtomicBool,
    /// Whether the work is done by the calling thread alone.
    is_alone: bool,
}

impl Stop {
    fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }
}

impl Watch for Stop {
    fn look(&self) -> ControlFlow<()> {
        if self.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Watch for &Stop {
    fn look(&self) -> ControlFlow<()> {
        (**self).look()
    }
}

/// The most rows that the calling thread works on alone where each takes a microsecond at most: to wake another thread and to wait
/// for it takes some 20.
const FEW: usize = 64;

/// Does work of quick rows: on the calling thread if they are few, else as [`watched`].
fn quick<T: Send>(
    py: Python<'_>,
    rows: usize,
    work: impl FnOnce(&Stop) -> PyResult<T> + Send,
) -> PyResult<T> {
    if rows > FEW {
        return watched(py, work);
    }
    py.detach(|| work(&Stop { is_alone: true, ..Stop::default() }))
}

/// Does work on the threads of the pool, while the calling thread looks for Ctrl-C, whose exception is returned.
fn watched<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Stop) -> PyResult<T> + Send,
) -> PyResult<T> {
    let pool = pool()?;
    let (stop, mut done) = (Stop::default(), None);
    let (sender, ended) = sync_channel::<()>(1);
    let stopped = {
        let (stop, done) = (&stop, &mut done);
        py.detach(move || {
            pool.in_place_scope(|scope| {
                scope.spawn(move |_| {
                    *done = Some(work(stop));
                    drop(sender);
                });
                look(&ended, stop)
            })
        })
    };
    stopped.map_or(Ok(()), Err)?;
    done.unwrap_or_else(|| Err(PyRuntimeError::new_err("the work did not end")))
}

/// Looks for Ctrl-C until the work has ended.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method alone is of one lifetime"
)]
fn look(ended: &Receiver<()>, stop: &Stop) -> Option<PyErr> {
    let mut stopped = None;
    while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(BEAT) {
        if stopped.is_none() {
            stopped = Python::attach(|py| py.check_signals()).err();
            stop.is_set.store(stopped.is_some(), Ordering::Relaxed);
        }
    }
    stopped
}

/// The rows of an argument that are worked on.
#[derive(Clone, Copy)]
struct Rows<'a> {
    /// The name of the argument.
    argument: &'static str,
    /// How many rows a thread takes at a time.
    grain: usize,
    stop: &'a Stop,
}

impl Rows<'_> {
    /// Fills each row of an array, of `width` elements, on all threads. `begin` makes what a thread needs for it.
    ///
    /// The error is that of the first row that has one, whatever the threads did.
    fn fill<T: Send, S: Send>(
        self,
        out: &mut [T],
        width: usize,
        begin: impl Fn() -> S + Sync,
        row: impl Fn(&mut S, usize, &mut [T]) -> Result<(), String> + Sync,
    ) -> PyResult<()> {
        if out.is_empty() || width == 0 {
            return Ok(());
        }

        let (spare, grain) = (Mutex::new(Vec::new()), self.grain.max(1));
        let some = |(part, rows): (usize, &mut [T])| {
            let mut state = locked(&spare).pop().unwrap_or_else(&begin);
            let mut wrong = None;
            for (number, values) in rows.chunks_mut(width).enumerate() {
                if self.stop.is_set() {
                    break;
                }
                let number = part * grain + number;
                if let Err(error) = row(&mut state, number, values) {
                    wrong = Some((number, error));
                    break;
                }
            }
            locked(&spare).push(state);
            wrong
        };

        let first = if self.stop.is_alone {
            out.chunks_mut(width * grain).enumerate().find_map(some)
        } else {
            let parts = out.par_chunks_mut(width * grain).enumerate();
            parts.filter_map(some).min_by_key(|wrong| wrong.0)
        };
        first.map_or(Ok(()), |(number, error)| {
            Err(PyValueError::new_err(format!(
                "{}: row {number}: {error}",
                self.argument
            )))
        })
    }
}

/// The size of grids in an array of three axes.
fn size_of(shape: &[usize]) -> PyResult<Size> {
    match *shape {
        [.., rows, columns] => match (u32::try_from(rows), u32::try_from(columns)) {
            (Ok(rows), Ok(columns)) => Ok(Size::new(rows, columns)),
            _ => Err(wrong(format!("{rows} × {columns} cells are too many"))),
        },
        _ => Err(wrong("expected rows and columns")),
    }
}

/// The seed of a row or a game.
fn seed(seeds: &[u64], index: usize) -> Seed {
    Seed(seeds.get(index).copied().unwrap_or_default())
}

/// A text as the message of a wrong value.
fn wrong(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

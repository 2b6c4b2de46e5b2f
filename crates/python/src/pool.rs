//! The threads that work for the tasks.

use std::process;
use std::sync::{Arc, Mutex};

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tilewright_grid::locked;

/// The number of threads for new work, and the threads that are there.
static STATE: Mutex<State> = Mutex::new(State { threads: 0, made: None });

struct State {
    /// 0: one for each processor.
    threads: usize,
    made: Option<OwnedPool>,
}

/// Threads, and the process that they belong to: after a fork there are none in the child.
struct OwnedPool {
    pool: Arc<ThreadPool>,
    process: u32,
}

/// The most threads that may be asked for: a bound, far above the processors of any machine.
const MOST: usize = 1024;

/// Sets the number of threads for work that begins from now on; None is one for each processor.
#[pyfunction]
pub(crate) fn set_threads(threads: Option<i64>) -> PyResult<()> {
    let threads = match threads {
        None => 0,
        Some(threads) => usize::try_from(threads)
            .ok()
            .filter(|threads| (1..=MOST).contains(threads))
            .ok_or_else(|| {
                PyValueError::new_err(format!(
                    "expected a number of threads from 1 to {MOST}, found {threads}"
                ))
            })?,
    };

    let mut state = locked(&STATE);
    if state.threads != threads {
        state.threads = threads;
        state.forget();
    }
    Ok(())
}

/// The number of threads that work.
#[pyfunction]
pub(crate) fn threads() -> PyResult<usize> {
    pool().map(|pool| pool.current_num_threads())
}

/// The threads of this process, which are started now if there are none.
pub(crate) fn pool() -> PyResult<Arc<ThreadPool>> {
    let mut state = locked(&STATE);
    let process = process::id();
    if let Some(made) = state.made.as_ref().filter(|made| made.process == process) {
        return Ok(Arc::clone(&made.pool));
    }

    state.forget();
    let pool = ThreadPoolBuilder::new().num_threads(state.threads).build();
    let pool = Arc::new(pool.map_err(|error| PyOSError::new_err(error.to_string()))?);
    state.made = Some(OwnedPool { pool: Arc::clone(&pool), process });
    Ok(pool)
}

impl State {
    /// Lets the threads go. Those of another process are not there to be waited for.
    fn forget(&mut self) {
        if let Some(made) = self.made.take()
            && made.process != process::id()
        {
            std::mem::forget(made);
        }
    }
}

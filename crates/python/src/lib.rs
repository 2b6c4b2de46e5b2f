//! The tasks of tilewright for Python: `_tilewright`, the compiled part of the package `tilewright`.
//!
//! A request comes in as a JSON document, and an answer goes out. The
//! modules in `python/tilewright` make functions and objects of that. The engine stands beside it: a search by ask
//! and tell over arrays.

mod answer;
mod evolve;
mod games;
mod hint;
mod host;
mod lists;
mod names;
mod parts;
mod pool;
mod run;

/// The compiled part of the package `tilewright`.
#[pyo3::pymodule]
mod _tilewright {
    #[pymodule_export]
    use crate::answer::Answered;
    #[pymodule_export]
    use crate::evolve::Evolution;
    #[pymodule_export]
    use crate::games::Games;
    #[pymodule_export]
    use crate::parts::{divide, merge, part};
    #[pymodule_export]
    use crate::pool::{set_threads, threads};
    #[pymodule_export]
    use crate::run::run;

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}

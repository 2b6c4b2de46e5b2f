//! The tasks of tilewright for Python: `_tilewright`, the compiled part of the package `tilewright`.
//!
//! A request comes in as a JSON document, and an answer goes out. The
//! modules in `python/tilewright` make functions and objects of that. The engine stands beside it: a search by ask
//! and tell over arrays.
//!
//! # Where things are
//!
//! | in `src` | contents |
//! |---|---|
//! | `run.rs`, `pool.rs` | a request on the threads of a pool, while the calling thread looks for Ctrl-C and passes on events |
//! | `host.rs`, `answer.rs` | the door, and an answer in all its forms |
//! | `parts.rs` | a part of a run, and the merge of all |
//! | `hint.rs`, `names.rs`, `lists.rs` | how hints name keys and tasks; a lone text where the schema wants a list |
//! | `games.rs` | the environments over arrays |
//! | `arrays/` | kernels over arrays, of which each row is a level, board, fleet or map |
//! | `live/` | games that are played and maps that change, behind locks |
//! | `figures.rs` | the figures of a search |
//! | `evolve/` | the engine: a search of any genome and scheme, made from a JSON document |
//!
//! In `python/tilewright/` the modules of the games are written by `cargo xtask schemas`. Those that begin with an underscore serve them: how arguments become documents, outputs and answers, the engines of
//! `cluster`, and the settings of `evolve`. `arrays/` checks arrays and gives them out; `problems` has the problems to cite, which the programs in the folder of references confirm and describe. `gym`, `pettingzoo` and `sb3` are the environments, `live` the games and maps that live in a program. `cargo xtask python` tests all of it; with `--wheel` it builds the
//! package, and with `--heavy` it tests other versions of Python, clusters and a training.

mod answer;
mod arrays;
mod evolve;
mod figures;
mod games;
mod hint;
mod host;
mod lists;
mod live;
mod names;
mod parts;
mod pool;
mod run;

/// The compiled part of the package `tilewright`.
#[pyo3::pymodule]
mod _tilewright {
    #[pymodule_export]
    use crate::answer::TaskAnswer;
    #[pymodule_export]
    use crate::arrays::{
        Fleets, LevelArrays, TuplePlayer, best_moves, board_moves, board_values,
        child_seeds, fleet_scores, gene_scores, hunts, path_fields, path_lengths,
        posterior,
    };
    #[pymodule_export]
    use crate::evolve::{Evolution, check};
    #[pymodule_export]
    use crate::figures::{curve_chart, heat_map, scatter_chart};
    #[pymodule_export]
    use crate::games::Games;
    #[pymodule_export]
    use crate::live::{
        LiveCrowd, LiveField, LiveFlow, LiveGame, LiveMap, LiveRoute, LiveSearch,
        is_reachable, is_valid, may_improve, resume, route, walk,
    };
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

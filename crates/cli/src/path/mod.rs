//! `tilewright path …`

mod check;
mod checkpoint;
mod compare;
mod load;
mod propose;
mod read;

use std::time::Instant;

use tilewright_pathplan::{Connectivity, Corners, Steps};

use crate::arguments;
use crate::context::Context;
use crate::failure::{Failure, Verdict};

pub(crate) fn run(verb: &arguments::Path, context: &Context) -> Result<Verdict, Failure> {
    match verb {
        arguments::Path::Check(arguments) => check::run(arguments, context),
        arguments::Path::Compare(arguments) => compare::run(arguments, context),
    }
}

/// The steps that the arguments allow; `fewest` neighbours unless they say how many.
fn steps(arguments: &arguments::Steps, fewest: Connectivity) -> Steps {
    Steps {
        connectivity: arguments.connect.unwrap_or(fewest),
        corners: match arguments.corners {
            arguments::Corners::Never => Corners::Never,
            arguments::Corners::One => Corners::One,
            arguments::Corners::Always => Corners::Always,
        },
    }
}

/// So many of these.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// How many microseconds something takes.
fn micros(work: &mut dyn FnMut()) -> f64 {
    let begun = Instant::now();
    work();
    begun.elapsed().as_secs_f64() * 1e6
}

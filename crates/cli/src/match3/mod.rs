//! `tilewright match3 …`

mod analyze;
mod generate;

pub(crate) use generate::Answer;

use crate::arguments::Match3;
use crate::context::Context;
use crate::failure::{Failure, Verdict};

pub(crate) fn run(verb: &Match3, context: &Context) -> Result<Verdict, Failure> {
    match verb {
        Match3::Generate(arguments) => generate::run(arguments, context),
        Match3::Analyze(arguments) => analyze::run(arguments, context),
    }
}

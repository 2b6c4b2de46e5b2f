//! `tilewright match3 …`

mod analyze;
mod generate;
mod report;
mod wish;

use tilewright_match3::LevelError;

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

/// The cure for what is wrong with a level or a template, if we know one.
fn cure(error: &anyhow::Error) -> Option<&'static str> {
    match error.downcast_ref()? {
        LevelError::Glyph { .. } => Some(
            "write . for an ordinary cell, # an obstacle, 1 to 4 a blocker, a to d an overlay, \
             _ a hole, and in a template ? what is free",
        ),
        LevelError::Free(_) => Some("fill it with match3 generate --template"),
        LevelError::NoLayout => Some("write \"layout\": [\"...\", \"...\", \"...\"]"),
        _ => None,
    }
}

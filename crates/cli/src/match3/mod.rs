//! `tilewright match3 …`

mod analyze;
mod calibrate;
mod check;
mod curve;
mod difficulty;
mod generate;
mod pack;
mod play;
mod report;
mod wish;

use std::path::Path;

use anyhow::Context as _;
use tilewright_match3::{LevelError, Template};

pub(crate) use generate::Answer;

use crate::arguments::Match3;
use crate::context::Context;
use crate::failure::{Failure, Verdict};
use crate::files;

pub(crate) fn run(verb: &Match3, context: &Context) -> Result<Verdict, Failure> {
    match verb {
        Match3::Generate(arguments) => generate::run(arguments, context),
        Match3::Analyze(arguments) => analyze::run(arguments, context),
        Match3::Calibrate(arguments) => calibrate::run(arguments, context),
        Match3::Pack(arguments) => pack::run(arguments, context),
        Match3::Check(arguments) => check::run(arguments, context),
        Match3::Play(arguments) => play::run(arguments, context),
    }
}

/// The level in a file, free cells and all.
fn read_template(path: &Path) -> Result<Template, Failure> {
    let read = files::read_text(path).and_then(|text| Ok(text.parse()?));
    read.with_context(|| path.display().to_string()).map_err(|error| {
        let hint = cure(&error).map(str::to_owned);
        Failure::Error { error, hint }
    })
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

//! `tilewright match3 …`

mod curve;
mod difficulty;
mod generate;
pub(crate) mod hand;
mod pack;
mod proof;
mod report;
mod series;
mod wish;

use std::path::Path;

use anyhow::Context as _;
use tilewright_match3::{Level, LevelError, Template};

use crate::arguments::Match3;
use crate::context::Context;
use crate::failure::{Failure, Verdict};
use crate::files;

pub(crate) fn run(verb: &Match3, context: &Context) -> Result<Verdict, Failure> {
    match verb {
        Match3::Generate(arguments) => generate::run(arguments, context),
        Match3::Pack(arguments) => pack::run(arguments, context),
    }
}

/// Whether a file is a map of the editor Tiled, by its name.
fn is_map(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("tmx" | "tmj"))
}

/// The level in a file, free cells and all: text, JSON, or a map of the editor Tiled.
fn read_template(path: &Path) -> Result<Template, Failure> {
    let read = if is_map(path) {
        let mut beside = files::read_beside;
        files::read(path)
            .and_then(|bytes| Ok(Template::from_map(&bytes, path, &mut beside)?))
    } else {
        files::read_text(path).and_then(|text| Ok(text.parse()?))
    };
    read.with_context(|| path.display().to_string()).map_err(|error| {
        let hint = cure(&error).map(str::to_owned);
        Failure::Error { error, hint }
    })
}

/// Writes a level: as text where the name ends in .txt, else as JSON.
fn save_level(path: &Path, level: &Level, context: &Context) -> Result<(), Failure> {
    let is_text = path.extension().is_some_and(|extension| extension == "txt");
    let data = if is_text { level.to_string() } else { level.to_json() };
    context.save(path, data.as_bytes())
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

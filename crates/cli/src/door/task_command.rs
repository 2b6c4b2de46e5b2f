//! A command that runs a task: the request, the outputs that the user asked for, and the part of the run to do.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::ArgMatches;
use serde_json::{Map, Value};
use tilewright_tasks::parts::{Header, Part};
use tilewright_tasks::{Entry, Request, ResumeSupport};

use super::command;
use super::manner::Manner;
use crate::context::Context;
use crate::failure::{Failure, Hint as _};

/// A request with everything that the user asked for besides the answer.
pub(super) struct TaskCommand {
    pub(super) entry: &'static Entry,
    pub(super) request: Box<dyn Request>,
    pub(super) manner: Manner,
    pub(super) outputs: Vec<(&'static str, PathBuf)>,
    pub(super) part: Option<Part>,
}

impl TaskCommand {
    pub(super) fn new(
        entry: &'static Entry,
        request: Box<dyn Request>,
        manner: Manner,
        matches: &ArgMatches,
    ) -> Self {
        let part = matches.try_get_one::<Part>(command::PART).ok().flatten().copied();
        Self { entry, request, manner, outputs: command::outputs(entry, matches), part }
    }

    /// The command of a request that was recorded, with outputs of its own.
    pub(super) fn recorded(
        task: &str,
        request: Map<String, Value>,
        matches: &ArgMatches,
    ) -> Result<Self, Failure> {
        let manner = Manner::Flags;
        let entry = tilewright_tasks::find(task).map_err(|it| manner.failure(it))?;
        let request = entry.read(request).map_err(|it| manner.failure(it))?;
        Ok(Self::new(entry, request, manner, matches))
    }

    /// The header of the request's log.
    pub(super) fn header(&mut self, context: &Context) -> Result<Header, Failure> {
        let seed = self.request.seed().map(|seed| context.given_seed().or(*seed));
        if self.part.is_some() && seed == Some(None) {
            return Err(anyhow!("all parts need the same seed")).hint("pass --seed N");
        }
        let mut document = self.request.document()?;
        document.remove("seed");
        // The parts of a run must agree on the number of items.
        if self.part.is_none() {
            self.entry.grows_by.iter().for_each(|key| drop(document.remove(*key)));
        }
        Ok(Header::new(self.entry.name, seed.flatten(), document, self.part))
    }

    /// Checks that the request can be divided into parts, and that the only output is -o.
    pub(super) fn check_divided(&self) -> Result<(), Failure> {
        let Self { entry, request, manner, outputs, .. } = self;
        if entry.keeping == ResumeSupport::Parts {
            request.check_divided().map_err(|it| manner.failure(it))?;
        } else {
            let error = anyhow!("{} cannot be divided into parts", entry.name);
            return Err(error).hint("leave --part out");
        }

        match &outputs[..] {
            [("output", _)] => Ok(()),
            [] => Err(anyhow!("--part needs an output file")).hint("pass -o FILE"),
            _ => Err(anyhow!("--part writes one file, that of -o"))
                .hint("tilewright merge draws and writes the answer of all parts"),
        }
    }
}

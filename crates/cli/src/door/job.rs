//! What is asked of a task: its request, its outputs, its part.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::ArgMatches;
use tilewright_tasks::{Entry, Keeping, Request};

use super::command;
use super::log::Header;
use super::manner::Manner;
use super::part::Part;
use crate::context::Context;
use crate::failure::{Failure, Hint as _};

/// A request, and what is asked for besides its answer.
pub(super) struct Asked {
    pub(super) entry: &'static Entry,
    pub(super) request: Box<dyn Request>,
    pub(super) manner: Manner,
    pub(super) outputs: Vec<(&'static str, PathBuf)>,
    pub(super) part: Option<Part>,
    /// Whether a file of the task's own is resumed, if it is there.
    pub(super) is_resumed: bool,
}

impl Asked {
    pub(super) fn new(
        entry: &'static Entry,
        request: Box<dyn Request>,
        manner: Manner,
        matches: &ArgMatches,
    ) -> Self {
        let part = matches.try_get_one::<Part>(command::PART).ok().flatten().copied();
        let (outputs, is_resumed) =
            (command::outputs(matches), command::is_resumed(matches));
        Self { entry, request, manner, outputs, part, is_resumed }
    }

    /// What a log says of the request.
    pub(super) fn header(&mut self, context: &Context) -> Result<Header, Failure> {
        let seed = self.request.seed().map(|seed| context.asked_seed().or(*seed));
        if self.part.is_some() && seed == Some(None) {
            return Err(anyhow!("all parts need the same seed"))
                .hint("name it with --seed");
        }
        let mut document = self.request.document()?;
        document.remove("seed");
        // The parts of a run must agree on the number of items.
        if self.part.is_none() {
            self.request.grows_by().iter().for_each(|key| drop(document.remove(*key)));
        }
        Ok(Header::new(self.entry.name, seed.flatten(), document, self.part))
    }

    /// Refuses a part of what is not divided.
    pub(super) fn check_divided(&self) -> Result<(), Failure> {
        let Self { entry, request, manner, outputs, .. } = self;
        if entry.keeping == Keeping::Parts {
            request.check_divided().map_err(|it| manner.failure(it))?;
        } else {
            let error = anyhow!("{} is not divided into parts", entry.name);
            return Err(error).hint("run it as a whole");
        }
        match &outputs[..] {
            [("output", _)] => Ok(()),
            [] => Err(anyhow!("a part is written to a file")).hint("name it with -o"),
            _ => Err(anyhow!("a part is written to one file, that of -o"))
                .hint("tilewright merge draws and writes the answer of all parts"),
        }
    }
}

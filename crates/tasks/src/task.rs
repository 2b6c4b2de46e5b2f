//! What can be asked for.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tilewright_grid::Seed;

use crate::{Answer, Host, Keeping, Output, Refusal};

/// Something that can be asked for.
///
/// The implementing type is the request. Every field has a default (`#[serde(default)]` on the
/// type); what must be given is demanded by [`check`](Self::check). Its doc comments are shown
/// to people behind every door and name other keys in backticks, never flags.
pub trait Task: Serialize + DeserializeOwned + JsonSchema {
    /// The name, game first, such as `match3/analyze`.
    const NAME: &'static str;
    /// What a door can make of the answer besides showing it.
    const OUTPUTS: &'static [Output];
    /// Whether what is done is kept item by item.
    const KEEPING: Keeping = Keeping::Nothing;
    /// The keys that may differ where a run is resumed: they say nothing of any item, but how many
    /// there are, how work is shown, or what it may take.
    const GROWS_BY: &'static [&'static str] = &[];
    /// What comes of it.
    type Answer: Answer;

    /// Whether the request can be fulfilled as far as its own fields tell: what must be given,
    /// and what may not stand together.
    ///
    /// # Errors
    /// What is wrong, and its cure.
    fn check(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// The place of the seed, if chance has a part in what is asked. A door that finds it empty
    /// chooses a seed and says which.
    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        None
    }

    /// Whether what this request does is kept item by item; where it asks for one item there is
    /// nothing to keep.
    fn keeping(&self) -> Keeping {
        Self::KEEPING
    }

    /// Whether these outputs can be made of this request, and no other is needed.
    ///
    /// # Errors
    /// Which cannot, or is.
    fn check_outputs(&self, asked: &[&str]) -> Result<(), Refusal> {
        let _ = asked;
        Ok(())
    }

    /// The seed of an earlier run that this one resumes from a file that it wrote
    /// ([`Host::earlier`]), if it does.
    fn earlier_seed(&self, host: &dyn Host) -> Option<Seed> {
        let _ = host;
        None
    }

    /// Whether that output is a folder of files.
    fn is_folder(&self, output: &str) -> bool {
        let _ = output;
        false
    }

    /// Whether a file of that name in such a folder comes from this task, so that it goes when
    /// the files of another request take the folder.
    fn is_own(&self, file: &str) -> bool {
        let _ = file;
        false
    }

    /// Whether several runs may share out the items of this request.
    ///
    /// # Errors
    /// Why they may not.
    fn check_divided(&self) -> Result<(), Refusal> {
        match Self::KEEPING {
            Keeping::Parts => Ok(()),
            _ => Err(anyhow!(
                "{} is not divided: its items depend on each other",
                Self::NAME
            )
            .into()),
        }
    }

    /// Does what is asked.
    ///
    /// # Errors
    /// When an input is wrong or what is asked is impossible.
    fn run(&self, host: &dyn Host) -> Result<Self::Answer, Refusal>;
}

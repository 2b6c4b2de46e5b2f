//! What can be asked for.

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tilewright_grid::Seed;

use crate::{Answer, Host, Output, Refusal};

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

    /// Does what is asked.
    ///
    /// # Errors
    /// When an input is wrong or what is asked is impossible.
    fn run(&self, host: &dyn Host) -> Result<Self::Answer, Refusal>;
}

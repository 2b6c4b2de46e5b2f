//! The trait of tasks.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tilewright_grid::Seed;

use crate::{Answer, Host, Output, Refusal, ResumeSupport};

/// Whether a file in the folder of an output was written by the task, by its name. Such files are removed when
/// the files of another request replace the content of the folder.
pub type OwnFile = fn(&str) -> bool;

/// A task: a computation that every door can run.
///
/// The type that implements it is the request: its fields are the keys of the JSON document and the
/// flags of the command line, their doc comments the help. Every field has a default
/// (`#[serde(default)]` on the type); [`check`](Self::check) refuses a request without a required
/// key. Doc comments write other keys in backticks, never as flags.
///
/// ```
/// use schemars::JsonSchema;
/// use serde::{Deserialize, Serialize};
/// use serde_json::{Map, json};
/// use tilewright_grid::Seed;
/// use tilewright_tasks::{Answer, BoundedInteger, Entry, Head, Host, Medium, Output, Refusal, Task};
///
/// /// Roll dice.
/// #[derive(Serialize, Deserialize, JsonSchema)]
/// #[serde(default)]
/// struct Roll {
///     /// Number of dice.
///     dice: BoundedInteger<1, 100>,
///     /// Random seed.
///     #[schemars(with = "Option<u64>")]
///     seed: Option<Seed>,
/// }
///
/// impl Default for Roll {
///     fn default() -> Self {
///         Self { dice: BoundedInteger::of(2), seed: None }
///     }
/// }
///
/// impl Task for Roll {
///     const NAME: &'static str = "dice/roll";
///
///     fn seed(&mut self) -> Option<&mut Option<Seed>> {
///         Some(&mut self.seed)
///     }
///
///     fn run(&self, _: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
///         let mut rng = self.seed.unwrap_or(Seed(0)).rng();
///         let dice = (0..self.dice.get()).map(|_| rng.below(6) + 1).collect();
///         Ok(Box::new(Rolled { dice }))
///     }
/// }
///
/// #[derive(Serialize)]
/// struct Rolled {
///     dice: Vec<u32>,
/// }
///
/// impl Answer for Rolled {
///     fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
///         head.line("roll", self).map(Some)
///     }
///
///     fn text(&self, _: Medium) -> String {
///         format!("{:?}\n", self.dice)
///     }
/// }
///
/// // A door needs no more than this to offer the task with its help, ranges and defaults.
/// let entry = Entry::of::<Roll>();
/// let document = json!({ "dice": 101 });
/// let refusal = entry.read(document.as_object().cloned().unwrap_or_default()).err().unwrap();
/// assert_eq!(refusal.to_string(), "expected a whole number from 1 to 100, found 101");
/// assert!(entry.read(Map::new()).is_ok());
/// ```
pub trait Task: Serialize + DeserializeOwned + JsonSchema + Send + Sync {
    /// The name, game first, such as `match3/analyze`.
    const NAME: &'static str;
    /// The files and pictures that a door can write from the answer.
    const OUTPUTS: &'static [Output] = &[];
    /// Whether the task keeps finished items.
    const KEEPING: ResumeSupport = ResumeSupport::Nothing;
    /// The keys that may differ when a run is resumed, because no item depends on them: the number
    /// of items, how progress is shown, limits on memory.
    const GROWS_BY: &'static [&'static str] = &[];

    /// Checks what the schema cannot express: required keys, and keys that exclude each other.
    /// Reads no inputs.
    ///
    /// # Errors
    /// If the request is invalid.
    fn check(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// The seed of the request; `None` if the task uses no randomness. If the seed is `None`, the
    /// door sets it to a random one and reports it.
    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        None
    }

    /// Whether this request keeps finished items; a request for a single item has nothing to
    /// keep.
    fn keeping(&self) -> ResumeSupport {
        Self::KEEPING
    }

    /// Checks that this request can make the outputs that the user asked for, and that no required
    /// output is missing.
    ///
    /// # Errors
    /// If an output cannot be made, or a required one is missing.
    fn check_outputs(&self, asked: &[&str]) -> Result<(), Refusal> {
        let _ = asked;
        Ok(())
    }

    /// The seed of the earlier run whose file this run resumes ([`Host::earlier`]); `None` if it
    /// resumes none.
    fn earlier_seed(&self, host: &dyn Host) -> Option<Seed> {
        let _ = host;
        None
    }

    /// The folder that the output `output` is; `None` if it is one file.
    fn folder(&self) -> Option<OwnFile> {
        None
    }

    /// Checks that the items of this request can be divided into parts, done by several runs.
    ///
    /// # Errors
    /// If they cannot; the message says why.
    fn check_divided(&self) -> Result<(), Refusal> {
        match Self::KEEPING {
            ResumeSupport::Parts => Ok(()),
            _ => Err(anyhow!(
                "{} cannot be divided into parts: its items depend on each other",
                Self::NAME
            )
            .into()),
        }
    }

    /// Runs the request.
    ///
    /// # Errors
    /// If an input is invalid, or the request is impossible.
    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal>;
}

//! Keys that several requests share, as arguments of a command that is not a task.

use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use tilewright_tasks::{read_keys, schema_of};

use super::{command, key};

/// Keys that several requests share, as arguments of a command that is not a task.
#[derive(Debug)]
pub(crate) struct SharedKeys<T>(pub(crate) T);

impl<T: JsonSchema + DeserializeOwned> Args for SharedKeys<T> {
    fn augment_args(command: Command) -> Command {
        command.args(key::args(&schema_of::<T>()))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<T: JsonSchema + DeserializeOwned> FromArgMatches for SharedKeys<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let document = command::document(&schema_of::<T>(), matches);
        read_keys(document).map(Self).map_err(|refusal| {
            let key = refusal.key.as_ref().map(|key| key.replace('_', "-"));
            let at = key.map_or_else(String::new, |key| format!(" for '--{key}'"));
            let what = format!("invalid value{at}: {refusal}\n");
            clap::Error::raw(ErrorKind::ValueValidation, what)
        })
    }

    fn update_from_arg_matches(
        &mut self,
        matches: &ArgMatches,
    ) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

//! `tilewright.toml`: values that stand in for options that are not given.
//!
//! A value of the file becomes the default of its option, so that a flag wins over the
//! environment, the environment over the file, and the file over what is built in.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Context as _, anyhow};
use clap::Command;
use toml::{Table, Value};

use crate::failure::{Failure, Hint};
use crate::files;

/// The file that is read when it is there and no other is named.
const FILE: &str = "tilewright.toml";

/// The command with the defaults of the user's file.
pub(crate) fn with_file(
    command: Command,
    words: &[OsString],
) -> Result<Command, Failure> {
    let Some(path) = path(words) else { return Ok(command) };
    let name = || format!("cannot use {}", path.display());
    let text = files::read_text(&path).with_context(name)?;
    let table: Table = toml::from_str(&text).with_context(name)?;
    let allowed =
        "a key is an option without its dashes, in a table such as [match3.generate]";
    with_table(command, &table, "").with_context(name).hint(allowed)
}

/// The file that the words or the environment name, or the usual one if it is there.
fn path(words: &[OsString]) -> Option<PathBuf> {
    let named = words.iter().enumerate().find_map(|(index, word)| {
        let word = word.to_str()?;
        if word == "--config" {
            return words.get(index + 1).map(PathBuf::from);
        }
        word.strip_prefix("--config=").map(PathBuf::from)
    });
    named
        .or_else(|| std::env::var_os("TILEWRIGHT_CONFIG").map(PathBuf::from))
        .or_else(|| Some(PathBuf::from(FILE)).filter(|path| path.is_file()))
}

fn with_table(
    mut command: Command,
    table: &Table,
    above: &str,
) -> anyhow::Result<Command> {
    for (key, value) in table {
        let path = format!("{above}{key}");
        if let Value::Table(table) = value {
            if command.find_subcommand(key).is_none() {
                return Err(anyhow!("there is no command `{path}`"));
            }
            let mut outcome = Ok(());
            command = command.mut_subcommand(key, |verb| {
                let above = format!("{path}.");
                with_table(verb.clone(), table, &above).unwrap_or_else(|error| {
                    outcome = Err(error);
                    verb
                })
            });
            outcome?;
            continue;
        }
        let is_option = |arg: &&clap::Arg| arg.get_long() == Some(key) && key != "config";
        let Some(id) =
            command.get_arguments().find(is_option).map(|arg| arg.get_id().clone())
        else {
            return Err(anyhow!("there is no option `{path}`"));
        };
        let text = text(value).ok_or_else(|| anyhow!("`{path}` is not a plain value"))?;
        command = command.mut_arg(id, |arg| arg.default_value(text).required(false));
    }
    Ok(command)
}

/// A value as one would type it.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        Value::Boolean(flag) => Some(flag.to_string()),
        Value::Array(values) => {
            let words: Option<Vec<_>> = values.iter().map(text).collect();
            words.map(|words| words.join(","))
        }
        Value::Datetime(_) | Value::Table(_) => None,
    }
}

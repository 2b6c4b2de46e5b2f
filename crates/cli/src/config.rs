//! The settings file `tilewright.toml`: values for options that are not given.
//!
//! A value in the file becomes the default of its option. So a flag overrides the environment, the
//! environment overrides the file, and the file overrides the built-in default.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use clap::{Arg, ArgAction, Command};
use tilewright_tasks::all;
use toml::de::{DeTable, DeValue};

use crate::door::output_names;
use crate::failure::{Failure, Hint};
use crate::files;
use crate::shared::value;

/// The file in the current folder that is read if --config names no other.
const FILE: &str = "tilewright.toml";

/// The options that decide which files are written and replaced, besides the outputs of tasks. Only a file named by
/// --config may set them: a file found in the current folder could come from someone else.
const WRITING: [&str; 6] = ["force", "out", "jsonl", "saves", "record-run", "db"];

/// The hint for an unknown key.
const KEYS: &str =
    "keys are options without the leading dashes, in a table such as [match3.generate]";

/// The whole command with the values of the settings file as defaults; `None` if there is no
/// file.
pub(crate) fn with_file(
    words: &[OsString],
    whole: fn() -> Command,
) -> Result<Option<Command>, Failure> {
    let named = value(words, "config").map(PathBuf::from);
    let is_named = named.is_some();
    let found = Some(PathBuf::from(FILE)).filter(|path| path.is_file());
    let Some(path) = named.or(found) else { return Ok(None) };

    let name = || format!("cannot read {}", path.display());
    let text = files::read_text(&path).with_context(name)?;
    let file = File { path: &path, text: &text, is_named };
    let table = DeTable::parse(&text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        file.error(start, error.message())
    })?;

    file.with_table(whole(), table.get_ref(), "", &[]).map(Some)
}

/// The path of the settings file, from parsed arguments.
pub(crate) fn named(matches: &clap::ArgMatches) -> PathBuf {
    let named = matches.try_get_one::<PathBuf>("config").ok().flatten();
    named.cloned().unwrap_or_else(|| PathBuf::from(FILE))
}

/// A settings file, as errors need it.
struct File<'a> {
    path: &'a Path,
    text: &'a str,
    /// Whether --config named it; otherwise it was found in the current folder.
    is_named: bool,
}

impl File<'_> {
    /// An error at a byte offset of the file.
    fn error(&self, offset: usize, what: impl std::fmt::Display) -> anyhow::Error {
        let (line, column) = files::place(self.text, offset);
        let path = self.path.display();
        anyhow!("{path}: line {line}, column {column}: {what}")
    }

    /// The refusal of an option that decides what is written.
    fn refused(&self, offset: usize, name: &str, full: &str) -> Failure {
        let what =
            format!("`{full}` chooses what is written, so it needs --config {FILE}");
        let hint = format!("pass --{name} or --config {FILE} on the command line");
        Failure::Error { error: self.error(offset, what), hint: Some(hint) }
    }

    /// The command with the values of a table as defaults. `globals` are the options that it has in
    /// common with its parent commands.
    fn with_table(
        &self,
        mut command: Command,
        table: &DeTable<'_>,
        above: &str,
        globals: &[Arg],
    ) -> Result<Command, Failure> {
        let mut globals = globals.to_vec();
        let is_global = |arg: &&Arg| arg.is_global_set();
        globals.extend(command.get_arguments().filter(is_global).cloned());

        for (key, value) in table {
            let (start, name) = (key.span().start, key.get_ref().as_ref());
            let full = format!("{above}{name}");
            // A table is a command with its own options.
            if let DeValue::Table(table) = value.get_ref() {
                let Some(verb) = command.find_subcommand(name).cloned() else {
                    return Err(self.error(start, format!("unknown command `{full}`")))
                        .hint(KEYS);
                };

                let above = format!("{full}.");
                let verb = self.with_table(verb, table, &above, &globals)?;
                command = command.mut_subcommand(name, |_| verb);
                continue;
            }

            // Anything else is an option of this command, or one that it shares with its parents.
            let Some((arg, is_own)) = option(&command, &globals, name) else {
                return Err(self.error(start, format!("unknown option `{full}`")))
                    .hint(KEYS);
            };

            let is_writing =
                WRITING.contains(&name) || output_names(all()).contains(&name);
            if is_writing && !self.is_named {
                return Err(self.refused(start, name, &full));
            }

            let arg = with_default(arg, value.get_ref());
            let arg = arg.map_err(|what| self.error(value.span().start, what))?;
            command = if is_own {
                command.mut_arg(arg.get_id().clone(), |_| arg)
            } else {
                command.arg(arg)
            };
        }

        Ok(command)
    }
}

/// The option of a command by its name, and whether it is its own.
fn option(command: &Command, globals: &[Arg], name: &str) -> Option<(Arg, bool)> {
    let is_named = |arg: &&Arg| name != "config" && arg.get_long() == Some(name);
    let own = command.get_arguments().find(is_named);
    let is_own = own.is_some();
    let found = own.or_else(|| globals.iter().find(is_named));
    found.map(|arg| (arg.clone(), is_own))
}

/// The option with a value of the file as its default.
///
/// # Errors
/// If the option does not accept the value.
fn with_default(arg: Arg, value: &DeValue<'_>) -> Result<Arg, String> {
    let long = arg.get_long().unwrap_or_default();
    if matches!(arg.get_action(), ArgAction::SetTrue) {
        let flag = value.as_bool();
        let flag = flag.ok_or_else(|| format!("`{long}` must be true or false"))?;
        return Ok(arg.default_value(flag.to_string()));
    }

    let values = match value {
        DeValue::Array(values) => {
            values.iter().map(|value| word(value.get_ref())).collect()
        }
        value => word(value).map(|word| vec![word]),
    };

    let values: Vec<String> = values.ok_or_else(|| {
        format!("`{long}` must be a string, a number or a list of these")
    })?;
    if values.is_empty() && !matches!(arg.get_action(), ArgAction::Append) {
        return Err(format!("`{long}` needs a value"));
    }

    // The option's own parser judges the value, so that a file is read as strictly as the command
    // line.
    let given = values.iter().map(|value| format!("--{long}={value}"));
    let alone = Command::new("alone").no_binary_name(true).arg(unrelated(&arg, long));
    alone.try_get_matches_from(given).map_err(|error| reason(&error))?;

    Ok(arg.default_values(values).required(false))
}

/// The option without its relations to other options, to check a value by itself.
fn unrelated(arg: &Arg, long: &str) -> Arg {
    let names = arg.get_value_names().unwrap_or_default().to_vec();
    let mut alone = Arg::new(arg.get_id().clone())
        .long(long.to_owned())
        .action(arg.get_action().clone())
        .value_parser(arg.get_value_parser().clone())
        .allow_negative_numbers(arg.is_allow_negative_numbers_set());

    if arg.get_action().takes_values() {
        alone = alone.value_names(names);
    }

    match arg.get_value_delimiter() {
        Some(delimiter) => alone.value_delimiter(delimiter),
        None => alone,
    }
}

/// The message of clap's error, on one line.
fn reason(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().map(str::trim).take_while(|line| !line.is_empty());
    let line = lines.collect::<Vec<_>>().join(" ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}

/// A value as it is written on the command line.
fn word(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => {
            Some(number.as_str().trim_start_matches('+').to_owned())
        }
        DeValue::Integer(number) => {
            let number = u64::from_str_radix(number.as_str(), number.radix()).ok()?;
            Some(number.to_string())
        }
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::Boolean(flag) => Some(flag.to_string()),
        DeValue::Array(_) | DeValue::Datetime(_) | DeValue::Table(_) => None,
    }
}

//! The options of all commands, and values of options before the arguments are parsed.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, ColorChoice, ValueEnum};
use tilewright_draw::Replacement;

use crate::failure::{Failure, Hint as _};

/// The options of all commands.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
#[command(next_help_heading = "Common options")]
pub(crate) struct SharedOptions {
    /// Random seed: the same seed gives the same bytes; chosen and printed if absent.
    #[arg(long, global = true, value_name = "N", value_parser = number::<u64>(0, u64::MAX))]
    pub(crate) seed: Option<u64>,
    /// Number of threads; never changes a result [default: all cores] [range: 1 to 1024].
    #[arg(long, global = true, value_name = "N", value_parser = number::<u32>(1, 1024))]
    pub(crate) threads: Option<u32>,
    /// Print the answer as JSON.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Print nothing but the answer and errors.
    #[arg(long, global = true)]
    pub(crate) quiet: bool,
    /// Overwrite existing output files.
    #[arg(long, global = true)]
    pub(crate) force: bool,
    /// When to use colours; the environment variable `NO_COLOR` turns them off too.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,
    /// Replace colours in pictures, such as blue=#264653,orange=#e76f51; names: paper, ink, muted,
    /// grid, empty, blue, vermillion, green, purple, orange, sky, grey, yellow, or any #RRGGBB.
    #[arg(long, global = true, value_name = "COLOR=#RRGGBB,…", value_delimiter = ',')]
    pub(crate) palette: Vec<Replacement>,
    /// Record the run: its request, answer and progress, for `tilewright runs`.
    #[arg(long, global = true)]
    pub(crate) record_run: bool,
    /// Database of recorded runs [default: tilewright/runs.db in the user's data folder].
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) db: Option<PathBuf>,
    /// Read options from this file instead of tilewright.toml.
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

/// Whether clap's own messages are coloured.
pub(crate) fn color(words: &[OsString]) -> ColorChoice {
    match value(words, "color").as_ref().and_then(|when| when.to_str()) {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}

/// The value of an option in the arguments or the environment, before the arguments are parsed.
pub(crate) fn value(words: &[OsString], long: &str) -> Option<OsString> {
    let (alone, with_value) = (format!("--{long}"), format!("--{long}="));
    let named = words.iter().enumerate().find_map(|(index, word)| {
        let word = word.to_str()?;
        if word == alone {
            return words.get(index + 1).cloned();
        }
        word.strip_prefix(&with_value).map(OsString::from)
    });

    named.or_else(|| std::env::var_os(variable(long))).filter(|value| {
        let is_option = value.to_string_lossy().starts_with('-');
        !value.is_empty() && !is_option
    })
}

/// The name of the environment variable of an option.
pub(crate) fn variable(long: &str) -> String {
    format!("TILEWRIGHT_{}", long.to_uppercase().replace('-', "_"))
}

/// Refuses --record-run for a command that records nothing. The environment and the settings file,
/// which are for all commands, may say so.
pub(crate) fn refuse_recording(matches: &ArgMatches) -> Result<(), Failure> {
    if matches.value_source("record_run") != Some(ValueSource::CommandLine) {
        return Ok(());
    }
    Err(anyhow!("this command has no run to record"))
        .hint("leave --record-run out; the commands that take it run a task: see tilewright schema")
}

/// A parser of whole numbers in a range.
pub(crate) fn number<T: TryFrom<i128>>(
    min: impl Into<i128>,
    max: impl Into<i128>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    let (min, max) = (min.into(), max.into());
    move |word| {
        let number = word.parse().ok().filter(|number| (min..=max).contains(number));
        let number = number.and_then(|number: i128| T::try_from(number).ok());
        number.ok_or_else(|| format!("expected a whole number from {min} to {max}"))
    }
}

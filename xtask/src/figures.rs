//! `cargo xtask figures`: runs the benches of `xtask bench` and writes what each prints into
//! `docs/src/figures/NAME.md`, which the book includes.

use std::fmt::Write as _;
use std::fs;
use std::process::Stdio;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;

use crate::bench::{self, Name};
use crate::{cargo, root};

/// Measures these figures, or all if none is named.
pub(crate) fn run(names: &[Name]) -> Result<()> {
    let names = if names.is_empty() { Name::value_variants() } else { names };
    for &name in names {
        let word = bench::word(name);
        eprintln!("{word}: {}", bench::help(name));
    }
    names.iter().try_for_each(|&name| measure(name))
}

/// Runs one bench and writes its page.
fn measure(name: Name) -> Result<()> {
    let word = bench::word(name);
    let begun = Instant::now();
    let mut page = format!("{}\n", heading(&word)?);
    for words in bench::commands(name) {
        let command = shown(words);
        eprintln!("{command}");
        let output = cargo(words).stderr(Stdio::inherit()).output()?;
        ensure!(output.status.success(), "`{command}` failed: {}", output.status);
        let table = String::from_utf8(output.stdout)?;
        write!(page, "\n{}", section(&command, &table))?;
    }
    let file = root().join("docs/src/figures").join(format!("{word}.md"));
    fs::write(&file, page).with_context(|| file.display().to_string())?;
    let minutes = begun.elapsed().as_secs_f64() / 60.0;
    eprintln!("{}: {minutes:.1} minutes", file.display());
    Ok(())
}

/// What was measured, when and where.
fn heading(word: &str) -> Result<String> {
    Ok(format!(
        "Measured by `cargo xtask figures {word}` on {}, tilewright {}, {}.",
        today()?,
        env!("CARGO_PKG_VERSION"),
        machine(),
    ))
}

/// The date, by the program `date`: results depend on no clock, pages may state one.
fn today() -> Result<String> {
    let output = std::process::Command::new("date").arg("+%Y-%m-%d").output()?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

/// The processor and the number of cores that the system offers.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name"));
    let model = model.map(|rest| rest.trim_start_matches(['\t', ' ', ':']));
    let model = model.unwrap_or("processor not known");
    format!("{model} ({}), {cores} cores", std::env::consts::ARCH)
}

/// What a reader types for these words of cargo.
fn shown(words: &str) -> String {
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.strip_prefix("run --release -- ") {
        Some(rest) => format!("tilewright {rest}"),
        None => format!("cargo {words}"),
    }
}

/// A command and what it printed: a Markdown table as it is, all else as a block of text.
fn section(command: &str, printed: &str) -> String {
    let printed = printed.trim_end();
    let is_table = printed.lines().all(|line| line.starts_with('|'));
    if is_table {
        format!("`{command}`\n\n{printed}\n")
    } else {
        format!("`{command}`\n\n```text\n{printed}\n```\n")
    }
}

#[cfg(test)]
mod tests {
    use super::{section, shown};

    #[test]
    fn commands_are_shown_as_a_reader_types_them() {
        assert_eq!(
            shown("run --release -- 2048 bench  --seed 1"),
            "tilewright 2048 bench --seed 1"
        );
        assert_eq!(shown("bench --package a"), "cargo bench --package a");
    }

    #[test]
    fn tables_stay_tables_and_text_becomes_a_block() {
        assert_eq!(section("c", "| a |\n|---|\n"), "`c`\n\n| a |\n|---|\n");
        assert_eq!(section("c", "a 1\n"), "`c`\n\n```text\na 1\n```\n");
    }
}

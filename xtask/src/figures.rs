//! `cargo xtask figures`: runs the benches of `xtask bench` and writes what each prints into
//! `docs/src/figures/NAME.md`, which the book includes.

mod table;

use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;

use crate::bench::{self, Name};
use crate::{cargo, root};
use table::Table;

/// Measures these figures, or all if none is named.
pub(crate) fn run(names: &[Name]) -> Result<()> {
    let names = if names.is_empty() { Name::value_variants() } else { names };
    for &name in names {
        eprintln!("{}: {}", bench::word(name), bench::help(name));
    }
    names.iter().try_for_each(|&name| measure(name))
}

/// Runs one bench and writes its page.
fn measure(name: Name) -> Result<()> {
    let word = bench::word(name);
    let begun = Instant::now();

    let mut page = Page::default();
    for words in bench::commands(name) {
        let command = shown(words);
        eprintln!("{command}");

        let mut process = cargo(words);
        let is_tabular = table::is_tabular(&command);
        // A table takes its times from stderr; other commands show it as they run.
        if is_tabular {
            process.arg("--json");
        } else {
            process.stderr(Stdio::inherit());
        }

        let output = process.output()?;
        let talk = String::from_utf8(output.stderr)?;
        ensure!(output.status.success(), "`{command}` failed: {}\n{talk}", output.status);
        page.add(command, &String::from_utf8(output.stdout)?, &talk);
    }

    let file = root().join("docs/src/figures").join(format!("{word}.md"));
    let text = format!("{}\n\n{}", heading(&word)?, page.to_markdown());
    fs::write(&file, text).with_context(|| file.display().to_string())?;
    let minutes = begun.elapsed().as_secs_f64() / 60.0;
    eprintln!("{}: {minutes:.1} minutes", file.display());

    Ok(())
}

/// What was measured, when and where.
fn heading(word: &str) -> Result<String> {
    Ok(format!(
        "Measured on {} by `cargo xtask figures {word}`, tilewright {}, {}:",
        today()?,
        env!("CARGO_PKG_VERSION"),
        machine(),
    ))
}

/// The date, by the program `date`: no result depends on a clock, but this page states it.
fn today() -> Result<String> {
    let output = Command::new("date").arg("+%Y-%m-%d").output()?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

/// The processor and the number of cores that the system offers.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name"));
    let model = model.map(|rest| rest.trim_start_matches(['\t', ' ', ':']));
    let model = model.unwrap_or("unknown processor");
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

/// The commands of a figure, and what they printed.
#[derive(Default)]
struct Page {
    commands: Vec<String>,
    parts: Vec<Part>,
}

enum Part {
    Table(Table),
    Text(String),
}

impl Page {
    /// Adds what a command printed, and said on stderr: rows to the table before where they have the same header.
    fn add(&mut self, command: String, printed: &str, talk: &str) {
        let table = Some(&command).filter(|command| table::is_tabular(command));
        match table.and_then(|command| table::read(command, printed, talk)) {
            Some(more) => match self.parts.last_mut() {
                Some(Part::Table(table)) if table.header == more.header => {
                    table.rows.extend(more.rows);
                }
                _ => self.parts.push(Part::Table(more)),
            },
            None if printed.trim().is_empty() => {}
            None => self.parts.push(Part::Text(printed.trim_end().to_owned())),
        }

        self.commands.push(command);
    }

    /// The commands, then what they printed: a Markdown table as it is, other text as a block.
    fn to_markdown(&self) -> String {
        let mut text = String::new();
        for command in &self.commands {
            let _ = writeln!(text, "- `{command}`");
        }

        for part in &self.parts {
            let _ = match part {
                Part::Table(table) => write!(text, "\n{}", table.to_markdown()),
                Part::Text(printed)
                    if printed.lines().all(|line| line.starts_with('|')) =>
                {
                    write!(text, "\n{printed}\n")
                }
                Part::Text(printed) => write!(text, "\n```text\n{printed}\n```\n"),
            };
        }

        text
    }
}

#[cfg(test)]
mod tests {
    use super::{Page, shown};

    #[test]
    fn commands_are_shown_as_a_reader_types_them() {
        let words = "run --release -- 2048 bench  --seed 1";
        assert_eq!(shown(words), "tilewright 2048 bench --seed 1");
        assert_eq!(shown("bench --package a"), "cargo bench --package a");
    }

    #[test]
    fn tables_stay_tables_and_text_becomes_a_block() {
        let mut page = Page::default();
        page.add("cargo a".to_owned(), "| a |\n|---|\n", "");
        page.add("cargo b".to_owned(), "b 1\n", "");
        let expected = "- `cargo a`\n- `cargo b`\n\n| a |\n|---|\n\n```text\nb 1\n```\n";
        assert_eq!(page.to_markdown(), expected);
    }
}

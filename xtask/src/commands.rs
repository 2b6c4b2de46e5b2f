//! Runs every command that the README, help and the pages under `docs/` show, those of a page in order, in a new
//! folder for each page. The first exit code other than 0 is an error and ends its page.
//!
//! A command is a line of a code block that begins with `tilewright` or `$ `. An HTML comment before
//! a block, invisible to readers, changes how its commands are run:
//!
//! - `<!-- shortened: LONG => SHORT -->`: replaces LONG by SHORT;
//! - `<!-- by hand: COMMAND -->`: skips COMMAND, which needs a user at a terminal;
//! - `<!-- file: NAME -->`: saves the block as that file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

use crate::{build, pictures, root};

/// The examples at the end of the help of every command.
const EXAMPLES: &str = "crates/cli/src/examples.md";

/// Runs the commands of every page, each page in its own folder, and compares the pictures that they
/// make with those in the repository.
pub(crate) fn run() -> Result<()> {
    let programs = build()?;
    let all = root().join("target/commands");
    if all.exists() {
        fs::remove_dir_all(&all)?;
    }

    let pages = pages()?;
    let next = AtomicUsize::new(0);
    let failed = AtomicUsize::new(0);
    let work = || {
        while let Some(page) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(error) = try_page(page, &all, &programs) {
                eprintln!("{}: {error:?}", page.display());
                failed.fetch_add(1, Ordering::Relaxed);
            }
        }
    };

    // On two threads, since many commands use one core.
    thread::scope(|scope| {
        scope.spawn(work);
        work();
    });

    let failed = failed.into_inner();
    ensure!(failed == 0, "{failed} pages failed");
    pictures::are_all_made()
}

/// Runs the commands of a page in its folder, and compares the pictures that they make.
fn try_page(page: &Path, all: &Path, programs: &Path) -> Result<()> {
    let folder = all.join(page.strip_prefix(root())?.with_extension(""));
    prepare(&folder)?;
    let text = fs::read_to_string(page)?;
    for step in steps(&text)? {
        step.take(&folder, programs)?;
    }
    pictures::compare(&text, &folder, programs)
}

/// The README, the examples of help, and the pages under `docs/`, sorted by name.
pub(crate) fn pages() -> Result<Vec<PathBuf>> {
    let mut pages = vec![root().join("README.md"), root().join(EXAMPLES)];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop().filter(|folder| folder.is_dir()) {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }

    // The README and the examples of help stay first.
    pages[2..].sort();
    Ok(pages)
}

/// Prepares a new folder: the paths of the page lead into the repository, except for its pictures,
/// which are made in the folder.
fn prepare(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder.join("pictures"))?;
    std::os::unix::fs::symlink(root().join("crates"), folder.join("crates"))?;
    Ok(())
}

/// A step that a page asks its reader to do.
#[derive(Debug, PartialEq)]
enum Step {
    /// Run a command.
    Run(String),
    /// Save a text as a file.
    Save { name: String, text: String },
}

impl Step {
    fn take(&self, folder: &Path, programs: &Path) -> Result<()> {
        match self {
            Self::Save { name, text } => Ok(fs::write(folder.join(name), text)?),
            Self::Run(line) => run_line(line, folder, programs),
        }
    }
}

fn run_line(line: &str, folder: &Path, programs: &Path) -> Result<()> {
    let begun = Instant::now();
    let path = std::env::var("PATH").unwrap_or_default();

    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder).stdin(Stdio::null());
    command.env("PATH", format!("{}:{path}", programs.display()));

    // Saved games must not go to the user's own data folder.
    command.env("HOME", folder).env("XDG_DATA_HOME", folder.join("data"));

    // Settings of the user must not change what a command prints.
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("TILEWRIGHT_") {
            command.env_remove(name);
        }
    }

    // Chance must not decide whether a page passes: some commands end with 1 by a bad seed.
    command.env("TILEWRIGHT_SEED", "1");

    let output = command.output()?;
    let seconds = begun.elapsed().as_secs_f64();
    let page = folder.file_name().unwrap_or_default().to_string_lossy();
    eprintln!("{seconds:6.1} s  {page}: $ {line}");

    if !output.status.success() {
        let talk = String::from_utf8_lossy(&output.stderr);
        bail!("`{line}` ended with {}:\n{talk}", output.status);
    }

    Ok(())
}

/// A comment that stands before a block.
enum Mark {
    Shortened { long: String, short: String },
    ByHand(String),
    File(String),
}

/// The steps of a page, in order.
fn steps(page: &str) -> Result<Vec<Step>> {
    let mut steps = Vec::new();
    let mut marks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(mark) = mark(line)? {
            marks.push(mark);
        } else if line.starts_with("```") {
            let block: Vec<_> =
                lines.by_ref().take_while(|line| *line != "```").collect();
            steps.extend(block_steps(&block, &std::mem::take(&mut marks))?);
        } else if !marks.is_empty() {
            bail!("`{line}`: expected a code block after the comment");
        }
    }

    Ok(steps)
}

fn mark(line: &str) -> Result<Option<Mark>> {
    let comment = line.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->"));
    let Some((kind, what)) = comment.and_then(|comment| comment.split_once(": ")) else {
        return Ok(None);
    };

    Ok(Some(match kind {
        "shortened" => {
            let (long, short) = what
                .split_once(" => ")
                .with_context(|| format!("`{line}` has no ` => `"))?;
            Mark::Shortened { long: long.to_owned(), short: short.to_owned() }
        }
        "by hand" => Mark::ByHand(what.to_owned()),
        "file" => Mark::File(what.to_owned()),
        // Those of mdBook, for what other pages include.
        "ANCHOR" | "ANCHOR_END" => return Ok(None),
        _ => bail!("`{line}`: unknown kind of comment"),
    }))
}

fn block_steps(block: &[&str], marks: &[Mark]) -> Result<Vec<Step>> {
    let mut text = block.iter().flat_map(|line| [*line, "\n"]).collect::<String>();
    let (mut name, mut by_hand) = (None, Vec::new());
    for mark in marks {
        match mark {
            Mark::Shortened { long, short } => {
                ensure!(text.contains(long), "`{long}` is not in its block");
                text = text.replace(long, short);
            }
            Mark::ByHand(command) => by_hand.push(command),
            Mark::File(file) => name = Some(file.clone()),
        }
    }

    if let Some(name) = name {
        return Ok(vec![Step::Save { name, text }]);
    }

    let mut commands: Vec<_> = text.lines().filter_map(command).collect();
    for command in by_hand {
        let at = commands.iter().position(|it| it == command);
        commands.remove(at.with_context(|| format!("`{command}` is not in its block"))?);
    }

    Ok(commands.into_iter().map(Step::Run).collect())
}

/// The command in a line, without prompt and comment.
fn command(line: &str) -> Option<String> {
    let line =
        line.strip_prefix("$ ").or_else(|| Some(line).filter(|line| is_alone(line)))?;
    let line = line.split("  #").next().unwrap_or(line);
    Some(line.split(" # ").next().unwrap_or(line).trim_end().to_owned())
}

/// Whether a line without a prompt is a command, and not a dependency in TOML.
fn is_alone(line: &str) -> bool {
    line.starts_with("tilewright ") && !line.starts_with("tilewright =")
}

#[cfg(test)]
mod tests {
    use super::{Step, steps};

    #[test]
    fn commands_are_found_shortened_and_left_to_people() {
        let page = "Text\n<!-- shortened: --games 200 => --games 2 -->\n<!-- by hand: tilewright 2048 play -->\n\
                    ```\n$ tilewright 2048 play    # keys\n$ echo 1 | tilewright 2048 eval\n\
                    tilewright 2048 bench --games 200 # long\nwhat it prints\n```\n\
                    <!-- file: a.toml -->\n```toml\nseed = 1\n```\n";
        let expected = [
            Step::Run("echo 1 | tilewright 2048 eval".to_owned()),
            Step::Run("tilewright 2048 bench --games 2".to_owned()),
            Step::Save { name: "a.toml".to_owned(), text: "seed = 1\n".to_owned() },
        ];
        assert_eq!(steps(page).unwrap(), expected);
    }

    #[test]
    fn marks_that_fit_nothing_are_errors() {
        for page in [
            "<!-- shortened: a => b -->\n```\ntilewright c\n```\n",
            "<!-- shortened: a -->\n```\ntilewright a\n```\n",
            "<!-- by hand: tilewright a -->\n```\ntilewright b\n```\n",
            "<!-- some: thing -->\n",
            "<!-- file: a -->\ntext\n",
        ] {
            assert!(steps(page).is_err(), "{page}");
        }
    }
}

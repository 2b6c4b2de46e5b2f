//! One run, and the rules that it must obey.

use std::fmt;
use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;

use anyhow::{Context, Result};
use tilewright_grid::Seed;

use super::commands::Line;
use super::damage::{DamagedFile, damage, damage_words, is_endless};
use super::process::{self, ProcessEnd};

/// A command with one kind of damage.
pub(super) struct Trial {
    pub(super) line: &'static Line,
    pub(super) turn: u32,
    pub(super) seed: Seed,
}

/// How a run ended.
pub(super) enum Verdict {
    Fine,
    /// It was long work, and stopped when it was interrupted.
    Slow,
    /// It broke a rule.
    Broken(String),
}

impl Verdict {
    pub(super) const fn is_failure(&self) -> bool {
        matches!(self, Self::Broken(_))
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fine => f.write_str("fine"),
            Self::Slow => f.write_str("had to be interrupted"),
            Self::Broken(rule) => f.write_str(rule),
        }
    }
}

impl Trial {
    /// Runs it in its own folder, which is kept if the run does not pass.
    pub(super) fn run(
        &self,
        index: usize,
        program: &Path,
        folder: &Path,
    ) -> Result<Verdict> {
        let place = folder.join(format!("run-{index}"));
        let stdin = self.prepare(&place, &folder.join("samples"))?;
        let before = names(&place)?;
        let is_stream = self.may_be_long() && self.stdin_name().is_some();
        let limit = if is_stream { process::SHORT } else { process::LIMIT };
        let ended = process::run(program, &self.words(), &place, stdin, limit)?;
        let verdict = self.judge(&ended, &before, &names(&place)?);

        if matches!(verdict, Verdict::Fine) {
            fs::remove_dir_all(&place)?;
        } else {
            fs::write(place.join("said.txt"), &ended.talk)?;
        }

        Ok(verdict)
    }

    /// The shell command that repeats it.
    pub(super) fn repeat(&self, index: usize) -> String {
        let words: Vec<_> = self.words().iter().map(|word| shortened(word)).collect();
        let from = if self.stdin_name().is_some() { " < stdin.bin" } else { "" };
        let what = format!("turn {}, seed {}", self.turn, self.seed);
        format!(
            "cd target/sweep/run-{index} && tilewright {}{from}  # {what}",
            words.join(" ")
        )
    }

    /// Checks the result of a run against the rules.
    fn judge(&self, ended: &ProcessEnd, before: &[String], after: &[String]) -> Verdict {
        let broken = |rule: &str| Verdict::Broken(rule.to_owned());
        let talk = String::from_utf8_lossy(&ended.talk);
        if talk.contains("panicked") {
            return broken("panicked");
        }
        if let Some(signal) = ended.status.signal() {
            let hung =
                if ended.was_interrupted { ", not by the interrupt before" } else { "" };
            return Verdict::Broken(format!("ended by signal {signal}{hung}"));
        }

        let code = ended.status.code().unwrap_or(-1);
        if ![0, 1, 2, 130].contains(&code) {
            return Verdict::Broken(format!("ended with {code}"));
        }

        // A JSON answer reports errors of its items on stdout.
        let is_reported = String::from_utf8_lossy(&ended.answer).contains("\"error\":");
        if code == 2 && talk.trim().is_empty() && !is_reported {
            return broken("ended with 2 without a message");
        }

        if talk.contains('\u{1b}') {
            return broken("wrote a terminal escape sequence to stderr");
        }

        let mut new = after.iter().filter(|name| !before.contains(name));
        if let Some(name) = new.find(|name| self.is_leftover(name, code)) {
            return Verdict::Broken(format!("ended with {code} and left {name} behind"));
        }

        match (ended.was_interrupted, self.may_be_long()) {
            (false, _) => Verdict::Fine,
            (true, true) => Verdict::Slow,
            (true, false) => {
                broken(&format!("took longer than {} s", process::LIMIT.as_secs()))
            }
        }
    }

    /// Whether a new file should not exist: a temporary one, or one of a run that failed. Allowed are
    /// an output of the command, which may contain the valid items, and a damaged saved game, which
    /// is renamed.
    fn is_leftover(&self, name: &str, code: i32) -> bool {
        let is_named = self.words().iter().any(|word| word == name);
        let is_aside = name.contains(".damaged-");
        let is_temporary = name.starts_with("temporary/") || name.contains(".tmp");
        is_temporary || code == 2 && !is_named && !is_aside
    }

    /// Whether it may run until it is interrupted: damaged arguments may ask for long work, and stdin
    /// may be endless.
    fn may_be_long(&self) -> bool {
        self.line.input.is_none() || self.stdin_name().is_some() && is_endless(self.turn)
    }

    /// The arguments, damaged if no input is.
    fn words(&self) -> Vec<String> {
        let words = shlex::split(self.line.words)
            .expect("a command of the sweep closes its quotes");
        match self.line.input {
            Some(_) => words,
            None => damage_words(&words, &mut self.seed.rng()),
        }
    }

    fn stdin_name(&self) -> Option<&'static str> {
        self.line.input?.strip_suffix('-')
    }

    /// Writes the files, and returns the content of stdin.
    fn prepare(&self, place: &Path, samples: &Path) -> Result<DamagedFile> {
        for folder in ["in", "out", "home", "temporary"] {
            fs::create_dir_all(place.join(folder))?;
        }

        for name in self.line.beside {
            copy(&samples.join(name), &place.join(name))?;
        }

        let nothing = DamagedFile::Bytes(Vec::new());
        let Some(input) = self.line.input else { return Ok(nothing) };

        let name = input.trim_end_matches('-');
        let good = fs::read(samples.join(name)).with_context(|| name.to_owned())?;
        let mut rng = self.seed.rng();

        let others = [
            "in/level.json",
            "in/town.tmx",
            "in/arena.map",
            "in/net.tw2048",
            "in/fleets.json",
        ];
        let other =
            fs::read(samples.join(rng.pick(&others).copied().unwrap_or_default()))?;
        let damaged = damage(&good, &other, self.turn, &mut rng);

        if self.stdin_name().is_some() {
            // The line that repeats the run reads stdin from this file.
            if let DamagedFile::Bytes(bytes) | DamagedFile::Endless(bytes) = &damaged {
                fs::write(place.join("stdin.bin"), bytes)?;
            }
            return Ok(damaged);
        }

        put(&place.join(name), damaged)?;
        Ok(nothing)
    }
}

/// Writes a damaged file.
fn put(path: &Path, damaged: DamagedFile) -> Result<()> {
    let _ = fs::remove_file(path);
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }

    match damaged {
        DamagedFile::Bytes(bytes) => fs::write(path, bytes)?,
        DamagedFile::Endless(_) => symlink("/dev/zero", path)?,
        DamagedFile::Missing => {}
        DamagedFile::Folder => fs::create_dir(path)?,
        DamagedFile::Circle => symlink(path, path)?,
    }

    Ok(())
}

/// Copies a file or a folder.
fn copy(from: &Path, to: &Path) -> Result<()> {
    if !from.is_dir() {
        fs::copy(from, to).with_context(|| from.display().to_string())?;
        return Ok(());
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

/// All files and folders in a folder, as paths relative to it.
fn names(folder: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(next) = waiting.pop() {
        for entry in fs::read_dir(&next)? {
            let path = entry?.path();
            let name = path.strip_prefix(folder)?.display().to_string();
            // Links are not followed: one may lead to a folder above.
            if path.is_dir() && !path.is_symlink() {
                waiting.push(path);
            }
            found.push(name);
        }
    }

    Ok(found)
}

fn shortened(word: &str) -> String {
    let is_plain =
        |letter: char| letter.is_ascii_alphanumeric() || "-_./,:%".contains(letter);
    match word.len() {
        200.. => format!("{}…", word.chars().take(20).collect::<String>()),
        1.. if word.chars().all(is_plain) => word.to_owned(),
        _ => format!("{word:?}"),
    }
}

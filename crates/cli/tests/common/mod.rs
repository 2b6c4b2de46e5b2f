//! A new folder in which the program runs, and the output of a run.

#![allow(dead_code, clippy::allow_attributes, reason = "every suite uses a part of it")]

pub(crate) mod requests;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

/// A temporary folder, removed when the test ends.
pub(crate) struct Place(tempfile::TempDir);

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    /// Without the lines of `timing`.
    pub(crate) stderr: String,
    /// The lines of stderr that say how long the work took.
    pub(crate) timing: Vec<String>,
}

/// The program, without environment variables that could change its behaviour.
pub(crate) fn process(folder: &Path) -> std::process::Command {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tilewright"));
    for (name, _) in std::env::vars_os() {
        let ours = name.to_string_lossy().starts_with("TILEWRIGHT_");
        if ours || name == "NO_COLOR" || name == "CLICOLOR_FORCE" {
            command.env_remove(name);
        }
    }
    command.current_dir(folder);
    command
}

impl Place {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file.
    pub(crate) fn put(&self, name: &str, data: impl AsRef<[u8]>) {
        fs::write(self.path().join(name), data).unwrap();
    }

    /// Starts the program, presses Ctrl-C once it has printed its seed, and returns its stderr. The
    /// signal handler is installed by then, so the test does not depend on timing.
    #[cfg(unix)]
    #[track_caller]
    pub(crate) fn interrupt(&self, words: &str) -> String {
        use std::io::{BufRead, BufReader, Read};
        use std::process::{Command, Stdio};

        let mut command = process(self.path());
        command
            .args(words.split_whitespace())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut told = String::new();
        while !told.contains("seed: ") {
            assert!(stderr.read_line(&mut told).unwrap() > 0, "{told}");
        }
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        stderr.read_to_string(&mut told).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{told}");
        assert!(told.contains("interrupted: "), "{told}");
        told
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path().join(name)).unwrap()
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).unwrap()
    }

    pub(crate) fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&self.bytes(name)).unwrap()
    }

    /// The names in the folder, sorted, hidden ones too.
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path().join(folder)).unwrap();
        let name =
            |entry: PathBuf| entry.file_name().unwrap().to_string_lossy().into_owned();
        let mut names: Vec<_> =
            entries.map(|entry| name(entry.unwrap().path())).collect();
        names.sort();
        names
    }

    /// The program with these arguments, separated by spaces and quoted as in a shell.
    pub(crate) fn command(&self, words: &str) -> Command {
        let mut command = Command::from_std(process(self.path()));
        command.args(shlex::split(words).expect("the words close their quotes"));
        command
    }

    pub(crate) fn run(&self, words: &str) -> Seen {
        Seen::of(&mut self.command(words))
    }

    pub(crate) fn run_with(&self, words: &str, stdin: impl Into<Vec<u8>>) -> Seen {
        Seen::of(self.command(words).write_stdin(stdin))
    }

    /// The commands and their output one after another, as in a terminal.
    pub(crate) fn transcript(&self, runs: &[&str]) -> String {
        let mut transcript = String::new();
        for words in runs {
            writeln!(transcript, "$ tilewright {words}\n{}", self.run(words)).unwrap();
        }
        transcript
    }
}

impl Seen {
    pub(crate) fn of(command: &mut Command) -> Self {
        let output = command.output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        let starts = ["time: ", "time of ", "{\"event\":\"timing\""];
        let is_timing = |line: &&str| starts.iter().any(|start| line.starts_with(start));
        let (timing, talk): (Vec<_>, Vec<_>) =
            stderr.split_inclusive('\n').partition(is_timing);
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: talk.concat(),
            timing: timing.into_iter().map(str::to_owned).collect(),
        }
    }

    /// A time of the first part that was timed, of a run with --json.
    #[track_caller]
    pub(crate) fn times(&self, name: &str) -> f64 {
        let event: Value = serde_json::from_str(&self.timing[0]).unwrap();
        event["times"][name].as_f64().unwrap()
    }

    /// Checks that the exit code is 0.
    #[track_caller]
    pub(crate) fn done(self) -> Self {
        assert_eq!(self.code, Some(0), "{self}");
        self
    }

    /// The document on stdout.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap()
    }

    /// The documents on stdout, one per line.
    #[track_caller]
    pub(crate) fn json_lines(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// Stderr, then stdout, then the exit code. The effort of a search is left out, since any change of
/// the search changes it.
impl std::fmt::Display for Seen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for line in self.stderr.lines() {
            let line = match line.split_once("; ") {
                Some((told, effort)) if effort.contains(" evaluation") => {
                    format!("{told}; …")
                }
                _ => line.to_owned(),
            };
            writeln!(f, "! {line}")?;
        }
        f.write_str(&self.stdout)?;
        writeln!(f, "[exit code {}]", self.code.unwrap_or(-1))
    }
}

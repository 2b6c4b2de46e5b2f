//! A process with limits on memory, CPU time and output.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::damage::DamagedFile;

/// The CPU time of a run, or its duration if the system does not report CPU time.
pub(super) const LIMIT: Duration = Duration::from_mins(1);
/// The same for a run whose stdin is endless.
pub(super) const SHORT: Duration = Duration::from_secs(1);
/// The CPU time to end after an interrupt.
const GRACE: Duration = Duration::from_secs(2);
/// How long a run may do nothing until it is interrupted: a server, for example, waits for callers that never come.
const IDLE: Duration = Duration::from_secs(10);
/// The CPU time in that time that is nothing.
const NOTHING: Duration = Duration::from_millis(200);
/// The duration on a busy machine, including waiting, after which a run is interrupted, and after
/// which it is then killed.
const PATIENCE: Duration = Duration::from_mins(3);

/// The number of bytes of output that are kept.
const MAX_OUTPUT: u64 = 1 << 16;

/// The shell script that runs a program with at most 2 GiB of address space.
const LIMITED: &str = "ulimit -v 2097152 && exec \"$@\"";

/// The result of a run.
pub(super) struct ProcessEnd {
    pub(super) status: ExitStatus,
    pub(super) was_interrupted: bool,
    /// The beginning of stdout.
    pub(super) answer: Vec<u8>,
    /// The beginning of stderr.
    pub(super) talk: Vec<u8>,
}

/// Runs the program in a folder to its end, or interrupts it at the limit.
pub(super) fn run(
    program: &Path,
    words: &[String],
    place: &Path,
    stdin: DamagedFile,
    limit: Duration,
) -> Result<ProcessEnd> {
    let mut command = Command::new("sh");
    command.current_dir(place).args(["-c", LIMITED, "sh"]).arg(program).args(words);
    command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.env("HOME", place.join("home")).env("TMPDIR", place.join("temporary"));
    // On many cores, the stacks and heaps of many threads alone would exceed the limit.
    command.env("TILEWRIGHT_THREADS", "2");

    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().context("cannot start sh")?;
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let errors = child.stderr.take();

    // All three streams at once: a full pipe would block the program.
    std::thread::scope(|scope| {
        scope.spawn(move || feed(input, stdin));
        let answer = scope.spawn(move || output.map(drained).unwrap_or_default());
        let talk = scope.spawn(move || errors.map(drained).unwrap_or_default());

        let (status, was_interrupted) = wait(&mut child, limit)?;
        let answer = answer.join().unwrap_or_default();
        let talk = talk.join().unwrap_or_default();
        Ok(ProcessEnd { status, was_interrupted, answer, talk })
    })
}

/// Waits for the end, and returns whether the process had to be interrupted. If it does not stop
/// then, it is killed.
fn wait(child: &mut Child, limit: Duration) -> Result<(ExitStatus, bool)> {
    let began = Instant::now();
    let mut interrupted: Option<(Duration, Instant)> = None;
    // The CPU time when the run last did something.
    let mut active = (Duration::ZERO, began);

    loop {
        if let Some(status) = child.try_wait()? {
            return Ok((status, interrupted.is_some()));
        }

        let spent = spent(child.id()).unwrap_or_else(|| began.elapsed());
        if spent > active.0 + NOTHING {
            active = (spent, Instant::now());
        }

        match interrupted {
            None if spent > limit
                || active.1.elapsed() > IDLE
                || began.elapsed() > PATIENCE =>
            {
                interrupted = Some((spent, Instant::now()));
                Command::new("kill").args(["-INT", &child.id().to_string()]).status()?;
            }
            Some((then, at)) if spent > then + GRACE || at.elapsed() > PATIENCE => {
                child.kill()?;
            }
            _ => {}
        }

        std::thread::sleep(Duration::from_millis(if spent < SHORT { 2 } else { 20 }));
    }
}

/// The CPU time of a process, if the system reports it.
fn spent(id: u32) -> Option<Duration> {
    let line = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // After the name in parentheses come the fields from the third on; user and system time are the
    // fourteenth and fifteenth, in hundredths of a second.
    let (_, fields) = line.rsplit_once(')')?;
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks.filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Some(Duration::from_millis(ticks * 10))
}

/// Writes the input until it ends or the reader closes it.
fn feed(input: Option<ChildStdin>, data: DamagedFile) {
    let Some(mut input) = input else { return };
    match data {
        DamagedFile::Bytes(bytes) => {
            let _ = input.write_all(&bytes);
        }
        DamagedFile::Endless(bytes) => {
            while !bytes.is_empty() && input.write_all(&bytes).is_ok() {}
        }
        DamagedFile::Missing | DamagedFile::Folder | DamagedFile::Circle => {}
    }
}

/// Reads to the end, and returns the first bytes.
fn drained(mut from: impl Read) -> Vec<u8> {
    let mut kept = Vec::new();
    let _ = from.by_ref().take(MAX_OUTPUT).read_to_end(&mut kept);
    let _ = std::io::copy(&mut from, &mut std::io::sink());
    kept
}

//! A process under limits: of memory, of work, and of what it may say.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::damage::Damaged;

/// How much of a processor a run may take; where the system does not tell, how long.
pub(super) const LIMIT: Duration = Duration::from_secs(10);
/// The same where good lines come without an end.
pub(super) const SHORT: Duration = Duration::from_secs(1);
/// How much more it may take to end once it is interrupted.
const GRACE: Duration = Duration::from_secs(2);
/// How long it may take in all on a busy machine, waiting included, before it is interrupted, and
/// then before it is killed.
const PATIENCE: Duration = Duration::from_mins(1);

/// The most that is kept of what a run says, in bytes.
const MOST_TALK: u64 = 1 << 16;

/// The start of a run: at most 2 GiB of address space.
const LIMITED: &str = "ulimit -v 2097152 && exec \"$@\"";

/// What a run left.
pub(super) struct Ended {
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
    stdin: Damaged,
    limit: Duration,
) -> Result<Ended> {
    let mut command = Command::new("sh");
    command.current_dir(place).args(["-c", LIMITED, "sh"]).arg(program).args(words);
    command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.env("HOME", place.join("home")).env("TMPDIR", place.join("temporary"));
    // On many cores the stacks and heaps of many threads alone would pass the limit.
    command.env("TILEWRIGHT_THREADS", "2");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().context("cannot start sh")?;
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let errors = child.stderr.take();
    std::thread::scope(|scope| {
        scope.spawn(move || feed(input, stdin));
        let answer = scope.spawn(move || output.map(drained).unwrap_or_default());
        let talk = scope.spawn(move || errors.map(drained).unwrap_or_default());
        let (status, was_interrupted) = wait(&mut child, limit)?;
        let answer = answer.join().unwrap_or_default();
        let talk = talk.join().unwrap_or_default();
        Ok(Ended { status, was_interrupted, answer, talk })
    })
}

/// Waits for the end; whether it had to be interrupted. What does not stop then is killed.
fn wait(child: &mut Child, limit: Duration) -> Result<(ExitStatus, bool)> {
    let began = Instant::now();
    let mut interrupted: Option<(Duration, Instant)> = None;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok((status, interrupted.is_some()));
        }
        let spent = spent(child.id()).unwrap_or_else(|| began.elapsed());
        match interrupted {
            None if spent > limit || began.elapsed() > PATIENCE => {
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

/// How long processors have worked for a process, where the system tells.
fn spent(id: u32) -> Option<Duration> {
    let line = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // After the name in brackets, of fields from the third on, user and system time come as the
    // fourteenth and fifteenth, in hundredths of a second.
    let (_, fields) = line.rsplit_once(')')?;
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks.filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Some(Duration::from_millis(ticks * 10))
}

/// Writes the input until it is read or the reader is gone.
fn feed(input: Option<ChildStdin>, data: Damaged) {
    let Some(mut input) = input else { return };
    match data {
        Damaged::Bytes(bytes) => {
            let _ = input.write_all(&bytes);
        }
        Damaged::Endless(bytes) => {
            while !bytes.is_empty() && input.write_all(&bytes).is_ok() {}
        }
        Damaged::Missing | Damaged::Folder | Damaged::Circle => {}
    }
}

/// The beginning of what comes; the rest is read and dropped.
fn drained(mut from: impl Read) -> Vec<u8> {
    let mut kept = Vec::new();
    let _ = from.by_ref().take(MOST_TALK).read_to_end(&mut kept);
    let _ = std::io::copy(&mut from, &mut std::io::sink());
    kept
}

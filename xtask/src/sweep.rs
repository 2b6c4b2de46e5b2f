//! `cargo xtask sweep`: every command of the program on damaged inputs.
//!
//! Each run has its own folder, 2 GiB of address space and 60 s of CPU time. It must not panic, be
//! killed or hang, and it must not leave a file behind if it refuses its input. It must end with
//! exit code 0, 1, 2 or 130, and with a message if the code is 2. The same seed makes the same
//! inputs.

mod commands;
mod damage;
mod process;
mod samples;
mod trial;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, bail, ensure};
use tilewright_grid::Seed;

use crate::{build, root};
use commands::{COMMANDS, Line};
use trial::{Trial, Verdict};

/// The number of damaged inputs for each command in `cargo xtask test`.
pub(crate) const FEW: u32 = 8;

/// The options of a sweep.
#[derive(clap::Args)]
pub(crate) struct Sweep {
    /// Damaged inputs for each command.
    #[arg(long, default_value_t = 200)]
    inputs: u32,
    /// Random seed of the damage.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Program to test instead of the one built here.
    #[arg(long)]
    program: Option<PathBuf>,
    /// Test only the commands that contain this text.
    #[arg(long, default_value = "")]
    only: String,
}

impl Sweep {
    /// The small sweep of `cargo xtask test`.
    pub(crate) const fn small() -> Self {
        Self { inputs: FEW, seed: 1, program: None, only: String::new() }
    }
}

/// Runs the sweep; the error says how many runs failed. A line for each tells how to repeat it.
pub(crate) fn run(sweep: &Sweep) -> Result<()> {
    let program = match &sweep.program {
        Some(program) => {
            fs::canonicalize(program).context("the program does not exist")?
        }
        None => build()?.join("tilewright"),
    };

    check_complete(&program)?;
    let folder = root().join("target/sweep");
    let _ = fs::remove_dir_all(&folder);
    samples::make(&program, &folder.join("samples"))?;

    let trials = plan(sweep);
    eprintln!("sweep: {} runs, seed {}", trials.len(), sweep.seed);
    let wrong = run_all(&trials, &program, &folder);
    let failed = wrong.iter().filter(|(_, verdict)| verdict.is_failure()).count();

    for (index, verdict) in &wrong {
        eprintln!("{verdict}: {}", trials[*index].repeat(*index));
    }

    ensure!(failed == 0, "{failed} of {} runs failed", trials.len());
    let slow = wrong.len();
    eprintln!("sweep: all {} runs passed; {slow} had to be interrupted", trials.len());

    Ok(())
}

/// All runs: each command with its damaged input, or with damaged arguments.
fn plan(sweep: &Sweep) -> Vec<Trial> {
    let is_selected = |line: &&Line| line.words.contains(&sweep.only);
    let mut trials = Vec::new();
    for (at, line) in COMMANDS.iter().enumerate().filter(|(_, line)| is_selected(line)) {
        let seed = Seed(sweep.seed).child(at as u64);
        // The kinds of damage take turns; each command starts with another kind.
        let first = seed.rng().below(1 << 16);
        trials.extend((0..sweep.inputs).map(|input| Trial {
            line,
            turn: first.wrapping_add(input),
            seed: seed.child(u64::from(input)),
        }));
    }

    trials
}

/// Runs the trials on two threads; returns those that did not pass, in their order.
fn run_all(trials: &[Trial], program: &Path, folder: &Path) -> Vec<(usize, Verdict)> {
    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());

    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(trial) = trials.get(index) else { return };

            let verdict = trial
                .run(index, program, folder)
                .unwrap_or_else(|error| Verdict::Broken(format!("{error:#}")));
            if !matches!(verdict, Verdict::Fine)
                && let Ok(mut wrong) = wrong.lock()
            {
                wrong.push((index, verdict));
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    let mut wrong = wrong.into_inner().unwrap_or_default();
    wrong.sort_by_key(|(index, _)| *index);

    wrong
}

/// Checks that the commands of the sweep include every verb of the program.
fn check_complete(program: &Path) -> Result<()> {
    let verbs = |words: &[&str]| -> Result<Vec<String>> {
        let output = Command::new(program).args(words).arg("--help").output()?;
        let help = String::from_utf8_lossy(&output.stdout).into_owned();
        let list = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
        let list = list.take_while(|line| line.starts_with("  "));
        // A line that is indented further continues what the verb above is for.
        let list = list.filter_map(|line| line.strip_prefix("  "));
        let list = list.filter(|line| !line.starts_with(' '));
        let names = list.filter_map(|line| line.split_whitespace().next());
        Ok(names.filter(|&name| name != "help").map(str::to_owned).collect())
    };

    for command in verbs(&[])? {
        let of_game = verbs(&[&command])?;
        let all = if of_game.is_empty() { vec![String::new()] } else { of_game };
        for verb in all {
            let words = format!("{command} {verb}");
            let is_there = COMMANDS.iter().any(|line| line.words.contains(words.trim()));
            if !is_there {
                bail!("the sweep has no command `{words}`: add it to xtask/src/sweep");
            }
        }
    }

    Ok(())
}

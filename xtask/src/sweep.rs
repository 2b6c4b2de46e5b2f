//! `cargo xtask sweep`: every command of the program on damaged inputs.
//!
//! Each run stands in a folder of its own, with at most 2 GB of address space and ten seconds of
//! a processor.
//! It must not panic, be killed, hang, or leave a file behind where it refuses; it ends with 0,
//! 1, 2 or 130, and says why whenever it ends with 2. The same seed makes the same inputs.

mod commands;
mod damage;
mod goods;
mod process;
mod trial;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, bail, ensure};
use tilewright_grid::Seed;

use crate::{cargo, finish, root};
use commands::{COMMANDS, Line};
use trial::{Trial, Verdict};

/// How many damaged inputs each command gets in `cargo xtask test`.
pub(crate) const FEW: u32 = 8;

/// What is swept.
#[derive(clap::Args)]
pub(crate) struct Sweep {
    /// Damaged inputs for each command.
    #[arg(long, default_value_t = 200)]
    inputs: u32,
    /// The number from which all damage comes.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Sweep this program instead of the one built here.
    #[arg(long)]
    program: Option<PathBuf>,
    /// Sweep only the commands that contain these words.
    #[arg(long, default_value = "")]
    only: String,
}

impl Sweep {
    /// The small sweep of `cargo xtask test`.
    pub(crate) const fn small() -> Self {
        Self { inputs: FEW, seed: 1, program: None, only: String::new() }
    }
}

/// Sweeps; an error says how many runs went wrong, and each of them how to repeat it.
pub(crate) fn run(sweep: &Sweep) -> Result<()> {
    let program = match &sweep.program {
        Some(program) => fs::canonicalize(program).context("the program is not there")?,
        None => built()?,
    };
    check_complete(&program)?;
    let folder = root().join("target/sweep");
    let _ = fs::remove_dir_all(&folder);
    let goods = folder.join("good");
    goods::make(&program, &goods)?;
    let trials = plan(sweep);
    eprintln!("sweep: {} runs, seed {}", trials.len(), sweep.seed);
    let wrong = run_all(&trials, &program, &folder);
    let failed = wrong.iter().filter(|(_, verdict)| verdict.is_failure()).count();
    for (index, verdict) in &wrong {
        eprintln!("{verdict}: {}", trials[*index].repeat(*index));
    }
    ensure!(failed == 0, "{failed} of {} runs went wrong", trials.len());
    let slow = wrong.len();
    eprintln!(
        "sweep: all {} runs ended as they should; {slow} had to be interrupted",
        trials.len()
    );
    Ok(())
}

/// The program as users have it.
fn built() -> Result<PathBuf> {
    finish(cargo("build --release --quiet --locked --package tilewright-cli"))?;
    Ok(root().join("target/release/tilewright"))
}

/// All runs: each command with its damaged input, and with damaged words.
fn plan(sweep: &Sweep) -> Vec<Trial> {
    let is_asked = |line: &&Line| line.words.contains(&sweep.only);
    let mut trials = Vec::new();
    for (at, line) in COMMANDS.iter().enumerate().filter(|(_, line)| is_asked(line)) {
        let seed = Seed(sweep.seed).child(at as u64);
        // The kinds of damage come by turns, each command beginning elsewhere.
        let first = seed.rng().below(1 << 16);
        trials.extend((0..sweep.inputs).map(|input| Trial {
            line,
            turn: first.wrapping_add(input),
            seed: seed.child(u64::from(input)),
        }));
    }
    trials
}

/// Runs them on two threads; yields those that went wrong, in their order.
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

/// Checks that no verb of the program is missing among the commands.
fn check_complete(program: &Path) -> Result<()> {
    let verbs = |words: &[&str]| -> Result<Vec<String>> {
        let output = Command::new(program).args(words).arg("--help").output()?;
        let help = String::from_utf8_lossy(&output.stdout).into_owned();
        let list = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
        let list = list.take_while(|line| line.starts_with("  "));
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
                bail!("no command of the sweep is `{words}`: add it to xtask/src/sweep");
            }
        }
    }
    Ok(())
}

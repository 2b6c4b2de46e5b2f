//! Runs the crates in turns and prints a table.

use std::time::Instant;

use cpu_time::ProcessTime;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::problems::Outcome;

/// How often each pair of crates takes turns.
const TURNS: u64 = 7;

/// How often the evaluations that sleep are run.
const NIGHTS: u64 = 3;

/// A crate that solves a problem from a seed.
pub struct Case {
    /// The name of the crate.
    pub name: &'static str,
    /// Solves the problem.
    pub run: fn(u64) -> Outcome,
}

/// A crate that solves the problem that sleeps, from a seed on some threads.
pub struct Nap {
    /// The name of the crate.
    pub name: &'static str,
    /// Solves the problem.
    pub run: fn(u64, usize) -> Outcome,
}

/// A problem, our function and those of the peers.
pub struct Contest {
    /// The name of the problem.
    pub name: &'static str,
    /// Its sizes.
    pub what: &'static str,
    /// Our function, if we have one.
    pub ours: Option<fn(u64) -> Outcome>,
    /// The others.
    pub others: &'static [Case],
}

/// The timed runs of a crate.
#[derive(Default)]
struct Runs {
    milliseconds: Vec<f64>,
    best: Vec<f64>,
    evaluations: Vec<f64>,
}

impl Runs {
    fn add(&mut self, run: fn(u64) -> Outcome, seed: u64) {
        let start = ProcessTime::now();
        let Outcome { best, evaluations } = run(seed);
        self.milliseconds.push(start.elapsed().as_secs_f64() * 1000.0);
        self.best.push(best);
        self.evaluations.push(evaluations as f64);
    }

    fn row(&self, name: &str, ratio: Option<f64>) -> String {
        let ratio = ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
        let version = version(name).unwrap_or("-");
        format!(
            "{name:<20} {version:>8} {:>9.2} {ratio:>7} {:>11.0} {:>11.4}",
            median(&self.milliseconds),
            median(&self.evaluations),
            median(&self.best),
        )
    }
}

impl Contest {
    /// Runs each peer in turns with ours, on one thread, and prints the medians. The ratio of a
    /// peer is its median over that of our runs between its own.
    pub fn print(&self) {
        println!("{}: {}", self.name, self.what);
        println!(
            "{:<20} {:>8} {:>9} {:>7} {:>11} {:>11}",
            "crate", "version", "CPU ms", "ratio", "evaluations", "final best"
        );
        pool(1).install(|| self.print_rows());
        println!();
    }

    fn print_rows(&self) {
        let mut all = Runs::default();
        let mut rows = Vec::new();
        for case in self.others {
            let (mut ours, mut theirs) = (Runs::default(), Runs::default());
            // The first turn warms up.
            for turn in 0..=TURNS {
                if turn == 1 {
                    (ours, theirs) = (Runs::default(), Runs::default());
                }
                if let Some(run) = self.ours {
                    ours.add(run, turn);
                }
                theirs.add(case.run, turn);
            }
            let ratio = median(&theirs.milliseconds) / median(&ours.milliseconds);
            rows.push(theirs.row(case.name, self.ours.map(|_| ratio)));
            all.milliseconds.append(&mut ours.milliseconds);
            all.best.append(&mut ours.best);
            all.evaluations.append(&mut ours.evaluations);
        }
        if self.ours.is_some() {
            println!("{}", all.row("tilewright-evolve", Some(1.0)));
        }
        for row in rows {
            println!("{row}");
        }
    }
}

/// Runs evaluations that sleep for a millisecond on one and two threads, and prints the medians.
pub fn print_naps(naps: &[Nap]) {
    println!("sleep: evaluations that sleep for 1 ms, on 1 thread and on 2");
    println!(
        "{:<20} {:>8} {:>9} {:>9} {:>8} {:>11}",
        "crate", "version", "1: ms", "2: ms", "speed-up", "evaluations"
    );
    for nap in naps {
        let mut times = [Vec::new(), Vec::new()];
        let mut evaluations = 0;
        for seed in 1..=NIGHTS {
            for (threads, times) in (1..).zip(&mut times) {
                let start = Instant::now();
                let outcome = pool(threads).install(|| (nap.run)(seed, threads));
                times.push(start.elapsed().as_secs_f64() * 1000.0);
                evaluations = outcome.evaluations;
            }
        }
        let [one, two] = times.map(|times| median(&times));
        println!(
            "{:<20} {:>8} {one:>9.0} {two:>9.0} {:>8.2} {evaluations:>11}",
            nap.name,
            version(nap.name).unwrap_or("-"),
            one / two
        );
    }
}

/// Runs a scheme of few children whose evaluations sleep for a millisecond on 1, 2 and 8 threads,
/// and prints the medians. `run` returns the seconds that all threads together spent in evaluations.
pub fn print_busy(what: &str, run: fn(u64) -> f64) {
    println!("busy: {what}, evaluations that sleep for 1 ms");
    println!("{:<8} {:>9} {:>9} {:>13}", "threads", "ms", "speed-up", "threads busy");
    let mut alone = f64::NAN;
    for threads in [1, 2, 8] {
        let pool = pool(threads);
        let (mut times, mut busy) = (Vec::new(), Vec::new());
        for seed in 1..=NIGHTS {
            let start = Instant::now();
            let seconds = pool.install(|| run(seed));
            times.push(start.elapsed().as_secs_f64() * 1000.0);
            busy.push(seconds / start.elapsed().as_secs_f64());
        }
        let time = median(&times);
        alone = if threads == 1 { time } else { alone };
        let busy = median(&busy);
        println!("{threads:<8} {time:>9.0} {:>9.2} {busy:>13.2}", alone / time);
    }
}

fn pool(threads: usize) -> ThreadPool {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("the system has room for the threads")
}

/// The median of a list; NaN if it is empty.
fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The version of a crate in the lock file.
fn version(name: &str) -> Option<&'static str> {
    let lock = include_str!("../Cargo.lock");
    let start = lock.find(&format!("name = \"{name}\"\n"))?;
    lock[start..].lines().nth(1)?.split('"').nth(1)
}

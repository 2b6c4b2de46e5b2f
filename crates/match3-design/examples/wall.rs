//! Measures how many bins of an archive a run fills, of those that five longer runs fill together.
//! Prints a Markdown table.

#![expect(clippy::print_stdout, reason = "the table is the purpose of this program")]

use std::collections::BTreeSet;
use std::error::Error;

use cpu_time::ProcessTime;
use tilewright_grid::Seed;
use tilewright_match3::{Goal, Quota};
use tilewright_match3_design::{ArchiveRequest, DifficultyRequest, LevelArchive};

/// The requests: the goal and the kinds.
const REQUESTS: [(&str, &str); 2] =
    [("collect:30", "obstacle"), ("collect:30", "obstacle,overlay2")];
/// The rounds after which a run is looked at: the last number is the default of the command.
const ROUNDS: [u64; 3] = [5, 10, 20];
/// The rounds of a longer run, and the seeds of these runs.
const LONGER: (u64, [u64; 5]) = (60, [11, 12, 13, 14, 15]);
const EVALUATIONS: u64 = 100_000;

/// The bins that a run has filled, with its games and seconds of CPU time.
struct Filled {
    bins: BTreeSet<usize>,
    games: u64,
    seconds: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "| kinds | run | CPU time | games | bins filled | of those that any longer run fills |"
    );
    println!("|---|---|---|---|---|---|");

    for (goal, kinds) in REQUESTS {
        let goal: Goal = goal.parse()?;
        let quotas: Vec<Quota> =
            kinds.split(',').map(str::parse).collect::<Result<_, _>>()?;
        let request = DifficultyRequest::new(goal.clone(), 1.0).with_kinds(quotas);
        let guide = request.guide()?;
        let ends = request.usual_swaps(&guide, Seed(1), &())?.ok_or("it was stopped")?;
        let mut wanted = ArchiveRequest::new(goal, ends);
        (wanted.kinds, wanted.evaluations) = (request.kinds, EVALUATIONS);
        let run = |seed: u64, rounds: &[u64]| -> Result<Vec<Filled>, Box<dyn Error>> {
            let mut archive = LevelArchive::new(&wanted, &guide, Seed(seed), &())?;
            let begun = ProcessTime::now();
            let mut filled = Vec::new();
            for &until in rounds {
                while archive.rounds() < until && !archive.is_full() {
                    archive.advance(&())?;
                }
                let bins = archive.levels().map(|level| level.bin).collect();
                let seconds = begun.elapsed().as_secs_f64();
                filled.push(Filled { bins, games: archive.games(), seconds });
            }
            Ok(filled)
        };
        let mut longer = Vec::new();
        for seed in LONGER.1 {
            longer.extend(run(seed, &[LONGER.0])?);
        }
        let all: BTreeSet<usize> = longer.iter().flat_map(|it| it.bins.clone()).collect();
        let row = |what: &str, filled: &Filled| {
            let Filled { bins, games, seconds } = filled;
            let common = bins.intersection(&all).count();
            let share = 100.0 * common as f64 / all.len() as f64;
            let count = bins.len();
            println!(
                "| {kinds} | {what} | {seconds:.0} s | {games} | {count} | {common} of {} ({share:.0} %) |",
                all.len()
            );
        };
        for seed in [1, 2, 3] {
            for (filled, rounds) in run(seed, &ROUNDS)?.iter().zip(ROUNDS) {
                row(&format!("seed {seed}, {rounds} rounds"), filled);
            }
        }
        for (filled, seed) in longer.iter().zip(LONGER.1) {
            row(&format!("longer, seed {seed}, {} rounds", LONGER.0), filled);
        }
    }

    Ok(())
}

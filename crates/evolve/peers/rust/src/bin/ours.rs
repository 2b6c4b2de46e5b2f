//! Runs of ours alone, for a profiler: `ours NAME [RUNS]`.
//!
//! `valgrind --tool=callgrind target/release/ours ask` counts the instructions of a run.

use std::process::ExitCode;

use tilewright_evolve_peers::ours;
use tilewright_evolve_peers::problems::Outcome;

const CASES: &[(&str, fn(u64) -> Outcome)] = &[
    ("onemax", ours::one_max),
    ("ask", ours::one_max_asked),
    ("rastrigin", ours::rastrigin),
    ("two-point", ours::rastrigin_two_point),
    ("knapsack", ours::knapsack),
    ("zdt1", ours::zdt1),
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let case = CASES.iter().find(|(name, _)| words.first().is_some_and(|it| it == name));
    let runs = words.get(1).map_or(Ok(1), |runs| runs.parse());
    let (Some((_, run)), Ok(runs)) = (case, runs) else {
        let names: Vec<&str> = CASES.iter().map(|(name, _)| *name).collect();
        eprintln!("usage: ours {} [RUNS]", names.join("|"));
        return ExitCode::FAILURE;
    };
    for seed in 1..=runs {
        println!("{}", run(seed).best);
    }
    ExitCode::SUCCESS
}

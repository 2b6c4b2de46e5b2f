//! Measures the search algorithms of `generate` on the article's series: 10 × 10, obstacles only,
//! targets 114 to 1140, 30 runs each. Prints a Markdown table.

#![expect(clippy::print_stdout, reason = "the table is the purpose of this program")]

use rayon::prelude::*;
use tilewright_grid::{Seed, Size};
use tilewright_match3::{Algorithm, GeneratedLevel, LevelRequest, Template, Violation};

const TARGETS: [u32; 7] = [114, 342, 456, 684, 912, 1026, 1140];
const RUNS: u64 = 30;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let algorithms = [
        ("fi2pop, ± 55", Algorithm::FeasibleInfeasible(Violation::Cells), 55),
        ("hill-climb, ± 55", Algorithm::HillClimb, 55),
        ("hill-climb, ± 0", Algorithm::HillClimb, 0),
    ];
    println!("| algorithm | target | solved | generations | evaluations |");
    println!("|---|---|---|---|---|");
    for (name, algorithm, tolerance) in algorithms {
        let mut sum = 0.0;
        for target in TARGETS {
            let request = LevelRequest::new(target)
                .with_template(Template::open(Size::new(10, 10))?)
                .with_tolerance(tolerance)
                .with_algorithm(algorithm);
            let runs = (0..RUNS).into_par_iter().map(|run| request.generate(Seed(run)));
            let made = match runs.collect::<Result<Vec<GeneratedLevel>, _>>() {
                Ok(made) => made,
                Err(error) => {
                    println!("| {name} | {target} | – | – | {error} |");
                    continue;
                }
            };
            let solved = made.iter().filter(|made| made.is_found).count();
            let mean = |value: fn(&GeneratedLevel) -> u64| {
                made.iter().map(value).sum::<u64>() as f64 / RUNS as f64
            };
            let evaluations = mean(|made| made.evaluations);
            sum += evaluations;
            let generations = mean(|made| made.generations);
            println!(
                "| {name} | {target} | {solved} of {RUNS} | {generations:.1} | {evaluations:.1} |"
            );
        }
        println!("| {name} | all seven | | | {:.1} |", sum / TARGETS.len() as f64);
    }
    Ok(())
}

//! Measures the schemes of `generate` on the article's series: 10 × 10, obstacles only,
//! targets 114 to 1140, 30 runs each. Prints a Markdown table.

#![expect(clippy::print_stdout, reason = "the table is the purpose of this program")]

use std::ops::ControlFlow;

use rayon::prelude::*;
use tilewright_grid::{Seed, Size};
use tilewright_match3::{
    Kind, Made, Search, Symmetry, Template, Violation, Wish, generate,
};

const TARGETS: [u32; 7] = [114, 342, 456, 684, 912, 1026, 1140];
const RUNS: u64 = 30;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let schemes = [
        ("fi2pop, ± 55", Search::FeasibleInfeasible(Violation::Cells), 55),
        ("climb, ± 55", Search::Climb, 55),
        ("climb, ± 0", Search::Climb, 0),
    ];
    println!("| scheme | target | solved | generations | evaluations |");
    println!("|---|---|---|---|---|");
    for (name, scheme, tolerance) in schemes {
        let mut sum = 0.0;
        for target in TARGETS {
            let wish = Wish {
                template: Template::open(Size::new(10, 10))?,
                kinds: vec![Kind::Obstacle.into()],
                symmetry: Symmetry::None,
                target,
                tolerance,
                scheme,
            };
            let runs = (0..RUNS)
                .into_par_iter()
                .map(|run| generate(&wish, Seed(run), |_| ControlFlow::Continue(())));
            let made = match runs.collect::<Result<Vec<Made>, _>>() {
                Ok(made) => made,
                Err(error) => {
                    println!("| {name} | {target} | – | – | {error} |");
                    continue;
                }
            };
            let solved = made.iter().filter(|made| made.is_found).count();
            let mean = |value: fn(&Made) -> u64| {
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

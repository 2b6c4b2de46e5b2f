//! How often the article's search finds a legal fleet, and how fast it evaluates fleets:
//! `cargo run --release -p tilewright-battleship --example classic [seeds]`.

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Instant;

use rayon::prelude::*;
use tilewright_battleship::{
    Chromosome, Classic, ClassicProblem, Placed, Rules, classic,
};
use tilewright_evolve::Problem;
use tilewright_grid::{Estimate, Seed};

#[expect(clippy::print_stdout, reason = "an example prints its results")]
fn main() -> Result<(), Box<dyn Error>> {
    let seeds: u64 = std::env::args().nth(1).map_or(Ok(1000), |word| word.parse())?;
    for (side, population) in [(10, 50), (7, 200), (7, 50)] {
        let rules = Rules::russian(side, side)?;
        let settings = Classic { population, generations: 50 };
        let search = |seed: u64| {
            classic(&rules, settings, Seed(seed), &(), |_| ControlFlow::Continue(()))
        };
        let placed: Vec<Placed> =
            (1..=seeds).into_par_iter().map(search).collect::<Result<_, _>>()?;
        let legal: Vec<&Placed> =
            placed.iter().filter(|placed| placed.is_legal).collect();
        let mut generations: Vec<u64> =
            legal.iter().map(|placed| placed.generations).collect();
        generations.sort_unstable();
        let share = Estimate::of_share(legal.len() as u64, seeds);
        let evaluations: u64 = placed.iter().map(|placed| placed.evaluations).sum();
        println!(
            "{side} × {side}, population {population}: {:.1} % of {seeds} seeds (95 %: {:.1} to \
             {:.1}), median generation {:?}, {:.0} evaluations per success",
            100.0 * share.mean,
            100.0 * share.ci95[0],
            100.0 * share.ci95[1],
            generations.get(generations.len() / 2),
            evaluations as f64 / legal.len().max(1) as f64,
        );
    }
    let rules = Rules::russian(10, 10)?;
    let problem = ClassicProblem::new(&rules);
    let mut rng = Seed(1).rng();
    let genomes: Vec<_> = (0..1000).map(|_| problem.random(&mut rng)).collect();
    let mut best = f64::INFINITY;
    for _ in 0..20 {
        let begun = Instant::now();
        let sum: f64 =
            genomes.iter().map(|genes| problem.evaluate(genes).objectives[0]).sum();
        assert!(sum > 0.0);
        best = best.min(begun.elapsed().as_secs_f64() / genomes.len() as f64);
    }
    assert!(Chromosome::new(&rules, &genomes[0]).is_ok());
    println!("{:.2} million evaluations per second on one core", 1e-6 / best);
    Ok(())
}

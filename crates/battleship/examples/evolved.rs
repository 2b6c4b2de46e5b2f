//! The effort of the search `evolve` for a legal fleet on 7 × 7:
//! `cargo run --release -p tilewright-battleship --example evolved [seeds [restart]]`.

use std::error::Error;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use tilewright_battleship::{EvolvedSettings, Rules, evolve};
use tilewright_grid::Seed;

#[expect(clippy::print_stdout, reason = "an example prints its results")]
fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<u64> =
        std::env::args().skip(1).map(|word| word.parse()).collect::<Result<_, _>>()?;
    let seeds = numbers.first().copied().unwrap_or(1000);
    let rules = Rules::russian(7, 7)?;
    let mut settings = EvolvedSettings::default();
    settings.restart = numbers.get(1).copied().unwrap_or(settings.restart);
    let mut times: Vec<Duration> = Vec::new();
    let (mut legal, mut evaluations) = (0, 0);
    for seed in 1..=seeds {
        let begun = Instant::now();
        let placed = evolve(&rules, settings, Seed(seed), |_| ControlFlow::Continue(()))?;
        times.push(begun.elapsed());
        assert_eq!(placed.is_legal, rules.is_legal(&placed.fleet));
        legal += u64::from(placed.is_legal);
        evaluations += placed.evaluations;
    }
    times.sort_unstable();
    println!(
        "7 × 7: {legal} of {seeds} seeds, {:.0} evaluations per success, median {:.2?}, max {:.2?}",
        evaluations as f64 / legal.max(1) as f64,
        times[times.len() / 2],
        times[times.len() - 1],
    );
    Ok(())
}

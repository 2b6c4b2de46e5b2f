//! The win rates of casual hunters in duels with `density`, with uniform fleets and alternating starts: first by focus on the
//! standard game, which makes the table in `hunters/casual.rs`, then by the win rate asked for on twenty fields:
//! `cargo run --release -p tilewright-battleship --example win_rates [duels]`.

use std::error::Error;
use std::time::Instant;

use tilewright_battleship::{
    FleetError, Hider, Hunter, Limits, Placements, Placer, Rules, Sight, Strategy, Touch,
    WinRates, casual_with_focus, duels,
};
use tilewright_grid::{Estimate, Seed, Size};

/// Rows, columns, ships, and how close they may lie.
const FIELDS: [(u32, u32, &str, Touch); 20] = [
    (5, 5, "3,2", Touch::Never),
    (5, 5, "3,2,2,1", Touch::Corners),
    (4, 6, "3,2,2,1", Touch::Never),
    (6, 6, "3,2,2,1", Touch::Never),
    (6, 6, "4,3,2", Touch::Free),
    (7, 7, "russian", Touch::Never),
    (7, 7, "4,3,3,2", Touch::Free),
    (8, 8, "4,3,2,2", Touch::Never),
    (8, 8, "russian", Touch::Never),
    (8, 8, "us", Touch::Free),
    (5, 12, "4,3,2,1", Touch::Never),
    (9, 9, "russian", Touch::Never),
    (9, 9, "5,4,3", Touch::Corners),
    (10, 10, "russian", Touch::Never),
    (10, 10, "us", Touch::Free),
    (10, 10, "4,3,3,2,2", Touch::Never),
    (10, 10, "1,1,1,1", Touch::Free),
    (12, 12, "russian", Touch::Never),
    (8, 14, "5,4,3,3,2", Touch::Free),
    (9, 13, "5,4,4,3,2", Touch::Never),
];

#[expect(clippy::print_stdout, reason = "an example prints its results")]
fn main() -> Result<(), Box<dyn Error>> {
    let games = std::env::args().nth(1).map_or(Ok(4000), |word| word.parse())?;
    let rules = Rules::russian(10, 10)?;
    for focus in [-8.0, -4.0, -2.0, -1.0, 0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 64.0] {
        let found = share(&rules, &*casual_with_focus(&rules, focus), games)?;
        println!("focus {focus}: {:.4} ± {:.4}", found.mean, found.half_width());
    }

    let mut errors = Vec::new();
    for (rows, columns, ships, touch) in FIELDS {
        let rules = Rules::new(Size::new(rows, columns), ships.parse()?, touch)?;
        let started = Instant::now();
        let rates = WinRates::new(&rules, Strategy::Density.into(), &())?;
        let [low, high] = rates.range();
        // In turn near the lower end, in the middle and near the upper end of the range.
        let part = [0.15, 0.5, 0.85][errors.len() % 3];
        let asked = low + part * (high - low);
        let casual = rates.casual(asked, &())?;
        let took = started.elapsed().as_secs_f64();

        let found = share(&rules, &*casual.hunter.hunter(&rules), games)?;
        errors.push(100.0 * (found.mean - asked).abs());
        println!(
            "{rows} × {columns}, {ships}, {touch}: {:.1} to {:.1} %, asked {:.1}: {} wins {:.1} ± {:.1} %, {took:.1} s",
            100.0 * low,
            100.0 * high,
            100.0 * asked,
            casual.hunter,
            100.0 * found.mean,
            100.0 * found.half_width()
        );
    }
    let mean = errors.iter().sum::<f64>() / errors.len() as f64;
    let max = errors.iter().copied().fold(0.0, f64::max);
    println!("error of {} fields: mean {mean:.2}, max {max:.2} points", errors.len());
    Ok(())
}

/// The share of its duels with `density` that a hunter wins, with uniform fleets.
fn share(rules: &Rules, hunter: &dyn Hunter, games: u32) -> Result<Estimate, FleetError> {
    let limits = Limits::of_memory(1 << 31);
    let all = Placements::given(&Sight::new(rules), limits, &())?;
    let placer = Placer::of_placements(all)?;
    let density = Strategy::Density.hunter(rules);
    let two: [(&dyn Hunter, &dyn Hider); 2] = [(hunter, &placer), (&*density, &placer)];
    let winners = duels(rules, two, 0..games, Seed(2), &())?;
    let won = winners.iter().filter(|winner| **winner == 0).count();
    Ok(Estimate::of_share(won as u64, winners.len() as u64))
}

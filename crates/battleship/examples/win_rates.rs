//! The win rates of casual hunters in duels with `density` on the standard game, with uniform
//! fleets and alternating starts: first by focus, which makes the table in `hunters/casual.rs`,
//! then by the win rate asked for, which checks it:
//! `cargo run --release -p tilewright-battleship --example win_rates [duels]`.

use std::error::Error;

use tilewright_battleship::{
    FleetError, Hider, Hunter, MEMORY, Placer, Rules, SkilledHunter, Strategy,
    casual_with_focus, duels,
};
use tilewright_grid::{Estimate, Seed};

#[expect(clippy::print_stdout, reason = "an example prints its results")]
fn main() -> Result<(), Box<dyn Error>> {
    let games = std::env::args().nth(1).map_or(Ok(20_000), |word| word.parse())?;
    let rules = Rules::russian(10, 10)?;
    let placer = Placer::uniform(&rules, MEMORY)?;
    let density = Strategy::Density.hunter(&rules);
    let share = |hunter: &dyn Hunter, seed| -> Result<Estimate, FleetError> {
        let two: [(&dyn Hunter, &dyn Hider); 2] =
            [(hunter, &placer), (&*density, &placer)];
        let winners = duels(&rules, two, 0..games, Seed(seed), &())?;
        let won = winners.iter().filter(|winner| **winner == 0).count();
        Ok(Estimate::of_share(won as u64, winners.len() as u64))
    };
    for focus in [-8.0, -4.0, -2.0, -1.0, 0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 64.0] {
        let found = share(&*casual_with_focus(&rules, focus), 1)?;
        println!("focus {focus}: {:.4} ± {:.4}", found.mean, found.half_width());
    }
    for percent in [20, 25, 30, 35, 40, 45, 50] {
        let asked = f64::from(percent) / 100.0;
        let found = share(&*SkilledHunter::casual(asked)?.hunter(&rules), 2)?;
        println!("asked {asked}: {:.4} ± {:.4}", found.mean, found.half_width());
    }
    Ok(())
}

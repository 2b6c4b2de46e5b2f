//! The fewest shots that any hunter can take on small fields, beside those of the others, over all fleets:
//! `cargo run --release -p tilewright-battleship --example perfect`. The last field takes a minute or two.

use std::error::Error;

use tilewright_battleship::{
    Fleet, FleetError, Hunter, MEMORY, PerfectPolicy, Placements, Rules, Strategy, Touch,
    play,
};
use tilewright_grid::{Seed, Size};

#[expect(clippy::print_stdout, reason = "an example prints its results")]
fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "| field | ships | fleets | perfect | exact | posterior | density | lattice |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (rows, columns, ships) in [
        (3, 3, "2"),
        (4, 4, "2"),
        (4, 4, "3,2"),
        (4, 4, "2,2"),
        (3, 5, "3,1"),
        (4, 5, "3,2"),
    ] {
        let rules = Rules::new(Size::new(rows, columns), ships.parse()?, Touch::Never)?;
        let policy = PerfectPolicy::new(&rules, &())?;
        let all = Placements::new(&rules, MEMORY)?;
        let fleets: Vec<Fleet> = (0..all.total()).map(|it| all.fleet(it)).collect();
        let mean = |hunter: &mut dyn Hunter| -> Result<f64, FleetError> {
            let shots =
                fleets.iter().map(|it| play(&rules, hunter, it, Seed(1), |_, _| {}));
            let sum = shots.sum::<Result<u32, _>>()?;
            Ok(f64::from(sum) / fleets.len() as f64)
        };
        print!("| {rows} × {columns} | {ships} | {} ", fleets.len());
        print!("| {:.3} ", mean(&mut *policy.hunter())?);
        for other in
            [Strategy::Exact, Strategy::Posterior, Strategy::Density, Strategy::Lattice]
        {
            print!("| {:.3} ", mean(&mut *other.hunter(&rules))?);
        }
        println!("|");
    }
    Ok(())
}

//! The number of standard fleets on fields of several sizes, and the speed of uniform draws:
//! `cargo run --release -p tilewright-battleship --example counts`.

use std::error::Error;
use std::time::Instant;

use tilewright_battleship::{MEMORY, Placements, Rules, Sequential, count};
use tilewright_grid::Seed;

#[expect(clippy::print_stdout, reason = "an example prints its results")]
fn main() -> Result<(), Box<dyn Error>> {
    let sizes = [
        (6, 6),
        (6, 7),
        (6, 8),
        (5, 9),
        (6, 9),
        (7, 7),
        (7, 8),
        (8, 8),
        (9, 9),
        (10, 10),
    ];
    for (rows, columns) in sizes {
        let rules = Rules::russian(rows, columns)?;
        let begun = Instant::now();
        let fleets = count(&rules, MEMORY, &())?;
        println!("{rows} × {columns}: {fleets} fleets, {:.2?}", begun.elapsed());
    }
    for side in [7, 10] {
        let rules = Rules::russian(side, side)?;
        let begun = Instant::now();
        let placements = Placements::new(&rules, MEMORY)?;
        println!("{side} × {side}: all placements in {:.2?}", begun.elapsed());
        let mut rng = Seed(1).rng();
        let best = (0..5).map(|_| {
            let begun = Instant::now();
            let ships: usize = (0..20_000)
                .filter_map(|_| placements.draw(&mut rng))
                .map(|it| it.ships.len())
                .sum();
            assert_eq!(ships, 200_000);
            begun.elapsed() / 20_000
        });
        println!(
            "{side} × {side}: {:.2?} per uniform draw",
            best.min().unwrap_or_default()
        );
        let sequential = Sequential::new(&rules);
        let mut fleet = sequential.draw(&mut rng)?;
        let best = (0..5).map(|_| {
            let begun = Instant::now();
            for _ in 0..2_000 {
                sequential.draw_into(&mut fleet, &mut rng).expect("there is room");
            }
            begun.elapsed() / 2_000
        });
        println!(
            "{side} × {side}: {:.2?} per sequential draw",
            best.min().unwrap_or_default()
        );
    }
    Ok(())
}

//! Evolves fleets that are hard to find on 10 × 10 and prints them as JSON, progress on stderr:
//! `cargo run --release -p tilewright-battleship --example hard [generations [fleets [games]]]`.

use std::error::Error;

use tilewright_battleship::{FleetDocument, Hardening, Origin, Rules, harden};
use tilewright_grid::Seed;

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "it is here to print")]
fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<u32> =
        std::env::args().skip(1).map(|word| word.parse()).collect::<Result<_, _>>()?;
    let mut settings = Hardening::default();
    if let Some(&generations) = numbers.first() {
        settings.generations = u64::from(generations);
    }
    if let Some(&fleets) = numbers.get(1) {
        settings.fleets = fleets as usize;
    }
    if let Some(&games) = numbers.get(2) {
        settings.games = games;
    }
    let rules = Rules::russian(10, 10)?;
    let fleets = harden(&rules, &settings, Seed(1), &|| true, |moment| {
        if moment.generation % 10 > 0 {
            return;
        }
        let (generation, best, mean) = (moment.generation, moment.best, moment.mean);
        eprintln!("generation {generation}: best {best:.2}, mean {mean:.2}");
    })?;
    let mut document = FleetDocument::new(&rules).made("hard", 1);
    for hard in &fleets {
        let origin = Origin { shots: Some(hard.shots), ..Origin::default() };
        document.push(&rules, &hard.fleet, origin);
    }
    print!("{}", document.to_json());
    Ok(())
}

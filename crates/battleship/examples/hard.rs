//! Evolves fleets that are hard to find on 10 × 10 and prints them as JSON, progress on stderr:
//! `cargo run --release -p tilewright-battleship --example hard [generations [fleets [games]]]`.

use std::error::Error;

use tilewright_battleship::{FleetDocument, HardEvent, Hardening, Origin, Rules, harden};
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
    let watch = |event: HardEvent<'_>| {
        if let HardEvent::Island(island) = event {
            let best = island.fleets.first().map_or(0.0, |hard| hard.shots);
            eprintln!("island {} of {}: {best:.2}", island.number, settings.islands());
        }
    };
    let fleets = harden(&rules, &settings, Seed(1), Vec::new(), &(), &watch)?.fleets;
    let mut document = FleetDocument::new(&rules).made("hard", 1);
    for hard in &fleets {
        let origin = Origin { shots: Some(hard.shots), ..Origin::default() };
        document.push(&rules, &hard.fleet, origin);
    }
    print!("{}", document.to_json());
    Ok(())
}

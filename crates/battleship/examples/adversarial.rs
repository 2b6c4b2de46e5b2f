//! Evolves adversarial fleets on 10 × 10 and prints them as JSON, with the progress on stderr:
//! `cargo run --release -p tilewright-battleship --example adversarial [generations [fleets
//! [games]]]`.

use std::error::Error;

use tilewright_battleship::{
    AdversarialEvent, AdversarialSettings, FleetDocument, Origin, Rules, StretchEnd,
    adversarial,
};
use tilewright_grid::Seed;

#[expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an example prints its results"
)]
fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<u32> =
        std::env::args().skip(1).map(|word| word.parse()).collect::<Result<_, _>>()?;
    let mut settings = AdversarialSettings::default();
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
    let watch = |event: AdversarialEvent<'_>| {
        let AdversarialEvent::Stretch(stretch) = event else { return };
        if let StretchEnd::Fleets(fleets) = &stretch.end {
            let best = fleets.first().map_or(0.0, |found| found.shots);
            eprintln!("island {} of {}: {best:.2}", stretch.island, settings.islands());
        }
    };
    let fleets = adversarial(&rules, &settings, Seed(1), Vec::new(), &(), &watch)?.fleets;
    let mut document = FleetDocument::new(&rules).made("adversarial", 1);
    for found in &fleets {
        let origin = Origin { shots: Some(found.shots), ..Origin::default() };
        document.push(&rules, &found.fleet, origin);
    }
    print!("{}", document.to_json());
    Ok(())
}

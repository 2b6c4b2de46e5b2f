//! The mean shots of every hunter against uniform and two-column fleets on 10 × 10, and the time
//! per shot:
//! `cargo run --release -p tilewright-battleship --example hunters [games [hunter…]]`.

use std::error::Error;
use std::time::Instant;

use tilewright_battleship::{
    MEMORY, Placer, Rules, SkilledHunter, Statistics, Strategy, TwoColumns, hunt,
};
use tilewright_grid::Seed;

#[expect(clippy::print_stdout, reason = "an example prints its results")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let games = words.next().map_or(Ok(10_000), |word| word.parse())?;
    let named: Vec<SkilledHunter> =
        words.map(|word| word.parse()).collect::<Result<_, _>>()?;
    let hunters = if named.is_empty() {
        Strategy::ALL.map(SkilledHunter::from).to_vec()
    } else {
        named
    };
    let rules = Rules::russian(10, 10)?;
    let hidden = [
        ("uniform", Placer::uniform(&rules, MEMORY)?),
        ("two-columns", Placer::TwoColumns(TwoColumns::new(&rules)?)),
    ];
    for skilled in hunters {
        let hunter = skilled.hunter(&rules);
        for (name, placer) in &hidden {
            let begun = Instant::now();
            let shots = hunt(&rules, &*hunter, placer, 0..games, Seed(1), &())?;
            let taken = begun.elapsed().as_secs_f64();
            let all: u32 = shots.iter().sum();
            let Some(Statistics { shots, .. }) = Statistics::of(&rules, &shots) else {
                continue;
            };
            let [low, high] = shots.ci95.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
            let mean = shots.mean;
            println!(
                "{skilled} against {name}: {mean:.2} (95 %: {low:.2} to {high:.2}), {:.4} ms per \
                 shot on {} threads",
                1e3 * taken / f64::from(all),
                rayon::current_num_threads(),
            );
        }
    }
    Ok(())
}

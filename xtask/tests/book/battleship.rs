//! `how-to/rust.md`: Battleship.

// ANCHOR: example
use tilewright::battleship::{Placer, Rules, Sequential, Strategy, hunt};
use tilewright::grid::Seed;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The standard fleet of ten ships on 10 × 10 cells, none touching.
    let rules = Rules::russian(10, 10)?;
    let placer = Placer::Sequential(Sequential::new(&rules));
    let hunter = Strategy::Density.hunter(&rules);
    let shots = hunt(&rules, &*hunter, &placer, 0..100, Seed(1), &())?;
    let mean = f64::from(shots.iter().sum::<u32>()) / shots.len() as f64;
    println!("{mean:.1} shots on average to sink the fleet");
    Ok(())
}
// ANCHOR_END: example

#[test]
fn it_runs() {
    main().unwrap();
}

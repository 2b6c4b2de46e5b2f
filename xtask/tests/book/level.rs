//! `how-to/rust.md`: a level.

// ANCHOR: example
use tilewright::grid::Seed;
use tilewright::match3::Kind;
use tilewright::match3_design::{DifficultyRequest, LevelRequest, Symmetry, potential};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A level in which a bot collects 30 blocks of a colour in 24 swaps on average.
    let request = DifficultyRequest::new("collect:30".parse()?, 24.0)
        .with_kinds([Kind::OBSTACLE.into(), "blocked2:2-6".parse()?])
        .with_symmetry(Symmetry::Horizontal);
    let verified = request.generate(Seed(7))?;
    println!("{}found: {}", verified.level, verified.is_found);

    // A level of a wanted potential, in a third of a millisecond.
    let made = LevelRequest::new(600).generate(Seed(7))?;
    println!("{}potential {}", made.level, potential(&made.level));
    Ok(())
}
// ANCHOR_END: example

#[test]
fn it_runs() {
    main().unwrap();
}

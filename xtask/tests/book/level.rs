//! `how-to/rust.md`: a level.

// ANCHOR: example
use tilewright::grid::Seed;
use tilewright::match3::{Kind, LevelRequest, Symmetry, potential};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let request = LevelRequest::new(600)
        .with_kinds([Kind::Obstacle.into(), "blocked2:3-5".parse()?])
        .with_symmetry(Symmetry::Horizontal);
    let made = request.generate(Seed(7))?;
    println!("{}potential {}", made.level, potential(&made.level));
    Ok(())
}
// ANCHOR_END: example

#[test]
fn it_runs() {
    main().unwrap();
}

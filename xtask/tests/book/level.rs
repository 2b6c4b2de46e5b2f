//! `how-to/rust.md`: a level.

// ANCHOR: example
use std::ops::ControlFlow;

use tilewright::grid::{Seed, Size};
use tilewright::match3::{Kind, Search, Symmetry, Template, Wish, generate, potential};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let wish = Wish {
        template: Template::open(Size::new(9, 9))?,
        kinds: vec![Kind::Obstacle.into(), "blocked2:3-5".parse()?],
        symmetry: Symmetry::Horizontal,
        target: 600,
        tolerance: 0,
        scheme: Search::Climb,
    };
    let made = generate(&wish, Seed(7), |_| ControlFlow::Continue(()))?;
    println!("{}potential {}", made.level, potential(&made.level));
    Ok(())
}
// ANCHOR_END: example

#[test]
fn it_runs() {
    main().unwrap();
}

//! `README.md`: a level of a given difficulty.

// ANCHOR: example
use tilewright::grid::Seed;
use tilewright::match3_design::DifficultyRequest;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let request = DifficultyRequest::new("collect:30".parse()?, 24.0);
    let found = request.generate(Seed(7))?;
    println!("{}", found.level);
    Ok(())
}
// ANCHOR_END: example

#[test]
fn it_runs() {
    main().unwrap();
}

#[test]
fn the_readme_shows_this_program() {
    let source = include_str!("readme.rs");
    let (_, rest) = source.split_once("ANCHOR: example\n").unwrap();
    let (program, _) = rest.split_once("// ANCHOR_END").unwrap();
    let readme = include_str!("../../../README.md");
    assert!(readme.contains(&format!("```rust\n{program}```")), "{program}");
}

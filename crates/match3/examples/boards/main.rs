//! Draws the turns worked by hand: an SVG file for each in a folder, and the page of the book that shows them.

mod field;
mod marks;
mod page;
mod read;
mod strip;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the boards are.
const BOARDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules/boards");

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).map(PathBuf::from);
    let folder = arguments.next().ok_or("name the folder of the pictures")?;
    fs::create_dir_all(&folder)?;
    let files = page::files(Path::new(BOARDS))?;
    fs::write(folder.join("marks.svg"), marks::legend().to_svg())?;
    for turn in files.iter().flat_map(|(_, turns)| turns) {
        let name = folder.join(format!("{}.svg", turn.name));
        fs::write(name, strip::strip(turn)?.to_svg())?;
    }
    if let Some(file) = arguments.next() {
        fs::write(file, page::page(&files))?;
    }
    Ok(())
}

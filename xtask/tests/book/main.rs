//! The Rust programs of the book: compiled, and run once. The pages take what stands between
//! the anchors.

#![expect(clippy::print_stdout, reason = "the programs of the book print")]

mod battleship;
mod bot;
mod crowd;
mod game2048;
mod level;
mod path;
mod readme;

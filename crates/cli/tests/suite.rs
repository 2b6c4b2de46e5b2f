//! All tests of the crate as one program: it is linked once, and both cores have work until its end.

mod analyze;
mod battleship;
mod check;
mod common;
mod designers;
mod difficulty;
mod doors;
mod export;
mod faults;
mod game2048;
mod generate;
mod maps;
mod parts;
mod path;
mod play;
mod redo;
mod refusals;
mod requests;
mod routes;
mod runs;
mod settings;
mod showcases;
mod tiled;
mod tour;
mod unfinished;
mod workbench;

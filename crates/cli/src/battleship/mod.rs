//! `tilewright battleship play`: the game in the terminal.

mod play;
mod screen;

pub(crate) use play::run;

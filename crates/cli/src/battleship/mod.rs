//! `tilewright battleship play`: the game in the terminal.

mod play;
mod screen;

use crate::arguments::Battleship;
use crate::context::Context;
use crate::failure::{Failure, Verdict};

pub(crate) fn run(verb: &Battleship, context: &Context) -> Result<Verdict, Failure> {
    let Battleship::Play(arguments) = verb;
    play::run(arguments, context)
}

//! `tilewright 2048 play`.

mod play;
mod saves;
mod screen;
mod standing;

use crate::arguments::Game2048;
use crate::context::Context;
use crate::failure::{Failure, Verdict};

pub(crate) fn run(verb: &Game2048, context: &Context) -> Result<Verdict, Failure> {
    match verb {
        Game2048::Play(arguments) => play::run(arguments, context),
    }
}

//! `tilewright 2048 …`

mod bench;
mod checkpoint;
mod eval;
mod play;
mod record;
mod saves;
mod screen;
mod standing;
mod train;
mod tune;
mod who;

use crate::arguments::Game2048;
use crate::context::Context;
use crate::failure::{Failure, Verdict};

pub(crate) fn run(verb: &Game2048, context: &Context) -> Result<Verdict, Failure> {
    match verb {
        Game2048::Play(arguments) => play::run(arguments, context),
        Game2048::Bench(arguments) => bench::run(arguments, context),
        Game2048::Eval(arguments) => eval::run(arguments, context),
        Game2048::Train(arguments) => train::run(arguments, context),
        Game2048::Tune(arguments) => tune::run(arguments, context),
    }
}

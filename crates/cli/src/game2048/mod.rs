//! `tilewright 2048 play`.

mod play;
mod saves;
mod screen;
mod standing;

pub(crate) use play::run;

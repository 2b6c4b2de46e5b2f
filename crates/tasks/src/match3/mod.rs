//! Match-3: levels are made, measured, played and checked.

mod analyze;
mod band;
mod batch;
mod calibrate;
mod check;
mod curve;
mod difficulty;
mod export;
mod generate;
mod levels;
mod made;
mod opinion;
mod pack;
mod packed;
mod play;
mod played;
mod potential;
mod replay;
mod rules;
mod series;

pub use analyze::Analyze;
pub use band::Band;
pub use calibrate::Calibrate;
pub use check::Check;
pub use export::{Export, Form};
pub use generate::{Generate, Scheme};
pub use made::Levels;
pub use pack::Pack;
pub use packed::Packed;
pub use play::Play;
pub use rules::Moves;
use tilewright_match3::{Possible, WishError};

use crate::{Entry, Game, Refusal};

/// The game and its tasks, in the order in which people look for them.
pub const GAME: Game = Game {
    name: "match3",
    about: "Match-3: make levels of a wanted potential or difficulty, measure and play levels",
    tasks: &[
        Entry::of::<Generate>(),
        Entry::of::<Analyze>(),
        Entry::of::<Play>(),
        Entry::of::<Calibrate>(),
        Entry::of::<Pack>(),
        Entry::of::<Export>(),
        Entry::of::<Check>(),
    ],
};

/// Why a request for levels cannot be fulfilled, and what to do about it.
fn refused(error: WishError) -> Refusal {
    let hint = match &error {
        WishError::Impossible { possible, .. } => Some(nearest(possible)),
        WishError::Infeasible(_) => Some(
            "every cell needs a way up, left or right to an open cell of the top row"
                .to_owned(),
        ),
        WishError::NoLevel => Some("change the counts of {kinds}".to_owned()),
        WishError::Asymmetric { .. } => {
            Some("change the template, or leave {symmetry} out".to_owned())
        }
        _ => None,
    };
    Refusal { error: error.into(), hint: hint.map(Into::into), key: None }
}

/// The targets to choose from.
fn nearest(possible: &Possible) -> String {
    let (lowest, highest) = (possible.lowest, possible.highest);
    match possible.nearest {
        _ if lowest == highest => format!("the only {{target}} is {lowest}"),
        Some((below, above)) => {
            format!("choose {{target={below}}} or less, or {above} or more")
        }
        None => {
            format!(
                "choose {{target}} between {lowest} and {highest}, or other {{kinds}}"
            )
        }
    }
}

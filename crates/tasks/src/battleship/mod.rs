//! The tasks of Battleship.

mod advise;
mod count;
mod duel;
mod field;
mod fleets;
mod games;
mod hunt;
mod hunters;
mod person;
mod place;
mod placers;
mod refusal;
mod replay;
mod score;
mod tune;

pub(crate) use advise::AdviceReport;
pub use advise::AdviseRequest;
pub use count::CountRequest;
pub use duel::DuelRequest;
pub use field::Field;
pub use fleets::{check_fleets, check_possible, read_fleets};
pub use hunt::HuntRequest;
pub use hunters::{
    Hunter, NamedValue, WantedHunter, check_hunters, check_knows, skilled,
};
pub use person::PersonPlacers;
pub use place::{Method, PlaceRequest};
pub use placers::built_in_placer;
pub use refusal::{AnswerError, UndecidedAnswer, refused, undecided};
pub use score::ScoreRequest;
pub use tune::TuneRequest;

use crate::{Entry, Game};

/// The game and its tasks, in the order in which people look for them.
pub const GAME: Game = Game {
    name: "battleship",
    about: "Battleship: place and count fleets, find an opponent's, hunt them, let hunters duel",
    tasks: &[
        Entry::of::<ScoreRequest>(),
        Entry::of::<PlaceRequest>(),
        Entry::of::<CountRequest>(),
        Entry::of::<AdviseRequest>(),
        Entry::of::<HuntRequest>(),
        Entry::of::<DuelRequest>(),
        Entry::of::<TuneRequest>(),
    ],
};

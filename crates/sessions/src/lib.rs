//! Games that are played by calls of text: for JavaScript, C, and whatever else is no Rust.
//!
//! A [`Game`] begins with its name and its options, a JSON object. A call is a verb with its argument as JSON; what it answers is JSON, by the
//! words of the documents of the games. All games have these verbs:
//!
//! | verb | argument | answer |
//! |---|---|---|
//! | `state` | | where the game stands, as far as the person may know it |
//! | `moves` | | the legal moves; none if the game is over |
//! | `play` | a move | `made`, its `events`, and if it was not made `why` in words and `code` for programs |
//! | `undo` | | whether there was a move to take back |
//! | `hint` | who gives it, as each game says | a move, or null if the game is over |
//! | `save` | | the game as a document, which [`Game::load`] reads |
//!
//! | game | options | further verbs |
//! |---|---|---|
//! | `match3` | `level` as a text, `goal` in words, `moves`, `seed`, `game` | `about`, `level`, `recording`, `reasons` of a move, `boost`, `set-cells`, `set-goal`, `add-moves`; `hint` takes `{bot, budget}` |
//! | `2048` | `rows`, `columns`, `four_probability`, `seed`, `game` | `values` of the moves; it and `hint` take `{player, depth}` or `{player, budget}` |
//! | `battleship` | `rows`, `columns`, `fleet`, `touch`, `hunter`, `own` and `hidden` ships, `seed` | `advise`: what the shots tell of the hidden fleet; `hint` takes `{hunter, budget}` |
//!
//! `undo` among the options is how many moves can be taken back. A seed is a number, or its digits as a text where numbers of JSON are short of 64 bits.
//!
//! ```
//! use tilewright_sessions::Game;
//!
//! let mut game = Game::open("2048", r#"{"seed": 7}"#)?;
//! let hint = game.call("hint", r#"{"player": "greedy"}"#)?;
//! assert!(game.call("play", &hint.json)?.is_made);
//! let saved = game.call("save", "null")?.json;
//! let mut again = Game::load("2048", &saved)?;
//! assert_eq!(again.call("state", "null")?, game.call("state", "null")?);
//! # Ok::<(), String>(())
//! ```
//!
//! # Where things are
//!
//! | in `src` | contents |
//! |---|---|
//! | `lib.rs` | games by their names, and the verbs of all |
//! | `match3.rs`, `game2048.rs`, `battleship.rs` | the options and verbs of each |

#[cfg(feature = "battleship")]
mod battleship;
#[cfg(feature = "2048")]
mod game2048;
#[cfg(feature = "match3")]
mod match3;

use std::fmt::Display;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use tilewright_grid::Seed;
use tilewright_play::{ErrorCode, Session};

/// The longest text with which a game begins or goes on, in bytes: 64 MiB, as the other doors take.
const MOST_GIVEN: usize = 1 << 26;

/// The most moves that undo may be asked to keep: more than anybody takes back, and few enough for the memory of a page.
const MOST_UNDO: usize = 100_000;

/// Why a call is refused, in words.
pub type Reason = String;

/// The answer of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The answer as JSON.
    pub json: String,
    /// False if it says that a move or another change was not made.
    pub is_made: bool,
}

type Answer = Result<Reply, Reason>;

/// A game that is played.
#[derive(Clone)]
pub enum Game {
    /// A level of match-3.
    #[cfg(feature = "match3")]
    Match3(Box<tilewright_match3::Session>),
    /// A game of 2048.
    #[cfg(feature = "2048")]
    Tiles(Box<tilewright_2048::Session>),
    /// A duel of Battleship.
    #[cfg(feature = "battleship")]
    Duel(Box<tilewright_battleship::Session>),
}

impl Game {
    /// The names of the games that can be played.
    pub const NAMES: &[&str] = &[
        #[cfg(feature = "match3")]
        "match3",
        #[cfg(feature = "2048")]
        "2048",
        #[cfg(feature = "battleship")]
        "battleship",
    ];

    /// Begins a game by its name with its options, a JSON object.
    ///
    /// # Errors
    /// If there is no such game, or an option is missing or cannot be meant.
    pub fn open(name: &str, options: &str) -> Result<Self, Reason> {
        is_short(options)?;
        match name {
            #[cfg(feature = "match3")]
            "match3" => Ok(Self::Match3(Box::new(match3::open(options)?))),
            #[cfg(feature = "2048")]
            "2048" => Ok(Self::Tiles(Box::new(game2048::open(options)?))),
            #[cfg(feature = "battleship")]
            "battleship" => Ok(Self::Duel(Box::new(battleship::open(options)?))),
            _ => Err(unknown(name)),
        }
    }

    /// Continues a game by its name and what its verb `save` has answered.
    ///
    /// # Errors
    /// If there is no such game, or the text is damaged or of another one.
    pub fn load(name: &str, saved: &str) -> Result<Self, Reason> {
        is_short(saved)?;
        match name {
            #[cfg(feature = "match3")]
            "match3" => {
                Ok(Self::Match3(Box::new(Session::load(saved).map_err(refused)?)))
            }
            #[cfg(feature = "2048")]
            "2048" => Ok(Self::Tiles(Box::new(Session::load(saved).map_err(refused)?))),
            #[cfg(feature = "battleship")]
            "battleship" => {
                Ok(Self::Duel(Box::new(Session::load(saved).map_err(refused)?)))
            }
            _ => Err(unknown(name)),
        }
    }

    /// Answers a call: a verb, and its argument as JSON; an empty text is as good as `null`.
    ///
    /// # Errors
    /// If there is no such verb, or the argument cannot be meant. Then nothing has changed. A move that the rules refuse is an answer.
    pub fn call(&mut self, verb: &str, argument: &str) -> Answer {
        let argument = if argument.is_empty() { "null" } else { argument };
        match self {
            #[cfg(feature = "match3")]
            Self::Match3(session) => match3::answer(session, verb, argument),
            #[cfg(feature = "2048")]
            Self::Tiles(session) => game2048::answer(session, verb, argument),
            #[cfg(feature = "battleship")]
            Self::Duel(session) => battleship::answer(session, verb, argument),
        }
    }
}

/// Makes a file the network of 2048, unless there is one.
///
/// # Errors
/// If it is no network.
#[cfg(feature = "2048")]
pub fn take_network(bytes: &[u8]) -> Result<(), Reason> {
    game2048::take_network(bytes)
}

fn is_short(text: &str) -> Result<(), Reason> {
    if text.len() > MOST_GIVEN {
        return Err(format!("a text of more than {MOST_GIVEN} bytes, the limit"));
    }
    Ok(())
}

fn unknown(name: &str) -> Reason {
    format!("no game {name:?}: games are {}", Game::NAMES.join(", "))
}

fn refused(error: impl Display) -> Reason {
    error.to_string()
}

/// A value as the answer.
fn json(value: &impl Serialize) -> Answer {
    Ok(text(serde_json::to_string(value).map_err(refused)?))
}

/// A document as the answer.
const fn text(json: String) -> Reply {
    Reply { json, is_made: true }
}

/// The argument of a call. Where it is wrong, the message says so without the place in a text that nobody has written.
fn argument<T: DeserializeOwned>(given: &str) -> Result<T, Reason> {
    serde_json::from_str(given).map_err(|error| tilewright_grid::in_plain_words(&error))
}

/// Answers the verbs that the sessions of all games have; none of another verb.
fn answer_session<S>(session: &mut S, verb: &str) -> Option<Answer>
where
    S: Session<State: Serialize, Move: Serialize>,
{
    Some(match verb {
        "state" => json(&session.state()),
        "moves" => json(&session.moves()),
        "undo" => json(&session.undo()),
        "save" => Ok(text(session.save())),
        _ => return None,
    })
}

/// What a move or another change has led to. One that is refused is an answer, too, since it may have events.
#[derive(Serialize)]
struct Turn<E> {
    made: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Reason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    events: Vec<E>,
}

/// The answer to a change with its events.
fn turn<E: Serialize>(changed: Result<(), impl ErrorCode>, events: Vec<E>) -> Answer {
    let error = changed.err();
    let code = error.as_ref().map(ErrorCode::code);
    let is_made = error.is_none();
    let turn = Turn { made: is_made, why: error.map(refused), code, events };
    Ok(Reply { is_made, ..json(&turn)? })
}

/// The answer to a move that has events only where it is made.
fn moved<E: Serialize, R: ErrorCode>(moved: Result<Vec<E>, R>) -> Answer {
    match moved {
        Ok(events) => turn(Ok::<_, R>(()), events),
        Err(error) => turn(Err(error), Vec::<E>::new()),
    }
}

/// A seed as a number or as a text: JavaScript has no other form for all of them in JSON.
#[derive(Clone, Copy)]
struct GivenSeed(Seed);

impl Default for GivenSeed {
    fn default() -> Self {
        Self(Seed(0))
    }
}

impl<'de> Deserialize<'de> for GivenSeed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Form {
            Number(u64),
            Text(String),
        }
        let wrong = || D::Error::custom("seed is not a whole number of 64 bits");
        let number = match Form::deserialize(deserializer).map_err(|_| wrong())? {
            Form::Number(number) => number,
            Form::Text(text) => text.parse().map_err(|_| wrong())?,
        };
        Ok(Self(Seed(number)))
    }
}

#[cfg(all(test, feature = "2048"))]
mod tests {
    use super::Game;

    #[test]
    fn what_cannot_be_meant_is_refused_by_its_name() {
        for (name, options, why) in [
            ("chess", "{}", "no game \"chess\": games are "),
            ("2048", r#"{"rows": 9}"#, "a board has 2 to 5 rows and columns, found 9"),
            ("2048", r#"{"row": 4}"#, "unknown key `row`"),
            ("2048", r#"{"seed": "x"}"#, "seed is not a whole number of 64 bits"),
            ("2048", r#"{"seed": -1}"#, "seed is not a whole number of 64 bits"),
        ] {
            let said = Game::open(name, options).err().expect(options);
            assert!(said.starts_with(why), "{options}: {said}");
        }
        let mut game = Game::open("2048", "{}").unwrap();
        for (verb, argument, why) in [
            ("jump", "", "there is no call \"jump\" of a game of 2048"),
            ("play", r#""north""#, "expected up, right, down or left, found \"north\""),
        ] {
            assert_eq!(game.call(verb, argument).unwrap_err(), why);
        }
    }

    #[test]
    fn a_seed_is_a_number_or_a_text() {
        let state = |seed: &str| {
            let options = format!(r#"{{"seed": {seed}}}"#);
            Game::open("2048", &options).unwrap().call("state", "").unwrap()
        };
        assert_eq!(state("18446744073709551615"), state("\"18446744073709551615\""));
        assert_ne!(state("1"), state("2"));
    }
}

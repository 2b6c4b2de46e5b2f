//! Games that are played by JavaScript: sessions under numbers, whose calls and answers are text.
//!
//! A call is a verb on the first line, and its argument as JSON after it. What a game answers is JSON, by the words of its documents.

#[cfg(feature = "battleship")]
mod battleship;
#[cfg(feature = "2048")]
mod game2048;
#[cfg(feature = "match3")]
mod match3;

use std::fmt::Display;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, de};
use slab::Slab;
use tilewright_grid::Seed;
use tilewright_play::{ErrorCode, Session};

use crate::REFUSED;

/// The longest text with which a game begins or goes on, in bytes: 64 MiB, as the other doors take.
const MOST_GIVEN: usize = 1 << 26;

/// The most moves that undo may be asked to keep: more than anybody takes back, and few enough for the memory of a page.
const MOST_UNDO: usize = 100_000;

/// Why a call is refused.
type Reason = String;

/// The answer of a call.
type Answer = Result<String, Reason>;

/// A game that is held.
trait HeldGame {
    /// Answers a call.
    fn answer(&mut self, verb: &str, given: &str) -> Answer;

    /// A copy, which goes on alike.
    fn copy(&self) -> Box<dyn HeldGame>;
}

/// How a game begins or goes on.
type Opener = fn(&str) -> Result<Box<dyn HeldGame>, Reason>;

/// A game that can be played.
struct Kind {
    name: &'static str,
    open: Opener,
    load: Opener,
}

/// The games of this module.
const KINDS: &[Kind] = &[
    #[cfg(feature = "match3")]
    Kind { name: "match3", open: match3::open, load: match3::load },
    #[cfg(feature = "2048")]
    Kind { name: "2048", open: game2048::open, load: game2048::load },
    #[cfg(feature = "battleship")]
    Kind { name: "battleship", open: battleship::open, load: battleship::load },
];

/// Everything that a module of games holds.
#[derive(Default)]
pub struct Games {
    text: Vec<u8>,
    said: String,
    held: Slab<Box<dyn HeldGame>>,
}

impl Games {
    /// Makes room for the text of a call. Returns where it goes.
    pub fn room(&mut self, length: usize) -> *mut u8 {
        self.text.clear();
        self.text.resize(length, 0);
        self.text.as_mut_ptr()
    }

    /// What the last call has answered, or why it was refused.
    pub fn said(&self) -> &str {
        &self.said
    }

    /// How many games are held.
    pub fn held(&self) -> usize {
        self.held.len()
    }

    /// Begins a game: its name on the first line, then its options. Returns its number.
    pub fn open(&mut self) -> i32 {
        self.begin(|kind| kind.open)
    }

    /// Continues a game: its name on the first line, then what was saved. Returns its number.
    pub fn load(&mut self) -> i32 {
        self.begin(|kind| kind.load)
    }

    fn begin(&mut self, way: fn(&Kind) -> Opener) -> i32 {
        let text = std::mem::take(&mut self.text);
        let begun = read(&text).and_then(|(name, given)| {
            if given.len() > MOST_GIVEN {
                return Err(format!("a text of more than {MOST_GIVEN} bytes, the limit"));
            }
            let kind = KINDS.iter().find(|kind| kind.name == name);
            way(kind.ok_or_else(|| format!("no game {name:?} in this module"))?)(given)
        });
        match begun {
            Ok(game) => self.hold(game),
            Err(reason) => self.refuse(reason),
        }
    }

    /// Copies a game. Returns the number of the copy.
    pub fn copy(&mut self, game: u32) -> i32 {
        match self.held.get(game as usize) {
            Some(held) => {
                let copy = held.copy();
                self.hold(copy)
            }
            None => self.refuse(gone()),
        }
    }

    /// Answers a call of a game. Returns 0.
    pub fn call(&mut self, game: u32) -> i32 {
        let text = std::mem::take(&mut self.text);
        let answered = read(&text).and_then(|(verb, given)| {
            let held = self.held.get_mut(game as usize).ok_or_else(gone)?;
            held.answer(verb, given)
        });
        self.text = text;
        match answered {
            Ok(said) => {
                self.said = said;
                0
            }
            Err(reason) => self.refuse(reason),
        }
    }

    /// Makes a file the network of 2048, unless there is one. Returns 0.
    #[cfg(feature = "2048")]
    pub fn take_network(&mut self) -> i32 {
        let bytes = std::mem::take(&mut self.text);
        match game2048::take_network(&bytes) {
            Ok(()) => 0,
            Err(reason) => self.refuse(reason),
        }
    }

    /// Gives a game up; a number that is not held gives up nothing.
    pub fn forget(&mut self, game: u32) {
        drop(self.held.try_remove(game as usize));
    }

    /// Holds a game. Returns its number.
    fn hold(&mut self, game: Box<dyn HeldGame>) -> i32 {
        self.held.insert(game).cast_signed() as i32
    }

    fn refuse(&mut self, reason: Reason) -> i32 {
        self.said = reason;
        REFUSED
    }
}

fn gone() -> Reason {
    "there is no such game".to_owned()
}

/// The first line of a text, and what follows.
fn read(text: &[u8]) -> Result<(&str, &str), Reason> {
    let text = std::str::from_utf8(text).map_err(refused)?;
    Ok(text.split_once('\n').unwrap_or((text, "")))
}

fn refused(error: impl Display) -> Reason {
    error.to_string()
}

/// A value as JSON.
fn json(value: &impl Serialize) -> Answer {
    serde_json::to_string(value).map_err(refused)
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
        "save" => Ok(session.save()),
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
    json(&Turn { made: error.is_none(), why: error.map(refused), code, events })
}

/// The answer to a move that has events only where it is made.
fn moved<E: Serialize, R: ErrorCode>(moved: Result<Vec<E>, R>) -> Answer {
    match moved {
        Ok(events) => turn(Ok::<_, R>(()), events),
        Err(error) => turn(Err(error), Vec::<E>::new()),
    }
}

/// A seed as text, since JavaScript has no other form for all its numbers in JSON.
#[derive(Clone, Copy)]
struct TextSeed(Seed);

impl Default for TextSeed {
    fn default() -> Self {
        Self(Seed(0))
    }
}

impl<'de> Deserialize<'de> for TextSeed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let number = text.parse().map_err(|_| de::Error::custom("seed is no number"))?;
        Ok(Self(Seed(number)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Games, REFUSED};

    /// Makes a call by one of the functions. Returns its number, and what was said.
    fn ask(
        games: &mut Games,
        text: &str,
        call: impl FnOnce(&mut Games) -> i32,
    ) -> (i32, String) {
        games.room(text.len());
        games.text.copy_from_slice(text.as_bytes());
        let number = call(games);
        (number, games.said().to_owned())
    }

    #[test]
    fn games_are_held_until_they_are_forgotten() {
        let games = &mut Games::default();
        let (first, _) = ask(games, "2048\n{\"rows\": 4, \"columns\": 4}", Games::open);
        let (_, saved) = ask(games, "save\nnull", |games| games.call(first as u32));
        let (second, _) = ask(games, &format!("2048\n{saved}"), Games::load);
        let third = games.copy(second as u32);
        assert_eq!(games.held(), 3);
        let states = [first, second, third]
            .map(|game| ask(games, "state\nnull", |games| games.call(game as u32)).1);
        assert!(states[0] == states[1] && states[1] == states[2]);
        games.forget(second as u32);
        games.forget(second as u32);
        assert_eq!(games.held(), 2);
        let gone = (REFUSED, "there is no such game".to_owned());
        assert_eq!(ask(games, "state\nnull", |games| games.call(second as u32)), gone);
        assert_eq!(ask(games, "", |games| games.copy(second as u32)), gone);
    }

    #[test]
    fn what_cannot_be_meant_is_refused_by_its_name() {
        let games = &mut Games::default();
        let (game, _) = ask(games, "2048\n{\"rows\": 4, \"columns\": 4}", Games::open);
        for (text, why) in [
            ("chess\n{}", "no game \"chess\" in this module"),
            ("2048\n{\"rows\": 4}", "missing key `columns`"),
            ("2048\n{\"rows\": 4, \"columns\": 4, \"seed\": \"x\"}", "seed is no number"),
        ] {
            assert_eq!(ask(games, text, Games::open), (REFUSED, why.to_owned()));
        }
        for (text, why) in [
            ("jump\nnull", "there is no call \"jump\" of a game of 2048"),
            ("play\n\"north\"", "expected up, right, down or left, found \"north\""),
        ] {
            let answer = ask(games, text, |games| games.call(game as u32));
            assert_eq!(answer, (REFUSED, why.to_owned()));
        }
        games.room(2);
        games.text.copy_from_slice(&[0xff, 0xfe]);
        assert_eq!(games.call(game as u32), REFUSED);
        assert!(games.said().starts_with("invalid utf-8"), "{}", games.said());
    }
}

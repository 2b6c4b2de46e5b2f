//! Games that are played by JavaScript, under numbers. What the calls mean, [`tilewright_sessions`] says.

use slab::Slab;
use tilewright_sessions::{Game, Reason};

use crate::REFUSED;

/// Everything that a module of games holds.
#[derive(Default)]
pub struct Games {
    text: Vec<u8>,
    said: String,
    held: Slab<Game>,
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
        self.begin(Game::open)
    }

    /// Continues a game: its name on the first line, then what was saved. Returns its number.
    pub fn load(&mut self) -> i32 {
        self.begin(Game::load)
    }

    fn begin(&mut self, way: fn(&str, &str) -> Result<Game, Reason>) -> i32 {
        let text = std::mem::take(&mut self.text);
        match read(&text).and_then(|(name, given)| way(name, given)) {
            Ok(game) => self.hold(game),
            Err(reason) => self.refuse(reason),
        }
    }

    /// Copies a game. Returns the number of the copy.
    pub fn copy(&mut self, game: u32) -> i32 {
        match self.held.get(game as usize) {
            Some(held) => {
                let copy = held.clone();
                self.hold(copy)
            }
            None => self.refuse(gone()),
        }
    }

    /// Answers a call of a game: its verb on the first line, then its argument. Returns 0.
    pub fn call(&mut self, game: u32) -> i32 {
        let text = std::mem::take(&mut self.text);
        let answered = read(&text).and_then(|(verb, given)| {
            let held = self.held.get_mut(game as usize).ok_or_else(gone)?;
            held.call(verb, given)
        });
        self.text = text;
        match answered {
            Ok(reply) => {
                self.said = reply.json;
                0
            }
            Err(reason) => self.refuse(reason),
        }
    }

    /// Makes a file the network of 2048, unless there is one. Returns 0.
    #[cfg(feature = "2048")]
    pub fn take_network(&mut self) -> i32 {
        let bytes = std::mem::take(&mut self.text);
        match tilewright_sessions::take_network(&bytes) {
            Ok(()) => 0,
            Err(reason) => self.refuse(reason),
        }
    }

    /// Gives a game up; a number that is not held gives up nothing.
    pub fn forget(&mut self, game: u32) {
        drop(self.held.try_remove(game as usize));
    }

    /// Holds a game. Returns its number.
    fn hold(&mut self, game: Game) -> i32 {
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
    let text = std::str::from_utf8(text).map_err(|error| error.to_string())?;
    Ok(text.split_once('\n').unwrap_or((text, "")))
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
        let (first, _) = ask(games, "2048\n{}", Games::open);
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
    fn what_is_no_text_is_refused() {
        let games = &mut Games::default();
        let (game, _) = ask(games, "2048\n{}", Games::open);
        games.room(2);
        games.text.copy_from_slice(&[0xff, 0xfe]);
        assert_eq!(games.call(game as u32), REFUSED);
        assert!(games.said().starts_with("invalid utf-8"), "{}", games.said());
    }
}

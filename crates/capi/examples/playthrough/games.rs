//! Games and what their calls answer.

use std::error::Error;
use std::fmt::Write as _;

use serde_json::{Value, json};
use tilewright_grid::Cell;
use tilewright_match3::EventList;
use tilewright_match3::events::Event;
use tilewright_sessions::Game;

/// Numbers mixed into one below 2³¹ − 1.
fn mixed(numbers: impl IntoIterator<Item = u64>) -> u64 {
    numbers.into_iter().fold(0, |mix, number| (mix * 65_599 + number) % 2_147_483_647)
}

/// A game that is played, and the lines of its calls.
struct Scribe {
    text: String,
    game: Option<Game>,
    list: EventList,
}

impl Scribe {
    fn game(&mut self, name: &str, options: &Value) -> Result<(), Box<dyn Error>> {
        self.game = Some(Game::open(name, &options.to_string())?);
        writeln!(self.text, "game {name} {options}")?;
        Ok(())
    }

    fn call(&mut self, verb: &str, argument: &str) -> Result<String, Box<dyn Error>> {
        let game = self.game.as_mut().ok_or("no game")?;
        let json = game.call(verb, argument)?.json;
        let space = if argument.is_empty() { "" } else { " " };
        let mix = mixed(json.bytes().map(u64::from));
        writeln!(self.text, "call {verb}{space}{argument} = {mix}")?;
        Ok(json)
    }

    fn swap(&mut self, cells: [Cell; 2]) -> Result<(), Box<dyn Error>> {
        let Some(Game::Match3(session)) = &mut self.game else {
            return Err("no game of match-3".into());
        };
        self.list.clear();
        // A refused one has events, too.
        let _ = session.play_seen(cells, &mut |events| self.list.take(events));
        self.list.end();
        let events = self.list.events();
        let numbers = events.iter().flat_map(numbers);
        let mix = mixed(numbers.chain(events.lists.iter().copied().map(u64::from)));
        let [from, to] = cells;
        let [a, b] = [(from.column, from.row), (to.column, to.row)];
        writeln!(self.text, "swap {} {} {} {} = {mix}", a.0, a.1, b.0, b.1)?;
        Ok(())
    }

    /// A level to the end of twenty moves, every other one by its events alone.
    fn match3(&mut self, level: &Value, seed: u64) -> Result<(), Box<dyn Error>> {
        self.game("match3", &json!({ "level": level.to_string(), "seed": seed }))?;
        self.call("about", "")?;
        self.call("state", "")?;
        self.swap([Cell::new(0, 0), Cell::new(0, 1)])?;
        for made in 0..20 {
            let hint = self.call("hint", r#"{"bot":"greedy"}"#)?;
            let cells: Option<[Cell; 2]> = serde_json::from_str(&hint)?;
            let Some(cells) = cells else { break };
            if made % 2 == 0 {
                self.swap(cells)?;
            } else {
                self.call("reasons", &hint)?;
                self.call("play", &hint)?;
            }
            if made == 9 {
                self.call("undo", "")?;
                self.call("boost", r#"{"hammer":[5,3]}"#)?;
                self.call("add-moves", "3")?;
            }
            self.call("state", "")?;
        }
        self.call("moves", "")?;
        self.call("save", "")?;
        Ok(())
    }

    /// A game of 2048.
    fn tiles(&mut self) -> Result<(), Box<dyn Error>> {
        self.game("2048", &json!({ "seed": 5 }))?;
        for made in 0..120 {
            let hint = self.call("hint", r#"{"player":"expectimax","depth":2}"#)?;
            self.call("play", &hint)?;
            if made % 40 == 39 {
                self.call("undo", "")?;
                self.call("state", "")?;
            }
        }
        self.call("play", r#""up""#)?;
        self.call("save", "")?;
        Ok(())
    }

    /// A duel to its end.
    fn duel(&mut self) -> Result<(), Box<dyn Error>> {
        self.game(
        "battleship",
        &json!({ "rows": 8, "columns": 8, "fleet": [4, 3, 2], "hunter": "advanced", "seed": 3 }),
    )?;
        loop {
            let hint = self.call("hint", r#"{"hunter":"density"}"#)?;
            if hint == "null" {
                break;
            }
            self.call("play", &hint)?;
            self.call("state", "")?;
        }
        self.call("save", "")?;
        Ok(())
    }
}

/// The fields of an event in the order of C.
fn numbers(event: &Event) -> [u64; 14] {
    let Event {
        kind,
        manner,
        list_length,
        step,
        id,
        by,
        from,
        to,
        look,
        value,
        list_start,
    } = *event;
    [
        kind as u64,
        manner as u64,
        list_length.into(),
        step.into(),
        id.0.into(),
        by.0.into(),
        from.0.into(),
        to.0.into(),
        look.sort as u64,
        look.number.into(),
        look.color.into(),
        look.detail.into(),
        value.cast_unsigned().into(),
        list_start.into(),
    ]
}

/// The rows of a level, as lists of tokens.
fn rows<const N: usize>(rows: [&str; N]) -> Vec<Vec<&str>> {
    rows.iter().map(|row| row.split(' ').collect()).collect()
}

/// All games.
pub(super) fn games() -> Result<String, Box<dyn Error>> {
    let mut scribe =
        Scribe { text: String::new(), game: None, list: EventList::default() };
    for (level, seed) in levels().into_iter().zip(7..) {
        scribe.match3(&level, seed)?;
    }
    scribe.tiles()?;
    scribe.duel()?;
    Ok(scribe.text)
}

/// A level of each kind of move.
fn levels() -> [Value; 2] {
    let royal = json!({
        "rules": "royal", "colors": 5, "moves": 25, "goal": { "collect": 60 },
        "layout": rows([
            ". . . . . . . .", ". . ._grass1 ._grass1 . . . .", ". . box2 box1 . . . .",
            ". .+chain1 . . . .+chain1 . .", ". . . egg1 egg1 . . .", ". . . . . . . .",
            ". . . . . . . .", ". . . . . . . ."
        ]),
    });
    let blast = json!({
        "rules": "blast", "colors": 4, "moves": 30, "goal": { "collect": 70 },
        "layout": rows([
            ". . . . . . .", ". . . . . . .", ". box1 . . . box1 .", ". . . crate2 . . .",
            ". . . . . . .", ". . . . . . .", ". . . . . . ."
        ]),
    });
    [royal, blast]
}

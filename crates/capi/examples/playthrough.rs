//! Writes `tests/playthrough/games.txt` and `walkers.txt`: games and a thousand frames of walkers as calls, with what each answers. Every language that
//! has the calls plays them and finds the same. `cargo xtask capi` runs it; its test compares what it writes with the files.
//!
//! A line of `games.txt` is `game NAME OPTIONS`, `call VERB ARGUMENT` or `swap X Y X Y`, with ` = ` and the bytes of the answer mixed into one number, or
//! those of the events, in the way of scripts of maps.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufRead, Cursor};
use std::path::PathBuf;

use serde_json::{Value, json};
use tilewright_grid::{Cell, Seed};
use tilewright_match3::EventList;
use tilewright_match3::events::Event;
use tilewright_sessions::Game;
use tilewright_tasks::{Door, Host, find, is_content, serve};

fn place(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/playthrough").join(name)
}

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

fn games() -> Result<String, Box<dyn Error>> {
    let mut scribe =
        Scribe { text: String::new(), game: None, list: EventList::default() };
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
    for (level, seed) in [(royal, 7), (blast, 8)] {
        scribe.game("match3", &json!({ "level": level.to_string(), "seed": seed }))?;
        scribe.call("about", "")?;
        scribe.call("state", "")?;
        scribe.swap([Cell::new(0, 0), Cell::new(0, 1)])?;
        for made in 0..20 {
            let hint = scribe.call("hint", r#"{"bot":"greedy"}"#)?;
            let cells: Option<[Cell; 2]> = serde_json::from_str(&hint)?;
            let Some(cells) = cells else { break };
            if made % 2 == 0 {
                scribe.swap(cells)?;
            } else {
                scribe.call("reasons", &hint)?;
                scribe.call("play", &hint)?;
            }
            if made == 9 {
                scribe.call("undo", "")?;
                scribe.call("boost", r#"{"hammer":[5,3]}"#)?;
                scribe.call("add-moves", "3")?;
            }
            scribe.call("state", "")?;
        }
        scribe.call("moves", "")?;
        scribe.call("save", "")?;
    }

    scribe.game("2048", &json!({ "seed": 5 }))?;
    for made in 0..120 {
        let hint = scribe.call("hint", r#"{"player":"expectimax","depth":2}"#)?;
        scribe.call("play", &hint)?;
        if made % 40 == 39 {
            scribe.call("undo", "")?;
            scribe.call("state", "")?;
        }
    }
    scribe.call("play", r#""up""#)?;
    scribe.call("save", "")?;

    scribe.game(
        "battleship",
        &json!({ "rows": 8, "columns": 8, "fleet": [4, 3, 2], "hunter": "advanced", "seed": 3 }),
    )?;
    loop {
        let hint = scribe.call("hint", r#"{"hunter":"density"}"#)?;
        if hint == "null" {
            break;
        }
        scribe.call("play", &hint)?;
        scribe.call("state", "")?;
    }
    scribe.call("save", "")?;
    Ok(scribe.text)
}

/// A door without files.
struct QuietDoor;

impl Host for QuietDoor {
    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        assert!(is_content(name), "a script has a line break");
        Ok(Box::new(Cursor::new(name.to_owned())))
    }
}

impl Door for QuietDoor {
    fn outputs(&self) -> &[(String, String)] {
        &[]
    }
}

/// A script of a house of two floors in which walls come and go.
fn script() -> Result<String, std::fmt::Error> {
    const COLUMNS: u32 = 40;
    const ROWS: u32 = 26;
    const WALKERS: u32 = 60;
    let mut rng = Seed(48).rng();
    let mut cell = move || {
        let [x, y, floor] = [COLUMNS, ROWS, 2].map(|most| rng.below(most));
        (x, y, floor, rng.below(1 << 20))
    };
    let mut text = String::from(
        "# A thousand frames: what is built, asked and walked in a house of two floors.\n",
    );
    writeln!(
        text,
        "floor {COLUMNS} {ROWS}\nfloor {COLUMNS} {ROWS}\nlayer 8 0 3 1 2.5\nlayer 4 0 1 0 0 1 0 1"
    )?;
    for floor in 0..2 {
        writeln!(
            text,
            "fill 10 2 {floor} 1 20 3\nfill 25 6 {floor} 1 20 3\nfill 14 12 {floor} 6 3 1\nfill 30 3 {floor} 5 4 2"
        )?;
    }
    writeln!(
        text,
        "link 2 2 0 2 2 1 3 1 1\nlink 37 23 0 37 23 1 3 3 1\nlink 20 20 1 5 20 0 0.5 4 0"
    )?;
    writeln!(text, "cost 12 12 0 3.25\ndanger 12 13 0 4\ndoor 10 1 0 5 7 2")?;
    writeln!(text, "field 0 1 4294967295 39 0 0 0 25 1\ncrowd 0 11")?;
    let mut stands = std::collections::BTreeSet::new();
    for _ in 0..WALKERS {
        let (x, y, floor, _) = cell();
        let is_wall =
            (x == 10 && (2..22).contains(&y)) || (x == 25 && (6..26).contains(&y));
        let is_water = (30..35).contains(&x) && (3..7).contains(&y);
        if !is_wall && !is_water && stands.insert((x, y, floor)) {
            let (to_x, to_y, to_floor, _) = cell();
            writeln!(text, "walker 0 {x} {y} {floor} {to_x} {to_y} {to_floor}")?;
        }
    }
    for frame in 0..1000 {
        let (x, y, floor, dice) = cell();
        let (to_x, to_y, to_floor, _) = cell();
        match dice % 8 {
            0..=2 => writeln!(
                text,
                "set {x} {y} {floor} {}",
                [0, 3, 1][dice as usize / 8 % 3]
            )?,
            3 => writeln!(text, "goal 0 {} {to_x} {to_y} {to_floor}", dice / 8 % 40)?,
            4 => writeln!(
                text,
                "route {x} {y} {floor} {to_x} {to_y} {to_floor} 0 {} 4294967295 1 {}",
                1 + dice / 8 % 2,
                [0, 20, 500][dice as usize / 64 % 3]
            )?,
            5 => writeln!(
                text,
                "reach {x} {y} {floor} {to_x} {to_y} {to_floor} {} 1 1",
                dice / 8 % 2
            )?,
            6 => writeln!(text, "follow 0 {x} {y} {floor} {}", dice / 8 % 30)?,
            _ => writeln!(text, "cost {x} {y} {floor} {}.5", 1 + dice / 8 % 4)?,
        }
        writeln!(text, "step 0 1")?;
        match frame {
            400 => writeln!(text, "door 10 1 0 0 0 0\nunlink 0")?,
            600 => writeln!(text, "link 2 2 0 2 2 1 2 1 1")?,
            _ if frame % 50 == 49 => writeln!(text, "update 0")?,
            _ if frame % 100 == 10 => writeln!(text, "aim 0 {to_x} {to_y} {to_floor}")?,
            _ => {}
        }
    }
    Ok(text)
}

fn walkers() -> Result<String, Box<dyn Error>> {
    let entry = find("path/script").map_err(|refusal| refusal.error)?;
    let request = json!({ "script": script()? });
    let request = request.as_object().cloned().unwrap_or_default();
    let served = serve(entry, request, &QuietDoor).map_err(|refusal| refusal.error)?;
    let files = served.files("output", "txt").map_err(|refusal| refusal.error)?;
    let script = files.into_values().next().ok_or("no script was written")?;
    Ok(String::from_utf8(script)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    fs::write(place("games.txt"), games()?)?;
    fs::write(place("walkers.txt"), walkers()?)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_playthrough_is_that_of_the_games_and_of_the_task() {
        for (name, made) in [("games.txt", games()), ("walkers.txt", walkers())] {
            let kept = fs::read_to_string(place(name)).unwrap_or_default();
            assert!(made.unwrap() == kept, "{name}: run cargo xtask capi");
        }
    }
}

//! A match-3 game in the terminal, animated from its events alone.
//!
//! The screen knows the first board and what the events tell, and none of the rules: a [`Mirror`] follows them, and each
//! step is a frame. Type `2 3 2 4` to swap these two cells (row and column, twice), `2 3` to tap one, `h` for a hint, `u` to take
//! a move back, `b 2 3` to hammer a cell, `s` to save, `l` to load, `q` to leave. `--demo 5` makes five moves of a bot, without waiting:
//!
//! ```sh
//! cargo run --example match3_screen --features match3 -- royal --demo 5
//! ```

#![expect(clippy::print_stdout, reason = "a program of the terminal")]

use std::error::Error;
use std::io::{BufRead, Write};
use std::time::Duration;

use tilewright::grid::{Cell, Seed};
use tilewright::match3::events::{EventKind, Events, Look, Manner, Sort};
use tilewright::match3::{Booster, Level, Mirror, Session, Strategy};
use tilewright::play::Session as _;

/// A level of the rules `classic`, and one of the rules `royal`.
const CLASSIC: &str = r#"{"schema": "tilewright/level/2", "rows": 7, "columns": 7, "colors": 4, "goal": {"collect": 25},
    "layout": [".......", ".......", "..1.1..", ".a...a.", ".......", "..222..", "......."]}"#;
const ROYAL: &str = r#"{"schema": "tilewright/level/2", "rows": 7, "columns": 7, "colors": 5, "rules": "royal",
    "goal": {"collect": {"kind": "box", "count": "all"}}, "layout": [
    [".", ".", ".", ".", ".", ".", "."], [".", ".", ".", "B", ".", ".", "."], [".", ".", ".", "R-", ".", ".", "."],
    [".", "box1", ".", ".", ".", "box1", "."], [".", "box2", ".", ".", ".", "box2", "."],
    [".", ".", ".", ".", ".", ".", "."], [".", ".", "._grass1", "._grass1", "._grass1", ".", "."]]}"#;

/// What is shown: the board as the events tell it, the points, and how long a frame stays.
struct Screen {
    mirror: Mirror,
    /// The names of the pieces of the rules.
    pieces: Vec<String>,
    score: i64,
    wait: Duration,
}

impl Screen {
    /// The board of a session as it is now.
    fn of(session: &Session, wait: Duration) -> Self {
        let level = session.rules().level();
        let pieces =
            level.rules().pieces().iter().map(|piece| piece.name.clone()).collect();
        let score = session.state().score.cast_signed();
        Self {
            mirror: Mirror::new(level.size(), session.elements()),
            pieces,
            score,
            wait,
        }
    }

    /// Follows the events of a step, shows them, and says why.
    fn step(&mut self, events: Events<'_>) -> Result<(), Box<dyn Error>> {
        self.mirror.apply(events)?;
        let mut reasons = Vec::new();
        for event in &events {
            match (event.kind, event.manner) {
                (EventKind::Group, _) => {
                    reasons.push(format!("{} match", events.list(event).len()));
                }
                (EventKind::Fire, _) => {
                    let piece = self.pieces.get(usize::from(event.look.number));
                    reasons
                        .push(format!("{} fires", piece.map_or("a piece", |name| name)));
                }
                (EventKind::Score, _) => self.score += i64::from(event.value),
                (EventKind::Count, _) => reasons.push(format!("{} left", event.value)),
                (EventKind::Reshuffle, _) => reasons.push("reshuffle".to_owned()),
                (EventKind::End, Manner::Won) => reasons.push("won".to_owned()),
                (EventKind::End, _) => reasons.push("lost".to_owned()),
                _ => {}
            }
        }
        self.draw(&reasons.join(", "))?;
        std::thread::sleep(self.wait);
        Ok(())
    }

    fn draw(&self, reason: &str) -> Result<(), Box<dyn Error>> {
        let mut out = std::io::stdout().lock();
        let size = self.mirror.size();
        // On a terminal each frame takes the place of the last one.
        let home = if self.wait.is_zero() { "" } else { "\x1b[2J\x1b[H" };
        writeln!(out, "{home}{} points  {reason}", self.score)?;
        for row in 0..size.rows {
            for column in 0..size.columns {
                let elements = self.mirror.cell(size.index(Cell::new(row, column)));
                let [ground, filling, cover] =
                    elements.map(|it| it.map_or(Look::NONE, |it| it.look));
                let below = if ground.sort == Sort::Ground { '_' } else { ' ' };
                let above = if cover.sort == Sort::Cover { '+' } else { ' ' };
                write!(out, "{below}{}{above}", sign(filling))?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

/// The sign of what fills a cell, in its colour.
fn sign(look: Look) -> String {
    let sign = match look.sort {
        Sort::Block => 'o',
        Sort::Piece if look.detail == 1 => '|',
        Sort::Piece => ['-', 'B', 'P', '*'][usize::from(look.number) % 4],
        Sort::ArmedPiece => '!',
        Sort::Blocker => char::from(b'0' + look.detail.min(9)),
        Sort::Ingredient => 'i',
        _ => ' ',
    };
    match look.color {
        255 => sign.to_string(),
        color => format!("\x1b[3{}m{sign}\x1b[0m", 1 + color % 6),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let level = if words.iter().any(|word| word == "royal") { ROYAL } else { CLASSIC };
    let level: Level = level.parse()?;
    let goal = level.goal.clone().ok_or("the level has a goal")?;
    let mut session = Session::new(&level, &goal, Seed(1), 0);
    let mut saved = session.save();

    let demo = words.iter().position(|word| word == "--demo");
    let moves: u32 =
        demo.and_then(|at| words.get(at + 1)).map_or(Ok(0), |it| it.parse())?;
    let wait = Duration::from_millis(if demo.is_some() { 0 } else { 60 });
    Screen::of(&session, wait)
        .draw("h hint, u undo, b hammer, s save, l load, q quit")?;

    for _ in 0..moves {
        let Some(made) = session.hint(Strategy::Greedy.into()) else { break };
        play(&mut session, made, wait)?;
    }
    for line in std::io::stdin().lock().lines().take_while(|_| demo.is_none()) {
        let line = line?;
        let numbers: Vec<u32> =
            line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        match (line.trim(), &numbers[..]) {
            ("q", _) => break,
            ("u", _) => _ = session.undo(),
            (text, &[row, column]) if text.starts_with('b') => {
                let hammer = Booster::Hammer(Cell::new(row, column));
                show(
                    &mut session,
                    wait,
                    |session, see| Ok(session.boost(&hammer, see)?),
                )?;
            }
            ("s", _) => saved = session.save(),
            ("l", _) => session = Session::load(&saved)?,
            ("h", _) => println!("{:?}", session.hint(Strategy::Greedy.into())),
            (_, &[row, column]) => play(&mut session, [Cell::new(row, column); 2], wait)?,
            (_, &[r, c, row, column]) => {
                play(&mut session, [Cell::new(r, c), Cell::new(row, column)], wait)?;
            }
            _ => println!("row column row column, or a letter"),
        }
        Screen::of(&session, wait).draw("")?;
    }
    Ok(())
}

/// Makes a move, or uses a booster, and shows the steps.
fn show(
    session: &mut Session,
    wait: Duration,
    act: impl FnOnce(&mut Session, &mut dyn FnMut(Events<'_>)) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let mut screen = Screen::of(session, wait);
    let mut shown = Ok(());
    let done = act(session, &mut |events| {
        if shown.is_ok() {
            shown = screen.step(events);
        }
    });
    // A refused move is no reason to leave.
    if let Err(error) = done {
        println!("{error}");
    }
    shown
}

fn play(
    session: &mut Session,
    made: [Cell; 2],
    wait: Duration,
) -> Result<(), Box<dyn Error>> {
    show(session, wait, |session, see| Ok(session.play_seen(made, see)?))
}

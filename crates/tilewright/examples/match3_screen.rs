//! A match-3 game in the terminal, animated from its events alone.
//!
//! The screen knows the first board and what the events tell, and none of the rules. Type `2 3 2 4` to swap these two cells (row and column, twice), `2 3` to tap one, `h` for a hint, `u` to take
//! a move back, `b 2 3` to hammer a cell, `s` to save, `l` to load, `q` to leave. `--demo 5` makes five moves of a bot, without waiting:
//!
//! ```sh
//! cargo run --example match3_screen --features match3 -- royal --demo 5
//! ```

use std::{error::Error, io::BufRead, io::Write, time::Duration};

use tilewright::grid::{Cell, Seed};
use tilewright::match3::events::{EventKind, Events, Look, Sort, Vocabulary};
use tilewright::match3::{Booster, Level, Mirror, Rules, Session, Strategy};
use tilewright::play::Session as _;

type Outcome = Result<(), Box<dyn Error>>;

/// A level of the rules `classic`, and one of the rules `royal`.
const CLASSIC: &str = r#"{"schema": "tilewright/level/2", "rows": 7, "columns": 7, "colors": 4, "goal": {"collect": 25},
    "layout": [".......", ".......", "..1.1..", ".a...a.", ".......", "..222..", "......."]}"#;
const ROYAL: &str = r#"{"schema": "tilewright/level/2", "rows": 7, "columns": 7, "colors": 5, "rules": "royal",
    "goal": {"collect": {"kind": "box", "count": "all"}}, "layout": [
    [".", ".", ".", ".", ".", ".", "."], [".", ".", ".", "B", ".", ".", "."], [".", ".", ".", "R-", ".", ".", "."],
    [".", "box1", ".", ".", ".", "box1", "."], [".", "box2", ".", ".", ".", "box2", "."],
    [".", ".", ".", ".", ".", ".", "."], [".", ".", "._grass1", "._grass1", "._grass1", ".", "."]]}"#;

/// What is shown: the board as the events tell it, and how long a frame stays.
struct Screen<'a> {
    words: Vocabulary<'a>,
    mirror: Mirror,
    wait: Duration,
}

impl Screen<'_> {
    /// Follows the events of a step, shows them, and says why.
    fn step(&mut self, events: Events<'_>) -> Outcome {
        self.mirror.apply(events)?;
        let mut reasons = Vec::new();
        for event in &events {
            let name = self.words.look(event.look).and_then(|look| look.name);
            let name = name.unwrap_or_default();
            match event.kind {
                EventKind::Group => reasons.push(format!("{} match", event.list_length)),
                EventKind::Fire => reasons.push(format!("{name} fires")),
                EventKind::Score => reasons.push(format!("{:+} points", event.value)),
                EventKind::Count => reasons.push(format!("{} left", event.value)),
                EventKind::End => reasons.push(format!("{:?}", event.manner)),
                _ => {}
            }
        }
        self.draw(&reasons.join(", "))?;
        std::thread::sleep(self.wait);
        Ok(())
    }

    fn draw(&self, line: &str) -> Outcome {
        let mut out = std::io::stdout().lock();
        let size = self.mirror.size();
        // On a terminal each frame takes the place of the last one.
        let home = if self.wait.is_zero() { "" } else { "\x1b[2J\x1b[H" };
        write!(out, "{home}{line}")?;
        for index in 0..size.area() {
            let looks =
                self.mirror.cell(index).map(|it| it.map_or(Look::NONE, |it| it.look));
            let below = if looks[0].sort == Sort::Ground { '_' } else { ' ' };
            let above = if looks[2].sort == Sort::Cover { '+' } else { ' ' };
            let end = if index % size.columns as usize == 0 { "\n" } else { "" };
            write!(out, "{end}{below}{}{above}", sign(looks[1]))?;
        }
        Ok(writeln!(out)?)
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
        Sort::Obstacle => '#',
        _ => ' ',
    };
    match look.color {
        255 => sign.to_string(),
        color => format!("\x1b[3{}m{sign}\x1b[0m", 1 + color % 6),
    }
}

fn screen<'a>(rules: &'a Rules, session: &Session, wait: Duration) -> Screen<'a> {
    let mirror = Mirror::new(rules.level().size(), session.elements());
    Screen { words: Vocabulary::new(rules), mirror, wait }
}

fn main() -> Outcome {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let is_royal = words.iter().any(|word| word == "royal");
    let level: Level = if is_royal { ROYAL } else { CLASSIC }.parse()?;
    let goal = level.goal.clone().ok_or("the level has a goal")?;
    let (mut session, rules) =
        (Session::new(&level, &goal, Seed(1), 0), Rules::new(&level, &goal));
    let mut saved = session.save();

    let demo = words.iter().position(|word| word == "--demo");
    let moves = demo.and_then(|at| words.get(at + 1)).map_or(Ok(0), |it| it.parse())?;
    let wait = Duration::from_millis(if demo.is_some() { 0 } else { 60 });
    let help = "h hint, u undo, b hammer, s save, l load, q quit";
    screen(&rules, &session, wait).draw(help)?;
    for _ in 0..moves {
        let Some(made) = session.hint(Strategy::Greedy.into()) else { break };
        let mut screen = screen(&rules, &session, wait);
        session.play_seen(made, &mut |step| screen.step(step).expect("a terminal"))?;
    }

    for line in std::io::stdin().lock().lines().take_while(|_| demo.is_none()) {
        let line = line?;
        let numbers: Vec<u32> =
            line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let mut screen = screen(&rules, &session, wait);
        let mut see = |events: Events<'_>| screen.step(events).expect("a terminal");
        let mut cells = numbers.chunks_exact(2).map(|it| Cell::new(it[0], it[1]));
        let said = match (line.chars().next(), cells.next(), cells.next()) {
            (Some('q'), ..) => break,
            (Some('u'), ..) => format!("undone: {}", session.undo()),
            (Some('h'), ..) => format!("{:?}", session.hint(Strategy::Greedy.into())),
            (Some('s'), ..) => {
                saved = session.save();
                "saved".to_owned()
            }
            (Some('l'), ..) => {
                session = Session::load(&saved)?;
                "loaded".to_owned()
            }
            (Some('b'), Some(cell), _) => {
                let hit = session.boost(&Booster::Hammer(cell), &mut see);
                hit.err().map_or_else(String::new, |error| error.to_string())
            }
            (_, Some(one), two) => {
                let played = session.play_seen([one, two.unwrap_or(one)], &mut see);
                played.err().map_or_else(String::new, |error| error.to_string())
            }
            _ => help.to_owned(),
        };
        self::screen(&rules, &session, wait).draw(&said)?;
    }
    Ok(())
}

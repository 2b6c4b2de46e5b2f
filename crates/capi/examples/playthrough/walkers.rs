//! A thousand frames of walkers, and what their calls find.

use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, BufRead, Cursor};

use serde_json::json;
use tilewright_grid::{Rng, Seed};
use tilewright_tasks::{Door, Host, find, is_content, serve};

const COLUMNS: u32 = 40;
const ROWS: u32 = 26;
const WALKERS: u32 = 60;

/// A cell of a floor, and a number to choose by.
fn cell(rng: &mut Rng) -> (u32, u32, u32, u32) {
    let [x, y, floor] = [COLUMNS, ROWS, 2].map(|most| rng.below(most));
    (x, y, floor, rng.below(1 << 20))
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
    let mut rng = Seed(48).rng();
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
    writeln!(text, "cost 12 12 0 3.25\ndoor 10 1 0 5 7 2")?;
    writeln!(text, "field 0 1 4294967295 39 0 0 0 25 1\ncrowd 0 11")?;
    people(&mut text, &mut rng)?;
    frames(&mut text, &mut rng)?;
    Ok(text)
}

/// Sixty walkers who stand where they can, each with a goal.
fn people(text: &mut String, rng: &mut Rng) -> std::fmt::Result {
    let mut stands = std::collections::BTreeSet::new();
    for _ in 0..WALKERS {
        let (x, y, floor, _) = cell(rng);
        let is_wall =
            (x == 10 && (2..22).contains(&y)) || (x == 25 && (6..26).contains(&y));
        let is_water = (30..35).contains(&x) && (3..7).contains(&y);
        if !is_wall && !is_water && stands.insert((x, y, floor)) {
            let (to_x, to_y, to_floor, _) = cell(rng);
            writeln!(text, "walker 0 {x} {y} {floor} {to_x} {to_y} {to_floor}")?;
        }
    }
    Ok(())
}

/// A thousand frames: a change or a question, and a step.
fn frames(text: &mut String, rng: &mut Rng) -> std::fmt::Result {
    for frame in 0..1000 {
        let (x, y, floor, dice) = cell(rng);
        let (to_x, to_y, to_floor, _) = cell(rng);
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
    Ok(())
}

/// The script, with what its calls find.
pub(super) fn walkers() -> Result<String, Box<dyn Error>> {
    let entry = find("path/script").map_err(|refusal| refusal.error)?;
    let request = json!({ "script": script()? });
    let request = request.as_object().cloned().unwrap_or_default();
    let served = serve(entry, request, &QuietDoor).map_err(|refusal| refusal.error)?;
    let files = served.files("output", "txt").map_err(|refusal| refusal.error)?;
    let script = files.into_values().next().ok_or("no script was written")?;
    Ok(String::from_utf8(script)?)
}

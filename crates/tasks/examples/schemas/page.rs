//! What the page takes from Rust: the names of bots, hunters and players, and the colours of pictures.

use std::fmt::Write as _;

use serde_json::Value;
use tilewright_draw::Color;
use tilewright_draw::theme::{DARK, NAMED};

/// The lists of the page: their names there, the task and the key whose schema has them, and their label in it.
const LISTS: [(&str, &str, &str, &str); 4] = [
    ("BOTS", "match3/play", "bot", "Bots"),
    ("LEVELS", "battleship/hunt", "hunter", "Levels"),
    ("HUNTERS", "battleship/hunt", "hunter", "Strategies"),
    ("PLAYERS", "2048/bench", "player", "Players"),
];

/// The module `names.js`.
pub(crate) fn names() -> String {
    let mut text =
        "// Names of bots, hunters and players, and the dark counterparts of colours. Written by `cargo xtask schemas`.\n\n"
            .to_owned();
    for (list, task, key, label) in LISTS {
        let schema =
            tilewright_tasks::find(task).ok().map(|entry| entry.schema().to_value());
        let names =
            schema.unwrap_or_default()["properties"][key]["x-names"][label].take();
        let names = names.as_array().cloned().unwrap_or_default();
        let names: Vec<_> = names.iter().map(Value::to_string).collect();
        let _ = writeln!(text, "export const {list} = [{}];", names.join(", "));
    }
    text += "export const DARK = {\n";
    for (name, dark) in DARK {
        let light = NAMED.iter().find(|named| named.0 == name).map(|named| named.1);
        let _ = writeln!(
            text,
            "  \"{}\": \"{}\",",
            light.map(hex).unwrap_or_default(),
            hex(dark)
        );
    }
    text + "};\n"
}

/// The lines before and after the colours in `style.css`.
const ENDS: [&str; 2] =
    ["written by `cargo xtask schemas`. */\n", "  /* The end of the colours. */"];

/// The style sheet with the colours of today.
pub(crate) fn style(sheet: &str) -> String {
    let mut colors = String::new();
    for (name, light) in NAMED {
        let dark = DARK.iter().find(|dark| dark.0 == name).map(|dark| hex(dark.1));
        let color = match dark {
            Some(dark) => format!("light-dark({}, {dark})", hex(light)),
            None => hex(light),
        };
        let _ = writeln!(colors, "  --{name}: {color};");
    }
    let parts = sheet.split_once(ENDS[0]).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(ENDS[1])?;
        Some([before, ENDS[0], &colors, ENDS[1], after].concat())
    });
    parts.unwrap_or_else(|| sheet.to_owned())
}

fn hex(color: Color) -> String {
    format!("#{:02x}{:02x}{:02x}", color.red, color.green, color.blue)
}

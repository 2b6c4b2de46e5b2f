//! The names that the page offers, of bots, hunters and players.

use std::fmt::Write as _;

use serde_json::Value;

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
        "// Names of bots, hunters and players. Written by `cargo xtask schemas`.\n\n"
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
    text
}

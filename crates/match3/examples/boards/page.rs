//! The page of the book that shows the turns.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

use super::read::{Turn, turns};

/// The files of turns with their themes.
const FILES: [(&str, &str); 22] = [
    ("shapes", "Groups and which piece they make"),
    ("placing", "Where made pieces appear"),
    ("waves", "Waves, set off, how often a cell is hit"),
    ("effects", "Effects of single pieces"),
    ("pairs-lab", "Pairs of lab"),
    ("pairs-candy", "Pairs of candy"),
    ("pairs-royal", "Pairs of royal"),
    ("covers", "Covers, blockers, ground"),
    ("refill", "Refills, supply, weights"),
    ("gravity", "Gravity, portals, conveyors, exits"),
    ("turn", "Spreading, goals, score, reshuffle, outcomes"),
    ("refusals", "Refused moves"),
    ("rare", "Ties, directions and rare cases"),
    ("tap-groups", "Tapped groups"),
    ("tap-pieces", "Tapped pieces"),
    ("tap-refill", "Columns that fall as a whole"),
    ("tap-effects", "Effects where groups are tapped"),
    ("tap-components", "Pieces that touch"),
    ("tap-turn", "The turn where groups are tapped"),
    ("objects-timers", "Timers"),
    ("objects-generators", "Generators"),
    ("objects-bigs", "Big blocks"),
];

const HEAD: &str = "\
# Turns worked by hand

Every turn of `crates/match3/tests/rules/boards/`, worked by hand from [the rules](../rules.md); the program and a plain simulator play \
them in the tests, line by line. The first board of each has the move: an arrow for a swap, a ring for a tap. Each wave shows the board \
with which its cascade begins and what the wave does; cells that an earlier wave of the cascade hit are pale. Made pieces appear after the last wave, then what generators give.

![Marks of cells](../pictures/boards/marks.svg)

On a first board, triangles show gravity (dark), spawners (orange), conveyors (sky blue) and exits (green); a bar with a letter is an end of a portal.
Draws are written `n:value`: the bound, and the number drawn below it.
";

const FOOT: &str = "
## How this page is made

This command draws the pictures and writes the page; a test compares both with the boards.

```console
cargo run --package tilewright-match3 --example boards pictures/boards/ docs/src/rules/boards.md
```
";

/// The turns of all files, each with its theme.
pub(crate) type Files = Vec<(&'static str, Vec<Turn>)>;

/// Reads all files of a folder.
pub(crate) fn files(folder: &Path) -> Result<Files, Box<dyn Error>> {
    let read = |(file, theme): (&str, &'static str)| {
        Ok((theme, turns(&folder.join(format!("{file}.txt")))?))
    };
    FILES.into_iter().map(read).collect()
}

/// The page as Markdown.
pub(crate) fn page(files: &Files) -> String {
    let mut page = HEAD.to_owned();
    for (theme, turns) in files {
        let _ = writeln!(page, "\n## {theme}");
        for turn in turns {
            let Turn { name, about, .. } = turn;
            let _ = writeln!(
                page,
                "\n### {name}\n\n{about}\n\n![{name}](../pictures/boards/{name}.svg)\n\n{}",
                facts(turn)
            );
        }
    }
    page + FOOT
}

/// The rules, what else belongs to the level, the draws, and how the turn ends.
fn facts(turn: &Turn) -> String {
    let keys = turn.level.iter().filter(|(key, _)| key != "colors");
    let mut facts: Vec<_> = keys.map(|(key, value)| format!("{key} `{value}`")).collect();
    if !turn.draws.is_empty() {
        facts.push(format!("draws `{}`", turn.draws));
    }
    if let Some((end, counts)) = turn.end.split_first() {
        facts.push(format!("end: {end}"));
        facts.extend(counts.iter().cloned());
    }
    facts.join(" · ")
}

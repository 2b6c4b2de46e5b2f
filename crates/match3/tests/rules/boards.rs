//! Reader of the boards worked by hand (`boards/README.md`).

use serde_json::{Map, Value, json};

use super::plain::moves::Move;

/// The files of `boards/`.
const FILES: [(&str, &str); 22] = [
    ("covers", include_str!("boards/covers.txt")),
    ("effects", include_str!("boards/effects.txt")),
    ("gravity", include_str!("boards/gravity.txt")),
    ("objects-bigs", include_str!("boards/objects-bigs.txt")),
    ("objects-generators", include_str!("boards/objects-generators.txt")),
    ("objects-timers", include_str!("boards/objects-timers.txt")),
    ("pairs-candy", include_str!("boards/pairs-candy.txt")),
    ("pairs-lab", include_str!("boards/pairs-lab.txt")),
    ("pairs-royal", include_str!("boards/pairs-royal.txt")),
    ("placing", include_str!("boards/placing.txt")),
    ("rare", include_str!("boards/rare.txt")),
    ("refill", include_str!("boards/refill.txt")),
    ("refusals", include_str!("boards/refusals.txt")),
    ("shapes", include_str!("boards/shapes.txt")),
    ("tap-components", include_str!("boards/tap-components.txt")),
    ("tap-effects", include_str!("boards/tap-effects.txt")),
    ("tap-groups", include_str!("boards/tap-groups.txt")),
    ("tap-pieces", include_str!("boards/tap-pieces.txt")),
    ("tap-refill", include_str!("boards/tap-refill.txt")),
    ("tap-turn", include_str!("boards/tap-turn.txt")),
    ("turn", include_str!("boards/turn.txt")),
    ("waves", include_str!("boards/waves.txt")),
];

/// One board: a turn and all that happens in it.
#[derive(Clone, Debug)]
pub(crate) struct WorkedBoard {
    /// File and name.
    pub(crate) name: String,
    /// The level, with the board before the move as its layout.
    pub(crate) level: Value,
    pub(crate) chosen: Move,
    /// Each draw's bound, and the number drawn.
    pub(crate) draws: Vec<(u64, u64)>,
    /// The lines after the move and the draws; `repeat` is written out.
    pub(crate) lines: Vec<String>,
}

/// All boards of all files.
pub(crate) fn worked_boards() -> Vec<WorkedBoard> {
    FILES.iter().flat_map(|(file, text)| read_file(file, text)).collect()
}

fn read_file(file: &str, text: &str) -> Vec<WorkedBoard> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with(';'));
    let mut boards: Vec<Vec<&str>> = Vec::new();
    for line in lines {
        if line.starts_with("== ") {
            boards.push(Vec::new());
        }
        boards
            .last_mut()
            .unwrap_or_else(|| panic!("{file} begins with {line}"))
            .push(line);
    }
    boards.iter().map(|lines| read_board(file, lines)).collect()
}

fn read_board(file: &str, lines: &[&str]) -> WorkedBoard {
    let name = format!("{file} {}", lines[0]);
    let mut level = Map::new();
    let mut put = |key: &str, value: Value| drop(level.insert(key.to_owned(), value));
    put("schema", json!("tilewright/level/2"));
    let (mut chosen, mut draws, mut expected) = (None, Vec::new(), Vec::new());
    for (at, line) in lines.iter().enumerate().skip(1) {
        let (keyword, rest) = line.split_once(' ').unwrap_or((line, ""));
        match keyword {
            // A row of the board before the move; that board is read at its keyword.
            "" | "about" => {}
            "rules" if !rest.starts_with('{') => put(keyword, json!(rest)),
            "rules" | "goal" | "cells" | "spawners" | "moves" => {
                let value = serde_json::from_str(rest);
                put(keyword, value.unwrap_or_else(|error| panic!("{name}: {error}")));
            }
            "colors" => put(keyword, colors(rest)),
            "before" => {
                let rows = lines[at + 1..].iter().take_while(|row| row.starts_with("  "));
                let rows: Vec<Vec<&str>> =
                    rows.map(|row| row.split_whitespace().collect()).collect();
                put("rows", json!(rows.len()));
                put("columns", json!(rows[0].len()));
                put("layout", json!(rows));
            }
            "swap" | "tap" => chosen = Some(read_move(keyword, rest, &name)),
            "draws" => {
                draws = rest.split(' ').map(|draw| pair(draw, ':', &name)).collect();
            }
            _ => {
                expected = lines[at..].iter().map(|&line| line.to_owned()).collect();
                break;
            }
        }
    }
    let chosen = chosen.unwrap_or_else(|| panic!("{name}: no move"));
    let (level, lines) = (Value::Object(level), repeated(expected));
    WorkedBoard { name, level, chosen, draws, lines }
}

fn read_move(keyword: &str, text: &str, name: &str) -> Move {
    let cells: Vec<_> = text.split(' ').map(|cell| place(cell, name)).collect();
    match cells.as_slice() {
        [cell] if keyword == "tap" => Move::Tap(*cell),
        [from, to] if keyword == "swap" => Move::Swap(*from, *to),
        _ => panic!("{name}: {keyword} {text}"),
    }
}

fn colors(text: &str) -> Value {
    let mut colors = Map::new();
    for color in text.split(' ') {
        let (name, weight) = color.split_once('=').unwrap_or((color, "1"));
        colors.insert(name.to_owned(), json!(weight.parse::<u64>().unwrap()));
    }
    Value::Object(colors)
}

fn place(text: &str, name: &str) -> (usize, usize) {
    let inside = text.trim_start_matches('[').trim_end_matches(']');
    let (row, column) = pair(inside, ',', name);
    (row as usize, column as usize)
}

fn pair(text: &str, between: char, name: &str) -> (u64, u64) {
    let parts = text.split_once(between).unwrap_or_else(|| panic!("{name}: {text}"));
    (parts.0.parse().unwrap(), parts.1.parse().unwrap())
}

/// Writes out `repeat`.
fn repeated(lines: Vec<String>) -> Vec<String> {
    let Some(at) = lines.iter().position(|line| line.starts_with("repeat ")) else {
        return lines;
    };
    let last: u64 = lines[at]["repeat ".len()..].parse().unwrap();
    let begins = |line: &String| line.starts_with("cascade ");
    let cascade = lines[..at].iter().rposition(begins).unwrap();
    let depth: u64 = lines[cascade]["cascade ".len()..].parse().unwrap();
    let mut written = lines[..at].to_vec();
    for depth in depth + 1..=last {
        written.push(format!("cascade {depth}"));
        written.extend_from_slice(&lines[cascade + 1..at]);
    }
    written.extend_from_slice(&lines[at + 1..]);
    written
}

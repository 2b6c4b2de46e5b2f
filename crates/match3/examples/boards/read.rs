//! Reads the boards worked by hand (`tests/rules/boards/README.md`) as what a picture shows of them.

use std::error::Error;
use std::fs;
use std::path::Path;

use tilewright_grid::Cell;

/// The rows of a board as tokens.
pub(crate) type Rows = Vec<Vec<String>>;

/// A turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turn {
    pub(crate) name: String,
    pub(crate) about: String,
    /// The keys of the level with their values: rules, colors, goal, cells, spawners, moves.
    pub(crate) level: Vec<(String, String)>,
    pub(crate) before: Rows,
    /// The cells of the move: two of a swap, one of a tap.
    pub(crate) chosen: Vec<Cell>,
    pub(crate) draws: String,
    pub(crate) steps: Vec<Step>,
    /// How the turn ends, then the counts.
    pub(crate) end: Vec<String>,
}

/// What happens in a turn, in order.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Cascade(String),
    Wave(String),
    /// A sort of mark on cells.
    Mark(Sort, Vec<Cell>),
    /// A token in a cell: of a piece that fires, is made by a group, or turned from a block; or given.
    Put(Sort, String, Cell),
    /// A board with its keyword.
    Board(String, Rows),
    Repeat(String),
}

/// Why a cell is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Fires,
    Match,
    Beside,
    Hit,
    Chosen,
    Turned,
    Made,
    Given,
    Dropped,
    Spread,
}

impl Turn {
    /// The value of a key of the level.
    pub(crate) fn value(&self, key: &str) -> Option<&str> {
        let found = self.level.iter().find(|(name, _)| name == key);
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn is_refused(&self) -> bool {
        self.end.first().is_some_and(|end| end == "refused")
    }
}

/// The turns of a file.
pub(crate) fn turns(file: &Path) -> Result<Vec<Turn>, Box<dyn Error>> {
    let text = fs::read_to_string(file)?;
    let mut turns: Vec<Turn> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with(';')) {
        if let Some(name) = line.strip_prefix("== ") {
            turns.push(Turn { name: name.to_owned(), ..Turn::default() });
        } else {
            let turn = turns.last_mut().ok_or("a line before the first name")?;
            let read = add(turn, line);
            read.map_err(|error| format!("{}: {line}: {error}", turn.name))?;
        }
    }
    Ok(turns)
}

/// Adds a line to a turn.
fn add(turn: &mut Turn, line: &str) -> Result<(), Box<dyn Error>> {
    if let Some(row) = line.strip_prefix("  ") {
        let row = row.split_whitespace().map(str::to_owned).collect();
        match turn.steps.last_mut() {
            Some(Step::Board(_, rows)) => rows.push(row),
            _ => turn.before.push(row),
        }
        return Ok(());
    }

    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let mut mark = |sort: Sort| -> Result<(), Box<dyn Error>> {
        let words = rest.split(' ').filter(|word| word.starts_with('['));
        let cells = words.map(cell).collect::<Result<_, _>>()?;
        turn.steps.push(Step::Mark(sort, cells));
        Ok(())
    };

    match word {
        "about" => rest.clone_into(&mut turn.about),
        "rules" | "colors" | "goal" | "cells" | "spawners" | "moves" => {
            turn.level.push((word.to_owned(), rest.to_owned()));
        }
        "before" | "group" | "color" | "reshuffled" => {}
        "swap" | "tap" => {
            turn.chosen = rest.split(' ').map(cell).collect::<Result<_, _>>()?;
        }
        "draws" => rest.clone_into(&mut turn.draws),
        "cascade" => turn.steps.push(Step::Cascade(rest.to_owned())),
        "wave" => turn.steps.push(Step::Wave(rest.to_owned())),
        "repeat" => turn.steps.push(Step::Repeat(rest.to_owned())),
        "pair" | "merged" => mark(Sort::Fires)?,
        "match" => mark(Sort::Match)?,
        "beside" => mark(Sort::Beside)?,
        "hit" => mark(Sort::Hit)?,
        "chosen" => mark(Sort::Chosen)?,
        "dropped" => mark(Sort::Dropped)?,
        "spread" => mark(Sort::Spread)?,
        "fires" | "made" | "given" | "turned" => {
            let sort = match word {
                "fires" => Sort::Fires,
                "made" => Sort::Made,
                "given" => Sort::Given,
                _ => Sort::Turned,
            };
            let words: Vec<_> = rest.split(' ').collect();
            for put in words.chunks_exact(2) {
                let step = Step::Put(sort, put[0].to_owned(), cell(put[1])?);
                turn.steps.push(step);
            }
        }
        "settled" | "conveyed" | "counted" | "board" => {
            turn.steps.push(Step::Board(word.to_owned(), Vec::new()));
        }
        "end" => turn.end.push(rest.to_owned()),
        "score" | "collected" | "broken" | "dropped-in-all" | "made-in-all"
        | "reshuffles" => turn.end.push(line.replace('=', " ")),
        _ => return Err("an unknown keyword".into()),
    }

    Ok(())
}

/// A cell such as `[0,1]`.
fn cell(text: &str) -> Result<Cell, Box<dyn Error>> {
    let inside = text.trim_start_matches('[').trim_end_matches(']');
    let (row, column) = inside.split_once(',').ok_or("no cell")?;
    Ok(Cell::new(row.parse()?, column.parse()?))
}

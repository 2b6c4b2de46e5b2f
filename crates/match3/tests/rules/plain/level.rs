//! A level: its board before dealing, its rules, goals and special cells.

use std::collections::VecDeque;

use serde_json::Value;

use super::board::{Board, Cell, Contents, Layered, Place};
use super::goal_checks::check_goals;
use super::goals::{Goal, read_goals};
use super::json::{Read, any_object, list, number, object, required, small, text};
use super::level_cells::{Gravity, SpecialCells, read_special_cells};
use super::read_rules::read_rules;
use super::rules::Rules;
use super::tokens::read_token;

const KEYS: [&str; 14] = [
    "schema", "rows", "columns", "colors", "layout", "goal", "moves", "spawners", "band",
    "found", "proof", "rules", "blocks", "cells",
];

/// The usual colours, in their order.
pub(crate) const COLORS: [&str; 8] =
    ["red", "green", "blue", "yellow", "purple", "orange", "cyan", "white"];

/// A level, read and checked.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    pub(crate) rules: Rules,
    /// The weights of the colours, if they have some.
    pub(crate) weights: Option<Vec<u64>>,
    /// The board before dealing.
    pub(crate) board: Board,
    /// The cells that are dealt a block.
    pub(crate) dealt: Vec<Place>,
    pub(crate) goals: Vec<Goal>,
    /// The most moves.
    pub(crate) moves: Option<u64>,
    pub(crate) gravity: Gravity,
    pub(crate) spawners: Vec<Place>,
    /// Entrances and exits.
    pub(crate) portals: Vec<(Place, Place)>,
    pub(crate) conveyors: Vec<Vec<Place>>,
    /// Where ingredients leave.
    pub(crate) exits: Vec<Place>,
    /// What spawners give first.
    pub(crate) supply: Vec<(Place, VecDeque<Contents>)>,
}

impl Level {
    /// Reads a level.
    pub(crate) fn read(value: &Value) -> Read<Self> {
        let map = object(value, "level", &KEYS)?;
        let (colors, weights) = read_colors(map.get("colors"))?;
        let rules = read_rules(map.get("rules"), map.get("blocks"), &colors)?;
        let size = |name| small(required(map, "level", name)?, name, 1, 64);
        let (rows, columns) = (size("rows")?, size("columns")?);
        let layout = list(required(map, "level", "layout")?, "layout")?;
        let tokens = layout.iter().any(Value::is_array);
        let supplied =
            map.get("cells").is_some_and(|cells| cells.get("supply").is_some());

        if tokens || supplied {
            check_letters(&colors)?;
        }

        let (board, dealt) = read_layout(layout, (rows, columns), &rules)?;
        let goals =
            map.get("goal").map_or(Ok(Vec::new()), |goal| read_goals(goal, &rules))?;
        let SpecialCells { gravity, spawners, portals, conveyors, exits, supply } =
            read_special_cells(map, &board, &rules)?;
        let moves = map
            .get("moves")
            .map(|moves| number(moves, "moves", 0, u64::MAX))
            .transpose()?;
        let level = Self {
            rules,
            weights,
            board,
            dealt,
            goals,
            moves,
            gravity,
            spawners,
            portals,
            conveyors,
            exits,
            supply,
        };

        check_goals(&level)?;
        Ok(level)
    }
}

fn read_colors(value: Option<&Value>) -> Read<(Vec<String>, Option<Vec<u64>>)> {
    let Some(value) = value else {
        return Ok((first_colors(5), None));
    };
    if value.is_number() {
        return Ok((first_colors(small(value, "colors", 1, 64)?), None));
    }

    let map = any_object(value, "colors")?;
    if map.is_empty() || map.len() > 64 {
        return Err(format!("colors: {} is not from 1 to 64", map.len()));
    }

    let weights = map
        .iter()
        .map(|(name, weight)| number(weight, &format!("colors.{name}"), 1, 1000))
        .collect::<Read<Vec<_>>>()?;
    Ok((map.keys().cloned().collect(), Some(weights)))
}

/// The names of the first colours; more than eight have none.
fn first_colors(count: usize) -> Vec<String> {
    (0..count).map(|color| COLORS.get(color).map_or("", |name| name).to_owned()).collect()
}

fn check_letters(colors: &[String]) -> Read<()> {
    for (index, color) in colors.iter().enumerate() {
        let letter = color.chars().next();
        let earlier = colors[..index].iter().any(|other| other.chars().next() == letter);
        if letter.is_some() && earlier {
            return Err(format!("colors: ambiguous first letter of {color:?}"));
        }
        if letter.is_some_and(|letter| !letter.is_ascii_lowercase()) {
            return Err(format!("colors: {color:?} does not begin with a letter a to z"));
        }
    }
    Ok(())
}

fn read_layout(
    layout: &[Value],
    (rows, columns): (usize, usize),
    rules: &Rules,
) -> Read<(Board, Vec<Place>)> {
    if layout.len() != rows {
        return Err(format!("layout: {} rows, not {rows}", layout.len()));
    }

    let (mut cells, mut dealt) = (Vec::new(), Vec::new());
    for (row, value) in layout.iter().enumerate() {
        let key = format!("layout[{row}]");
        let tokens: Vec<String> = match value {
            Value::String(line) => {
                line.chars().map(|letter| letter.to_string()).collect()
            }
            _ => list(value, &key)?
                .iter()
                .map(|token| text(token, &key).map(str::to_owned))
                .collect::<Read<_>>()?,
        };
        if tokens.len() != columns {
            return Err(format!("{key}: {} cells, not {columns}", tokens.len()));
        }
        for (column, token) in tokens.iter().enumerate() {
            let read = if value.is_string() {
                read_letter(token, rules)
            } else {
                read_token(token, rules)
            };
            let (cell, deal) = read.map_err(|error| {
                format!("layout[{row}][{column}], {token:?}: {error}")
            })?;
            cells.push(cell);
            dealt.extend(deal.then_some((row, column)));
        }
    }

    let board = Board { rows, columns, cells };
    board.check_big_blocks(rules)?;
    Ok((board, dealt))
}

/// A letter of a layout that is rows of text.
fn read_letter(letter: &str, rules: &Rules) -> Read<(Cell, bool)> {
    let layered = |name: &str, layers: u64| {
        let kind = rules.kinds.iter().position(|kind| kind.name == name);
        kind.map(|kind| Layered { kind, layers })
            .filter(|it| layers <= rules.kinds[it.kind].full())
            .filter(|it| rules.kinds[it.kind].generator.is_none())
            .ok_or_else(|| format!("no {name} with {layers} layers"))
    };

    match letter {
        "." | "#" | "_" => read_token(letter, rules),
        "1" | "2" | "3" | "4" => {
            let blocked = layered("blocked", letter.parse().unwrap_or(1))?;
            let contents = Some(Contents::Blocker(blocked));
            Ok((Cell { contents, ..Cell::default() }, false))
        }

        "a" | "b" | "c" | "d" => {
            let layers = u64::from(letter.as_bytes()[0] - b'a') + 1;
            let cover = Some(layered("overlay", layers)?);
            Ok((Cell { cover, ..Cell::default() }, true))
        }
        _ => Err("unknown letter".to_owned()),
    }
}

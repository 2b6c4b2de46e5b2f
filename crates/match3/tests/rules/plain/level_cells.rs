//! The special cells of a level: gravity, spawners, portals, conveyors, exits, supply.

use std::collections::{BTreeSet, VecDeque};

use serde_json::{Map, Value};

use super::big_blocks::check_falling;
use super::board::{Board, Contents, Place};
use super::json::{Read, list, object, small, text};
use super::rules::{Refill, Rules};
use super::supply::read_supply;

/// Where the contents of a cell fall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arrow {
    Down,
    Left,
    Up,
    Right,
}

/// The gravity of a level.
#[derive(Clone, Debug)]
pub(crate) enum Gravity {
    /// One for the board.
    Whole(Arrow),
    /// One for each place, in reading order.
    Cells(Vec<Arrow>),
}

/// What [`read_special_cells`] gives: the fields of a level.
pub(crate) struct SpecialCells {
    pub(crate) gravity: Gravity,
    pub(crate) spawners: Vec<Place>,
    pub(crate) portals: Vec<(Place, Place)>,
    pub(crate) conveyors: Vec<Vec<Place>>,
    pub(crate) exits: Vec<Place>,
    pub(crate) supply: Vec<(Place, VecDeque<Contents>)>,
}

/// Reads `cells` and `spawners` of a level with this board.
pub(crate) fn read_special_cells(
    level: &Map<String, Value>,
    board: &Board,
    rules: &Rules,
) -> Read<SpecialCells> {
    let empty = Map::new();
    let known = ["gravity", "portals", "conveyors", "exits", "supply"];
    let cells =
        level.get("cells").map_or(Ok(&empty), |it| object(it, "cells", &known))?;
    let gravity = read_gravity(cells.get("gravity"), board)?;
    let portals = read_portals(cells.get("portals"), board)?;
    let conveyors = read_conveyors(cells.get("conveyors"), board, rules)?;
    let spawners = match level.get("spawners") {
        // A column that falls past holes draws at its first cell.
        None => edge(board, &gravity, true, rules.refill == Refill::Column),
        Some(Value::String(word)) if word == "tops" => edge(board, &gravity, true, true),
        Some(value) => read_places(value, "spawners", board)?,
    };
    let exits = match cells.get("exits") {
        None => edge(board, &gravity, false, true),
        Some(value) => read_places(value, "cells.exits", board)?,
    };

    if let Some(place) =
        spawners.iter().find(|&&place| portals.iter().any(|&(_, exit)| exit == place))
    {
        return Err(format!("spawners: {place:?} is a portal's exit"));
    }

    let supply = read_supply(cells.get("supply"), board, rules, &spawners)?;
    let special = SpecialCells { gravity, spawners, portals, conveyors, exits, supply };
    check_refill(rules, &special, level.contains_key("spawners"))?;

    Ok(special)
}

fn check_refill(rules: &Rules, special: &SpecialCells, spawners: bool) -> Read<()> {
    let down = matches!(special.gravity, Gravity::Whole(Arrow::Down));
    check_falling(
        rules,
        &[
            ("cells.gravity", !down),
            ("cells.portals", !special.portals.is_empty()),
            ("cells.conveyors", !special.conveyors.is_empty()),
        ],
    )?;
    let name = match rules.refill {
        Refill::Diagonal if matches!(special.gravity, Gravity::Cells(_)) => {
            return Err(
                "cells.gravity: arrows by cell, needs refill fill-path".to_owned()
            );
        }
        Refill::FillPath | Refill::Diagonal => return Ok(()),
        Refill::Segment => "segment",
        Refill::Column => "column",
    };

    let supplied = rules.refill == Refill::Segment && !special.supply.is_empty();
    let wrong = [
        ("cells.gravity", !down),
        ("cells.portals", !special.portals.is_empty()),
        ("spawners", spawners),
        ("cells.supply", supplied),
    ];
    let found = wrong.into_iter().find(|(_, wrong)| *wrong);
    found.map_or(Ok(()), |(key, _)| Err(format!("{key}: not with {name}")))
}

/// The cells at the edge from which gravity comes (`from`), or to which it leads. With
/// `nearest` holes do not count: the first cell of each column or row.
fn edge(board: &Board, gravity: &Gravity, from: bool, nearest: bool) -> Vec<Place> {
    let arrow = match gravity {
        Gravity::Whole(arrow) => *arrow,
        Gravity::Cells(_) => Arrow::Down,
    };
    let rows = matches!(arrow, Arrow::Left | Arrow::Right);
    let low = matches!(arrow, Arrow::Down | Arrow::Right) == from;
    let (lines, length) =
        if rows { (board.rows, board.columns) } else { (board.columns, board.rows) };
    let mut found = Vec::new();

    for line in 0..lines {
        let mut order: Vec<usize> = (0..length).collect();
        if !low {
            order.reverse();
        }
        order.truncate(if nearest { length } else { 1 });
        let place = |at: usize| if rows { (line, at) } else { (at, line) };
        let mut places = order.into_iter().map(place);
        found.extend(places.find(|&place| !board.at(place).hole));
    }

    found.sort_unstable();
    found
}

fn read_gravity(value: Option<&Value>, board: &Board) -> Read<Gravity> {
    let key = "cells.gravity";
    let Some(value) = value else {
        return Ok(Gravity::Whole(Arrow::Down));
    };

    if let Some(word) = value.as_str() {
        return match word {
            "down" => Ok(Gravity::Whole(Arrow::Down)),
            "left" => Ok(Gravity::Whole(Arrow::Left)),
            "up" => Ok(Gravity::Whole(Arrow::Up)),
            "right" => Ok(Gravity::Whole(Arrow::Right)),
            _ => Err(format!("{key}: unknown direction {word:?}")),
        };
    }

    let rows = list(value, key)?;
    let mut arrows = Vec::new();

    for row in rows {
        let row = text(row, key)?;
        if row.chars().count() != board.columns || rows.len() != board.rows {
            return Err(format!("{key}: not one letter for each cell"));
        }
        for letter in row.chars() {
            arrows.push(match letter {
                '<' => Arrow::Left,
                '^' => Arrow::Up,
                '>' => Arrow::Right,
                'v' => Arrow::Down,
                _ if board.cells[arrows.len()].hole => Arrow::Down,
                _ => return Err(format!("{key}: unknown arrow {letter:?}")),
            });
        }
    }

    if arrows.is_empty() {
        return Err(format!("{key}: not one letter for each cell"));
    }

    Ok(Gravity::Cells(arrows))
}

/// Reads a cell of the board that is no hole.
pub(crate) fn read_place(value: &Value, key: &str, board: &Board) -> Read<Place> {
    let [row, column] = list(value, key)?.as_slice() else {
        return Err(format!("{key}: {value} is not [row, column]"));
    };
    let place = (small(row, key, 0, 1 << 30)?, small(column, key, 0, 1 << 30)?);
    if !board.has(place) {
        return Err(format!("{key}: {value} is outside the board"));
    }
    if board.at(place).hole {
        return Err(format!("{key}: {value} is a hole"));
    }
    Ok(place)
}

/// Cells in reading order, each once.
fn read_places(value: &Value, key: &str, board: &Board) -> Read<Vec<Place>> {
    let places = list(value, key)?.iter().map(|value| read_place(value, key, board));
    Ok(places.collect::<Read<BTreeSet<_>>>()?.into_iter().collect())
}

fn read_portals(value: Option<&Value>, board: &Board) -> Read<Vec<(Place, Place)>> {
    let key = "cells.portals";
    let mut portals: Vec<(Place, Place)> = Vec::new();
    for value in value.map_or(Ok(&Vec::new()), |value| list(value, key))? {
        let [entrance, exit] = list(value, key)?.as_slice() else {
            return Err(format!("{key}: {value} is not [entrance, exit]"));
        };
        let portal = (read_place(entrance, key, board)?, read_place(exit, key, board)?);
        if portals.iter().any(|other| other.0 == portal.0 || other.1 == portal.1) {
            return Err(format!("{key}: {value} has an entrance or exit a second time"));
        }
        portals.push(portal);
    }
    Ok(portals)
}

fn read_conveyors(
    value: Option<&Value>,
    board: &Board,
    rules: &Rules,
) -> Read<Vec<Vec<Place>>> {
    let key = "cells.conveyors";
    let (mut conveyors, mut seen) = (Vec::new(), BTreeSet::new());

    for value in value.map_or(Ok(&Vec::new()), |value| list(value, key))? {
        let mut conveyor = Vec::new();
        for place in list(value, key)? {
            let cell = read_place(place, key, board)?;
            if !seen.insert(cell) {
                return Err(format!("{key}: {place} is on a conveyor twice"));
            }
            if board.is_big(rules, cell) {
                return Err(format!("{key}: {place} is a cell of a big block"));
            }
            conveyor.push(cell);
        }
        if conveyor.len() < 2 {
            return Err(format!("{key}: {value} has fewer than 2 cells"));
        }
        conveyors.push(conveyor);
    }

    Ok(conveyors)
}

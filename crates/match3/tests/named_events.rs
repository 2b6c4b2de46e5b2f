//! Events in words against the boards that they lead to, by a client that knows JSON alone.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use tilewright_grid::Seed;
use tilewright_match3::{EventKind, Goal, Level, MOST_EVENTS, Session, Strategy};
use tilewright_play::Session as _;

/// A board as a page holds it: every element by its id with its cell and its look, and what never changes.
struct Client {
    elements: BTreeMap<u64, Value>,
    walls: Vec<Vec<String>>,
    is_classic: bool,
}

/// The state and the events as a page gets them.
fn json(value: &impl Serialize) -> Value {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

fn tokens(state: &Value) -> Vec<Vec<String>> {
    if let Some(rows) = state.get("tokens") {
        return serde_json::from_value(rows.clone()).unwrap();
    }
    let rows = state["layout"].as_array().unwrap().iter();
    rows.map(|row| row.as_str().unwrap().chars().map(String::from).collect()).collect()
}

impl Client {
    fn new(state: &Value) -> Self {
        let elements = state["elements"].as_array().unwrap().iter();
        let elements = elements.map(|it| (it["id"].as_u64().unwrap(), it.clone()));
        Self {
            elements: elements.collect(),
            walls: tokens(state),
            is_classic: state.get("tokens").is_none(),
        }
    }

    fn apply(&mut self, event: &Value) {
        let id = event["id"].as_u64().unwrap_or_default();
        let place = |look: &Value, cell: &Value| {
            let mut element = look.clone();
            element["cell"] = cell.clone();
            element
        };
        match event["event"].as_str().unwrap() {
            "appear" => {
                let old = self.elements.insert(id, place(&event["look"], &event["to"]));
                assert!(old.is_none(), "{event} appears again");
            }
            "leave" => assert!(self.elements.remove(&id).is_some(), "{event}"),
            "move" => {
                self.elements.get_mut(&id).unwrap()["cell"] = event["to"].clone();
            }
            "turn" | "hit" => {
                let element = self.elements.get_mut(&id).unwrap();
                *element = place(&event["look"], &element["cell"].clone());
            }
            _ => {}
        }
    }

    /// The tokens and the colours of the cells.
    fn board(&self) -> (Vec<Vec<String>>, Vec<Vec<Value>>) {
        let (rows, columns) = (self.walls.len(), self.walls[0].len());
        let mut parts = vec![vec![<[String; 3]>::default(); columns]; rows];
        let mut colors = vec![vec![Value::Null; columns]; rows];
        for element in self.elements.values() {
            let [row, column] = [0, 1].map(|at| element["cell"][at].as_u64().unwrap());
            let (row, column) = (row as usize, column as usize);
            let layer = match element["sort"].as_str().unwrap() {
                "ground" => 2,
                "cover" => 1,
                _ => 0,
            };
            let part = &mut parts[row][column][layer];
            assert!(part.is_empty(), "two in one place");
            element["token"].as_str().unwrap().clone_into(part);
            if let Some(color) = element.get("color") {
                colors[row][column] = color.clone();
            }
        }

        let cell = |row: usize, column: usize| {
            let [contents, cover, ground] = &parts[row][column];
            let wall = &self.walls[row][column];
            if wall == "_" || wall == "#" {
                return wall.clone();
            }
            if self.is_classic {
                let shown = [cover, contents].into_iter().find(|it| !it.is_empty());
                return shown.map_or_else(|| ".".to_owned(), Clone::clone);
            }
            let contents = if contents.is_empty() { "-" } else { contents };
            let marked = |mark: &str, part: &String| {
                if part.is_empty() { String::new() } else { format!("{mark}{part}") }
            };
            format!("{contents}{}{}", marked("+", cover), marked("_", ground))
        };
        let row = |row: usize| (0..columns).map(|column| cell(row, column)).collect();
        ((0..rows).map(row).collect(), colors)
    }
}

#[test]
fn who_reads_the_events_alone_has_every_board() {
    let games =
        [(of_classic(), 60), (of_royal(), 200), (of_candy(), 120), (of_blast(), 300)];
    for (session, moves) in games {
        let mut session = session;
        let mut client = Client::new(&json(&session.state()));
        let mut kinds = std::collections::BTreeSet::new();
        for _ in 0..moves {
            let Some(made) = session.hint(Strategy::Greedy.into()) else { break };
            for event in session.play(made).unwrap() {
                let event = json(&event);
                kinds.insert(event["event"].as_str().unwrap().to_owned());
                client.apply(&event);
            }
            let state = json(&session.state());
            let (shown, colors) = client.board();
            assert_eq!(shown, tokens(&state));
            assert_eq!(json(&colors), state["colors"]);
        }
        assert!(kinds.len() > 7, "{kinds:?}");
    }
}

/// A level of `classic` with blockers and overlays.
fn of_classic() -> Session {
    let level: Level = "......\n..1.a.\n......\n..2...\n......\n".parse().unwrap();
    Session::new(&level, &Goal::Score { score: 900 }, Seed(5), 2)
}

/// A level of rules with pieces, covers, grounds, conveyors and supplies.
fn of_royal() -> Session {
    let text = r#"{"schema": "tilewright/level/2", "rows": 6, "columns": 6, "colors": 4, "rules": "royal",
        "layout": [[".", ".", ".", ".", ".", "."], [".", "R-", "B", ".", "box2", "."],
            [".", ".", ".", "._grass2", ".", "."], [".", "box1", ".", "._grass1", ".+chain1", "."],
            [".", ".", ".", ".", ".", "."], [".", ".", ".", ".", ".", "."]],
        "cells": {"conveyors": [[[5, 0], [5, 1], [5, 2]]]},
        "goal": {"score": 100000}}"#;
    started(text, 3)
}

/// A level of tapped groups.
fn of_blast() -> Session {
    let text = r#"{"schema": "tilewright/level/2", "rows": 6, "columns": 6, "colors": 4, "rules": "blast",
        "layout": [[".", ".", ".", ".", ".", "."], [".", "R-", "B", ".", "box1", "."],
            [".", ".", "rO", "._grass2", "vase2", "."], [".", "stone1", ".", "._grass1", ".+cage1", "."],
            [".", ".", "_", ".", ".", "."], [".", ".", "redballoon1", ".", "duck", "."]],
        "goal": {"score": 100000}}"#;
    started(text, 4)
}

fn started(text: &str, seed: u64) -> Session {
    let level: Level = text.parse().unwrap();
    Session::new(&level, &level.goal.clone().unwrap(), Seed(seed), 0)
}

/// A level of rules with merged pieces and layers.
fn of_candy() -> Session {
    let text = r#"{"schema": "tilewright/level/2", "rows": 7, "columns": 7, "colors": 4, "rules": "candy",
        "layout": [".......", ".......", ".......", ".......", ".......", ".......", "......."],
        "goal": {"score": 1000000}}"#;
    started(text, 8)
}

#[test]
fn events_have_names() {
    let mut session = of_royal();
    let made = session.hint(Strategy::Greedy.into()).unwrap();
    let events = session.play(made).unwrap();
    let lines: Vec<_> =
        events.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
    insta::assert_snapshot!(lines.join("\n"));
    for (event, line) in events.iter().zip(&lines) {
        assert_eq!(*event, serde_json::from_str(line).unwrap());
    }
}

/// With two colours on a large board the cascades of a move hardly end.
#[test]
fn a_list_that_is_too_long_says_what_is_missing() {
    let rows = format!("{}\n", ".".repeat(64)).repeat(64);
    let level: Level = rows.parse::<Level>().unwrap().with_colors(2).unwrap();
    let mut session = Session::new(&level, &Goal::Score { score: 1 << 31 }, Seed(1), 0);
    for _ in 0..10 {
        let made = session.moves()[0];
        let mut all = Vec::new();
        let mut seen = session.clone();
        seen.play_seen(made, &mut |events| all.push(events.events.len())).unwrap();
        let listed = session.play(made).unwrap();
        assert_eq!(session.state(), seen.state());

        let total: usize = all.iter().sum();
        let (last, kept) = listed.split_last().unwrap();
        if total <= MOST_EVENTS {
            assert_eq!(listed.len(), total);
            continue;
        }
        assert_eq!(last.event, EventKind::Omitted);
        assert!(kept.len() <= MOST_EVENTS);
        assert_eq!(last.value, i32::try_from(total - kept.len()).ok());
        let whole: usize = all[..last.step as usize].iter().sum();
        assert_eq!(whole, kept.len(), "steps are whole");
        return;
    }
    panic!("no move is too long");
}

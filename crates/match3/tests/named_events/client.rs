//! A program that follows the events of a game, and knows JSON alone.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

/// A board as a page holds it: every element by its id with its cell and its look, and what never changes.
#[derive(Clone)]
pub(super) struct Client {
    elements: BTreeMap<u64, Value>,
    walls: Vec<Vec<String>>,
    is_classic: bool,
}

/// The state and the events as a page gets them.
pub(super) fn json(value: &impl Serialize) -> Value {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

fn tokens(state: &Value) -> Vec<Vec<String>> {
    if let Some(rows) = state.get("tokens") {
        return serde_json::from_value(rows.clone()).unwrap();
    }
    let rows = state["layout"].as_array().unwrap().iter();
    rows.map(|row| row.as_str().unwrap().chars().map(String::from).collect()).collect()
}

/// The elements of a state by their ids, which are taken out.
fn elements(state: &Value) -> BTreeMap<u64, Value> {
    let elements = state["elements"].as_array().unwrap().iter();
    let by_id = elements.map(|element| {
        let mut element = element.clone();
        let id = element.as_object_mut().unwrap().shift_remove("id").unwrap();
        (id.as_u64().unwrap(), element)
    });
    by_id.collect()
}

/// The cells of an element of several beside its own, as rows and columns from there.
fn others(element: &Value) -> impl Iterator<Item = (usize, usize)> {
    let side = |at: usize| element["cells"][at].as_u64().unwrap_or(1) as usize;
    let [rows, columns] = [side(0), side(1)];
    (1..rows * columns).map(move |at| (at / columns, at % columns))
}

impl Client {
    pub(super) fn new(state: &Value) -> Self {
        Self {
            elements: elements(state),
            walls: tokens(state),
            is_classic: state.get("tokens").is_none(),
        }
    }

    pub(super) fn apply(&mut self, event: &Value) {
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

    /// What the state has otherwise, so that events have not named it: elements, cells and colours.
    pub(super) fn unnamed(&self, state: &Value) -> Vec<String> {
        let mut unnamed = Vec::new();
        let expected = elements(state);
        for id in expected.keys().chain(self.elements.keys()) {
            let (is, was) = (expected.get(id), self.elements.get(id));
            if is != was {
                unnamed.push(format!("element {id} is {is:?}, not {was:?}"));
            }
        }
        let (shown, colors) = self.board();
        let cells = [
            (json(&shown), json(&tokens(state))),
            (json(&colors), state["colors"].clone()),
        ];
        for (shown, is) in cells.iter().filter(|(shown, is)| shown != is) {
            unnamed.push(format!("the board is {is}, not {shown}"));
        }
        unnamed
    }

    /// The tokens and the colours of the cells.
    pub(super) fn board(&self) -> (Vec<Vec<String>>, Vec<Vec<Value>>) {
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
            for (down, right) in others(element) {
                let part = &mut parts[row + down][column + right][0];
                assert!(part.is_empty(), "two in one place");
                "=".clone_into(part);
            }
            if let Some(color) = element.get("color") {
                colors[row][column] = color.clone();
            }
        }

        let cell = |row: usize, column: usize| {
            let [contents, cover, ground] = &parts[row][column];
            let wall = &self.walls[row][column];
            if wall == "_" {
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

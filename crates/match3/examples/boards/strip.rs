//! A turn as a strip of boards: before, each wave, and after.

use std::error::Error;

use serde_json::{Value, json};
use tilewright_draw::{Anchor, Mosaic, Point, Shape, theme};
use tilewright_grid::Cell;
use tilewright_match3::{Level, picture};

use super::field;
use super::marks;
use super::read::{Rows, Sort, Step, Turn};

/// The side of a cell, the space around a board, the height of its title, and the width of a line of boards,
/// in pixels.
pub(crate) const TILE: f64 = 28.0;
const MARGIN: f64 = 8.0;
const TITLE: f64 = 18.0;
const WIDTH: f64 = 720.0;

/// The least width of a board with its space: the longest titles, such as `cascade 2, wave 1`, are 95 pixels wide and
/// stand clear of the next.
const LEAST: f64 = 128.0;

/// A board with what is marked on it.
#[derive(Clone, Default)]
struct Panel {
    title: String,
    rows: Rows,
    marks: Vec<(Sort, Cell)>,
    /// Cells that were hit in an earlier wave of the cascade.
    faded: Vec<Cell>,
}

/// The picture of a turn.
pub(crate) fn strip(turn: &Turn) -> Result<Mosaic, Box<dyn Error>> {
    let panels = panels(turn);
    let (columns, rows) = (turn.before[0].len() as f64, turn.before.len() as f64);
    let (width, height) =
        (columns * TILE + 2.0 * MARGIN, rows * TILE + 2.0 * MARGIN + TITLE);
    let width = width.max(LEAST);
    let in_line = ((WIDTH / width) as usize).clamp(1, panels.len());
    let lines = panels.len().div_ceil(in_line);
    let mut mosaic = Mosaic::new(
        width * in_line as f64,
        height * lines as f64,
        format!("{}: {}", turn.name, turn.about),
    );

    for (index, panel) in panels.iter().enumerate() {
        let at = Point::new(
            width * (index % in_line) as f64 + MARGIN,
            height * (index / in_line) as f64 + TITLE + MARGIN,
        );
        mosaic.push(text(&panel.title, Point::new(at.x, at.y - 12.0)));
        if panel.rows.is_empty() {
            continue;
        }
        let level = level(turn, &panel.rows)?;
        draw(&mut mosaic, &level, panel, at);
        if index == 0 {
            field::draw(&mut mosaic, turn, at)?;
            marks::chosen(&mut mosaic, &turn.chosen, turn.is_refused(), at);
        }
    }

    Ok(mosaic)
}

/// The boards of a turn, in order.
fn panels(turn: &Turn) -> Vec<Panel> {
    let before = Panel {
        title: if turn.is_refused() { "refused" } else { "before" }.to_owned(),
        rows: turn.before.clone(),
        ..Panel::default()
    };
    let mut panels = vec![before];
    let mut board = turn.before.clone();

    if let [from, to] = turn.chosen[..] {
        exchange(&mut board, from, to);
    }

    let mut cascade = String::new();
    let mut spread = Vec::new();

    for step in &turn.steps {
        let last = panels.len() - 1;
        match step {
            Step::Cascade(depth) => cascade.clone_from(depth),
            Step::Wave(wave) => {
                let mut faded = Vec::new();
                if wave != "0" {
                    faded.clone_from(&panels[last].faded);
                    faded.extend(panels[last].marks.iter().map(|&(_, cell)| cell));
                }
                let title = format!("cascade {cascade}, wave {wave}");
                let rows = board.clone();
                panels.push(Panel { title, rows, faded, ..Panel::default() });
            }
            Step::Mark(Sort::Spread, cells) => {
                spread.extend(cells.iter().map(|&cell| (Sort::Spread, cell)));
            }
            Step::Mark(sort, cells) => {
                panels[last].marks.extend(cells.iter().map(|&cell| (*sort, cell)));
            }
            Step::Put(sort, token, cell) => {
                put(&mut panels, *sort, token, *cell);
                board.clone_from(&panels[panels.len() - 1].rows);
            }
            Step::Board(word, rows) => {
                let word = match word.as_str() {
                    "board" if spread.is_empty() => "reshuffled",
                    "board" => "spread",
                    word => word,
                };
                board.clone_from(rows);
                panels.push(Panel {
                    title: word.to_owned(),
                    rows: rows.clone(),
                    marks: std::mem::take(&mut spread),
                    ..Panel::default()
                });
            }
            Step::Repeat(depth) => panels
                .push(Panel {
                    title: format!("… cascade {depth}"), ..Panel::default()
                }),
        }
    }

    panels
}

/// A piece appears: one that a group makes in a panel of its own, as the waves have ended, and
/// what generators give in another.
fn put(panels: &mut Vec<Panel>, sort: Sort, token: &str, cell: Cell) {
    let last = panels.len() - 1;
    let title = match sort {
        Sort::Made => "made",
        Sort::Given => "given",
        _ => &panels[last].title.clone(),
    };
    if panels[last].title != title {
        let Panel { rows, marks, mut faded, .. } = panels[last].clone();
        faded.extend(marks.into_iter().map(|(_, cell)| cell));
        panels.push(Panel { title: title.to_owned(), rows, faded, ..Panel::default() });
    }
    let panel = panels.last_mut().expect("the board before the move is there");
    let place = &mut panel.rows[cell.row as usize][cell.column as usize];
    *place = with_contents(place, token);
    panel.faded.retain(|&other| other != cell);
    panel.marks.push((sort, cell));
}

/// The token of a cell with other contents over its ground.
fn with_contents(token: &str, contents: &str) -> String {
    match token.split_once('_') {
        Some((_, ground)) if !ground.is_empty() => format!("{contents}_{ground}"),
        _ => contents.to_owned(),
    }
}

/// Exchanges the contents of two cells.
fn exchange(rows: &mut Rows, from: Cell, to: Cell) {
    let [one, other] =
        [from, to].map(|cell| rows[cell.row as usize][cell.column as usize].clone());
    let contents =
        |token: &str| token.split_once('_').map_or(token, |(it, _)| it).to_owned();
    rows[from.row as usize][from.column as usize] =
        with_contents(&one, &contents(&other));
    rows[to.row as usize][to.column as usize] = with_contents(&other, &contents(&one));
}

/// A level with the rules and colours of the turn and this board.
fn level(turn: &Turn, rows: &Rows) -> Result<Level, Box<dyn Error>> {
    let rules = turn.value("rules").unwrap_or("classic");
    let rules: Value = serde_json::from_str(rules).unwrap_or_else(|_| json!(rules));
    let colors = turn.value("colors").unwrap_or_default().split(' ');
    let colors: serde_json::Map<_, _> = colors
        .map(|color| (color.split('=').next().unwrap_or(color).to_owned(), json!(1)))
        .collect();
    let document = json!({
        "schema": "tilewright/level/2", "rows": rows.len(), "columns": rows[0].len(),
        "colors": colors, "rules": rules, "layout": with_turns(rows),
    });
    let level = document.to_string().parse::<Level>();
    let level = level.map_err(|error| format!("{}: {error}", turn.name))?;

    let mut cells = level.cells().clone();
    for cell in level.size().cells() {
        let token = &rows[cell.row as usize][cell.column as usize];
        let [mut contents, mut cover, ground] = cells[cell].layers();
        let (one, other) = token.split_once('+').unwrap_or((token, ""));
        contents = if has_no_turns(one) { 0 } else { contents };
        cover = if has_no_turns(other) { 0 } else { cover };
        cells[cell] = cells[cell].with_layers([contents, cover, ground]);
    }
    Ok(level.with_cells(cells))
}

/// The rows as those of a level: timers that have lost the game get a turn, since no level has one without.
fn with_turns(rows: &Rows) -> Rows {
    let token = |token: &String| {
        if has_no_turns(token) { token.replace('0', "1") } else { token.clone() }
    };
    rows.iter().map(|row| row.iter().map(token).collect()).collect()
}

/// Whether a timer is 0: a number that follows a name. Armed pieces have numbers of another sort.
fn has_no_turns(token: &str) -> bool {
    let is_name =
        |before: &str| before.ends_with(|letter: char| letter.is_ascii_lowercase());
    !token.contains('!') && token.split_once('0').is_some_and(|(it, _)| is_name(it))
}

/// Draws a board with its marks.
fn draw(mosaic: &mut Mosaic, level: &Level, panel: &Panel, at: Point) {
    let size = level.size();
    let corner = |cell: Cell| {
        Point::new(
            at.x + f64::from(cell.column) * TILE,
            at.y + f64::from(cell.row) * TILE,
        )
    };
    // A big block lies over the cells to its right and below, `=`.
    let is_part = |row: u32, column: u32| {
        let tokens = panel.rows.get(row as usize);
        let token = tokens.and_then(|tokens| tokens.get(column as usize));
        token.is_some_and(|token| token.starts_with('='))
    };
    let is_before = |cell: &Cell| {
        let Cell { row, column } = *cell;
        is_part(row, column) || !is_part(row, column + 1) && !is_part(row + 1, column)
    };
    let (first, last): (Vec<Cell>, Vec<Cell>) = size.cells().partition(is_before);
    for cell in first.into_iter().chain(last) {
        mosaic.place(&picture::cell(level, cell, TILE), corner(cell));
    }
    // An armed piece stays when it has fired.
    let stays = |cell: &Cell| {
        panel.rows[cell.row as usize][cell.column as usize].contains('!')
            || panel.marks.iter().any(|(_, marked)| marked == cell)
    };
    for &cell in panel.faded.iter().filter(|cell| !stays(cell)) {
        marks::fade(mosaic, corner(cell));
    }
    for &(sort, cell) in &panel.marks {
        marks::draw(mosaic, sort, corner(cell));
    }
}

/// A small text.
pub(crate) fn text(text: &str, at: Point) -> Shape {
    Shape::Text {
        at,
        size: 12.0,
        anchor: Anchor::Start,
        bold: false,
        ink: theme::INK,
        text: text.to_owned(),
    }
}

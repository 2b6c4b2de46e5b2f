//! How contents move on a board, drawn below and above its cells: conveyors, gravity, portals, exits, spawners, supply.

use tilewright_draw::{Color, Picture, Point, theme};
use tilewright_grid::Cell;

use super::brush::{Brush, Spot};
use super::cell::Appearance;
use crate::setting::{Direction, Gravity};
use crate::{Level, Spawners};

/// The belt of a conveyor.
const BELT: Color = Color::hex(0x9A_A5_B1);
/// The colours of portals; their letters go on where these repeat.
const PORTALS: [Color; 4] = [theme::PURPLE, theme::SKY, theme::ORANGE, theme::GREEN];

/// Draws what lies under the contents of the cells: belts, and arrows where contents do not fall down. `at` is the upper
/// left corner of a cell.
pub(crate) fn draw_below(
    picture: &mut Picture,
    level: &Level,
    at: &dyn Fn(Cell) -> Point,
    tile: f64,
) {
    let setting = &*level.setting;
    for conveyor in &setting.conveyors {
        draw_belt(picture, conveyor, at, tile);
    }

    let direction = |cell: Cell| match &setting.gravity {
        Gravity::All(direction) => *direction,
        Gravity::Arrows(arrows) => arrows[cell],
    };
    for cell in level.size().cells() {
        let direction = direction(cell);
        if direction != Direction::Down && level.cells()[cell].is_present() {
            let mut brush = Brush::new(picture, at(cell), tile);
            let tip = [(0.0, 0.46), (-0.09, 0.36), (0.09, 0.36)];
            brush.polygon(&turned(&tip, direction), theme::MUTED, (theme::MUTED, 0.01));
        }
    }
}

/// Draws what stands over the contents of the cells: portals, exits, spawners and their supply.
pub(crate) fn draw_above(
    picture: &mut Picture,
    level: &Level,
    look: &Appearance<'_>,
    at: &dyn Fn(Cell) -> Point,
    tile: f64,
) {
    let setting = &*level.setting;
    let main = setting.gravity.main();
    for (number, [entrance, exit]) in setting.portals.iter().enumerate() {
        let color = PORTALS[number % PORTALS.len()];
        // Contents leave a cell at its lower edge, and come out at the upper one of another.
        for (cell, y) in [(entrance, 0.45), (exit, -0.45)] {
            let mut brush = Brush::new(picture, at(*cell), tile);
            brush.cased(&turned(&[(-0.4, y), (0.4, y)], main), color, 0.1);
            let letter = char::from(b'A' + (number % 26) as u8).to_string();
            let spot = turned(&[(0.3, y * 0.8)], main)[0];
            brush.disc(spot, 0.14, color, (theme::INK, 0.03));
            brush.text(spot, 0.22, color.ink(), letter);
        }
    }

    if has_ingredients(level) || setting.exits.is_some() {
        for cell in level.exits() {
            let mut brush = Brush::new(picture, at(cell), tile);
            let tip = [(0.0, 0.62), (-0.2, 0.44), (0.2, 0.44)];
            brush.polygon(&turned(&tip, main), theme::GREEN, (theme::PAPER, 0.05));
        }
    }

    if let Spawners::Cells(cells) = level.spawners() {
        for &cell in cells {
            let mut brush = Brush::new(picture, at(cell), tile);
            let tip = [(0.0, -0.38), (-0.16, -0.52), (0.16, -0.52)];
            brush.polygon(&turned(&tip, main), theme::BLUE, (theme::PAPER, 0.04));
        }
    }

    for (cell, list) in &setting.supply {
        let Some(&first) = list.first() else { continue };
        let mut brush = Brush::new(picture, at(*cell), tile);
        let spot = turned(&[(-0.14, -0.44)], main)[0];
        brush.disc(spot, 0.2, theme::PAPER, (theme::INK, 0.04));
        let shift = (spot.0 - 0.5, spot.1 - 0.5);
        look.draw_contents(&mut brush.moved(shift, 0.36, 0.0), first);
        if list.len() > 1 {
            let spot = turned(&[(0.22, -0.44)], main)[0];
            brush.disc(spot, 0.16, theme::INK, (theme::PAPER, 0.03));
            brush.text(spot, 0.24, theme::PAPER, list.len().to_string());
        }
    }
}

/// Draws a belt with arrows from cell to cell.
fn draw_belt(
    picture: &mut Picture,
    conveyor: &[Cell],
    at: &dyn Fn(Cell) -> Point,
    tile: f64,
) {
    for &cell in conveyor {
        let mut brush = Brush::new(picture, at(cell), tile);
        brush.plate(0.46, 0.16, BELT, (BELT, 0.01));
    }
    for step in conveyor.windows(2) {
        let Some(direction) = direction(step[0], step[1]) else { continue };
        // The belt goes on between the cells, and an arrow lies there.
        let mut brush = Brush::new(picture, at(step[0]), tile);
        let bar = [(-0.4, 0.4), (0.4, 0.4), (0.4, 0.6), (-0.4, 0.6)];
        brush.polygon(&turned(&bar, direction), BELT, (BELT, 0.01));
        let tip = [(0.0, 0.6), (-0.18, 0.42), (0.18, 0.42)];
        brush.polygon(&turned(&tip, direction), theme::INK, (theme::PAPER, 0.03));
    }
}

/// The direction from a cell to a neighbour; none to other cells.
fn direction(from: Cell, to: Cell) -> Option<Direction> {
    let by = |from: u32, to: u32| i64::from(to) - i64::from(from);
    match (by(from.row, to.row), by(from.column, to.column)) {
        (1, 0) => Some(Direction::Down),
        (-1, 0) => Some(Direction::Up),
        (0, 1) => Some(Direction::Right),
        (0, -1) => Some(Direction::Left),
        _ => None,
    }
}

/// Spots about the middle of a tile, drawn for contents that fall down, turned to a direction.
fn turned(spots: &[Spot], direction: Direction) -> Vec<Spot> {
    let turn = |&(x, y): &Spot| match direction {
        Direction::Down => (x, y),
        Direction::Left => (-y, x),
        Direction::Up => (-x, -y),
        Direction::Right => (y, -x),
    };
    spots.iter().map(turn).map(|(x, y)| (0.5 + x, 0.5 + y)).collect()
}

/// Whether ingredients are on the board, or will come.
fn has_ingredients(level: &Level) -> bool {
    let placed = level.cells().values().iter().copied();
    placed.chain(level.supply()).any(|kind| level.rules().has_ingredient(kind))
}

//! Which piece a group makes, and where.

use super::board::{Cell, Contents, Direction, Piece, Place};
use super::effect::Effect;
use super::events::Event;
use super::game::{Below, Game};
use super::groups::{Group, Run};
use super::rules::{Form, Rules};
use super::text::cell_text;

/// A piece that a group will make after the last wave.
#[derive(Clone, Debug)]
pub(crate) struct Making {
    piece: Piece,
    place: Place,
    /// The group's cells, in reading order.
    cells: Vec<Place>,
}

/// What a group makes; `swap` has the move's cells in the first cascade of a swap.
pub(crate) fn making(
    group: &Group,
    rules: &Rules,
    swap: Option<(Place, Place)>,
) -> Option<Making> {
    let moved = |cells: &[Place]| {
        swap.is_some_and(|(from, to)| cells.contains(&from) || cells.contains(&to))
    };
    for shape in &rules.shapes {
        let found = match shape.form {
            Form::Line(length) => line(group, length, &moved),
            Form::Corner => corner(group, &moved).map(|shared| (shared, None)),
            Form::Square => square(group, &moved).map(|first| (first, None)),
        };
        let Some((own_place, horizontal)) = found else { continue };
        let place = match swap {
            Some((_, to)) if group.cells.contains(&to) => to,
            Some((from, _)) if group.cells.contains(&from) => from,
            _ => own_place,
        };
        let kind = &rules.pieces[shape.makes];
        let direction = (kind.fires == Effect::Line).then(|| {
            // Along the run, or across it.
            if horizontal == Some(kind.along) {
                Direction::Row
            } else {
                Direction::Column
            }
        });
        let color = kind.colored.then_some(group.color);
        let piece = Piece { kind: shape.makes, color, direction };
        return Some(Making { piece, place, cells: group.cells.clone() });
    }
    None
}

/// Those that contain a moved cell, or all if none does.
fn prefer<T>(all: Vec<T>, moved: impl Fn(&T) -> bool) -> Vec<T> {
    if all.iter().any(&moved) { all.into_iter().filter(moved).collect() } else { all }
}

/// The middle of the run that decides, and whether it is horizontal.
fn line(
    group: &Group,
    length: usize,
    moved: &dyn Fn(&[Place]) -> bool,
) -> Option<(Place, Option<bool>)> {
    let long = group.runs.iter().filter(|run| run.cells.len() >= length).collect();
    let mut runs: Vec<&Run> = prefer(long, |run| moved(&run.cells));
    let longest = runs.iter().map(|run| run.cells.len()).max()?;
    runs.retain(|run| run.cells.len() == longest);
    runs.sort_by_key(|run| (!run.horizontal, run.cells[0]));
    let run = runs.first()?;
    Some((run.cells[(longest - 1) / 2], Some(run.horizontal)))
}

/// The shared cell of the corner that decides.
fn corner(group: &Group, moved: &dyn Fn(&[Place]) -> bool) -> Option<Place> {
    let mut corners = Vec::new();
    for across in group.runs.iter().filter(|run| run.horizontal) {
        for down in group.runs.iter().filter(|run| !run.horizontal) {
            if let Some(shared) = across.cells.iter().find(|it| down.cells.contains(it)) {
                corners
                    .push((*shared, [across.cells.clone(), down.cells.clone()].concat()));
            }
        }
    }
    prefer(corners, |(_, cells)| moved(cells)).into_iter().map(|(shared, _)| shared).min()
}

/// The first cell of the square that decides.
fn square(group: &Group, moved: &dyn Fn(&[Place]) -> bool) -> Option<Place> {
    let squares = prefer(group.squares.clone(), |cells| moved(cells));
    squares.into_iter().map(|cells| cells[0]).min()
}

impl Game {
    /// What a group makes that is tapped. The direction of a line is drawn now that it appears.
    pub(crate) fn making_of_tap(
        &self,
        group: &Group,
        tapped: Place,
        below: &mut Below<'_>,
    ) -> Option<Making> {
        let made = self.rules().made_by(group.cells.len())?;
        let kind = &self.rules().pieces[made];
        let direction = (kind.fires == Effect::Line)
            .then(|| if below(2) == 0 { Direction::Row } else { Direction::Column });
        let color = kind.colored.then_some(group.color);
        let piece = Piece { kind: made, color, direction };
        Some(Making { piece, place: tapped, cells: group.cells.clone() })
    }

    /// Puts the made pieces on the board, in the order of the groups.
    pub(crate) fn make(&mut self, makings: Vec<Making>) {
        for Making { piece, place, cells } in makings {
            let mut candidates = std::iter::once(place).chain(cells);
            let free = candidates.find(|&it| self.board.at(it).fillable(self.rules()));
            let Some(place) = free else { continue };
            let contents = Some(Contents::Piece(piece));
            self.board.at_mut(place).contents = contents;
            self.counts.made[piece.kind] += 1;
            let bare = Cell { contents, ..Cell::default() };
            let token = cell_text(&bare, self.rules());
            self.record.push(Event::Made(token, place));
        }
    }
}

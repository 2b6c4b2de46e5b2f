//! Games that are tapped: groups, components, and which taps there are.

use super::board::{Board, Place};
use super::component::Component;
use super::groups::Group;
use super::moves::{Move, Start};
use super::rules::{Rules, Trigger};

/// The places that hang together with one by neighbours that are `alike`, in reading order.
fn hanging_together(
    board: &Board,
    place: Place,
    alike: &dyn Fn(Place) -> bool,
) -> Vec<Place> {
    let mut found = vec![place];
    let mut looked_at = 0;

    while looked_at < found.len() {
        for next in board.neighbours(found[looked_at]) {
            if alike(next) && !found.contains(&next) {
                found.push(next);
            }
        }
        looked_at += 1;
    }

    found.sort_unstable();
    found
}

/// All groups that can be tapped, by their first cells.
pub(crate) fn tap_groups(board: &Board, rules: &Rules) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut seen: Vec<Place> = Vec::new();

    for place in board.places() {
        let Some(color) = board.at(place).uncovered_block() else { continue };
        if seen.contains(&place) {
            continue;
        }
        let alike = |other| board.at(other).uncovered_block() == Some(color);
        let cells = hanging_together(board, place, &alike);
        seen.extend(&cells);
        if cells.len() >= rules.least {
            groups.push(Group { color, runs: Vec::new(), squares: Vec::new(), cells });
        }
    }

    groups
}

/// The uncovered pieces that hang together with the one at a place.
fn component(board: &Board, place: Place) -> Vec<Place> {
    let piece = |other| {
        let cell = board.at(other);
        cell.piece().is_some() && cell.cover.is_none()
    };
    hanging_together(board, place, &piece)
}

/// Whether an uncovered piece that starts on `tap` is there.
fn starts_by_tap(board: &Board, rules: &Rules, place: Place) -> bool {
    let cell = board.at(place);
    let starts = |kind: usize| rules.pieces[kind].starts.contains(&Trigger::Tap);
    cell.cover.is_none() && cell.piece().is_some_and(|piece| starts(piece.kind))
}

/// What a tap begins on a board at rest, or nothing if it is refused.
pub(crate) fn begin_tap(board: &Board, rules: &Rules, place: Place) -> Option<Start> {
    if !board.has(place) {
        return None;
    }

    let mut groups = tap_groups(board, rules).into_iter();
    if let Some(group) = groups.find(|group| group.cells.contains(&place)) {
        return Some(Start { group: Some((group, place)), ..Start::default() });
    }

    if !starts_by_tap(board, rules, place) {
        return None;
    }

    let cells = component(board, place);
    if cells.len() == 1 {
        return Some(Start { pieces: vec![(place, None)], ..Start::default() });
    }
    let component = Some(Component { tapped: place, cells });
    Some(Start { component, ..Start::default() })
}

/// The possible moves, fewer than the legal taps: a group that makes no piece is one move.
pub(crate) fn possible_taps(board: &Board, rules: &Rules) -> Vec<Move> {
    let groups = tap_groups(board, rules);
    let possible = |place: &Place| {
        match groups.iter().find(|group| group.cells.contains(place)) {
            // The piece appears in the tapped cell.
            Some(group) if rules.made_by(group.cells.len()).is_some() => true,
            Some(group) => group.cells[0] == *place,
            None => starts_by_tap(board, rules, *place),
        }
    };
    board.places().into_iter().filter(possible).map(Move::Tap).collect()
}

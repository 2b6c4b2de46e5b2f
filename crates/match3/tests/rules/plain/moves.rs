//! Moves: which are possible, and what they set in motion.

use super::board::{Board, Contents, Piece, Place};
use super::component::Component;
use super::groups::{Group, find_groups};
use super::rules::{Rules, Trigger};
use super::taps::{begin_tap, possible_taps};

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Move {
    /// From a cell to a neighbouring cell.
    Swap(Place, Place),
    Tap(Place),
}

/// What begins a cascade, beside groups.
#[derive(Clone, Default, Debug)]
pub(crate) struct Start {
    /// The cells of the swap.
    pub(crate) swap: Option<(Place, Place)>,
    /// Pieces that fire, by where they are after the move, each with the colour of what it was
    /// swapped with.
    pub(crate) pieces: Vec<(Place, Option<usize>)>,
    /// The pair that fires, in the order `from`, `to` before the move.
    pub(crate) pair: Option<(Piece, Piece)>,
    /// In a game that is tapped: the group that is tapped, and the tapped cell.
    pub(crate) group: Option<(Group, Place)>,
    /// Likewise: the component of two or more pieces that is tapped.
    pub(crate) component: Option<Component>,
}

/// What a move begins on a board at rest, or nothing if it is refused.
pub(crate) fn begin(board: &Board, rules: &Rules, chosen: Move) -> Option<Start> {
    match chosen {
        Move::Tap(place) if rules.tapped => begin_tap(board, rules, place),
        Move::Swap(..) if rules.tapped => None,
        Move::Tap(place) => {
            let cell = board.has(place).then(|| board.at(place))?;
            let piece = cell.piece().filter(|_| cell.draggable(rules))?;
            let starts = rules.pieces[piece.kind].starts.contains(&Trigger::Tap);
            let pieces = vec![(place, None)];
            starts.then(|| Start { pieces, ..Start::default() })
        }
        Move::Swap(from, to) => begin_swap(board, rules, from, to),
    }
}

fn begin_swap(board: &Board, rules: &Rules, from: Place, to: Place) -> Option<Start> {
    if !board.has(from) || !board.has(to) || !board.neighbours(from).contains(&to) {
        return None;
    }

    let (here, there) = (board.at(from), board.at(to));
    if !here.draggable(rules) || !there.draggable(rules) {
        return None;
    }

    let swap = Some((from, to));
    if let (Some(first), Some(second)) = (here.piece(), there.piece())
        && rules.pair(first.kind, second.kind).is_some()
    {
        return Some(Start { swap, pair: Some((first, second)), ..Start::default() });
    }

    let mut pieces = Vec::new();
    if starts_by_swap(rules, here.contents, there.contents) {
        pieces.push((to, color(there.contents)));
    }

    if starts_by_swap(rules, there.contents, here.contents) {
        pieces.push((from, color(here.contents)));
    }

    let mut after = board.clone();
    after.exchange(from, to);
    let lines = find_groups(&after, rules, &[])
        .iter()
        .any(|group| group.cells.contains(&from) || group.cells.contains(&to));

    let start = Start { swap, pieces, ..Start::default() };
    (lines || !start.pieces.is_empty()).then_some(start)
}

fn color(contents: Option<Contents>) -> Option<usize> {
    contents.and_then(|contents| contents.color())
}

/// Whether the first is a piece that starts by a swap with the other.
fn starts_by_swap(rules: &Rules, one: Option<Contents>, other: Option<Contents>) -> bool {
    let Some(Contents::Piece(piece)) = one else {
        return false;
    };
    let starts = &rules.pieces[piece.kind].starts;
    starts.contains(&Trigger::Swap)
        || starts.contains(&Trigger::SwapColor) && color(other).is_some()
}

/// All possible moves: swaps to the right, swaps downward, taps, each in reading order.
pub(crate) fn possible_moves(board: &Board, rules: &Rules) -> Vec<Move> {
    if rules.tapped {
        return possible_taps(board, rules);
    }

    let places = board.places();
    let right = places.iter().map(|&it| Move::Swap(it, (it.0, it.1 + 1)));
    let down = places.iter().map(|&it| Move::Swap(it, (it.0 + 1, it.1)));
    let taps = places.iter().map(|&it| Move::Tap(it));
    let all = right.chain(down).chain(taps);
    all.filter(|&chosen| begin(board, rules, chosen).is_some()).collect()
}

//! The move that a network chooses while it learns.

use tilewright_grid::Heading;

use super::features::{Features, MOST};
use super::view::View;
use super::weight::{NEAR, Weight, prefetch};
use crate::BitBoard;
use crate::rows::Rows;

/// A move that was chosen on a board as the network sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) heading: Heading,
    /// Where it leads.
    pub(super) board: BitBoard,
    /// What it gains.
    pub(super) gain: u32,
}

/// The places of the weights of the four afterstates of a board.
pub(super) type Places = [[u32; MOST]; 4];

/// The move that promises most: what it gains and what its afterstate is worth. The first of
/// several; none where no move is legal.
#[inline]
pub(super) fn best_choice<F: Features, W: Weight>(
    rows: &Rows,
    features: F,
    view: &View<'_, W>,
    board: BitBoard,
    places: &mut Places,
) -> Option<Choice> {
    let count = features.count();
    let turned = board.transposed();
    let gains = [turned.line_gain(rows), board.line_gain(rows)];
    let sides = [
        (turned.each(&rows.left), turned, gains[0]),
        (board.each(&rows.right), board, gains[1]),
        (turned.each(&rows.right), turned, gains[0]),
        (board.each(&rows.left), board, gains[1]),
    ];
    // What all of them need is on its way before any of it is waited for.
    for ((after, before, _), places) in sides.into_iter().zip(&mut *places) {
        let (weights, seen) = view.see(after);
        if after != before && weights.len() > NEAR {
            features.indices(seen, places);
            for &place in &places[..count] {
                prefetch(&weights[place as usize]);
            }
        }
    }
    let mut best: Option<(f32, usize)> = None;
    for (index, (after, before, gain)) in sides.into_iter().enumerate() {
        if after != before {
            let (weights, seen) = view.see(after);
            let worth = if weights.len() > NEAR {
                features.sum(weights, &places[index])
            } else {
                features.value(weights, seen)
            };
            let value = gain as f32 + worth;
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, index));
            }
        }
    }
    let (_, index) = best?;
    let (board, _, gain) = sides[index];
    // Seen from the side from which the moves up and down are moves along rows.
    let board = if index.is_multiple_of(2) { board.transposed() } else { board };
    Some(Choice { heading: Heading::ALL[index], board, gain })
}

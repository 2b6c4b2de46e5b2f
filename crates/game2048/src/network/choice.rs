//! The move that a network chooses during training.

use tilewright_grid::Heading;

use super::features::{Features, MAX_FEATURES};
use super::view::View;
use super::weight::{NEAR, Weight, prefetch};
use crate::BitBoard;
use crate::rows::Rows;

/// A move chosen on a board as the network sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) heading: Heading,
    /// The afterstate.
    pub(super) board: BitBoard,
    /// The score of the move.
    pub(super) gain: u32,
}

/// The indices of the weights of the four afterstates of a board.
pub(super) type Places = [[u32; MAX_FEATURES]; 4];

/// The move with the highest sum of its score and the value of its afterstate. The first one wins a
/// tie; `None` if no move is legal.
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

    // The weights of all four moves are prefetched before any of them is read.
    for ((after, before, _), places) in sides.into_iter().zip(&mut *places) {
        let (weights, seen) = view.see(after);
        if after != before && weights.numbers.len() > NEAR {
            features.indices(seen, places);
            for &place in &places[..count] {
                prefetch(&weights.numbers[place as usize]);
            }
        }
    }

    let mut best: Option<(f32, usize)> = None;
    for (index, (after, before, gain)) in sides.into_iter().enumerate() {
        if after != before {
            let value = gain as f32 + value(features, view, after, &places[index]);
            if best.is_none_or(|(best, _)| value > best) {
                best = Some((value, index));
            }
        }
    }

    let (_, index) = best?;
    let (board, _, gain) = sides[index];
    // Moves up and down were made along the rows of the transposed board.
    let board = if index.is_multiple_of(2) { board.transposed() } else { board };

    Some(Choice { heading: Heading::ALL[index], board, gain })
}

/// The value of an afterstate, from its prefetched weights unless they are near.
#[inline]
fn value<F: Features, W: Weight>(
    features: F,
    view: &View<'_, W>,
    after: BitBoard,
    places: &[u32; MAX_FEATURES],
) -> f32 {
    let (weights, seen) = view.see(after);
    if weights.numbers.len() > NEAR {
        features.sum(weights.numbers, places) * weights.unit
    } else {
        weights.value(features, seen)
    }
}

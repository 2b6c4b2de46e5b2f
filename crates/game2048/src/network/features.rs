//! The weights that a board touches, found fast for the known shapes.

use super::shape::{Tuple, cells, lay_out};
use super::weight::Weight;
use crate::BitBoard;

/// The most weights that a board touches: 32 tuples from eight sides.
pub(crate) const MOST: usize = 256;

/// Finds the weights of a board. The value of a board is their sum.
pub(crate) trait Features: Copy + Sync {
    /// How many there are.
    fn count(&self) -> usize;

    /// The sum of the weights of this board.
    fn total<W: Weight>(&self, weights: &[W], board: BitBoard) -> W::Total;

    /// The places of the weights of this board, eight for each tuple.
    fn indices(&self, board: BitBoard, places: &mut [u32; MOST]);
}

/// The weights of any shape.
#[derive(Clone, Copy)]
pub(crate) struct Listed<'a>(pub(crate) &'a [Tuple]);

impl Features for Listed<'_> {
    fn count(&self) -> usize {
        8 * self.0.len()
    }

    fn total<W: Weight>(&self, weights: &[W], board: BitBoard) -> W::Total {
        let mut sum = W::Total::default();
        for side in board.symmetries() {
            for tuple in self.0 {
                sum += weights[tuple.place(side)].get();
            }
        }
        sum
    }

    fn indices(&self, board: BitBoard, places: &mut [u32; MOST]) {
        let mut places = places.iter_mut();
        for side in board.symmetries() {
            for (tuple, place) in self.0.iter().zip(&mut places) {
                *place = tuple.place(side) as u32;
            }
        }
    }
}

/// Tuples that are known when the program is compiled, so that what they look at stands in
/// the instructions.
macro_rules! known {
    ($name:ident, $count:literal, $weights:expr, $($table:literal: $word:literal @ $slot:literal),*) => {
        #[derive(Clone, Copy)]
        pub(crate) struct $name;

        impl $name {
            const TUPLES: [Tuple; $count] =
                lay_out([$(cells($word).expect("the cells ascend")),*]);
        }

        impl Features for $name {
            fn count(&self) -> usize {
                8 * $count
            }

            #[inline]
            fn total<W: Weight>(&self, weights: &[W], board: BitBoard) -> W::Total {
                let weights: &[W; $weights] =
                    weights.try_into().expect("the network has the weights of its shape");
                let mut sums = [W::Total::default(); $count];
                for side in board.symmetries() {
                    $(sums[$table] += weights[const { Self::TUPLES[$table] }.place(side)].get();)*
                }
                sums.into_iter().sum()
            }

            #[inline]
            fn indices(&self, board: BitBoard, places: &mut [u32; MOST]) {
                for (side, board) in board.symmetries().into_iter().enumerate() {
                    $(places[$count * side + $slot] =
                        const { Self::TUPLES[$table] }.place(board) as u32;)*
                }
            }
        }
    };
}

known!(Four5, 4, 4 << 20, 0: "01234" @ 0, 1: "45678" @ 2, 2: "01245" @ 1, 3: "45689" @ 3);
known!(Four6, 4, 4 << 24, 0: "012345" @ 0, 1: "456789" @ 2, 2: "012456" @ 1, 3: "45689a" @ 3);
known!(
    Eight5, 8, 8 << 20,
    0: "01234" @ 0, 1: "45678" @ 2, 2: "01245" @ 1, 3: "45689" @ 3,
    4: "01256" @ 4, 5: "01236" @ 5, 6: "45679" @ 6, 7: "12567" @ 7
);

/// Calls a function with the fastest way to find the weights of that shape.
macro_rules! with_features {
    ($shape:expr, $features:ident => $body:expr) => {
        match $shape.known() {
            $crate::network::features::Known::Four5 => {
                let $features = $crate::network::features::Four5;
                $body
            }
            $crate::network::features::Known::Four6 => {
                let $features = $crate::network::features::Four6;
                $body
            }
            $crate::network::features::Known::Eight5 => {
                let $features = $crate::network::features::Eight5;
                $body
            }
            $crate::network::features::Known::Other => {
                let $features = $crate::network::features::Listed($shape.tuples());
                $body
            }
        }
    };
}
pub(crate) use with_features;

/// Which of the known shapes one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    Four5,
    Four6,
    Eight5,
    Other,
}

impl Known {
    /// The one of that name.
    pub(super) fn named(name: &str) -> Self {
        match name {
            "4x5" => Self::Four5,
            "4x6" => Self::Four6,
            "8x5" => Self::Eight5,
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use tilewright_grid::Seed;

    use super::super::shape::Shape;
    use super::*;

    /// The same places, whichever way they are found.
    fn check(name: &str, features: impl Features) {
        let shape: Shape = name.parse().unwrap();
        let listed = Listed(shape.tuples());
        let count = shape.feature_count();
        assert_eq!((features.count(), listed.count()), (count, count));
        let mut rng = Seed(4).rng();
        for _ in 0..100 {
            let board = BitBoard(rng.next_u64());
            let (mut known, mut plain) = ([0; MOST], [0; MOST]);
            features.indices(board, &mut known);
            listed.indices(board, &mut plain);
            known[..count].sort_unstable();
            plain[..count].sort_unstable();
            assert_eq!(known, plain, "{name}");
            assert!(known.iter().all(|&place| (place as usize) < shape.weight_count()));
        }
    }

    #[test]
    fn known_shapes_find_the_weights_that_their_tuples_name() {
        check("4x5", Four5);
        check("4x6", Four6);
        check("8x5", Eight5);
    }

    #[test]
    fn a_value_is_the_sum_of_the_weights_found() {
        let shape: Shape = "4x5".parse().unwrap();
        let mut rng = Seed(5).rng();
        // Whole numbers, whose sum is exact in any order.
        let weights: Vec<f32> =
            (0..shape.weight_count()).map(|_| rng.below(1000) as f32).collect();
        for _ in 0..100 {
            let (board, mut places) = (BitBoard(rng.next_u64()), [0; MOST]);
            Four5.indices(board, &mut places);
            let sum: f32 =
                places[..32].iter().map(|&place| weights[place as usize]).sum();
            assert!((Four5.total(&weights, board) - sum).abs() < 0.5);
            assert!((Listed(shape.tuples()).total(&weights, board) - sum).abs() < 0.5);
        }
    }
}

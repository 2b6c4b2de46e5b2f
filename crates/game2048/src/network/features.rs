//! Finds the weights of a board, fast for the named shapes.

use super::shape::{Tuple, cells, lay_out};
use super::weight::Weight;
use crate::BitBoard;

/// The maximum number of weights of a board: 32 tuples in eight symmetries.
pub(crate) const MAX_FEATURES: usize = 256;

/// Finds the weights of a board. The value of a board is their sum.
pub(crate) trait Features: Copy + Sync {
    /// The number of weights of a board.
    fn count(&self) -> usize;

    /// The sum of the weights of this board.
    fn value<W: Weight>(&self, weights: &[W], board: BitBoard) -> f32;

    /// The indices of the weights of this board, eight for each tuple.
    fn indices(&self, board: BitBoard, places: &mut [u32; MAX_FEATURES]);

    /// The sum of the weights at the indices of a board: its value.
    fn sum<W: Weight>(&self, weights: &[W], places: &[u32; MAX_FEATURES]) -> f32;
}

/// The weights of any shape.
#[derive(Clone, Copy)]
pub(crate) struct TupleList<'a>(pub(crate) &'a [Tuple]);

impl Features for TupleList<'_> {
    fn count(&self) -> usize {
        8 * self.0.len()
    }

    fn value<W: Weight>(&self, weights: &[W], board: BitBoard) -> f32 {
        let mut sum = 0.0;
        for side in board.symmetries() {
            for tuple in self.0 {
                sum += weights[tuple.place(side)].get();
            }
        }
        sum
    }

    fn indices(&self, board: BitBoard, places: &mut [u32; MAX_FEATURES]) {
        let mut places = places.iter_mut();
        for side in board.symmetries() {
            for (tuple, place) in self.0.iter().zip(&mut places) {
                *place = tuple.place(side) as u32;
            }
        }
    }

    fn sum<W: Weight>(&self, weights: &[W], places: &[u32; MAX_FEATURES]) -> f32 {
        let mut sum = 0.0;
        for &place in &places[..self.count()] {
            sum += weights[place as usize].get();
        }
        sum
    }
}

/// Tuples that are known at compile time, so that their shifts and masks become constants in the
/// machine code.
macro_rules! known {
    ($name:ident, $count:literal, $weights:expr, $($table:literal: $word:literal),*) => {
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
            fn value<W: Weight>(&self, weights: &[W], board: BitBoard) -> f32 {
                let weights: &[W; $weights] =
                    weights.try_into().expect("the network has the weights of its shape");
                let mut sums = [0.0_f32; $count];
                for side in board.symmetries() {
                    $(sums[$table] += weights[const { Self::TUPLES[$table] }.place(side)].get();)*
                }
                sums.iter().sum()
            }

            #[inline]
            fn indices(&self, board: BitBoard, places: &mut [u32; MAX_FEATURES]) {
                for (side, board) in board.symmetries().into_iter().enumerate() {
                    $(places[$count * side + $table] =
                        const { Self::TUPLES[$table] }.place(board) as u32;)*
                }
            }

            #[inline]
            fn sum<W: Weight>(&self, weights: &[W], places: &[u32; MAX_FEATURES]) -> f32 {
                let mut sums = [0.0_f32; $count];
                for side in places[..8 * $count].as_chunks::<$count>().0 {
                    for (sum, &place) in sums.iter_mut().zip(side) {
                        *sum += weights[place as usize].get();
                    }
                }
                sums.iter().sum()
            }
        }
    };
}

known!(Four5, 4, 4 << 20, 0: "01234", 1: "45678", 2: "01245", 3: "45689");
known!(Four6, 4, 4 << 24, 0: "012345", 1: "456789", 2: "012456", 3: "45689a");
known!(
    Eight5, 8, 8 << 20,
    0: "01234", 1: "45678", 2: "01245", 3: "45689",
    4: "01256", 5: "01236", 6: "45679", 7: "12567"
);

/// Evaluates an expression with the fastest `Features` of a shape.
macro_rules! with_features {
    ($shape:expr, $features:ident => $body:expr) => {
        match $shape.known() {
            $crate::network::features::CompiledShape::Four5 => {
                let $features = $crate::network::features::Four5;
                $body
            }
            $crate::network::features::CompiledShape::Four6 => {
                let $features = $crate::network::features::Four6;
                $body
            }
            $crate::network::features::CompiledShape::Eight5 => {
                let $features = $crate::network::features::Eight5;
                $body
            }
            $crate::network::features::CompiledShape::Other => {
                let $features = $crate::network::features::TupleList($shape.tuples());
                $body
            }
        }
    };
}
pub(crate) use with_features;

/// The shapes with compiled `Features`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompiledShape {
    Four5,
    Four6,
    Eight5,
    Other,
}

impl CompiledShape {
    /// The shape of that name.
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

    /// Checks that the compiled and the listed tuples find the same weights.
    fn check(name: &str, features: impl Features) {
        let shape: Shape = name.parse().unwrap();
        let listed = TupleList(shape.tuples());
        let count = shape.feature_count();
        assert_eq!((features.count(), listed.count()), (count, count));

        let mut rng = Seed(4).rng();
        for _ in 0..100 {
            let board = BitBoard(rng.next_u64());
            let (mut known, mut plain) = ([0; MAX_FEATURES], [0; MAX_FEATURES]);
            features.indices(board, &mut known);
            listed.indices(board, &mut plain);
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
        let weights: Vec<i16> =
            (0..shape.weight_count()).map(|_| rng.below(1000) as i16).collect();

        for _ in 0..100 {
            let (board, mut places) = (BitBoard(rng.next_u64()), [0; MAX_FEATURES]);
            Four5.indices(board, &mut places);
            let sum: f32 = places[..32]
                .iter()
                .map(|&place| f32::from(weights[place as usize]))
                .sum();
            let listed = TupleList(shape.tuples());

            for value in [
                Four5.value(&weights, board),
                Four5.sum(&weights, &places),
                listed.value(&weights, board),
                listed.sum(&weights, &places),
            ] {
                assert!((value - sum).abs() < 0.5);
            }
        }
    }
}

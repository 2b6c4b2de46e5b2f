//! Random genomes, and what children may inherit.

use tilewright_evolve::{
    BitString, Bounds, Draw, Permutation, Rate, RealBounds, Sequence,
};
use tilewright_grid::Rng;

/// A genome of a given length.
pub(crate) type Source<G> = fn(usize, &mut Rng) -> G;

pub(crate) fn rate(value: f64) -> Rate {
    Rate::new(value).unwrap()
}

pub(crate) fn bits(length: usize, rng: &mut Rng) -> BitString {
    BitString::random(length, rng)
}

pub(crate) fn integers(length: usize, rng: &mut Rng) -> Vec<i32> {
    whole(length).random(rng)
}

pub(crate) fn reals(length: usize, rng: &mut Rng) -> Vec<f64> {
    real(length).random(rng)
}

pub(crate) fn permutation(length: usize, rng: &mut Rng) -> Permutation {
    Permutation::random(length, rng)
}

/// Ranges of integers that differ from gene to gene.
pub(crate) fn whole(length: usize) -> Bounds {
    Bounds::new((0..).take(length).map(|index: i32| -index..=5 + index % 4)).unwrap()
}

/// Ranges of real numbers that differ from gene to gene.
pub(crate) fn real(length: usize) -> RealBounds {
    let ranges = (0..length).map(|index| -2.0 - index as f64..=3.0 + (index % 5) as f64);
    RealBounds::new(ranges).unwrap()
}

/// Asserts that at each place the children have the two genes of the parents.
pub(crate) fn exchanged_bits(parents: [&BitString; 2], children: [&BitString; 2]) {
    for [[a, b], [c, d]] in [[parents, children]] {
        let length = a.length();
        assert_eq!([b.length(), c.length(), d.length()], [length; 3]);
        for at in 0..length {
            let [mut before, mut after] =
                [[a.get(at), b.get(at)], [c.get(at), d.get(at)]];
            before.sort_unstable();
            after.sort_unstable();
            assert_eq!(before, after, "gene {at}");
        }
    }
}

/// The same for integers.
pub(crate) fn exchanged(parents: [&Vec<i32>; 2], children: [&Vec<i32>; 2]) {
    let genes = |pair: [&Vec<i32>; 2]| -> Vec<[i32; 2]> {
        assert_eq!(pair[0].len(), pair[1].len());
        let both = pair[0].iter().zip(pair[1]);
        both.map(|(&a, &b)| [a.min(b), a.max(b)]).collect()
    };
    assert_eq!(genes(parents), genes(children));
}

/// Asserts that all genes are in their ranges.
pub(crate) fn inside(parents: [&Vec<f64>; 2], children: [&Vec<f64>; 2]) {
    let bounds = real(parents[0].len());
    assert!(children.iter().all(|child| bounds.contains(child)), "{children:?}");
}

/// Asserts that each child is a permutation as long as its parents.
pub(crate) fn permuted(parents: [&Permutation; 2], children: [&Permutation; 2]) {
    for child in children {
        assert_eq!(child.len(), parents[0].len());
        assert!(Permutation::new(child.items().to_vec()).is_ok(), "{child:?}");
    }
}

/// Draws a value that no gene has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fresh;

impl Draw<i32> for Fresh {
    fn draw(&self, _: usize, _: &mut Rng) -> i32 {
        99
    }
}

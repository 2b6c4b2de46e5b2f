//! Crossovers against their exact distributions, and what none of them may change.

use std::collections::BTreeMap;

use proptest::prelude::*;
use tilewright_evolve::{
    BitString, Crossover, OnePoint, Rate, Sequence, TwoPoint, Uniform,
};
use tilewright_grid::{Rng, Seed};

use crate::common::chi::{assert_even, assert_hits};

/// All ones.
fn ones(length: usize) -> BitString {
    let mut bits = BitString::zeros(length);
    (0..length).for_each(|index| bits.flip(index));
    bits
}

fn unpacked(bits: &BitString) -> Vec<bool> {
    (0..bits.length()).map(|index| bits.get(index)).collect()
}

/// Crosses nothing but zeros with nothing but ones and says which places were exchanged.
fn exchanged(
    cross: &impl Crossover<Vec<bool>>,
    length: usize,
    rng: &mut Rng,
) -> Vec<bool> {
    let (mut a, mut b) = (vec![false; length], vec![true; length]);
    cross.cross(&mut a, &mut b, rng);
    assert!(a.iter().zip(&b).all(|(a, b)| a != b));
    a
}

fn exchanged_bits(
    cross: &impl Crossover<BitString>,
    length: usize,
    rng: &mut Rng,
) -> Vec<bool> {
    let (mut a, mut b) = (BitString::zeros(length), ones(length));
    cross.cross(&mut a, &mut b, rng);
    assert_eq!(a.hamming(&b) as usize, length);
    unpacked(&a)
}

/// The one run of exchanged places as the cuts before and behind it.
fn cuts(exchanged: &[bool]) -> (usize, usize) {
    let first = exchanged.iter().position(|&it| it).expect("something is exchanged");
    let last = exchanged.iter().rposition(|&it| it).expect("something is exchanged");
    assert!(exchanged[first..=last].iter().all(|&it| it), "{exchanged:?}");
    (first, last + 1)
}

#[test]
fn one_point_makes_every_cut_as_often() {
    let mut rng = Seed(201).rng();
    let (mut plain, mut packed) = ([0; 5], [0; 129]);
    for _ in 0..50_000 {
        let (cut, end) = cuts(&exchanged(&OnePoint, 6, &mut rng));
        assert_eq!(end, 6);
        plain[cut - 1] += 1;
        let (cut, end) = cuts(&exchanged_bits(&OnePoint, 130, &mut rng));
        assert_eq!(end, 130);
        packed[cut - 1] += 1;
    }
    assert_even(&plain);
    assert_even(&packed);
}

/// How often each pair of cuts was made, with the pairs that never were.
fn pairs(length: usize, mut cut: impl FnMut() -> Vec<bool>, draws: u32) -> Vec<u32> {
    let mut counts = BTreeMap::new();
    for first in 1..length {
        for second in first + 1..=length {
            counts.insert((first, second), 0);
        }
    }
    for _ in 0..draws {
        *counts.get_mut(&cuts(&cut())).expect("the cuts lie behind genes") += 1;
    }
    counts.into_values().collect()
}

#[test]
fn two_point_makes_every_pair_of_cuts_as_often() {
    let mut rng = Seed(202).rng();
    let plain = pairs(6, || exchanged(&TwoPoint, 6, &mut rng), 60_000);
    assert_eq!(plain.len(), 15);
    assert_even(&plain);
    let packed = pairs(66, || exchanged_bits(&TwoPoint, 66, &mut rng), 60_000);
    assert_eq!(packed.len(), 2145);
    assert_even(&packed);
}

#[test]
fn two_genes_are_always_crossed_between_them() {
    let mut rng = Seed(203).rng();
    for _ in 0..100 {
        assert_eq!(exchanged(&OnePoint, 2, &mut rng), [false, true]);
        assert_eq!(exchanged(&TwoPoint, 2, &mut rng), [false, true]);
    }
}

#[test]
fn uniform_exchanges_every_gene_at_its_rate_independently() {
    let mut rng = Seed(204).rng();
    for rate in [Rate::HALF, Rate::new(0.2).unwrap(), Rate::new(0.97).unwrap()] {
        let uniform = Uniform { rate };
        assert_hits(70, rate.value(), || exchanged(&uniform, 70, &mut rng));
        assert_hits(130, rate.value(), || exchanged_bits(&uniform, 130, &mut rng));
    }
}

#[test]
fn uniform_at_its_ends_exchanges_nothing_or_everything() {
    let mut rng = Seed(205).rng();
    for (rate, all) in [(Rate::NEVER, false), (Rate::ALWAYS, true)] {
        assert_eq!(exchanged(&Uniform { rate }, 65, &mut rng), [all; 65]);
        assert_eq!(exchanged_bits(&Uniform { rate }, 65, &mut rng), [all; 65]);
    }
}

/// All crossovers on clones of the two, with what came of it.
fn all<G: Sequence + Clone>(a: &G, b: &G, rate: f64, rng: &mut Rng) -> Vec<(G, G)> {
    let uniform = Uniform { rate: Rate::new(rate).unwrap() };
    let half = Uniform { rate: Rate::HALF };
    let crossovers: [&dyn Crossover<G>; 4] = [&OnePoint, &TwoPoint, &uniform, &half];
    let cross = |crossover: &dyn Crossover<G>| {
        let (mut a, mut b) = (a.clone(), b.clone());
        crossover.cross(&mut a, &mut b, rng);
        (a, b)
    };
    crossovers.map(cross).into()
}

/// Asserts that place by place the two hold what they held, perhaps exchanged.
fn assert_kept<T: PartialEq>(before: (&[T], &[T]), after: (&[T], &[T])) {
    assert_eq!((before.0.len(), before.1.len()), (after.0.len(), after.1.len()));
    let common = before.0.len().min(before.1.len());
    for index in 0..common {
        let (a, b) = (&before.0[index], &before.1[index]);
        let (c, d) = (&after.0[index], &after.1[index]);
        assert!((a == c && b == d) || (a == d && b == c), "gene {index} is lost");
    }
    assert!(before.0[common..] == after.0[common..], "the first one's tail changed");
    assert!(before.1[common..] == after.1[common..], "the second one's tail changed");
}

proptest! {
    #[test]
    fn no_crossover_loses_or_moves_a_gene_of_a_list(
        a in prop::collection::vec(any::<u8>(), 0..150),
        b in prop::collection::vec(any::<u8>(), 0..150),
        rate in 0.0..=1.0,
        seed: u64,
    ) {
        for (c, d) in all(&a, &b, rate, &mut Seed(seed).rng()) {
            assert_kept((&a, &b), (&c, &d));
        }
    }

    #[test]
    fn no_crossover_loses_or_moves_a_bit(
        lengths in (0_usize..200, 0_usize..200),
        rate in 0.0..=1.0,
        seed: u64,
    ) {
        let mut rng = Seed(seed).rng();
        let (a, b) = (BitString::random(lengths.0, &mut rng), BitString::random(lengths.1, &mut rng));
        let before = (unpacked(&a), unpacked(&b));
        for (c, d) in all(&a, &b, rate, &mut rng) {
            assert_kept((&before.0, &before.1), (&unpacked(&c), &unpacked(&d)));
            prop_assert_eq!(a.ones() + b.ones(), c.ones() + d.ones());
        }
    }
}

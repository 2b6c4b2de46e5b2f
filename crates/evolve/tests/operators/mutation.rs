//! Mutations and bounded integers against their exact distributions.

use std::ops::RangeInclusive;

use proptest::prelude::*;
use tilewright_evolve::{
    BitFlip, BitString, Bounds, Draw, Error, Mutation, Rate, Redraw,
};
use tilewright_grid::Seed;

use crate::common::chi::{assert_even, assert_fits, assert_hits};

#[test]
fn bit_flip_turns_every_bit_at_its_rate_independently() {
    let mut rng = Seed(301).rng();
    for rate in [0.01, 0.3, 0.5, 0.9] {
        let flip = BitFlip { rate: Rate::new(rate).unwrap() };
        assert_hits(130, rate, || {
            let mut bits = BitString::zeros(130);
            flip.mutate(&mut bits, &mut rng);
            (0..130).map(|index| bits.get(index)).collect()
        });
    }
}

#[test]
fn a_flip_turns_ones_as_well_as_zeros() {
    let before = BitString::random(1000, &mut Seed(302).rng());
    let mut after = before.clone();
    BitFlip { rate: Rate::ALWAYS }.mutate(&mut after, &mut Seed(0).rng());
    assert_eq!(before.hamming(&after), 1000);
    assert_eq!(before.ones() + after.ones(), 1000);
}

#[test]
fn a_rate_too_small_to_matter_hits_nothing() {
    for rate in [f64::MIN_POSITIVE, 1e-300, 1e-20, 1e-17] {
        let mut bits = BitString::zeros(1000);
        BitFlip { rate: Rate::new(rate).unwrap() }
            .mutate(&mut bits, &mut Seed(303).rng());
        assert_eq!(bits.ones(), 0, "at a rate of {rate}");
    }
}

#[test]
fn redraw_comes_at_its_rate_and_is_even_within_the_range() {
    let ranges = [0..=9, -3..=3, 5..=5, -100..=-99];
    let start = vec![4, -3, 5, -99];
    let source = Bounds::new(ranges.clone()).unwrap();
    for rate in [0.05, 0.4, 1.0] {
        let redraw = Redraw { rate: Rate::new(rate).unwrap(), source: source.clone() };
        let mut counts = ranges.clone().map(|range| vec![0; range.count()]);
        let mut rng = Seed(304).rng();
        for _ in 0..40_000 {
            let mut genome = start.clone();
            redraw.mutate(&mut genome, &mut rng);
            assert!(source.contains(&genome), "{genome:?}");
            for ((gene, range), counts) in genome.iter().zip(&ranges).zip(&mut counts) {
                counts[(gene - range.start()) as usize] += 1;
            }
        }
        for ((range, &old), counts) in ranges.iter().zip(&start).zip(&counts) {
            let drawn = rate / counts.len() as f64;
            let stays = |value| if value == old { 1.0 - rate } else { 0.0 };
            let weights: Vec<f64> = range.clone().map(|it| drawn + stays(it)).collect();
            if counts.len() > 1 {
                assert_fits(counts, &weights);
            }
        }
    }
}

#[test]
fn neighbours_are_redrawn_independently() {
    /// Always the same new value, so that every redraw shows.
    #[derive(Debug)]
    struct Mark;
    impl Draw<bool> for Mark {
        fn draw(&self, _: usize, _: &mut tilewright_grid::Rng) -> bool {
            true
        }
    }
    let mut rng = Seed(305).rng();
    let redraw = Redraw { rate: Rate::new(0.15).unwrap(), source: Mark };
    assert_hits(40, 0.15, || {
        let mut genome = vec![false; 40];
        redraw.mutate(&mut genome, &mut rng);
        genome
    });
}

/// How many of the 16 equal parts of the range hold each of many draws.
fn sixteenths(range: &RangeInclusive<i32>) -> Vec<u32> {
    let bounds = Bounds::new([range.clone()]).unwrap();
    let mut rng = Seed(306).rng();
    let mut counts = vec![0; 16];
    let whole = i64::from(*range.end()) - i64::from(*range.start()) + 1;
    for _ in 0..40_000 {
        let value = bounds.draw(0, &mut rng);
        assert!(range.contains(&value), "{value} of {range:?}");
        let above = i64::from(value) - i64::from(*range.start());
        counts[usize::try_from(above * 16 / whole).unwrap()] += 1;
    }
    counts
}

#[test]
fn bounds_are_even_up_to_the_full_range() {
    for range in [
        i32::MIN..=i32::MAX,
        i32::MIN..=i32::MIN + 15,
        i32::MAX - 31..=i32::MAX,
        -1_600_000_000..=1_599_999_999,
        -8..=7,
    ] {
        assert_even(&sixteenths(&range));
    }
}

#[test]
fn the_full_range_is_even_in_its_lowest_bits_too() {
    let bounds = Bounds::new([i32::MIN..=i32::MAX]).unwrap();
    let mut rng = Seed(307).rng();
    let mut counts = [0; 16];
    for _ in 0..40_000 {
        counts[(bounds.draw(0, &mut rng) & 15) as usize] += 1;
    }
    assert_even(&counts);
}

#[test]
fn a_fresh_genome_is_even_gene_by_gene() {
    let bounds = Bounds::new([0..=1, 10..=14]).unwrap();
    let mut rng = Seed(308).rng();
    let mut counts = [0; 10];
    for _ in 0..50_000 {
        let genome = bounds.random(&mut rng);
        counts[(genome[0] * 5 + genome[1] - 10) as usize] += 1;
    }
    assert_even(&counts);
}

#[test]
fn bounds_contain_genomes_of_their_length_within_them() {
    let bounds = Bounds::new([0..=9, -1..=1]).unwrap();
    for (genome, inside) in [
        (vec![0, -1], true),
        (vec![9, 1], true),
        (vec![10, 0], false),
        (vec![0, -2], false),
        (vec![0], false),
        (vec![0, 0, 0], false),
        (vec![], false),
    ] {
        assert_eq!(bounds.contains(&genome), inside, "{genome:?}");
    }
}

proptest! {
    #[test]
    fn bounds_accept_exactly_the_ranges_that_hold_something(
        ranges in prop::collection::vec((-5_i32..5, -5_i32..5), 0..6),
        seed: u64,
    ) {
        let made = Bounds::new(ranges.iter().map(|&(low, high)| low..=high));
        match ranges.iter().position(|(low, high)| low > high) {
            None => {
                let bounds = made.unwrap();
                prop_assert!(bounds.contains(&bounds.random(&mut Seed(seed).rng())));
                let json = serde_json::to_string(&bounds).unwrap();
                prop_assert_eq!(json, serde_json::to_string(&ranges).unwrap());
            }
            Some(index) => {
                let (low, high) = ranges[index];
                prop_assert_eq!(made, Err(Error::EmptyRange { index, low, high }));
                let json = serde_json::to_string(&ranges).unwrap();
                let error = serde_json::from_str::<Bounds>(&json).unwrap_err();
                prop_assert!(error.to_string().contains("the range of gene "));
            }
        }
    }
}

//! Real genes: their ranges, blends and Gaussian steps against their exact distributions.

use proptest::prelude::*;
use tilewright_evolve::{
    Blend, Crossover, Draw, Error, Gaussian, Mutation, Rate, RealBounds,
};
use tilewright_grid::{Seed, det};

use crate::common::chi::{assert_even, assert_fits, assert_hits};

fn bounds(ranges: &[(f64, f64)]) -> RealBounds {
    RealBounds::new(ranges.iter().map(|&(low, high)| low..=high)).unwrap()
}

/// How many values lie in each of several equal parts of a range.
fn counts(
    parts: usize,
    low: f64,
    high: f64,
    values: impl Iterator<Item = f64>,
) -> Vec<u32> {
    let mut counts = vec![0; parts];
    for value in values {
        assert!((low..=high).contains(&value), "{value}");
        let part = ((value - low) / (high - low) * parts as f64) as usize;
        counts[part.min(parts - 1)] += 1;
    }
    counts
}

#[test]
fn a_fresh_gene_is_even_in_its_range() {
    let bounds = bounds(&[(-3.0, 5.0), (2.0, 2.0)]);
    let mut rng = Seed(401).rng();
    let values: Vec<Vec<f64>> = (0..40_000).map(|_| bounds.random(&mut rng)).collect();
    assert_even(&counts(16, -3.0, 5.0, values.iter().map(|genome| genome[0])));
    assert!(values.iter().all(|genome| genome[1].to_bits() == 2.0_f64.to_bits()));
}

#[test]
fn blended_genes_are_even_between_and_a_little_beyond_the_parents() {
    let blend = Blend { alpha: 0.5, bounds: bounds(&[(-10.0, 10.0), (0.0, 3.5)]) };
    let mut rng = Seed(402).rng();
    let mut children = Vec::new();
    for _ in 0..40_000 {
        let (mut a, mut b) = (vec![3.0, 3.0], vec![1.0, 1.0]);
        blend.cross(&mut a, &mut b, &mut rng);
        children.push((a, b));
    }
    // From 1 and 3 with half their distance beyond: 0 to 4, in the second gene cut at 3.5.
    for (gene, high) in [(0, 4.0), (1, 3.5)] {
        let first = children.iter().map(|pair| pair.0[gene]);
        let second = children.iter().map(|pair| pair.1[gene]);
        assert_even(&counts(16, 0.0, high, first));
        assert_even(&counts(16, 0.0, high, second));
    }
    // The two children of a pair are drawn independently of each other.
    let mut both = [0; 16];
    for (a, b) in &children {
        both[(a[0] as usize).min(3) * 4 + (b[0] as usize).min(3)] += 1;
    }
    assert_even(&both);
}

#[test]
fn parents_that_are_alike_have_children_like_them() {
    let blend = Blend { alpha: 0.7, bounds: bounds(&[(0.0, 9.0)]) };
    let (mut a, mut b) = (vec![4.25], vec![4.25]);
    blend.cross(&mut a, &mut b, &mut Seed(1).rng());
    assert_eq!((a, b), (vec![4.25], vec![4.25]));
}

/// The cumulative standard normal distribution, to six digits (Abramowitz and
/// Stegun, 1964, 26.2.17).
fn below(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let terms =
        [0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let sum = terms.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    let tail = det::exp(-x * x / 2.0) / (std::f64::consts::TAU).sqrt() * sum;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[test]
fn gaussian_steps_are_normal_and_reflected_at_the_ends() {
    let (low, high, at) = (0.0, 10.0, 8.0);
    let gaussian =
        Gaussian { rate: Rate::ALWAYS, spread: 0.2, bounds: bounds(&[(low, high)]) };
    let mut rng = Seed(403).rng();
    let mut step = || {
        let mut genome = vec![at];
        gaussian.mutate(&mut genome, &mut rng);
        genome[0]
    };
    let seen = counts(20, low, high, (0..60_000).map(|_| step()));
    // The deviation is 2: the parts beyond 10 come back from there; those below 0 are 4
    // deviations away and come back as rarely.
    let share = |a: f64, b: f64| below((b - at) / 2.0) - below((a - at) / 2.0);
    let weights: Vec<f64> = (0..20)
        .map(|part| {
            let (a, b) = (0.5 * f64::from(part), 0.5 * f64::from(part + 1));
            share(a, b) + share(20.0 - b, 20.0 - a) + share(-b, -a)
        })
        .collect();
    // Parts of fewer than five are counted together.
    let first = weights.iter().position(|weight| weight * 60_000.0 > 5.0).unwrap();
    let merged = |values: Vec<f64>| {
        let head: f64 = values[..=first].iter().sum();
        std::iter::once(head)
            .chain(values[first + 1..].iter().copied())
            .collect::<Vec<_>>()
    };
    let seen = merged(seen.into_iter().map(f64::from).collect());
    let seen: Vec<u32> = seen.into_iter().map(|count| count as u32).collect();
    assert_fits(&seen, &merged(weights));
}

#[test]
fn a_gaussian_changes_genes_at_its_rate_independently() {
    let bounds = bounds(&[(0.0, 1.0); 40]);
    let gaussian = Gaussian { rate: Rate::new(0.3).unwrap(), spread: 0.1, bounds };
    let mut rng = Seed(404).rng();
    assert_hits(40, 0.3, || {
        let mut genome = vec![0.5; 40];
        gaussian.mutate(&mut genome, &mut rng);
        genome.iter().map(|gene| gene.to_bits() != 0.5_f64.to_bits()).collect()
    });
}

proptest! {
    #[test]
    fn no_operator_leaves_the_bounds(
        ranges in prop::collection::vec((-1e9..1e9_f64, 0.0..1e9_f64), 1..8),
        alpha in 0.0..3.0_f64,
        spread in 0.0..5.0_f64,
        seed: u64,
    ) {
        let ranges: Vec<_> = ranges.iter().map(|&(low, wide)| (low, low + wide)).collect();
        let bounds = bounds(&ranges);
        let mut rng = Seed(seed).rng();
        let (mut a, mut b) = (bounds.random(&mut rng), bounds.random(&mut rng));
        Blend { alpha, bounds: bounds.clone() }.cross(&mut a, &mut b, &mut rng);
        prop_assert!(bounds.contains(&a) && bounds.contains(&b));
        let gaussian = Gaussian { rate: Rate::ALWAYS, spread, bounds: bounds.clone() };
        gaussian.mutate(&mut a, &mut rng);
        prop_assert!(bounds.contains(&a));
        let json = serde_json::to_string(&bounds).unwrap();
        prop_assert_eq!(serde_json::from_str::<RealBounds>(&json).unwrap(), bounds);
    }
}

#[test]
fn ranges_without_a_value_are_refused() {
    for (low, high) in [
        (1.0, 0.5),
        (f64::NAN, 1.0),
        (0.0, f64::NAN),
        (f64::NEG_INFINITY, 0.0),
        (0.0, f64::INFINITY),
        (-f64::MAX, f64::MAX),
    ] {
        let error = RealBounds::new([0.0..=1.0, low..=high]).unwrap_err();
        assert!(matches!(error, Error::RealRange { index: 1, .. }), "{error}");
    }
    let bounds = bounds(&[(0.0, 1.0)]);
    assert!(!bounds.contains(&[2.0]) && !bounds.contains(&[]) && bounds.contains(&[1.0]));
    assert!((0.0..=1.0).contains(&bounds.draw(0, &mut Seed(1).rng())));
}

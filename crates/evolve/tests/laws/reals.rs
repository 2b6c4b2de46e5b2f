//! SBX and polynomial mutation against their densities.

use tilewright_evolve::{
    Blend, Crossover, Mutation, Polynomial, Rate, RealBounds, SimulatedBinary,
};
use tilewright_grid::{Seed, det};

use super::creatures::rate;
use crate::common::chi::{assert_even, assert_hits};

fn bounds(low: f64, high: f64, genes: usize) -> RealBounds {
    RealBounds::new(vec![low..=high; genes]).unwrap()
}

/// The probability that the spread of SBX without bounds is at most β (Deb and Agrawal, 1995).
fn spread_below(beta: f64, eta: f64) -> f64 {
    if beta <= 1.0 {
        0.5 * det::powf(beta, eta + 1.0)
    } else {
        1.0 - 0.5 * det::powf(beta, -eta - 1.0)
    }
}

/// The part of twenty that a probability lies in.
fn part(probability: f64) -> usize {
    assert!((-1e-9..=1.0 + 1e-9).contains(&probability), "{probability}");
    ((probability * 20.0) as usize).min(19)
}

#[test]
fn the_spread_of_simulated_binary_crossover_has_its_density_up_to_the_bounds() {
    for eta in [1.0, 2.5, 15.0] {
        for (low, high) in [(-1e4, 1e4), (0.5, 7.0)] {
            let crossover =
                SimulatedBinary { eta, rate: Rate::ALWAYS, bounds: bounds(low, high, 1) };
            let mut rng = Seed(1100).rng();
            let (mut lower, mut upper, mut first) = ([0; 20], [0; 20], [0; 2]);
            for _ in 0..40_000 {
                let (mut a, mut b) = (vec![3.0], vec![1.0]);
                crossover.cross(&mut a, &mut b, &mut rng);
                let (down, up) = (2.0 - a[0].min(b[0]), a[0].max(b[0]) - 2.0);
                // Spreads are at most those that reach the bounds: the density is cut there.
                let share =
                    |beta, most| spread_below(beta, eta) / spread_below(most, eta);
                lower[part(share(down, 2.0 - low))] += 1;
                upper[part(share(up, high - 2.0))] += 1;
                first[usize::from(a[0] > b[0])] += 1;
            }
            assert_even(&lower);
            assert_even(&upper);
            assert_even(&first);
        }
    }
}

#[test]
fn crossovers_of_real_numbers_preserve_the_mean() {
    let far = bounds(-1e4, 1e4, 1);
    let binary = SimulatedBinary { eta: 10.0, rate: Rate::HALF, bounds: far.clone() };
    let blend = Blend { alpha: 0.5, bounds: far };
    let operators: [&dyn Crossover<Vec<f64>>; 2] = [&binary, &blend];
    for (crossover, is_exact) in operators.into_iter().zip([true, false]) {
        let mut rng = Seed(1101).rng();
        let (mut sums, mut squares) = ([0.0; 2], 0.0);
        for _ in 0..40_000 {
            let (mut a, mut b) = (vec![5.0], vec![-1.0]);
            crossover.cross(&mut a, &mut b, &mut rng);
            assert!(!is_exact || (a[0] + b[0] - 4.0).abs() < 1e-9);
            sums = [sums[0] + a[0], sums[1] + b[0]];
            squares += (a[0] - 2.0).powi(2);
        }
        // Half of the genes are not crossed by SBX, the others are as often those of one parent as
        // of the other.
        let deviation = (squares / 40_000.0).sqrt() / 200.0;
        let means = sums.map(|sum| sum / 40_000.0);
        let expected = if is_exact { [3.5, 0.5] } else { [2.0, 2.0] };
        for (mean, expected) in means.iter().zip(expected) {
            assert!((mean - expected).abs() < 4.0 * deviation, "{means:?}");
        }
    }
}

#[test]
fn simulated_binary_crossover_crosses_genes_at_its_rate_independently() {
    let crossover =
        SimulatedBinary { eta: 15.0, rate: rate(0.3), bounds: bounds(0.0, 9.0, 20) };
    let mut rng = Seed(1102).rng();
    assert_hits(20, 0.3, || {
        let (mut a, mut b) = (vec![4.0; 20], vec![5.0; 20]);
        crossover.cross(&mut a, &mut b, &mut rng);
        a.iter().map(|gene| gene.to_bits() != 4.0_f64.to_bits()).collect()
    });
}

#[test]
fn polynomial_changes_have_their_density_up_to_the_bounds() {
    for eta in [0.5, 3.0, 20.0] {
        for gene in [5.0, 0.5, 9.9] {
            let mutation =
                Polynomial { eta, rate: Rate::ALWAYS, bounds: bounds(0.0, 10.0, 1) };
            let mut rng = Seed(1103).rng();
            let mut counts = [[0; 20]; 2];
            for _ in 0..40_000 {
                let mut genome = vec![gene];
                mutation.mutate(&mut genome, &mut rng);
                let is_up = genome[0] > gene;
                let room = if is_up { 10.0 - gene } else { gene } / 10.0;
                let change = (genome[0] - gene).abs() / 10.0;
                // The density (1 − δ)^η from 0 to the room.
                let below = |x: f64| 1.0 - det::powf(1.0 - x, eta + 1.0);
                counts[usize::from(is_up)][part(below(change) / below(room))] += 1;
            }
            let sides = counts.map(|counts| counts.iter().sum::<u32>());
            assert_even(&sides);
            for counts in &counts {
                assert_even(counts);
            }
        }
    }
}

#[test]
fn genes_outside_their_ranges_come_back() {
    let narrow = RealBounds::new([0.0..=1.0, 2.0..=2.0]).unwrap();
    let binary = SimulatedBinary { eta: 2.0, rate: Rate::ALWAYS, bounds: narrow.clone() };
    let blend = Blend { alpha: 0.5, bounds: narrow.clone() };
    let polynomial = Polynomial { eta: 2.0, rate: Rate::ALWAYS, bounds: narrow.clone() };
    let mut rng = Seed(1104).rng();
    for _ in 0..100 {
        let (mut a, mut b) = (vec![-4.0, 9.0], vec![f64::MAX, -9.0]);
        blend.cross(&mut a, &mut b, &mut rng);
        assert!(narrow.contains(&a) && narrow.contains(&b));
        let (mut a, mut b) = (vec![-4.0, 2.0], vec![f64::MAX, 2.0]);
        binary.cross(&mut a, &mut b, &mut rng);
        assert!(narrow.contains(&a) && narrow.contains(&b), "{a:?} {b:?}");
        let mut a = vec![-4.0, 9.0];
        polynomial.mutate(&mut a, &mut rng);
        assert!(narrow.contains(&a));
    }
}

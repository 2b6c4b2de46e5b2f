//! Operators against all of their outcomes, counted by plain code.

use std::collections::BTreeMap;
use std::fmt::Debug;

use tilewright_evolve::{
    Bounds, Creep, Crossover, Insert, InsertDelete, Inversion, Mutation, OnePoint,
    Permutation, Rate, Swap, TwoPoint,
};
use tilewright_grid::{Rng, Seed};

use super::creatures::{Fresh, rate};
use crate::common::chi::assert_fits;

/// Asserts that outcomes come with the given weights, and no others come. Outcomes that are expected
/// fewer than five times are counted together.
pub(crate) fn assert_outcomes<T: Ord + Debug>(
    weights: &BTreeMap<T, f64>,
    draws: u32,
    mut draw: impl FnMut(&mut Rng) -> T,
) {
    let mut counts: BTreeMap<&T, u32> = weights.keys().map(|key| (key, 0)).collect();
    let mut rng = Seed(900).rng();
    for _ in 0..draws {
        let outcome = draw(&mut rng);
        let count = counts.get_mut(&outcome);
        *count.unwrap_or_else(|| panic!("an unexpected outcome: {outcome:?}")) += 1;
    }
    let scale = f64::from(draws) / weights.values().sum::<f64>();
    let (mut seen, mut expected) = (Vec::new(), Vec::new());
    let (mut rare_seen, mut rare) = (0, 0.0);
    for (outcome, &weight) in weights {
        if weight * scale < 5.0 {
            rare_seen += counts[outcome];
            rare += weight;
        } else {
            seen.push(counts[outcome]);
            expected.push(weight);
        }
    }
    if rare * scale >= 5.0 {
        seen.push(rare_seen);
        expected.push(rare);
    }
    assert_fits(&seen, &expected);
}

/// The outcomes of equally likely draws.
pub(crate) fn tally<T: Ord>(outcomes: impl IntoIterator<Item = T>) -> BTreeMap<T, f64> {
    let mut weights = BTreeMap::new();
    for outcome in outcomes {
        *weights.entry(outcome).or_insert(0.0) += 1.0;
    }
    weights
}

/// The first child of nine zeros and nine ones.
fn mask(crossover: &impl Crossover<Vec<u8>>, rng: &mut Rng) -> Vec<u8> {
    let (mut a, mut b) = (vec![0; 9], vec![1; 9]);
    crossover.cross(&mut a, &mut b, rng);
    a
}

#[test]
fn the_cut_of_one_point_crossover_is_uniform() {
    let exchanged = |cut| (0..9).map(|at| u8::from(at >= cut)).collect::<Vec<_>>();
    let all = tally((1..9).map(exchanged));
    assert_outcomes(&all, 40_000, |rng| mask(&OnePoint, rng));
}

#[test]
fn the_cuts_of_two_point_crossover_are_uniform_among_all_pairs() {
    let exchanged = |from, to| {
        (0..9).map(|at| u8::from((from..to).contains(&at))).collect::<Vec<_>>()
    };
    let pairs = (1..=9).flat_map(|to| (1..to).map(move |from| (from, to)));
    let all = tally(pairs.map(|(from, to)| exchanged(from, to)));
    assert_eq!(all.len(), 36);
    assert_outcomes(&all, 40_000, |rng| mask(&TwoPoint, rng));
}

/// The items from 0 to 4 after a mutation.
fn mutated(mutation: &impl Mutation<Permutation>, rng: &mut Rng) -> Vec<u32> {
    let mut genome = Permutation::identity(5);
    mutation.mutate(&mut genome, rng);
    genome.into()
}

/// All pairs of different indices.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    let all = (0..5).flat_map(|one| (0..5).map(move |two| (one, two)));
    all.filter(|(one, two)| one != two)
}

#[test]
fn every_swap_is_equally_likely() {
    let swap = |(one, two)| {
        let mut items = [0, 1, 2, 3, 4].to_vec();
        items.swap(one, two);
        items
    };
    let all = tally(pairs().map(swap));
    assert_outcomes(&all, 40_000, |rng| mutated(&Swap { count: 1 }, rng));
}

#[test]
fn every_move_is_equally_likely() {
    let insert = |(from, to)| {
        let mut items = [0, 1, 2, 3, 4].to_vec();
        let item = items.remove(from);
        items.insert(to, item);
        items
    };
    let all = tally(pairs().map(insert));
    assert_outcomes(&all, 40_000, |rng| mutated(&Insert { count: 1 }, rng));
}

#[test]
fn every_inversion_of_two_or_more_is_equally_likely() {
    let invert = |(first, last): (usize, usize)| {
        let place = |at| if at < first || at > last { at } else { first + last - at };
        (0..5).map(|at| place(at) as u32).collect::<Vec<_>>()
    };
    let all = tally(pairs().filter(|(first, last)| first < last).map(invert));
    assert_eq!(all.len(), 10);
    assert_outcomes(&all, 40_000, |rng| mutated(&Inversion { count: 1 }, rng));
}

#[test]
fn several_changes_follow_each_other() {
    let swapped = |items: &[u32], (one, two)| {
        let mut items = items.to_vec();
        items.swap(one, two);
        items
    };
    let start = [0, 1, 2, 3, 4];
    let twice = pairs().flat_map(|first| {
        pairs().map(move |second| swapped(&swapped(&start, first), second))
    });
    assert_outcomes(&tally(twice), 40_000, |rng| mutated(&Swap { count: 2 }, rng));
}

#[test]
fn creeping_steps_are_uniform_and_reflected() {
    let (low, high, start, step) = (-2_i32, 5, 4, 3);
    let steps = (-step..=step).filter(|&step| step != 0);
    let walk = |mut left: i32| {
        // One unit after the other, turning around at the ends.
        let (mut at, mut way) = (start, left.signum());
        while left != 0 {
            way = if (low..=high).contains(&(at + way)) { way } else { -way };
            at += way;
            left -= left.signum();
        }
        at
    };
    let bounds = Bounds::new([low..=high]).unwrap();
    let creep = Creep { rate: Rate::ALWAYS, step: 3, bounds };
    assert_outcomes(&tally(steps.map(walk)), 40_000, |rng| {
        let mut genome = vec![start];
        creep.mutate(&mut genome, rng);
        genome[0]
    });
}

#[test]
fn genes_come_and_go_at_every_place_with_their_probabilities() {
    let (insert, delete) = (0.3, 0.6);
    for (min, max) in [(0, 9), (3, 9), (0, 3), (3, 3), (2, 4)] {
        let mut weights = BTreeMap::new();
        let mut add = |genome: &[i32], weight: f64| {
            *weights.entry(genome.to_vec()).or_insert(0.0) += weight;
        };
        let mut after = |genome: &[i32], weight: f64| {
            let loss = if genome.len() > min { delete } else { 0.0 };
            add(genome, weight * (1.0 - loss));
            for at in 0..genome.len() {
                let shorter = [&genome[..at], &genome[at + 1..]].concat();
                add(&shorter, weight * loss / genome.len() as f64);
            }
        };
        let start = [1, 2, 3];
        let gain = if start.len() < max { insert } else { 0.0 };
        after(&start, 1.0 - gain);
        for at in 0..=start.len() {
            after(&[&start[..at], &[99], &start[at..]].concat(), gain / 4.0);
        }
        weights.retain(|_, weight| *weight > 0.0);
        let (insert, delete) = (rate(insert), rate(delete));
        let mutation = InsertDelete { insert, delete, source: Fresh, min, max };
        let mutate = |rng: &mut Rng| {
            let mut genome = start.to_vec();
            mutation.mutate(&mut genome, rng);
            genome
        };
        if weights.len() == 1 {
            assert_eq!(mutate(&mut Seed(1).rng()), start);
        } else {
            assert_outcomes(&weights, 40_000, mutate);
        }
    }
}

//! Order crossover and PMX against plain code and examples of the literature.

use std::ops::Range;

use tilewright_evolve::{
    Crossover, EdgeRecombination, Order, PartiallyMapped, Permutation,
};
use tilewright_grid::{Rng, Seed};

use super::distributions::{assert_outcomes, tally};

/// A child of order crossover: the other parent's items, read from the end of the segment on, go to
/// the free places from there on.
fn order(keeper: &[u32], other: &[u32], kept: &Range<usize>) -> Vec<u32> {
    let length = keeper.len();
    let around = |step| (kept.end + step) % length;
    let mut queue: Vec<u32> = (0..length).map(|step| other[around(step)]).collect();
    queue.retain(|item| !keeper[kept.clone()].contains(item));
    let mut child = keeper.to_vec();
    let places = (0..length).map(around).filter(|at| !kept.contains(at));
    places.zip(queue).for_each(|(at, item)| child[at] = item);
    child
}

/// A child of PMX by exchanges of two items within one parent (Goldberg, 1989): each item of the
/// other parent's segment changes places with the one that is where it belongs.
fn mapped(parent: &[u32], other: &[u32], segment: &Range<usize>) -> Vec<u32> {
    let mut child = parent.to_vec();
    for at in segment.clone() {
        let from = child.iter().position(|&item| item == other[at]).unwrap();
        child.swap(at, from);
    }
    child
}

type Plain = fn(&[u32], &[u32], &Range<usize>) -> Vec<u32>;

/// Asserts that the children of two parents are those of all segments, all equally likely.
fn assert_segments(crossover: &impl Crossover<Permutation>, plain: Plain) {
    for (a, b) in [
        (vec![0, 1, 2, 3, 4], vec![3, 0, 4, 2, 1]),
        (vec![2, 4, 1, 0, 3, 5], vec![5, 1, 2, 3, 0, 4]),
        (vec![1, 0], vec![0, 1]),
    ] {
        let ranges = (1..=a.len()).flat_map(|end| (0..end).map(move |start| start..end));
        let all = ranges.map(|range| (plain(&a, &b, &range), plain(&b, &a, &range)));
        let parents = [&a, &b].map(|items| Permutation::new(items.clone()).unwrap());
        let cross = |rng: &mut Rng| {
            let [mut a, mut b] = parents.clone();
            crossover.cross(&mut a, &mut b, rng);
            (Vec::from(a), Vec::from(b))
        };
        let all = tally(all);
        if all.len() > 1 {
            assert_outcomes(&all, 60_000, cross);
        }
    }
}

#[test]
fn order_crossover_keeps_every_segment_equally_likely() {
    assert_segments(&Order, order);
}

#[test]
fn partially_mapped_crossover_exchanges_every_segment_equally_likely() {
    assert_segments(&PartiallyMapped, mapped);
}

#[test]
fn the_plain_crossovers_agree_with_the_examples_of_the_literature() {
    // Michalewicz, Genetic algorithms + data structures = evolution programs, 1992, 10.
    let a = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    let b = [4, 5, 2, 1, 8, 7, 6, 9, 3];
    assert_eq!(order(&a, &b, &(3..7)), [2, 1, 8, 4, 5, 6, 7, 9, 3]);
    assert_eq!(order(&b, &a, &(3..7)), [3, 4, 5, 1, 8, 7, 6, 9, 2]);
    assert_eq!(mapped(&a, &b, &(3..7)), [4, 2, 3, 1, 8, 7, 6, 5, 9]);
    assert_eq!(mapped(&b, &a, &(3..7)), [1, 8, 2, 4, 5, 6, 7, 9, 3]);
    // Goldberg and Lingle, 1985.
    let a = [9, 8, 4, 5, 6, 7, 1, 3, 2, 10];
    let b = [8, 7, 1, 2, 3, 10, 9, 5, 4, 6];
    assert_eq!(mapped(&a, &b, &(3..6)), [9, 8, 4, 2, 3, 10, 1, 6, 5, 7]);
    assert_eq!(mapped(&b, &a, &(3..6)), [8, 10, 1, 5, 6, 7, 9, 2, 4, 3]);
}

#[test]
fn permutations_are_crossed_in_their_place() {
    let operators: [&dyn Crossover<Permutation>; 3] =
        [&Order, &PartiallyMapped, &EdgeRecombination];
    let mut rng = Seed(1400).rng();
    for crossover in operators {
        let [mut a, mut b] = [(); 2].map(|()| Permutation::random(30, &mut rng));
        let places = [a.items().as_ptr(), b.items().as_ptr()];
        crossover.cross(&mut a, &mut b, &mut rng);
        assert_eq!([a.items().as_ptr(), b.items().as_ptr()], places, "{crossover:?}");
    }
}

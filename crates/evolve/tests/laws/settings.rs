//! Settings that do not work, and genomes that are none.

use tilewright_evolve::{
    BitString, Blend, Bounds, Creep, Crossover, Error, Gaussian, InsertDelete, Mutation,
    Permutation, Polynomial, Rate, RealBounds, Redraw, Sequence, SimulatedBinary,
};
use tilewright_grid::Seed;

use super::creatures::{real, whole};

const BAD: [f64; 3] = [f64::NAN, f64::INFINITY, -1.0];

/// Asserts that a setting is refused, and that the error says its value.
fn refused(outcome: &Result<(), Error>, value: f64) {
    let Err(Error::Setting { found, .. } | Error::Scheme { found, .. }) = outcome else {
        panic!("{value} is accepted: {outcome:?}");
    };
    assert_eq!(found.to_bits(), value.to_bits(), "{outcome:?}");
}

#[test]
fn numbers_that_do_not_work_are_refused() {
    let (rate, bounds, sample) = (Rate::HALF, real(3), vec![0.0; 3]);
    for bad in BAD {
        refused(&Blend { alpha: bad, bounds: bounds.clone() }.check(&sample), bad);
        let gaussian = Gaussian { rate, spread: bad, bounds: bounds.clone() };
        refused(&gaussian.check(&sample), bad);
    }
    for eta in BAD.into_iter().chain([0.0]) {
        let binary = SimulatedBinary { eta, rate, bounds: bounds.clone() };
        refused(&binary.check(&sample), eta);
        refused(&Polynomial { eta, rate, bounds: bounds.clone() }.check(&sample), eta);
    }
    refused(&Creep { rate, step: 0, bounds: whole(3) }.check(&vec![0; 3]), 0.0);
}

#[test]
fn bounds_for_another_number_of_genes_are_refused() {
    let (rate, eta) = (Rate::HALF, 2.0);
    let expected = Err(Error::Ranges { expected: 4, found: 3 });
    let (reals, wholes) = (vec![0.0; 3], vec![0; 3]);
    let bounds = real(4);
    assert_eq!(Blend { alpha: 0.5, bounds: bounds.clone() }.check(&reals), expected);
    let binary = SimulatedBinary { eta, rate, bounds: bounds.clone() };
    assert_eq!(binary.check(&reals), expected);
    let gaussian = Gaussian { rate, spread: 0.1, bounds: bounds.clone() };
    assert_eq!(gaussian.check(&reals), expected);
    assert_eq!(Polynomial { eta, rate, bounds }.check(&reals), expected);
    assert_eq!(Creep { rate, step: 1, bounds: whole(4) }.check(&wholes), expected);
    assert_eq!(Redraw { rate, source: whole(4) }.check(&wholes), expected);
}

#[test]
fn limits_of_a_length_must_fit_together_and_to_the_genomes() {
    let rate = Rate::HALF;
    let limits =
        |min, max| InsertDelete { insert: rate, delete: rate, source: 0..=5, min, max };
    assert_eq!(limits(0, 3).check(&vec![0; 3]), Ok(()));
    refused(&limits(4, 3).check(&vec![0; 3]), 4.0);
    refused(&limits(0, 2).check(&vec![0; 3]), 3.0);
    refused(&limits(4, 9).check(&vec![0; 3]), 3.0);
    let bounded =
        InsertDelete { insert: rate, delete: rate, source: whole(4), min: 0, max: 9 };
    let error = Error::Ranges { expected: 4, found: 9 };
    assert_eq!(bounded.check(&vec![0; 3]), Err(error));
    let (low, high) = (5, 0);
    let empty =
        InsertDelete { insert: rate, delete: rate, source: low..=high, min: 0, max: 9 };
    assert_eq!(
        empty.check(&vec![0; 3]),
        Err(Error::EmptyRange { index: 0, low: 5, high: 0 })
    );
}

#[test]
fn a_list_with_a_repeated_or_too_great_item_is_no_permutation() {
    for (items, index, found) in
        [(vec![0, 1, 1], 2, 1), (vec![3, 0, 1], 0, 3), (vec![0, u32::MAX], 1, u32::MAX)]
    {
        let length = items.len();
        let error = Error::Permutation { index, found, length };
        assert_eq!(Permutation::new(items.clone()), Err(error));
        let json = serde_json::to_string(&items).unwrap();
        assert!(serde_json::from_str::<Permutation>(&json).is_err(), "{json}");
    }
    let tour = Permutation::random(20, &mut Seed(1200).rng());
    let json = serde_json::to_string(&tour).unwrap();
    assert_eq!(serde_json::from_str::<Permutation>(&json).unwrap(), tour);
    assert!(Permutation::identity(0).is_empty());
}

#[test]
fn permutations_of_different_lengths_do_not_change() {
    let parents = [4, 7].map(Permutation::identity);
    let operators: [&dyn Crossover<Permutation>; 3] = [
        &tilewright_evolve::Order,
        &tilewright_evolve::PartiallyMapped,
        &tilewright_evolve::EdgeRecombination,
    ];
    for crossover in operators {
        let [mut a, mut b] = parents.clone();
        crossover.cross(&mut a, &mut b, &mut Seed(1201).rng());
        assert_eq!([a, b], parents, "{crossover:?}");
    }
}

#[test]
fn a_copied_permutation_reuses_its_memory() {
    let mut copy = Permutation::identity(50);
    let (memory, source) = (copy.items().as_ptr(), Permutation::identity(40));
    copy.clone_from(&source);
    assert_eq!((copy.items().as_ptr(), copy.len()), (memory, 40));
}

#[test]
fn bits_are_set_in_their_words() {
    let mut bits = BitString::zeros(130);
    for index in [0, 63, 64, 129] {
        bits.set(index, true);
        bits.set(index, true);
    }
    assert_eq!(bits.words(), [1 | 1 << 63, 1, 2]);
    bits.set(63, false);
    bits.set(62, false);
    assert_eq!((bits.ones(), bits.length()), (3, 130));
    assert!(bits.get(129) && !bits.get(63));
}

#[test]
fn bounds_tell_their_ranges() {
    let bounds = Bounds::new([0..=3, -1..=1]).unwrap();
    assert_eq!((bounds.len(), bounds.range(1), bounds.is_empty()), (2, (-1, 1), false));
    assert_eq!(RealBounds::new([]).map(|bounds| bounds.is_empty()), Ok(true));
}

//! The laws of mutation.

use std::fmt::Debug;

use tilewright_evolve::{
    BitFlip, BitString, Creep, Gaussian, Insert, InsertDelete, Inversion, Mutation,
    Permutation, Polynomial, Rate, Redraw, Sequence, Swap,
};
use tilewright_grid::Seed;

use super::creatures::{
    Fresh, Source, bits, integers, permutation, rate, real, reals, whole,
};
use crate::common::chi::assert_fits;

/// Asserts the laws of mutation. `operator` is one for genomes of a given length and with a rate;
/// `differs` says whether two genomes have different genes at an index.
fn laws<G: Clone + PartialEq + Debug, M: Mutation<G>>(
    operator: impl Fn(usize, Rate) -> M,
    source: Source<G>,
    is_valid: fn(&G, usize) -> bool,
    differs: fn(&G, &G, usize) -> bool,
) {
    for length in [0, 1, 2, 5, 40, 64, 65] {
        let mut rng = Seed(700).child(length as u64).rng();
        let (never, often) = (operator(length, Rate::NEVER), operator(length, rate(0.3)));
        let mut reached = vec![false; length];
        for round in 0..2000 {
            let parent = source(length, &mut rng);
            assert_eq!(often.check(&parent), Ok(()));
            let mutate = |mutation: &M| {
                let mut child = parent.clone();
                mutation.mutate(&mut child, &mut Seed(round).rng());
                child
            };
            assert_eq!(mutate(&never), parent, "{never:?}");
            let child = mutate(&often);
            assert!(is_valid(&child, length), "{often:?}: {child:?}");
            assert_eq!(mutate(&often), child, "{often:?}");
            for (at, reached) in reached.iter_mut().enumerate() {
                *reached |= differs(&parent, &child, at);
            }
        }
        let all = reached.iter().all(|&reached| reached);
        assert!(all || length == 1, "{often:?} reaches {reached:?}");
    }
}

#[expect(clippy::ptr_arg, reason = "the genome is a vector")]
fn differ<T: PartialEq>(a: &Vec<T>, b: &Vec<T>, at: usize) -> bool {
    a.get(at) != b.get(at)
}

fn has_length(genome: &BitString, length: usize) -> bool {
    genome.length() == length
}

fn is_permutation(genome: &Permutation, length: usize) -> bool {
    genome.len() == length && Permutation::new(genome.items().to_vec()).is_ok()
}

fn moved(a: &Permutation, b: &Permutation, at: usize) -> bool {
    a.items()[at] != b.items()[at]
}

/// One change, or none at rate 0.
fn once(rate: Rate) -> u32 {
    u32::from(rate != Rate::NEVER)
}

#[test]
fn mutations_obey_their_laws() {
    laws(|_, rate| BitFlip { rate }, bits, has_length, |a, b, at| a.get(at) != b.get(at));
    let in_range = |genome: &Vec<i32>, length| whole(length).contains(genome);
    laws(|n, rate| Redraw { rate, source: whole(n) }, integers, in_range, differ);
    for step in [1, 3, u32::MAX] {
        let creep = |n, rate| Creep { rate, step, bounds: whole(n) };
        laws(creep, integers, in_range, differ);
    }
    let in_real = |genome: &Vec<f64>, length| real(length).contains(genome);
    for spread in [0.1, 5.0] {
        let gaussian = |n, rate| Gaussian { rate, spread, bounds: real(n) };
        laws(gaussian, reals, in_real, differ);
    }
    for eta in [0.5, 20.0] {
        let polynomial = |n, rate| Polynomial { eta, rate, bounds: real(n) };
        laws(polynomial, reals, in_real, differ);
    }
    laws(|_, rate| Swap { count: once(rate) }, permutation, is_permutation, moved);
    laws(|_, rate| Insert { count: once(rate) }, permutation, is_permutation, moved);
    laws(|_, rate| Inversion { count: once(rate) }, permutation, is_permutation, moved);
    let lengths = |n: usize, rate| InsertDelete {
        insert: rate,
        delete: rate,
        source: -1..=7,
        min: n.saturating_sub(1),
        max: n + 1,
    };
    let near = |genome: &Vec<i32>, length: usize| genome.len().abs_diff(length) <= 1;
    laws(lengths, integers, near, differ);
}

/// Asserts that the number of changed genes has a binomial distribution.
fn assert_binomial<G: Clone>(
    mutation: impl Fn(Rate) -> Box<dyn Mutation<G>>,
    genome: &G,
    differs: fn(&G, &G, usize) -> bool,
) {
    const GENES: usize = 12;
    for share in [0.05, 0.3, 0.5, 0.9] {
        let mutation = mutation(rate(share));
        let mut rng = Seed(701).rng();
        let mut counts = [0; GENES + 1];
        for _ in 0..40_000 {
            let mut child = genome.clone();
            mutation.mutate(&mut child, &mut rng);
            counts[(0..GENES).filter(|&at| differs(genome, &child, at)).count()] += 1;
        }
        let mut weights = vec![1.0];
        for _ in 0..GENES {
            let mut next = vec![0.0; weights.len() + 1];
            for (changed, weight) in weights.iter().enumerate() {
                next[changed] += weight * (1.0 - share);
                next[changed + 1] += weight * share;
            }
            weights = next;
        }
        // Numbers that are expected fewer than ten times count as their neighbor.
        let (mut seen, mut expected) = (vec![0], vec![0.0]);
        for (count, weight) in counts.into_iter().zip(weights) {
            if expected.last().is_some_and(|&last| last * 40_000.0 >= 10.0)
                && weight * 40_000.0 >= 10.0
            {
                seen.push(count);
                expected.push(weight);
            } else {
                *seen.last_mut().unwrap() += count;
                *expected.last_mut().unwrap() += weight;
            }
        }
        assert_fits(&seen, &expected);
    }
}

#[test]
fn the_number_of_changed_genes_is_binomial() {
    let zeros = BitString::zeros(12);
    assert_binomial(
        |rate| Box::new(BitFlip { rate }),
        &zeros,
        |a, b, at| a.get(at) != b.get(at),
    );
    let (whole_zeros, real_zeros) = (vec![0; 12], vec![0.0; 12]);
    assert_binomial(
        |rate| Box::new(Redraw { rate, source: Fresh }),
        &whole_zeros,
        differ,
    );
    assert_binomial(
        |rate| Box::new(Creep { rate, step: 2, bounds: whole_middle() }),
        &whole_zeros,
        differ,
    );
    assert_binomial(
        |rate| Box::new(Gaussian { rate, spread: 0.1, bounds: real(12) }),
        &real_zeros,
        differ,
    );
    assert_binomial(
        |rate| Box::new(Polynomial { eta: 20.0, rate, bounds: real(12) }),
        &real_zeros,
        differ,
    );
}

/// Ranges in whose middle is 0.
fn whole_middle() -> tilewright_evolve::Bounds {
    tilewright_evolve::Bounds::new((0..12).map(|_| -9..=9)).unwrap()
}

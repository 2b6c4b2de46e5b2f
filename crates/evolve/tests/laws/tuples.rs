//! Tuples of operators on tuples of genomes.

use tilewright_evolve::{
    BitFlip, Creep, Crossover, Error, Gaussian, Mutation, OnePoint, Order, Rate, Swap,
    Uniform,
};
use tilewright_grid::Seed;

use super::creatures::{
    bits, exchanged, exchanged_bits, integers, permutation, permuted,
};
use super::creatures::{real, reals, whole};

#[test]
fn each_part_is_crossed_by_its_own_operator() {
    let mut rng = Seed(1300).rng();
    let crossover = (Uniform { rate: Rate::HALF }, Order, OnePoint, ());
    let draw = |rng: &mut _| {
        (bits(20, rng), permutation(9, rng), integers(12, rng), reals(3, rng))
    };
    let (a, b) = (draw(&mut rng), draw(&mut rng));
    let (mut c, mut d) = (a.clone(), b.clone());
    assert_eq!(crossover.check(&a), Ok(()));
    crossover.cross(&mut c, &mut d, &mut rng);
    exchanged_bits([&a.0, &b.0], [&c.0, &d.0]);
    permuted([&a.1, &b.1], [&c.1, &d.1]);
    exchanged([&a.2, &b.2], [&c.2, &d.2]);
    assert_eq!((&a.3, &b.3), (&c.3, &d.3));
    assert!(a.0 != c.0 && a.1 != c.1 && a.2 != c.2);
}

#[test]
fn each_part_is_mutated_by_its_own_operator_from_one_stream() {
    let flip = BitFlip { rate: Rate::HALF };
    let creep = Creep { rate: Rate::ALWAYS, step: 1, bounds: whole(5) };
    let mut genome = {
        let mut rng = Seed(1301).rng();
        (bits(70, &mut rng), permutation(9, &mut rng), integers(5, &mut rng))
    };
    let mut alone = genome.clone();
    (flip, Swap { count: 1 }, creep.clone()).mutate(&mut genome, &mut Seed(1302).rng());
    let mut rng = Seed(1302).rng();
    flip.mutate(&mut alone.0, &mut rng);
    Swap { count: 1 }.mutate(&mut alone.1, &mut rng);
    creep.mutate(&mut alone.2, &mut rng);
    assert_eq!(genome, alone);
}

#[test]
fn a_setting_of_any_part_is_checked() {
    let gaussian = Gaussian { rate: Rate::HALF, spread: 0.1, bounds: real(4) };
    let sample = (bits(7, &mut Seed(1).rng()), vec![0.0; 3]);
    let mutation = (BitFlip { rate: Rate::HALF }, gaussian);
    assert_eq!(mutation.check(&sample), Err(Error::Ranges { expected: 4, found: 3 }));
}

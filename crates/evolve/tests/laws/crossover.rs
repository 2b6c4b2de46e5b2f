//! The laws of crossover.

use std::fmt::Debug;

use tilewright_evolve::{
    Blend, Crossover, EdgeRecombination, OnePoint, Order, PartiallyMapped, Rate,
    SimulatedBinary, TwoPoint, Uniform,
};
use tilewright_grid::Seed;

use super::creatures::{
    Source, bits, exchanged, exchanged_bits, inside, integers, permutation, permuted,
    rate, real, reals,
};

/// What children inherit from their parents.
type Inherits<G> = fn([&G; 2], [&G; 2]);

/// Asserts the laws of crossover. `operator` is one for genomes of a given length.
fn laws<G: Clone + PartialEq + Debug, C: Crossover<G>>(
    operator: impl Fn(usize) -> C,
    source: Source<G>,
    inherits: Inherits<G>,
) {
    for length in [0, 1, 2, 3, 4, 5, 30, 64, 65, 130] {
        let crossover = operator(length);
        let mut rng = Seed(600).child(length as u64).rng();
        let mut changes = 0;
        for round in 0..100 {
            let parents = [(); 2].map(|()| source(length, &mut rng));
            assert_eq!(crossover.check(&parents[0]), Ok(()));
            let cross = |[mut a, mut b]: [G; 2], seed| {
                crossover.cross(&mut a, &mut b, &mut Seed(seed).rng());
                [a, b]
            };
            let children = cross(parents.clone(), round);
            inherits(parents.each_ref(), children.each_ref());
            changes += usize::from(children != parents);
            // Parents that are alike have children like them.
            let twins = [parents[0].clone(), parents[0].clone()];
            assert_eq!(cross(twins.clone(), round), twins, "{crossover:?}");
            // The children depend on nothing but the parents and the stream.
            assert_eq!(cross(parents, round), children, "{crossover:?}");
        }
        assert!(length < 4 || changes > 20, "{crossover:?} changes {changes} of 100");
    }
}

#[test]
fn crossovers_obey_their_laws() {
    laws(|_| OnePoint, bits, exchanged_bits);
    laws(|_| OnePoint, integers, exchanged);
    laws(|_| TwoPoint, bits, exchanged_bits);
    laws(|_| TwoPoint, integers, exchanged);
    for share in [0.2, 0.5] {
        laws(|_| Uniform { rate: rate(share) }, bits, exchanged_bits);
        laws(|_| Uniform { rate: rate(share) }, integers, exchanged);
    }
    for alpha in [0.0, 0.5, 3.0] {
        laws(|length| Blend { alpha, bounds: real(length) }, reals, inside);
    }
    for eta in [0.5, 15.0, 1e6] {
        let binary =
            |length| SimulatedBinary { eta, rate: Rate::HALF, bounds: real(length) };
        laws(binary, reals, inside);
    }
    laws(|_| Order, permutation, permuted);
    laws(|_| PartiallyMapped, permutation, permuted);
    laws(|_| EdgeRecombination, permutation, permuted);
}

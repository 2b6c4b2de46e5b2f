//! How the two populations share the places of a generation.

use std::ops::ControlFlow;

use tilewright_evolve::{
    BitFlip, Breeding, Evolution, FeasibleInfeasible, OnePoint, Rate, Stop, Tournament,
};
use tilewright_grid::Seed;

use crate::common::problems::Apart;

/// The feasible before and after a generation in which every child is a copy of its first
/// parent, so that it stays in that parent's part.
fn feasible(bits: usize, population: usize, elite: usize, seed: u64) -> (usize, usize) {
    let breeding = Breeding {
        selection: Tournament::new(2),
        crossover: OnePoint,
        crossover_rate: Rate::NEVER,
        mutation: BitFlip { rate: Rate::NEVER },
        mutation_rate: Rate::NEVER,
    };
    let scheme = FeasibleInfeasible { population, elite, breeding };
    let mut evolution = Evolution::new(Apart(bits), scheme, Seed(seed)).unwrap();
    evolution
        .run(&Stop::new().generations(2), &(), |_| ControlFlow::Continue(()))
        .unwrap();
    let counts: Vec<usize> =
        evolution.logbook().events().map(|event| event.feasible as usize).collect();
    (counts[0], counts[1])
}

#[test]
fn each_part_breeds_as_many_as_it_had_within_its_bounds() {
    let (mut few, mut even, mut many) = (0, 0, 0);
    for seed in 0..40 {
        for bits in [2, 3, 5, 7] {
            for elite in [0, 1, 2] {
                let (before, after) = feasible(bits, 16, elite, seed);
                let kept = before.min(elite) + (16 - before).min(elite);
                let least = (2 * elite).max(1).min((16 - kept) / 2);
                let children = after - before.min(elite);
                let expected = match before {
                    0 | 16 => before,
                    _ if before < elite + least => before.min(elite) + least,
                    _ if 16 - before < elite + least => {
                        16 - (16 - before).min(elite) - least
                    }
                    _ => before,
                };
                assert_eq!(after, expected, "{before} with an elite of {elite}");
                few += u32::from(after > before);
                even += u32::from(after == before && children > 0);
                many += u32::from(after < before);
            }
        }
    }
    assert!(few > 5 && even > 50 && many > 5, "all cases occur: {few}, {even}, {many}");
}

#[test]
fn in_the_least_room_there_is_each_part_has_a_child() {
    for seed in 0..40 {
        let (before, after) = feasible(3, 6, 2, seed);
        match before {
            0 | 6 => assert_eq!(after, before),
            // One is kept of the smaller part and two of the other; three places are free.
            1 => assert_eq!(after, 2),
            5 => assert_eq!(after, 4),
            _ => assert_eq!(after, 3),
        }
    }
}

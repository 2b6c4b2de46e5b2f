//! (μ + λ): who goes on, and when it begins anew.

use std::ops::ControlFlow;

use proptest::prelude::*;
use tilewright_evolve::{
    BitFlip, BitString, Direction, Error, Evaluation, Evolution, Mutation, Plus, Problem,
    Rate, Reason, Stop,
};
use tilewright_grid::{Rng, Seed};

use crate::problems::{OneMax, rate};

const fn climb(bits: Rate, restart: Option<u64>) -> Plus<BitFlip> {
    Plus { parents: 1, children: 1, mutation: BitFlip { rate: bits }, restart }
}

#[test]
fn one_parent_and_one_child_climb_to_the_top() {
    let mut evolution =
        Evolution::new(OneMax(60), climb(rate(1.0 / 60.0), None), Seed(1)).unwrap();
    let stop = Stop::new().target(60.0).generations(5000);
    assert_eq!(
        evolution.run(&stop, &(), |_| ControlFlow::Continue(())),
        Ok(Reason::Target)
    );
    assert_eq!(evolution.evaluations() as usize, evolution.logbook().events().len() + 1);
    assert_eq!(evolution.restarts(), 0);
}

/// Every genome is as good as any other.
struct Plain;

impl Problem for Plain {
    type Genome = u64;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Minimize]
    }

    fn random(&self, rng: &mut Rng) -> u64 {
        rng.next_u64()
    }

    fn evaluate(&self, _: &u64) -> Evaluation {
        Evaluation::feasible([1.0])
    }
}

/// One more every time.
#[derive(Clone, Copy, Debug)]
struct Count;

impl Mutation<u64> for Count {
    fn mutate(&self, genome: &mut u64, _: &mut Rng) {
        *genome = genome.wrapping_add(1);
    }
}

#[test]
fn of_those_alike_the_younger_go_on() {
    let scheme = Plus { parents: 2, children: 3, mutation: Count, restart: None };
    let mut evolution = Evolution::new(Plain, scheme, Seed(2)).unwrap();
    let mut children: Vec<u64> = Vec::new();
    let stop = Stop::new().generations(20);
    let watch = |evolution: &Evolution<Plain, Plus<Count>>| {
        let genomes = evolution.population().genomes();
        if !children.is_empty() {
            assert_eq!(genomes[..2], children[..2], "the parents are the last children");
        }
        children = genomes[2..].to_vec();
        if evolution.logbook().events().len() == 1 {
            children = genomes.to_vec();
        }
        ControlFlow::Continue(())
    };
    evolution.run(&stop, &(), watch).unwrap();
}

#[test]
fn it_begins_anew_when_nothing_becomes_better() {
    let scheme = Plus { parents: 1, children: 1, mutation: Count, restart: Some(10) };
    let mut evolution = Evolution::new(Plain, scheme, Seed(3)).unwrap();
    let mut starts = vec![0];
    let mut last = 0;
    let watch = |evolution: &Evolution<Plain, Plus<Count>>| {
        if evolution.restarts() > last {
            last = evolution.restarts();
            starts.push(evolution.last_event().unwrap().generation);
            let genomes = evolution.population().genomes();
            assert!(genomes[0].abs_diff(genomes[1]) > 1000, "both are drawn anew");
        }
        ControlFlow::Continue(())
    };
    evolution.run(&Stop::new().generations(60), &(), watch).unwrap();
    // A start, ten generations that are no better, and the next start.
    assert_eq!(starts, [0, 11, 22, 33, 44, 55]);
    assert_eq!(evolution.evaluations(), 6 * 2 + 54);
}

#[test]
fn a_checkpoint_remembers_how_long_it_has_stood_still() {
    let scheme = || climb(rate(0.1), Some(7));
    let run =
        |evolution: &mut Evolution<OneMax, Plus<BitFlip>>, generations| {
            evolution
                .run(&Stop::new().generations(generations), &(), |_| {
                    ControlFlow::Continue(())
                })
                .unwrap();
        };
    let mut whole = Evolution::new(OneMax(20), scheme(), Seed(4)).unwrap();
    run(&mut whole, 90);
    assert!(whole.restarts() > 2);
    for cut in [1, 15, 33, 61] {
        let mut part = Evolution::new(OneMax(20), scheme(), Seed(4)).unwrap();
        run(&mut part, cut);
        part.ask().unwrap();
        let bytes = part.checkpoint();
        let mut resumed = Evolution::resume(OneMax(20), scheme(), &bytes).unwrap();
        run(&mut resumed, 90);
        assert_eq!(resumed.checkpoint(), whole.checkpoint());
    }
}

#[test]
fn settings_that_cannot_work_are_refused() {
    let refused = |scheme: Plus<BitFlip>| {
        matches!(Evolution::new(OneMax(5), scheme, Seed(1)), Err(Error::Scheme { .. }))
    };
    assert!(refused(Plus { parents: 0, ..climb(rate(0.1), None) }));
    assert!(refused(Plus { children: 0, ..climb(rate(0.1), None) }));
    assert!(refused(climb(rate(0.1), Some(0))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn the_best_of_parents_and_children_go_on(
        parents in 1_usize..8,
        children in 1_usize..12,
        seed: u64,
    ) {
        let mutation = BitFlip { rate: rate(0.2) };
        let scheme = Plus { parents, children, mutation, restart: None };
        let mut evolution = Evolution::new(OneMax(12), scheme, Seed(seed)).unwrap();
        let mut before: Option<Vec<u32>> = None;
        evolution.run(&Stop::new().generations(12), &(), |evolution| {
            let ones = |genomes: &[BitString]| genomes.iter().map(BitString::ones).collect::<Vec<_>>();
            let mut all = ones(evolution.population().genomes());
            if let Some(expected) = &before {
                let mut kept = all[..parents].to_vec();
                kept.sort_unstable_by(|a, b| b.cmp(a));
                assert_eq!(&kept, expected);
            }
            all.sort_unstable_by(|a, b| b.cmp(a));
            all.truncate(parents);
            before = Some(all);
            ControlFlow::Continue(())
        }).unwrap();
    }
}

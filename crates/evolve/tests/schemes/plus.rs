//! (μ + λ): who goes on, and when it begins anew.

use std::ops::ControlFlow;

use proptest::prelude::*;
use tilewright_evolve::{
    BitFlip, BitString, Direction, Error, Evaluation, Evolution, Mutation, Plus, Problem,
    Rate, Reason, Scheme, Stop,
};
use tilewright_grid::{Rng, Seed};

use crate::common::problems::{OneMax, rate};

const fn climb(bits: Rate) -> Plus<BitFlip> {
    Plus::new(1, 1, BitFlip { rate: bits })
}

#[test]
fn one_parent_and_one_child_climb_to_the_top() {
    let mut evolution =
        Evolution::new(OneMax(60), climb(rate(1.0 / 60.0)), Seed(1)).unwrap();
    let stop = Stop::new().target(60.0).generations(5000);
    assert_eq!(
        evolution.run(&stop, &(), |_| ControlFlow::Continue(())),
        Ok(Reason::Target)
    );
    assert_eq!(evolution.evaluations() as usize, evolution.logbook().events().len() + 1);
    assert_eq!(evolution.state().restarts(), 0);
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

    fn fingerprint(&self) -> String {
        "plain".to_owned()
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

/// One generation by hand; yields the genomes that were evaluated.
fn told<P: Problem>(evolution: &mut Evolution<P, impl Scheme<P>>) -> Vec<P::Genome> {
    let children: Vec<P::Genome> = evolution.ask().unwrap().iter().cloned().collect();
    let evaluate = |genome| evolution.problem().evaluate(genome);
    let evaluations: Vec<_> = children.iter().map(evaluate).collect();
    evolution.tell(&evaluations).unwrap();
    children
}

#[test]
fn of_those_alike_the_younger_go_on() {
    let mut evolution = Evolution::new(Plain, Plus::new(2, 3, Count), Seed(2)).unwrap();
    for _ in 0..20 {
        let parents = evolution.population().genomes().to_vec();
        let children = told(&mut evolution);
        let expected = if parents.is_empty() { 5 } else { 3 };
        assert_eq!(children.len(), expected);
        assert_eq!(
            evolution.population().genomes(),
            &children[..2],
            "the first children"
        );
        let is_next = |child: &u64| parents.contains(&child.wrapping_sub(1));
        assert!(parents.is_empty() || children.iter().all(is_next));
    }
}

fn ones(genomes: &[BitString]) -> Vec<u32> {
    genomes.iter().map(BitString::ones).collect()
}

#[test]
fn it_begins_anew_when_nothing_becomes_better() {
    let scheme = Plus::new(1, 1, Count).with_restart(10);
    let mut evolution = Evolution::new(Plain, scheme, Seed(3)).unwrap();
    let mut starts = vec![0];
    let (mut last, mut genome) = (0, 0_u64);
    let watch = |evolution: &Evolution<Plain, Plus<Count>>| {
        let here = evolution.population().genomes()[0];
        let event = evolution.last_event().unwrap();
        if evolution.state().restarts() > last {
            last = evolution.state().restarts();
            starts.push(event.generation);
            assert!(here.abs_diff(genome) > 1000, "it is drawn anew");
        } else if event.generation > 0 {
            assert_eq!(here, genome.wrapping_add(1), "the child goes on");
        }
        assert_eq!(event.notes.values(), [last as f64]);
        genome = here;
        ControlFlow::Continue(())
    };
    evolution.run(&Stop::new().generations(60), &(), watch).unwrap();
    // A start, ten generations that are no better, and the next start.
    assert_eq!(starts, [0, 11, 22, 33, 44, 55]);
    assert_eq!(evolution.evaluations(), 6 * 2 + 54);
    let csv = evolution.logbook().to_csv();
    assert!(csv.lines().next().unwrap().ends_with(",diversity,restarts"));
    assert!(csv.lines().last().unwrap().ends_with(",5"));
}

#[test]
fn a_restart_draws_all_genomes_anew() {
    let scheme = Plus::new(1, 1, Count).with_restart(2);
    let evolution = Evolution::new(Plain, scheme, Seed(5)).unwrap();
    let mut evolution = evolution.starting_from(vec![7, 1000]);
    assert_eq!(told(&mut evolution), [7, 1000]);
    let mut random = Vec::new();
    for _ in 0..9 {
        random.extend(Some(told(&mut evolution)).filter(|told| told.len() == 2));
    }
    // The start, two generations that are no better, and a restart.
    assert_eq!(random.len(), 3);
    assert!(random.concat().into_iter().all(|genome| genome > 1_000_000));
    assert_eq!(evolution.state().restarts(), 3);
}

#[test]
fn a_checkpoint_remembers_how_long_it_has_stood_still() {
    let scheme = || climb(rate(0.1)).with_restart(7);
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
    assert!(whole.state().restarts() > 2);
    for cut in [1, 15, 33, 61] {
        let mut part = Evolution::new(OneMax(20), scheme(), Seed(4)).unwrap();
        run(&mut part, cut);
        part.ask().unwrap();
        let bytes = part.checkpoint().unwrap();
        let mut resumed = Evolution::resume(OneMax(20), scheme(), &bytes).unwrap();
        run(&mut resumed, 90);
        assert_eq!(resumed.checkpoint().unwrap(), whole.checkpoint().unwrap());
    }
}

#[test]
fn settings_that_cannot_work_are_refused() {
    let refused = |scheme: Plus<BitFlip>| {
        matches!(Evolution::new(OneMax(5), scheme, Seed(1)), Err(Error::Setting { .. }))
    };
    assert!(refused(Plus { parents: 0, ..climb(rate(0.1)) }));
    assert!(refused(Plus { children: 0, ..climb(rate(0.1)) }));
    assert!(refused(climb(rate(0.1)).with_restart(0)));
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
        let scheme = Plus::new(parents, children, mutation);
        let mut evolution = Evolution::new(OneMax(12), scheme, Seed(seed)).unwrap();
        for _ in 0..12 {
            let mut all: Vec<u32> = ones(evolution.population().genomes());
            all.extend(ones(&told(&mut evolution)));
            all.sort_unstable_by(|a, b| b.cmp(a));
            prop_assert_eq!(ones(evolution.population().genomes()), &all[..parents]);
            prop_assert_eq!(evolution.last_event().unwrap().population as usize, parents);
        }
    }
}

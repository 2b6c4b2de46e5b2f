//! Every condition ends a run, and for its own reason.

use std::ops::ControlFlow;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde::{Serialize, de::DeserializeOwned};
use tilewright_evolve::{
    BitFlip, Direction, Evaluation, Event, Evolution, Plus, Problem, Rate, Reason,
    Scheme, Stop,
};
use tilewright_grid::{Rng, Seed, Watch};

use crate::common::problems::{
    Apart, OneMax, OneMaxScheme, Ships, apart_scheme, one_max_scheme, ships_scheme,
};

type OneMaxRun = Evolution<OneMax, OneMaxScheme>;

fn one_max() -> OneMaxRun {
    Evolution::new(OneMax(200), one_max_scheme(20, 200), Seed(7)).unwrap()
}

fn generations(evolution: &OneMaxRun) -> u64 {
    evolution.logbook().events().len() as u64
}

#[test]
fn a_number_of_generations_counts_the_random_one_and_those_before() {
    let mut evolution = one_max();
    assert_eq!(
        evolution.run(&Stop::new().generations(0), &(), |_| ControlFlow::Continue(())),
        Ok(Reason::Generations)
    );
    assert!(evolution.best().is_none() && evolution.population().is_empty());
    evolution
        .run(&Stop::new().generations(1), &(), |_| ControlFlow::Continue(()))
        .unwrap();
    assert_eq!((generations(&evolution), evolution.evaluations()), (1, 20));
    evolution
        .run(&Stop::new().generations(7), &(), |_| ControlFlow::Continue(()))
        .unwrap();
    assert_eq!(generations(&evolution), 7);
    evolution
        .run(&Stop::new().generations(7), &(), |_| ControlFlow::Continue(()))
        .unwrap();
    assert_eq!(generations(&evolution), 7);
}

#[test]
fn a_number_of_evaluations_is_never_exceeded() {
    let mut evolution = one_max();
    let mut before = Vec::new();
    let stop = Stop::new().evaluations(100);
    let reason = evolution.run(&stop, &(), |it| {
        before.push(it.evaluations());
        ControlFlow::Continue(())
    });
    assert_eq!(reason, Ok(Reason::Evaluations));
    assert!((81..=100).contains(&evolution.evaluations()));
    assert_eq!(before.last(), Some(&evolution.evaluations()));
    let stop = Stop::new().evaluations(19);
    let refused = one_max().run(&stop, &(), |_| ControlFlow::Continue(()));
    assert_eq!(
        refused.unwrap_err().to_string(),
        "the first generation takes 20 evaluations, more than the limit of 19"
    );
}

/// All events but the last one.
fn before_last<'a>(
    events: impl ExactSizeIterator<Item = &'a Event>,
) -> impl Iterator<Item = &'a Event> {
    let count = events.len() - 1;
    events.take(count)
}

#[test]
fn a_target_is_reached_from_its_own_side() {
    let mut evolution = one_max();
    let stop = Stop::new().target(130.0).generations(1000);
    assert_eq!(
        evolution.run(&stop, &(), |_| ControlFlow::Continue(())),
        Ok(Reason::Target)
    );
    assert!(evolution.best().unwrap().genome.ones() >= 130);
    let events = evolution.logbook().events();
    assert!(before_last(events).all(|event| event.best < Some([130.0])));

    let mut ships = Evolution::new(Ships, ships_scheme(100), Seed(7)).unwrap();
    let stop = Stop::new().target(4.0).generations(1000);
    assert_eq!(ships.run(&stop, &(), |_| ControlFlow::Continue(())), Ok(Reason::Target));
    assert!(ships.last_event().unwrap().best <= Some([4.0]));
    let events = ships.logbook().events();
    assert!(before_last(events).all(|event| event.best > Some([4.0])));
}

#[test]
fn an_infeasible_individual_does_not_reach_the_target() {
    let mut evolution = Evolution::new(Apart(60), apart_scheme(20, 60), Seed(7)).unwrap();
    // A random row has about 30 ones and nearly always two side by side.
    let stop = Stop::new().target(20.0).generations(3);
    assert_eq!(
        evolution.run(&stop, &(), |_| ControlFlow::Continue(())),
        Ok(Reason::Generations)
    );
    let most =
        evolution.population().genomes().iter().map(tilewright_evolve::BitString::ones);
    assert!(most.max() > Some(20));
}

/// Nothing is better than anything.
struct Flat;

impl Problem for Flat {
    type Genome = tilewright_evolve::BitString;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    fn random(&self, rng: &mut Rng) -> Self::Genome {
        tilewright_evolve::BitString::random(30, rng)
    }

    fn evaluate(&self, genome: &Self::Genome) -> Evaluation {
        // One nothing is written −0, the other +0, in objective and violation alike.
        let zero = if genome.get(0) { 0.0 } else { -0.0 };
        Evaluation { objectives: [zero], violation: -zero }
    }

    fn fingerprint(&self) -> String {
        "flat".to_owned()
    }
}

#[test]
fn stagnation_counts_generations_without_a_new_best() {
    let mut flat = Evolution::new(Flat, one_max_scheme(20, 30), Seed(8)).unwrap();
    let stop = Stop::new().stagnation(5).generations(100);
    assert_eq!(
        flat.run(&stop, &(), |_| ControlFlow::Continue(())),
        Ok(Reason::Stagnation)
    );
    assert_eq!(flat.logbook().events().len(), 6, "a tie is no new best");

    let mut evolution = one_max();
    let stop = Stop::new().stagnation(10).generations(5000);
    assert_eq!(
        evolution.run(&stop, &(), |_| ControlFlow::Continue(())),
        Ok(Reason::Stagnation)
    );
    let best: Vec<_> = evolution.logbook().events().map(|it| it.best).collect();
    let changes = |window: &[Option<[f64; 1]>]| window[0] != window[window.len() - 1];
    let (before, last) = best.split_at(best.len() - 11);
    assert!(!changes(last) && before.last() < last.first());
    assert!(best[..best.len() - 1].windows(11).all(changes));
}

#[test]
fn minus_nothing_is_nothing() {
    let mut flat = Evolution::new(Flat, one_max_scheme(20, 30), Seed(8)).unwrap();
    flat.run(&Stop::new().generations(1), &(), |_| ControlFlow::Continue(())).unwrap();
    assert!(flat.population().ranking().into_iter().eq(0..20), "all tie");
}

#[test]
fn time_ends_a_run_by_the_callers_clock() {
    let calls = Arc::new(AtomicU64::new(0));
    let clock = {
        let calls = Arc::clone(&calls);
        move || Duration::from_secs(calls.fetch_add(1, Ordering::Relaxed))
    };
    let stop = Stop::new().elapsed(Duration::from_secs(4), clock).generations(100);
    let mut evolution = one_max();
    assert_eq!(
        evolution.run(&stop, &(), |_| ControlFlow::Continue(())),
        Ok(Reason::Elapsed)
    );
    // Looked at before each generation: at 0, 1, 2 and 3 seconds it goes on.
    assert_eq!((generations(&evolution), calls.load(Ordering::Relaxed)), (4, 5));
}

#[test]
fn a_listener_that_breaks_ends_the_run_after_its_generation() {
    let mut evolution = one_max();
    let see = |it: &OneMaxRun| match generations(it) {
        6 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let stop = Stop::new().generations(100);
    assert_eq!(evolution.run(&stop, &(), see), Ok(Reason::Cancelled));
    assert_eq!(generations(&evolution), 6);
    assert_eq!(
        evolution.run(&stop, &(), |_| ControlFlow::Continue(())),
        Ok(Reason::Generations)
    );
    assert_eq!(generations(&evolution), 100);
}

/// A watch that stops at one of its looks, from 1, and counts them.
struct StopAt {
    last: u64,
    looks: AtomicU64,
}

impl Watch for StopAt {
    fn look(&self) -> ControlFlow<()> {
        if 1 + self.looks.fetch_add(1, Ordering::Relaxed) == self.last {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Runs six generations, stopped at that look and then undisturbed; yields the checkpoint and
/// how many looks there were before it was stopped.
fn stopped_at<P, S>(evolution: &mut Evolution<P, S>, last: u64) -> (Vec<u8>, u64)
where
    P: Problem<Genome: Serialize + DeserializeOwned>,
    S: Scheme<P, State: Serialize + DeserializeOwned>,
{
    let stop = Stop::new().generations(6);
    let watch = StopAt { last, looks: AtomicU64::new(0) };
    let go_on = |_: &Evolution<P, S>| ControlFlow::Continue(());
    let reason = evolution.run(&stop, &watch, go_on);
    let is_stopped = last < u64::MAX;
    assert_eq!(reason == Ok(Reason::Cancelled), is_stopped, "{reason:?} at {last}");
    assert_eq!(evolution.run(&stop, &(), go_on), Ok(Reason::Generations));
    (evolution.checkpoint().unwrap(), watch.looks.into_inner())
}

#[test]
fn a_watch_stops_a_run_within_a_generation_which_later_runs_as_if_it_had_not() {
    let plus = || {
        let mutation = BitFlip { rate: Rate::HALF };
        let plus = Plus::new(30, 70, mutation).with_restart(2);
        Evolution::new(OneMax(60), plus, Seed(3)).unwrap()
    };
    let apart = || Evolution::new(Apart(60), apart_scheme(100, 60), Seed(3)).unwrap();
    let (whole, looks) = stopped_at(&mut plus(), u64::MAX);
    let (whole_apart, looks_apart) = stopped_at(&mut apart(), u64::MAX);
    assert!(looks > 6 * 70 && looks_apart > 6 * 80, "{looks} {looks_apart}");
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    for last in (1..looks.min(looks_apart)).step_by(13) {
        alone.install(|| {
            let (checkpoint, looks) = stopped_at(&mut plus(), last);
            assert!(checkpoint == whole, "(μ + λ), stopped at look {last}");
            assert_eq!(looks, last);
            let (checkpoint, looks) = stopped_at(&mut apart(), last);
            assert!(checkpoint == whole_apart, "FI-2Pop, stopped at look {last}");
            assert_eq!(looks, last);
        });
    }
}

#[test]
fn of_several_conditions_the_first_listed_is_named() {
    let late = || Stop::new().elapsed(Duration::ZERO, || Duration::ZERO);
    let still = || late().stagnation(0);
    let mut scheme = one_max_scheme(20, 200);
    scheme.breeding.crossover_rate = Rate::NEVER;
    let mut evolution = Evolution::new(OneMax(200), scheme, Seed(9)).unwrap();
    evolution
        .run(&Stop::new().generations(1), &(), |_| ControlFlow::Continue(()))
        .unwrap();
    for (stop, reason) in [
        (Stop::new(), Reason::Cancelled),
        (late(), Reason::Elapsed),
        (still(), Reason::Stagnation),
        (still().evaluations(20), Reason::Evaluations),
        (still().evaluations(20).generations(1), Reason::Generations),
        (still().evaluations(20).generations(1).target(0.0), Reason::Target),
    ] {
        let watch = || ControlFlow::Break(());
        let go_on = |_: &_| ControlFlow::Continue(());
        assert_eq!(evolution.run(&stop, &watch, go_on), Ok(reason), "{stop:?}");
    }
    assert_eq!(evolution.logbook().events().len(), 1);
}

#[test]
fn a_run_without_children_to_evaluate_ends_if_only_evaluations_could_end_it() {
    let go_on = |_: &_| ControlFlow::Continue(());
    let mut scheme = one_max_scheme(4, 200);
    scheme.breeding.crossover_rate = Rate::NEVER;
    scheme.breeding.mutation_rate = Rate::NEVER;
    let begin = || Evolution::new(OneMax(200), scheme.clone(), Seed(7)).unwrap();
    for stop in [Stop::new().evaluations(100), Stop::new().target(200.0)] {
        let mut evolution = begin();
        assert_eq!(evolution.run(&stop, &(), go_on), Ok(Reason::Idle), "{stop:?}");
        assert_eq!((evolution.evaluations(), evolution.generations()), (4, 100_001));
        // Continued, it does not begin to count anew.
        assert_eq!(evolution.run(&stop, &(), go_on), Ok(Reason::Idle), "{stop:?}");
        assert_eq!(evolution.generations(), 100_001);
    }
    let stop = Stop::new().evaluations(100).generations(100_100);
    assert_eq!(begin().run(&stop, &(), go_on), Ok(Reason::Generations));
}

#[test]
fn a_target_must_be_a_number() {
    let stop = Stop::new().target(f64::NAN);
    let refused = one_max().run(&stop, &(), |_| ControlFlow::Continue(()));
    assert_eq!(refused.unwrap_err().to_string(), "a target must be a number, found NaN");
}

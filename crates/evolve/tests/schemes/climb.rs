//! Hill climbing: patience, restarts, migrants, cancellation, and values that are not numbers.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use tilewright_evolve::{
    BitString, Climb, Direction, Error, Evaluation, Evolution, Islands, Neighborhood,
    Problem, Reason, State as _, Stop, Topology,
};
use tilewright_grid::{Rng, Seed};

const BITS: usize = 16;

/// A function of the number of ones.
#[derive(Clone, Copy)]
struct Hill(fn(u32) -> Evaluation);

impl Problem for Hill {
    type Genome = BitString;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }
    fn random(&self, rng: &mut Rng) -> BitString {
        BitString::random(BITS, rng)
    }
    fn evaluate(&self, genome: &BitString) -> Evaluation {
        (self.0)(genome.ones())
    }
    fn fingerprint(&self) -> String {
        "hill".to_owned()
    }
}

impl Neighborhood for Hill {
    /// A genome and the bit of the last change.
    type Point = (BitString, usize);

    fn point(&self, genome: &BitString) -> Self::Point {
        (genome.clone(), 0)
    }
    fn genome<'a>(&self, point: &'a Self::Point) -> &'a BitString {
        &point.0
    }
    fn evaluation(&self, point: &Self::Point) -> Evaluation {
        self.evaluate(&point.0)
    }
    fn change(&self, point: &mut Self::Point, rng: &mut Rng) -> u64 {
        point.1 = rng.index(BITS);
        self.undo(point);
        1
    }
    fn undo(&self, point: &mut Self::Point) {
        point.0.flip(point.1);
    }
}

fn climb(told: fn(u32) -> Evaluation, scheme: Climb) -> Evolution<Hill, Climb> {
    Evolution::new(Hill(told), scheme, Seed(4)).unwrap()
}

fn ones(ones: u32) -> Evaluation {
    Evaluation::feasible([ones.into()])
}

/// The evaluations and the restarts of each generation.
fn counts(mut evolution: Evolution<Hill, Climb>, generations: u64) -> Vec<(u64, f64)> {
    let stop = Stop::new().generations(generations);
    evolution.run(&stop, &(), |_| ControlFlow::Continue(())).unwrap();
    let mut before = 0;
    let count = |event: &tilewright_evolve::Event| {
        let evaluations = event.evaluations - before;
        before = event.evaluations;
        (evaluations, event.notes.values()[0])
    };
    evolution.logbook().events().map(count).collect()
}

#[test]
fn it_restarts_when_its_patience_ends() {
    let plateau = |_| Evaluation::feasible([3.0]);
    let patient = Climb { changes: 5, patience: Some(12) };
    let expected =
        [(1, 0.0), (5, 0.0), (5, 0.0), (2, 0.0), (1, 1.0), (5, 1.0), (5, 1.0), (2, 1.0)];
    assert_eq!(counts(climb(plateau, patient), 8), expected);
    assert_eq!(counts(climb(plateau, patient), 9)[8], (1, 2.0));
    let never = Climb { patience: None, ..patient };
    assert!(counts(climb(plateau, never), 50)[1..].iter().all(|&it| it == (5, 0.0)));
}

#[test]
fn an_improvement_ends_the_generation_and_renews_the_patience() {
    let scheme = Climb { changes: 1000, patience: Some(1000) };
    let mut evolution = climb(ones, scheme);
    let mut before = f64::NEG_INFINITY;
    let stop = Stop::new().target(BITS as f64);
    let see = |evolution: &Evolution<Hill, Climb>| {
        let [best] = evolution.population().evaluations()[0].objectives;
        // One step at a time.
        assert!(before.is_infinite() || (best - before - 1.0).abs() < 0.1);
        before = best;
        ControlFlow::Continue(())
    };
    assert_eq!(evolution.run(&stop, &(), see), Ok(Reason::Target));
    // The first of 1000 useless changes does not count the useful ones before.
    let next = evolution.generations();
    let stop = Stop::new().generations(next + 1);
    let before = evolution.evaluations();
    evolution.run(&stop, &(), |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(evolution.evaluations() - before, 1000);
    let stop = Stop::new().generations(next + 2);
    evolution.run(&stop, &(), |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(evolution.last_event().unwrap().notes.values(), [1.0]);
    assert_eq!(evolution.best().unwrap().genome.ones() as usize, BITS);
}

#[test]
fn settings_that_cannot_work_are_refused() {
    for scheme in
        [Climb { changes: 0, patience: None }, Climb { changes: 1, patience: Some(0) }]
    {
        let error = Evolution::new(Hill(ones), scheme, Seed(1)).map(drop).unwrap_err();
        let text = "there must be at least one change, and a patience of at least one";
        assert_eq!(error.to_string(), format!("{text}, found 0"));
    }
}

#[test]
fn a_climber_goes_on_from_a_better_migrant() {
    let scheme = Climb { changes: 3, patience: None };
    let topology = Topology::Ring;
    let scheme = Islands { scheme, count: 2, every: 1, migrants: 1, topology };
    let mut evolution = Evolution::new(Hill(ones), scheme, Seed(5)).unwrap();
    let mut last = 0.0;
    for generation in 1..40 {
        let stop = Stop::new().generations(generation);
        evolution.run(&stop, &(), |_| ControlFlow::Continue(())).unwrap();
        let found: Vec<f64> = (evolution.state().populations())
            .flat_map(|population| {
                let genomes = population.genomes().iter();
                let both = genomes.zip(population.evaluations());
                both.map(|(genome, evaluation)| {
                    assert_eq!(*evaluation, ones(genome.ones()));
                    evaluation.objectives[0]
                })
            })
            .collect();
        assert_eq!(found.len(), 2);
        assert!(found[0] >= last, "{found:?}");
        assert_eq!(found[0].to_bits(), found[1].to_bits(), "{found:?}");
        last = found[0];
    }
    assert!(last > 15.0, "{last}");
}

#[test]
fn a_cancelled_generation_begins_again_at_the_same_point() {
    let scheme = Climb { changes: 8, patience: Some(20) };
    let stop = Stop::new().generations(30);
    let go_on = |_: &_| ControlFlow::Continue(());
    let mut whole = climb(ones, scheme);
    whole.run(&stop, &(), go_on).unwrap();
    for last in 1..60 {
        let mut part = climb(ones, scheme);
        let calls = AtomicU64::new(0);
        let cancels = || match 1 + calls.fetch_add(1, Ordering::Relaxed) {
            call if call == last => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        assert_eq!(part.run(&stop, &cancels, go_on), Ok(Reason::Cancelled), "{last}");
        assert_eq!(part.run(&stop, &(), go_on), Ok(Reason::Generations));
        assert_eq!(
            part.checkpoint().unwrap(),
            whole.checkpoint().unwrap(),
            "cancelled at {last}"
        );
    }
}

#[test]
fn what_is_not_a_number_never_wins() {
    const fn told(at: u32, evaluation: Evaluation, ones: u32) -> Evaluation {
        if ones >= at { evaluation } else { Evaluation::feasible([ones as f64]) }
    }
    const NAN: Evaluation = Evaluation::feasible([f64::NAN]);
    const MINUS_NAN: Evaluation = Evaluation::feasible([-f64::NAN]);
    const WRONG: Evaluation = Evaluation { objectives: [1.0], violation: f64::NAN };
    const BELOW: Evaluation = Evaluation { objectives: [1.0], violation: -1.0 };
    let hills: [fn(u32) -> Evaluation; 4] = [
        |ones| told(13, NAN, ones),
        |ones| told(13, MINUS_NAN, ones),
        |ones| told(13, WRONG, ones),
        |ones| told(13, BELOW, ones),
    ];
    for (number, hill) in hills.into_iter().enumerate() {
        let mut evolution = climb(hill, Climb { changes: 50, patience: None });
        let run = |evolution: &mut Evolution<Hill, Climb>| {
            let stop = Stop::new().generations(1000);
            evolution.run(&stop, &(), |_| ControlFlow::Continue(())).unwrap_err()
        };
        let error = run(&mut evolution);
        let is_right = match number {
            0 | 1 => error == Error::NotANumber { index: 0 },
            _ => matches!(error, Error::Violation { index: 0, .. }),
        };
        assert!(is_right, "{number}: {error:?}");
        // The search stands where it stood, and asking again comes to the same.
        let generations = evolution.generations();
        assert_eq!(run(&mut evolution).to_string(), error.to_string());
        assert_eq!(evolution.generations(), generations);
        let best = evolution.best().unwrap();
        assert_eq!(best.evaluation, ones(best.genome.ones()));
    }
}

//! The same bytes on any number of threads, with any pause, by `run` and by hand.

use std::ops::ControlFlow;

use rayon::ThreadPoolBuilder;
use serde::{Serialize, de::DeserializeOwned};
use tilewright_evolve::{
    Evolution, FeasibleInfeasible, Generational, Plus, Problem, Rate, Scheme,
    SteadyState, Stop, TwoPoint,
};
use tilewright_grid::Seed;

use super::started;
use crate::common::problems::{
    Apart, OneMax, Ships, Splice, Walk, apart_scheme, one_max_scheme, ships_scheme,
    walk_breeding,
};

/// Everything that a search writes.
#[derive(Debug, PartialEq)]
struct Written {
    csv: String,
    json: String,
    checkpoint: Vec<u8>,
}

fn written<P, S>(evolution: &Evolution<P, S>) -> Written
where
    P: Problem<Genome: Serialize + DeserializeOwned>,
    S: Scheme<P, State: Serialize + DeserializeOwned>,
{
    let logbook = evolution.logbook();
    Written {
        csv: logbook.to_csv(),
        json: logbook.to_json_lines(),
        checkpoint: evolution.checkpoint().unwrap(),
    }
}

/// Asserts that a setting gives the same bytes whatever the number of threads, with a pause
/// anywhere, and driven by hand.
fn assert_same<P, S>(problem: impl Fn() -> P + Sync, scheme: &S)
where
    P: Problem<Genome: Serialize + DeserializeOwned> + Send,
    S: Scheme<P, State: Serialize + DeserializeOwned> + Clone + Send + Sync,
{
    let whole = written(&started(problem(), scheme.clone(), 40));
    for threads in [1, 2, 8] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let here = pool.install(|| written(&started(problem(), scheme.clone(), 40)));
        assert_eq!(here, whole, "on {threads} threads");
    }
    for pause in [1, 2, 20, 39] {
        let half = started(problem(), scheme.clone(), pause).checkpoint().unwrap();
        let mut resumed = Evolution::resume(problem(), scheme.clone(), &half).unwrap();
        assert_eq!(resumed.checkpoint().unwrap(), half);
        resumed
            .run(&Stop::new().generations(40), &(), |_| ControlFlow::Continue(()))
            .unwrap();
        assert_eq!(written(&resumed), whole, "with a pause after {pause}");
    }
    assert_eq!(written(&by_hand(&problem, scheme)), whole, "by hand");
}

/// Forty generations by ask and tell, asked twice each and with a checkpoint in between.
fn by_hand<P, S>(problem: &impl Fn() -> P, scheme: &S) -> Evolution<P, S>
where
    P: Problem<Genome: Serialize + DeserializeOwned>,
    S: Scheme<P, State: Serialize + DeserializeOwned> + Clone,
{
    let mut evolution = started(problem(), scheme.clone(), 0);
    for generation in 0..40 {
        let once: Vec<_> = evolution.ask().unwrap().iter().cloned().collect();
        let asked = evolution.checkpoint().unwrap();
        let twice: Vec<_> = evolution.ask().unwrap().iter().cloned().collect();
        assert!(once == twice, "asking twice gives the same");
        assert_eq!(
            evolution.checkpoint().unwrap(),
            asked,
            "asking twice changes nothing"
        );
        if generation % 7 == 3 {
            evolution = Evolution::resume(problem(), scheme.clone(), &asked).unwrap();
        }
        let told: Vec<_> = once.iter().map(|genome| problem().evaluate(genome)).collect();
        assert_eq!(evolution.tell(&told).unwrap().generation, generation);
    }
    evolution
}

#[test]
fn generations_of_bits_are_the_same_bytes() {
    assert_same(|| OneMax(300), &one_max_scheme(150, 300));
}

#[test]
fn generations_of_integers_are_the_same_bytes() {
    assert_same(|| Ships, &ships_scheme(151));
}

#[test]
fn generations_of_a_users_genome_are_the_same_bytes() {
    let breeding = walk_breeding();
    let scheme =
        Generational { population: 150, elite: 3, returns_hall_of_fame: false, breeding };
    assert_same(|| Walk, &scheme);
}

#[test]
fn two_populations_of_bits_are_the_same_bytes() {
    assert_same(|| Apart(50), &apart_scheme(150, 50));
}

#[test]
fn two_populations_of_integers_are_the_same_bytes() {
    let breeding = ships_scheme(0).breeding;
    assert_same(|| Ships, &FeasibleInfeasible { population: 150, elite: 1, breeding });
}

#[test]
fn two_populations_of_a_users_genome_are_the_same_bytes() {
    assert_same(
        || Walk,
        &FeasibleInfeasible { population: 150, elite: 2, breeding: walk_breeding() },
    );
}

#[test]
fn survivors_of_bits_are_the_same_bytes() {
    let breeding = one_max_scheme(0, 300).breeding;
    let plus = Plus::new(60, 90, breeding.mutation).with_restart(3);
    assert_same(|| OneMax(300), &plus);
    assert_same(|| OneMax(300), &plus.with_crossover(TwoPoint, Rate::HALF));
    assert_same(|| OneMax(300), &SteadyState { population: 60, children: 90, breeding });
}

#[test]
fn survivors_of_a_users_genome_are_the_same_bytes() {
    let breeding = walk_breeding();
    let plus = Plus::new(50, 100, breeding.mutation).with_crossover(Splice, Rate::HALF);
    assert_same(|| Walk, &plus.with_restart(3));
    assert_same(|| Walk, &SteadyState { population: 50, children: 70, breeding });
}

#[test]
fn another_seed_gives_another_run() {
    let scheme = || one_max_scheme(20, 100);
    let mut other = Evolution::new(OneMax(100), scheme(), Seed(2025)).unwrap();
    other.run(&Stop::new().generations(3), &(), |_| ControlFlow::Continue(())).unwrap();
    let this = started(OneMax(100), scheme(), 3);
    assert_ne!(other.logbook().to_csv(), this.logbook().to_csv());
}

#[test]
fn a_short_run_is_written_as_it_always_was() {
    let run = started(OneMax(64), one_max_scheme(12, 64), 4);
    insta::assert_snapshot!(run.logbook().to_csv(), @r"
    generation,evaluations,population,feasible,best,median,worst,least_violation,median_violation,diversity
    0,12,12,12,37,33,23,,,0.5078125
    1,21,12,12,41,37,31,,,0.3854166666666667
    2,32,12,12,41,38,36,,,0.078125
    3,43,12,12,42,40,35,,,0.16145833333333334
    ");
    let run = started(Ships, ships_scheme(12), 4);
    insta::assert_snapshot!(run.logbook().to_csv(), @r"
    generation,evaluations,population,feasible,best,median,worst,least_violation,median_violation,diversity
    0,12,12,12,3,6,11,,,1
    1,20,12,12,3,4,8,,,1
    2,28,12,12,3,4,10,,,1
    3,35,12,12,3,3,5,,,1
    ");
    let steady = SteadyState { population: 8, children: 3, breeding: walk_breeding() };
    let run = started(Walk, steady, 4);
    insta::assert_snapshot!(run.logbook().to_csv(), @r"
    generation,evaluations,population,feasible,best,median,worst,least_violation,median_violation,diversity
    0,8,8,0,,,,1,8,1
    1,11,8,0,,,,1,4,1
    2,14,8,1,26,26,26,1,2,1
    3,17,8,1,26,26,26,1,2,1
    ");
    let plus = Plus::new(4, 8, walk_breeding().mutation).with_restart(1);
    let run = started(Walk, plus.with_crossover(Splice, Rate::HALF), 4);
    insta::assert_snapshot!(run.logbook().to_csv(), @r"
    generation,evaluations,population,feasible,best,median,worst,least_violation,median_violation,diversity,restarts
    0,12,4,0,,,,1,4,1,0
    1,20,4,0,,,,1,2,1,0
    2,32,4,0,,,,5,6,1,1
    3,40,4,0,,,,4,5,1,1
    ");
    let run = started(Apart(12), apart_scheme(12, 12), 4);
    insta::assert_snapshot!(run.logbook().to_json_lines(), @r#"
    {"generation":0,"evaluations":12,"population":12,"feasible":3,"best":5,"median":4,"worst":4,"least_violation":1,"median_violation":3,"diversity":1}
    {"generation":1,"evaluations":20,"population":12,"feasible":5,"best":5,"median":4,"worst":2,"least_violation":1,"median_violation":2,"diversity":0.8333333333333334}
    {"generation":2,"evaluations":28,"population":12,"feasible":5,"best":5,"median":5,"worst":3,"least_violation":1,"median_violation":2,"diversity":0.6666666666666666}
    {"generation":3,"evaluations":36,"population":12,"feasible":4,"best":5,"median":5,"worst":5,"least_violation":1,"median_violation":1,"diversity":0.8333333333333334}
    "#);
}

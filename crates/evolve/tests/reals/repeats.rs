//! The same seed gives the same bytes, on any number of threads, and after a checkpoint.

use std::ops::ControlFlow;

use rayon::ThreadPoolBuilder;
use serde::{Serialize, de::DeserializeOwned};
use tilewright_evolve::{
    CmaEs, CmaMe, DifferentialEvolution, Evolution, MapElites, Problem, Scheme, Stop,
};
use tilewright_grid::Seed;

use super::problems::{Function, Plane, Shake, axes, bounds, rastrigin};

/// Checks a scheme whose population is large enough to be divided among threads.
fn repeats<P, S, const M: usize>(problem: P, scheme: &S, generations: u64)
where
    P: Problem<M, Genome = Vec<f64>> + Copy + Send,
    S: Scheme<P, M> + Clone + Send,
    S::State: Serialize + DeserializeOwned,
{
    let go_on = |_: &Evolution<P, S, M>| ControlFlow::Continue(());
    let until = |generations: u64| Stop::new().generations(generations);
    let new = || Evolution::new(problem, scheme.clone(), Seed(7)).unwrap();
    let run = |threads: usize| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut evolution = new();
        pool.install(|| evolution.run(&until(generations), &(), go_on)).unwrap();
        evolution.checkpoint().unwrap()
    };
    let whole = run(1);
    assert!(whole == run(2), "two threads: {scheme:?}");
    for stop in [0, 1, 2, generations / 2, generations - 1] {
        let mut evolution = new();
        evolution.run(&until(stop), &(), go_on).unwrap();
        if stop % 2 == 1 {
            // Between ask and tell.
            evolution.ask().unwrap();
        }
        let bytes = evolution.checkpoint().unwrap();
        let mut resumed = Evolution::resume(problem, scheme.clone(), &bytes).unwrap();
        assert!(resumed.checkpoint().unwrap() == bytes, "{stop}: {scheme:?}");
        resumed.run(&until(generations), &(), go_on).unwrap();
        assert!(resumed.checkpoint().unwrap() == whole, "{stop}: {scheme:?}");
    }
}

#[test]
fn cma_es_repeats() {
    let problem = Function::new(6, rastrigin);
    repeats(problem, &CmaEs::new(1.0).with_population(40), 60);
    repeats(problem, &CmaEs::new(1.0).with_restarts(9).with_population(8), 200);
    let ranges = bounds(6, -2.0, 5.0);
    repeats(problem, &CmaEs::new(1.0).with_bounds(ranges).with_restarts(2), 150);
}

#[test]
fn differential_evolution_repeats() {
    let scheme = DifferentialEvolution::new(50, bounds(6, -4.0, 4.0));
    repeats(Function::new(6, rastrigin), &scheme, 40);
    let some = DifferentialEvolution { children: 33, ..scheme };
    repeats(Function::new(6, rastrigin), &some, 40);
}

#[test]
fn archives_of_elites_repeat() {
    repeats(Plane(4), &MapElites::new(axes(), Shake(0.3)), 30);
    repeats(Plane(4), &CmaMe::new(axes(), 0.3), 30);
    let bounds = Some(bounds(4, -3.0, 3.0));
    repeats(Plane(4), &CmaMe { bounds, batch: 5, ..CmaMe::new(axes(), 0.3) }, 30);
}

//! CMA-ES beside pycma: evaluations until an objective of 10⁻⁸ in 10 dimensions.

use tilewright_evolve::{CmaEs, Evaluation, Evolution, Problem as _, Scheme};
use tilewright_grid::Seed;

use crate::functions::Function;
use crate::peers;
use crate::ratio::{Attempt, Ratio, expected, successes};

/// Prints a table of both for each function.
pub(crate) fn compare() {
    let package = peers::versioned("cma", "cma");
    println!("CMA-ES and {package} for Python: evaluations of all runs for each success");
    for (name, restarts, limit) in [
        ("sphere", 0, 100_000),
        ("ellipsoid", 0, 100_000),
        ("rosenbrock", 0, 100_000),
        ("rastrigin", 9, 1_000_000),
    ] {
        let function = Function { name, edge: 4.0 };
        // One restart more than the peer has: a run that gets there has failed.
        let scheme = CmaEs::new(2.0).with_restarts(restarts + 1);
        let failed =
            |state: &tilewright_evolve::SampledPopulation| state.restarts() > restarts;
        let ours: Vec<_> = (1..=51)
            .map(|seed| attempt(function, &scheme, seed, limit, failed))
            .collect();
        print(name, &ours, &peer("cma", name));
    }
}

/// The peer's runs on a function.
pub(crate) fn peer(study: &str, name: &str) -> Vec<Attempt> {
    let runs = peers::runs(study, "function", name).unwrap_or_default();
    let reached = peers::numbers(&runs, "evaluations_to_target");
    let all = peers::numbers(&runs, "evaluations");
    let attempt = |(reached, all): (&f64, &f64)| {
        let succeeded = *reached > 0.0;
        Attempt { evaluations: if succeeded { *reached } else { *all }, succeeded }
    };
    reached.iter().zip(&all).map(attempt).collect()
}

/// Runs a scheme until the target, the limit of evaluations or a failure.
pub(crate) fn attempt<S: Scheme<Function> + Clone>(
    function: Function,
    scheme: &S,
    seed: u64,
    limit: usize,
    failed: impl Fn(&S::State) -> bool,
) -> Attempt {
    let mut evolution = Evolution::new(function, scheme.clone(), Seed(seed))
        .expect("the settings work")
        .with_logbook(1);
    let (mut count, mut evaluations) = (0, Vec::new());
    while count < limit && !failed(evolution.state()) {
        evaluations.clear();
        for genome in evolution.ask().expect("it can breed").iter() {
            let evaluation: Evaluation = function.evaluate(genome);
            count += 1;
            if evaluation.objectives[0] <= 1e-8 {
                return Attempt { evaluations: count as f64, succeeded: true };
            }
            evaluations.push(evaluation);
        }
        evolution.tell(&evaluations).expect("objectives are numbers");
    }
    Attempt { evaluations: count as f64, succeeded: false }
}

/// Prints a line of the table.
pub(crate) fn print(name: &str, ours: &[Attempt], peer: &[Attempt]) {
    print!(
        "  {name:14}  ours {:9.1}, {}/{}",
        expected(ours),
        successes(ours),
        ours.len()
    );
    if peer.is_empty() {
        println!("  (no measurements of the peer)");
        return;
    }
    let ratio = Ratio::new(ours, peer, expected);
    print!("  peer {:9.1}, {}/{}", expected(peer), successes(peer), peer.len());
    println!("  ratio {ratio}");
}

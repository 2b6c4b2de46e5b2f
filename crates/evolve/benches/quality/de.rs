//! Differential evolution beside `SciPy`: evaluations until an objective of 10⁻⁸ in 10 dimensions,
//! with different numbers of children in a generation; `SciPy` has one. Like `SciPy`, a run gives up
//! when all members have the same objective.

use tilewright_evolve::{DifferentialEvolution, Population, RealBounds, State};

use crate::cma::{attempt, peer, print};
use crate::functions::{DIMENSION, Function};
use crate::peers;

/// Prints a table of both for each function.
pub(crate) fn compare() {
    let package = peers::versioned("de", "scipy");
    println!(
        "Differential evolution, by children in a generation, and {package}: evaluations of all runs \
         for each success"
    );
    for (name, edge) in
        [("sphere", 5.12), ("rosenbrock", 5.12), ("rastrigin", 5.12), ("ackley", 32.0)]
    {
        let function = Function { name, edge };
        let bounds =
            RealBounds::new(vec![-edge..=edge; DIMENSION]).expect("the range is finite");
        for children in [150, 30, 10, 1] {
            let mut scheme = DifferentialEvolution::new(15 * DIMENSION, bounds.clone());
            scheme.children = children;
            let ours: Vec<_> = (1..=205)
                .map(|seed| attempt(function, &scheme, seed, 200_000, has_converged))
                .collect();
            print(&format!("{name} {children}"), &ours, &peer("de", name));
        }
    }
}

/// Whether all members have the same objective.
fn has_converged<T: State<Vec<f64>>>(members: &T) -> bool {
    let mut all = members.populations().flat_map(Population::evaluations);
    let first = all.next();
    first.is_some() && all.all(|one| Some(one) == first)
}

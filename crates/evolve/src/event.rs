//! What is told of a generation.

use serde::{Deserialize, Serialize};

use crate::{Population, Problem};

/// What is told of a generation, once all of it is evaluated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Which generation; the first is 0.
    pub generation: u64,
    /// Fitness values computed so far, this generation's included.
    pub evaluations: u64,
    /// How many individuals it has.
    pub population: u32,
    /// How many of them break no constraint.
    pub feasible: u32,
    /// The best objective among the feasible; none when nobody is.
    pub best: Option<f64>,
    /// Their median objective: of an even number, the better of the middle two.
    pub median: Option<f64>,
    /// Their worst objective.
    pub worst: Option<f64>,
    /// The least violation among the infeasible; none when all are feasible.
    pub least_violation: Option<f64>,
    /// Their median violation: of an even number, the lesser of the middle two.
    pub median_violation: Option<f64>,
    /// The mean distance between individuals half a population apart, 0 to 1 when the
    /// problem's distances are.
    pub diversity: f64,
}

impl Event {
    /// Reads a generation.
    pub(crate) fn of<P: Problem>(
        problem: &P,
        population: &Population<P::Genome>,
        generation: u64,
        evaluations: u64,
    ) -> Self {
        let (order, standings) = (&population.order, &population.standings);
        let feasible = order.partition_point(|&i| standings[i as usize].violation <= 0.0);
        let (good, bad) = order.split_at(feasible);
        let objective = |rank: usize| {
            good.get(rank).map(|&i| population.evaluations[i as usize].objectives[0])
        };
        let violation =
            |rank: usize| bad.get(rank).map(|&i| standings[i as usize].violation);
        Self {
            generation,
            evaluations,
            population: population.len() as u32,
            feasible: feasible as u32,
            best: objective(0),
            median: objective(good.len().saturating_sub(1) / 2),
            worst: objective(good.len().saturating_sub(1)),
            least_violation: violation(0),
            median_violation: violation(bad.len().saturating_sub(1) / 2),
            diversity: diversity(problem, &population.genomes),
        }
    }
}

fn diversity<P: Problem>(problem: &P, genomes: &[P::Genome]) -> f64 {
    let half = genomes.len() / 2;
    if half == 0 {
        return 0.0;
    }
    let (left, right) = genomes.split_at(half);
    let sum: f64 = left.iter().zip(right).map(|(a, b)| problem.distance(a, b)).sum();
    sum / half as f64
}

//! The statistics of a generation.

use serde::{Deserialize, Serialize};

use crate::{Population, Problem};

/// The statistics of an evaluated generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// The number of the generation; the first is 0.
    pub generation: u64,
    /// The number of evaluations so far, including this generation.
    pub evaluations: u64,
    /// The number of individuals.
    pub population: u32,
    /// The number of feasible individuals.
    pub feasible: u32,
    /// The best objective of the feasible individuals; `None` if there are none.
    pub best: Option<f64>,
    /// The median objective of the feasible individuals; of an even number, the better of the
    /// two in the middle.
    pub median: Option<f64>,
    /// The worst objective of the feasible individuals.
    pub worst: Option<f64>,
    /// The smallest violation of the infeasible individuals; `None` if there are none.
    pub least_violation: Option<f64>,
    /// The median violation of the infeasible individuals; of an even number, the smaller of the
    /// two in the middle.
    pub median_violation: Option<f64>,
    /// The mean [distance](crate::Problem::distance) of individuals half a population apart, from
    /// 0 to 1.
    pub diversity: f64,
}

impl Event {
    /// The statistics of a population.
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

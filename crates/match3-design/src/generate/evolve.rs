//! FI-2Pop (Kimbrough et al., 2008) with the settings of limbsoo's article.

use std::ops::ControlFlow;

use tilewright_evolve::{
    Breeding, Evolution, FeasibleInfeasible, Rate, Reason, Redraw, Roulette, Stop,
    Uniform,
};
use tilewright_grid::Seed;

use super::{GeneratedLevel, Progress};
use crate::{LevelProblem, RequestError, potential};

/// The maximum number of generations, from the article's code.
const GENERATIONS: u64 = 500;

pub(super) fn search(
    problem: LevelProblem<'_>,
    seed: Seed,
    watch: &mut impl FnMut(Progress<'_>) -> ControlFlow<()>,
) -> Result<GeneratedLevel, RequestError> {
    let space = problem.space;

    let breeding = Breeding {
        selection: Roulette,
        crossover: Uniform { rate: Rate::HALF },
        crossover_rate: Rate::ALWAYS,
        mutation: Redraw { rate: Rate::new(0.01)?, source: space },
        mutation_rate: Rate::ALWAYS,
    };

    // The sizes and rates of the article's code.
    let algorithm = FeasibleInfeasible { population: 20, elite: 2, breeding };

    let mut evolution = Evolution::new(problem, algorithm, seed)?;

    let stop = Stop::new().target(1.0).generations(GENERATIONS);
    // A generation of the largest levels takes some milliseconds, so stopping between them is enough.
    let reason = evolution.run(&stop, &(), |evolution| {
        match (evolution.last_event(), evolution.best()) {
            (Some(event), Some(best)) => {
                watch(Progress::Generation { event, space, genes: &best.genome })
            }
            _ => ControlFlow::Continue(()),
        }
    })?;

    let best = evolution.best().expect("the run evaluates at least one generation");
    let level = space.level(&best.genome);
    Ok(GeneratedLevel {
        potential: potential(&level),
        level,
        is_found: reason == Reason::Target,
        evaluations: evolution.evaluations(),
        generations: evolution.generations(),
    })
}

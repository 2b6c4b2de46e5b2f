"""Problems with names, versions and references, for every optimizer, and a suite that compares optimizers on them.

A problem is a fitness of genomes in the rows of an array, with bounds, directions, constraints and a reference, the
optimum or the best that is known::

    from tilewright import problems

    onemax = problems.make("OneMax-v1")
    print(onemax(onemax.random(3, seed=1)).values, onemax.best)

An optimizer is a function of a :class:`Run`, whose ``evaluate`` counts and measures. :func:`suite` runs optimizers on
problems with many seeds, and its :class:`Results` have curves, tables and tests::

    def mine(run):
        draws = np.random.default_rng(run.seed)
        while run.left:
            run.evaluate(run.problem.from_unit(draws.random((100, run.problem.dimensions))))

    results = problems.suite({"mine": mine}, problems=["OneMax-v1"], runs=5) + problems.baselines().of("OneMax-v1")
    print(results.table())
"""

from pathlib import Path

from tilewright.problems import (
    adapters,
    dangerous_paths,
    hard_levels,
    hidden_fleets,
    noisy_sphere,
    onemax,
    optimizers,
    pair_weights,
    tour,
    wall_of_levels,
)
from tilewright.problems._problem import Problem, make, names, register
from tilewright.problems._results import GAPS, Comparison, Result, Results, Summary
from tilewright.problems._run import Optimizer, Run, SpentError
from tilewright.problems._suite import suite

__all__ = [
    "GAPS",
    "Comparison",
    "Optimizer",
    "Problem",
    "Result",
    "Results",
    "Run",
    "SpentError",
    "Summary",
    "adapters",
    "baselines",
    "make",
    "names",
    "optimizers",
    "register",
    "suite",
]

register(onemax.problem, "OneMax-v1")
register(tour.problem, "Tour-v1")
register(noisy_sphere.problem, "Sphere-Noisy-v1")
register(hard_levels.problem, "Match3-Hard-v1")
register(wall_of_levels.problem, "QD-Wall-v1")
register(hidden_fleets.problem, "Fleet-Adversarial-v1")
register(dangerous_paths.problem, "Paths-Dangerous-v1")
register(pair_weights.problem, "Ntuple-Weights-v1")


def baselines() -> Results:
    """The stored results of the four optimizers of :mod:`tilewright.problems.optimizers`: all problems, 30 runs of each,
    the seed 1."""
    return Results.load(Path(__file__).with_name("baselines.json"))

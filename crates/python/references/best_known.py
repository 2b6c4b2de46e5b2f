"""Looks for better references of the problems whose optimum is not proved, with a hundred times their budget, by our own
optimizers and by other packages. Needs cma, pymoo and ribs; takes an hour of CPU time.

It prints what each optimizer found, and writes the best genomes into `references.json`.
"""

import json
import sys
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tilewright import evolve, problems
from tilewright.problems import Optimizer, Problem, Run, SpentError, adapters, optimizers
from tilewright.problems._measure import bin_of

FILE = Path(__file__).parents[1] / "python/tilewright/problems/references.json"

#: How many times the budget each optimizer has.
TIMES = 100


def by_cma(run: Run) -> None:
    """CMA-ES of the package cma, with restarts of growing populations; of noisy problems ten games a genome."""
    import cma

    _, start, sigma, options = adapters.cma(run)
    judge = optimizers.averaged(run, np.random.default_rng(run.seed))
    sign = 1.0 if run.problem.directions[0] == "minimize" else -1.0
    population = 16
    while True:
        search = cma.CMAEvolutionStrategy(start, sigma, options | {"popsize": population})
        while not search.stop():
            points = search.ask()
            found = judge(run.problem.from_unit(np.array(points)))
            losses = sign * np.asarray(found.values, float)
            if found.violations is not None:
                losses += adapters.PENALTY * np.asarray(found.violations)
            search.tell(points, losses.tolist())
        population *= 2


def by_pymoo(run: Run) -> None:
    """The genetic algorithm of pymoo over whole numbers; of noisy problems ten games a genome."""
    from pymoo.algorithms.soo.nonconvex.ga import GA
    from pymoo.core.problem import Problem as PymooProblem
    from pymoo.operators.crossover.ux import UniformCrossover
    from pymoo.operators.mutation.pm import PM
    from pymoo.operators.repair.rounding import RoundingRepair
    from pymoo.operators.sampling.rnd import IntegerRandomSampling
    from pymoo.optimize import minimize

    judge = optimizers.averaged(run, np.random.default_rng(run.seed))
    low, high = problems._problem.bounds(run.problem.genome)
    sign = 1.0 if run.problem.directions[0] == "minimize" else -1.0

    class Judged(PymooProblem):  # type: ignore[misc]
        def _evaluate(self, x: Any, out: dict[str, Any], *args: Any, **kwargs: Any) -> None:
            found = judge(np.asarray(x).astype(np.int64))
            out["F"], out["G"] = sign * np.asarray(found.values, float), np.asarray(found.violations, float)

    repair = RoundingRepair()
    algorithm = GA(
        pop_size=200,
        sampling=IntegerRandomSampling(),
        crossover=UniformCrossover(repair=repair),
        mutation=PM(eta=3.0, vtype=float, repair=repair),
        eliminate_duplicates=True,
    )
    own = Judged(n_var=run.problem.dimensions, n_obj=1, n_ieq_constr=1, xl=low, xu=high, vtype=int)
    minimize(own, algorithm, ("n_gen", 10**9), seed=1)


def by_ribs(run: Run) -> None:
    """The archive and the Gaussian emitters of pyribs over the unit cube."""
    from ribs.archives import GridArchive
    from ribs.emitters import GaussianEmitter
    from ribs.schedulers import Scheduler

    own = adapters.pyribs(run)
    archive = GridArchive(solution_dim=own.solution_dim, dims=own.dims, ranges=own.ranges, seed=1)
    middle = np.full(own.solution_dim, 0.3)
    emitters = [
        GaussianEmitter(archive, sigma=sigma, x0=middle, bounds=own.bounds, batch_size=100, seed=2)
        for sigma in (0.05, 0.15)
    ]
    scheduler = Scheduler(archive, emitters)
    while True:
        scheduler.tell(*own.evaluate(scheduler.ask()))


def by_flips(run: Run) -> None:
    """MAP-Elites of the engine with few changes at a time, which are better at the end of a long search."""
    mutation = evolve.Redraw(rate=1.5 / run.problem.dimensions)
    scheme = evolve.MapElites(run.problem.axes, mutation=mutation, crossover_rate=0.3, batch=200)
    directions = list(run.problem.directions)
    search = evolve.Search(run.problem.genome, scheme, directions=directions, seed=run.seed, logbook=1)
    search.run(run.evaluate, generations=optimizers.FOREVER)


Found = dict[tuple[int, ...], tuple[float, np.ndarray[Any, Any]]]


class Kept(Run):
    """A run that keeps the genomes of all elites."""

    def __init__(self, problem: Problem, seed: int, evaluations: int, elites: Found) -> None:
        super().__init__(problem, seed, evaluations)
        self.elites = elites

    def evaluate(self, genomes: Any, seeds: Any = None) -> evolve.Evaluated:
        found = super().evaluate(genomes, seeds)
        rows = np.asarray(genomes)
        axes = zip(self.problem.axes, np.asarray(found.measures).T)
        places = np.stack([bin_of(axis, column) for axis, column in axes], axis=1)
        for at in np.flatnonzero(np.asarray(found.violations) == 0):
            place, value = tuple(places[at].tolist()), float(found.values[at])
            if place not in self.elites or value > self.elites[place][0]:
                self.elites[place] = (value, rows[at].copy())
        return found


def finished(optimizer: Optimizer, run: Run) -> None:
    """Lets an optimizer work until all is spent."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            optimizer(run)
    except SpentError:
        pass


def best_value(problem: Problem, chosen: Mapping[str, Optimizer]) -> list[list[float]]:
    """The best genome by its truth, of a run of each optimizer and of what was known."""
    candidates = [*problem.reference()]
    for name, optimizer in chosen.items():
        run = Run(problem, 1000, TIMES * problem.budget)
        finished(optimizer, run)
        if run.claimed is not None:
            candidates.append(run.claimed)
            print(problem.name, name, problem.truths(run.claimed[None])[0], flush=True)
    truths = problem.truths(np.array(candidates))
    best = int(truths.argmax() if problem.directions[0] == "maximize" else truths.argmin())
    print(problem.name, "best known", repr(float(truths[best])), flush=True)
    return [candidates[best].tolist()]


def best_archive(problem: Problem, chosen: Mapping[str, Optimizer]) -> list[list[float]]:
    """The best genome of each bin, of all optimizers together."""
    elites: Found = {}
    for name, optimizer in chosen.items():
        own: Found = {}
        finished(optimizer, Kept(problem, 1000, TIMES * problem.budget, own))
        print(problem.name, name, sum(value for value, _ in own.values()), len(own), flush=True)
        for place, (value, genome) in own.items():
            if place not in elites or value > elites[place][0]:
                elites[place] = (value, genome)
    quality = sum(elites[place][0] for place in sorted(elites))
    print(problem.name, "best known", repr(quality), len(elites), flush=True)
    return [elites[place][1].tolist() for place in sorted(elites)]


def main() -> None:
    """Looks for the references of the named problems, or of all three."""
    own = optimizers
    wall = {**own.BASELINES, "ribs": by_ribs, "flips": by_flips}
    # Those that are weak on a problem at its budget are left out.
    fleet = {"climb": own.climb, "genetic": own.genetic, "pymoo": by_pymoo}
    weights = {"genetic": own.genetic, "strategy": own.strategy, "cma": by_cma}
    work: dict[str, Callable[[Problem], list[list[float]]]] = {
        "QD-Wall-v1": lambda it: best_archive(it, wall),
        "Fleet-Adversarial-v1": lambda it: best_value(it, fleet),
        "Ntuple-Weights-v1": lambda it: best_value(it, weights),
    }
    for name in sys.argv[1:] or work:
        genomes = work[name](problems.make(name))
        known = json.loads(FILE.read_text("utf-8")) | {name: genomes}
        lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in known.items())
        FILE.write_text(f"{{\n{lines}\n}}\n", "utf-8")


if __name__ == "__main__":
    main()

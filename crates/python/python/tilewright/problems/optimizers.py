"""The four optimizers of the baselines, each for every kind of problem, and examples of how to write one.

Each is a function of a :class:`~tilewright.problems.Run`. It searches until the evaluations are spent, which
:meth:`~tilewright.problems.Run.evaluate` says by an exception that the suite expects.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright import evolve
from tilewright.problems._run import Optimizer, Run

#: How many games judge a genome of a noisy problem, where an optimizer does not decide that itself. Chosen, not tuned.
GAMES = 10

#: How many searches share the evaluations of a front, each with other weights of the objectives.
WEIGHTS = 8

#: More generations than any run has.
FOREVER = 1 << 40

Genomes = NDArray[Any]


def random(run: Run) -> None:
    """Random genomes, a thousand at a time: what every other optimizer must beat."""
    draws = np.random.default_rng(run.seed)
    judge = averaged(run, draws)
    while run.left:
        judge(run.problem.from_unit(draws.random((1000, run.problem.dimensions))))


def climb(run: Run) -> None:
    """Hill climbing: the best of ten changed copies replaces a solution unless it is worse, and 100 times without success
    are a new beginning. Of a front it climbs with several weights, for an archive it is MAP-Elites without crossover."""
    if run.problem.aim == "archive":
        scheme: evolve.Scheme = evolve.MapElites(run.problem.axes, initial=100, batch=10, crossover_rate=0.0)
        return _search(run, run.problem.genome, scheme)
    scheme = evolve.Climb(neighbors=10, patience=100)
    if run.problem.aim == "front":
        return _weighted(run, run.problem.genome, scheme, lambda genomes: genomes)
    return _search(run, run.problem.genome, scheme)


def genetic(run: Run) -> None:
    """A genetic algorithm of 100 individuals and an elite of two, whose best play on where there is noise; of a front
    NSGA-II, for an archive MAP-Elites with crossover."""
    schemes: dict[str, evolve.Scheme] = {
        "value": evolve.Generational(population=100, elite=2),
        "front": evolve.Nsga2(population=100),
    }
    if run.problem.aim == "archive":
        return _search(run, run.problem.genome, evolve.MapElites(run.problem.axes, crossover_rate=0.5))
    if run.problem.is_noisy:
        return _race(run, schemes[run.problem.aim])
    return _search(run, run.problem.genome, schemes[run.problem.aim])


def strategy(run: Run) -> None:
    """An evolution strategy, CMA-ES with restarts, over points of the unit cube, whatever the genome; of a front it has
    several weights in turn, for an archive it is CMA-ME."""
    cube, decode = evolve.Reals(run.problem.dimensions, 0.0, 1.0), run.problem.from_unit
    if run.problem.aim == "archive":
        return _search(run, cube, evolve.CmaMe(run.problem.axes, sigma=0.2), decode)
    scheme = evolve.CmaEs(sigma=0.3, restarts=100)
    if run.problem.aim == "front":
        return _weighted(run, cube, scheme, decode)
    return _search(run, cube, scheme, decode)


#: The optimizers of the stored baselines by their names.
BASELINES: dict[str, Optimizer] = {"random": random, "climb": climb, "genetic": genetic, "strategy": strategy}


def averaged(run: Run, draws: np.random.Generator) -> Callable[[Genomes], evolve.Evaluated]:
    """The evaluation of a run as a fitness: of a noisy problem the mean of :data:`GAMES` games, each with a new seed."""
    if not run.problem.is_noisy:
        return run.evaluate

    def judge(genomes: Genomes) -> evolve.Evaluated:
        seeds = draws.integers(2**63, size=(len(genomes), GAMES), dtype=np.uint64)
        found = run.evaluate(genomes, seeds)
        return found._replace(values=np.asarray(found.values).mean(axis=1))

    return judge


def _search(
    run: Run,
    genome: evolve.Genome,
    scheme: evolve.Scheme,
    decode: Callable[[Genomes], Genomes] = lambda genomes: genomes,
) -> None:
    """Searches with a scheme of the engine until the evaluations are spent."""
    judge = averaged(run, np.random.default_rng(run.seed))
    search = evolve.Search(genome, scheme, directions=list(run.problem.directions), seed=run.seed, logbook=1)
    search.run(lambda genomes: judge(decode(genomes)), generations=FOREVER)


def _race(run: Run, scheme: evolve.Scheme) -> None:
    """Searches with a scheme of the engine that lets the best ones play more games, and claims the best of these."""
    search = evolve.Search(
        run.problem.genome,
        scheme,
        directions=list(run.problem.directions),
        seed=run.seed,
        noise=evolve.Noise(games=(1, 4, 16)),
        logbook=1,
    )
    search.run(run.evaluate, generations=FOREVER, on_generation=lambda it: run.claim(it.best.genome))


def _weighted(
    run: Run, genome: evolve.Genome, scheme: evolve.Scheme, decode: Callable[[Genomes], Genomes]
) -> None:
    """Searches for the least sum of all objectives, each with a weight, one search after the other."""
    draws = np.random.default_rng(run.seed)
    # Of a thousand random genomes, so that objectives of other units weigh alike.
    sample = run.problem.from_unit(draws.random((min(1000, run.left // 2), run.problem.dimensions)))
    spread = np.asarray(run.evaluate(sample).values, np.float64).std(axis=0)
    signs = np.array([1.0 if it == "minimize" else -1.0 for it in run.problem.directions])
    part = run.left // WEIGHTS
    for number in range(WEIGHTS):
        weights = signs * draws.dirichlet(np.ones(len(signs))) / np.where(spread > 0, spread, 1.0)

        def judge(genomes: Genomes, weights: NDArray[np.float64] = weights) -> evolve.Evaluated:
            found = run.evaluate(decode(genomes))
            return found._replace(values=np.asarray(found.values) @ weights)

        search = evolve.Search(genome, scheme, seed=(run.seed + number) % 2**64, logbook=1)
        if search.ask().shape[0] <= part:
            search.run(judge, evaluations=part)
    random(run)

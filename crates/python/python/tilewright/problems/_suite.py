"""The suite: optimizers on problems, each with many seeds."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from typing import NamedTuple

import numpy as np

from tilewright._engine import Engine, LostError
from tilewright._evolve_genomes import whole
from tilewright.problems._problem import Problem, chosen
from tilewright.problems._results import GAPS, Result, Results
from tilewright.problems._run import Optimizer, Run, SpentError
from tilewright.problems._seeds import children, named


class Task(NamedTuple):
    """A run that is to be made."""

    optimizer: str
    function: Optimizer
    problem: Problem
    run: int
    seed: int


def suite(
    optimizers: Mapping[str, Optimizer],
    *,
    problems: str | Sequence[str | Problem] | None = None,
    runs: int = 30,
    seed: int = 1,
    engine: Engine | None = None,
    on_run: Callable[[Result], object] | None = None,
) -> Results:
    """Runs optimizers on problems.

    Each run has a seed of its own, which is made of the seed of the suite, the problem and the number of the run; all
    optimizers have the same ones. The results do not depend on the order nor on the engine.

    Args:
        optimizers: Functions of a :class:`Run` by their names. One that returns early keeps what it found.
        problems: Names or problems; default: all that are registered.
        runs: How many runs each optimizer makes of each problem.
        seed: A whole number.
        engine: What makes the runs, such as :class:`tilewright.cluster.Processes`, by optimizers that other processes
            can import; default: this process, one run after the other.
        on_run: Receives each result when it is there.

    Raises:
        ValueError: A problem is unknown.
        LostError: The engine left runs out.
    """
    if not isinstance(optimizers, Mapping):
        raise TypeError(f"optimizers: expected functions by their names, found {type(optimizers).__name__}")
    whole("runs", runs, 1)
    whole("seed", seed, 0, 2**64 - 1)
    tasks = [
        Task(name, function, problem, number, run_seed(problem.name, number, seed))
        for problem in chosen(problems)
        for name, function in optimizers.items()
        for number in range(runs)
    ]
    found: dict[int, Result] = {}
    if engine is None:
        for index, task in enumerate(tasks):
            found[index] = done(task)
            if on_run is not None:
                on_run(found[index])
    else:
        with closing(engine.run(done, tasks)) as results:
            for index, result in results:
                found[index] = result
                if on_run is not None:
                    on_run(result)
        if len(found) < len(tasks):
            raise LostError(f"the engine left out {len(tasks) - len(found)} of {len(tasks)} runs")
    return Results([found[index] for index in range(len(tasks))], seed)


def run_seed(problem: str, run: int, seed: int) -> int:
    """The seed of a run."""
    return int(children(int(named(problem, seed)[0]), run, 1)[0])


def done(task: Task) -> Result:
    """Makes a run."""
    run = Run(task.problem, task.seed)
    start = time.process_time()
    try:
        task.function(run)
    except SpentError:
        pass
    seconds = time.process_time() - start
    points, qualities = run.qualities()
    with np.errstate(invalid="ignore"):
        gaps = 1.0 - np.array([task.problem.share(quality) for quality in qualities])
    # The first point at which the gap is as small as a target, and none before is forgotten where claims got worse.
    hits = [int(points[(gaps <= gap + 1e-12).argmax()]) if (gaps <= gap + 1e-12).any() else -1 for gap in GAPS]
    quality = float(qualities[-1]) if len(qualities) else float("nan")
    share = task.problem.share(quality)
    own = (task.problem.name, task.optimizer, task.run, task.seed)
    return Result(*own, run.spent, quality, share, tuple(hits), seconds)

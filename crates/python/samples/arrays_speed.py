"""What the kernels of ``tilewright.arrays`` take, beside what they may take.

    python arrays_speed.py

Processor time of one thread, the least of five runs after a first one. Then a search of levels by a fitness of one's own over
``features`` beside the compiled search of ``match3.generate``, with as many evaluations. The exit code is 1 if something takes more than it may.
"""

import json
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tilewright
from tilewright import evolve
from tilewright.arrays import battleship, game2048, match3, paths

RNG = np.random.default_rng(1)

#: The potential of the search, which it seldom finds in 500 generations: 11 less than that of the open board.
TARGET = 877

KINDS = match3.kinds()[1:-1]


def seconds(call: Callable[[], object], runs: int = 5) -> float:
    """The least processor time of some calls after a first one."""
    call()
    times = []
    for _ in range(runs):
        begun = time.process_time()
        call()
        times.append(time.process_time() - begun)
    return min(times)


def kernels() -> list[tuple[str, float, Callable[[], object]]]:
    """Each kernel with the milliseconds that it may take."""
    levels = np.where(RNG.random((1000, 9, 9)) < 0.6, 0, RNG.integers(1, 10, (1000, 9, 9))).astype(np.uint8)
    boards = RNG.integers(0, 10, (1000, 4, 4)).astype(np.uint8)
    shots = (RNG.random((1000, 10, 10)) < 0.2).astype(np.uint8)
    fleets = battleship.sample(1000)
    starts, goals = RNG.integers(0, 1000, (2, 20, 2))
    free = np.ones((1000, 1000), bool)
    far = np.full((20, 2), 999)
    return [
        ("potential, shares, feasibility of 1,000 levels", 3, lambda: match3.features(levels)),
        ("the same with predicted swaps", 50, lambda: match3.features(levels, predict=True, moves=20)),
        ("values of 1,000 boards of 2048", 3, lambda: game2048.values(boards)),
        ("moves of 1,000 boards", 3, lambda: game2048.moves(boards)),
        ("probabilities of 1,000 fields by density", 1000, lambda: battleship.posterior(shots)),
        ("fitness of 1,000 fleets", 10, lambda: battleship.score(fleets)),
        ("20 lengths on an open map, 8 directions", 100, lambda: paths.lengths(free, starts, goals)),
        ("20 lengths from corner to corner, 8 directions", 100, lambda: paths.lengths(free, far * 0, far)),
        (
            "20 lengths from corner to corner, 4 directions",
            100,
            lambda: paths.lengths(free, far * 0, far, directions=4),
        ),
    ]


def games() -> float:
    """Games a second of networks of 576 weights."""
    tuples = [(0, 1), (1, 2), (4, 5), (5, 6)]
    weights = RNG.random((10, game2048.weights(tuples))) * 30
    seeds = RNG.integers(0, 2**63, (10, 200), np.uint64)
    return seeds.size / seconds(lambda: game2048.play(weights, tuples, seeds))


def fitness(genomes: NDArray[Any]) -> evolve.Evaluated:
    """That of FI-2Pop: 1 at the target, and less with the distance from it."""
    found = match3.features(genomes.reshape(-1, 9, 9))
    off = np.abs(found["potential"] - TARGET)
    return evolve.Evaluated(np.where(found["violation"] == 0, 1 / (1 + off), 0.0), found["violation"])


def own(seed: int, population: int, generations: int) -> int:
    """A search by this fitness; returns its evaluations."""
    scheme = evolve.FeasibleInfeasible(
        population=population,
        elite=2,
        selection=evolve.Roulette(),
        crossover=evolve.Uniform(0.5),
        crossover_rate=1.0,
        mutation=evolve.Redraw(0.01),
    )
    search = evolve.Search(evolve.Integers(81, 0, 9), scheme, directions="maximize", seed=seed)
    search.run(fitness, generations=generations)
    return search.evaluations


def compiled(seed: int) -> int:
    """The search of the program, with 20 individuals; returns its evaluations."""
    answer = tilewright.match3.generate(target=TARGET, algorithm="fi2pop", kinds=KINDS, style="scattered", seed=seed)
    level: dict[str, Any] = json.loads(answer.json())["levels"][0]
    return int(level["evaluations"])


def each(search: Callable[[int], int]) -> float:
    """The microseconds that an evaluation takes in a search, over twenty of them."""
    search(0)
    begun = time.process_time()
    evaluations = sum(search(seed) for seed in range(20))
    return 1e6 * (time.process_time() - begun) / evaluations


def main() -> int:
    warnings.simplefilter("ignore")
    tilewright.set_threads(1)
    slow = False
    print(f"{'kernel':50} {'ms':>9} {'at most':>9}")
    for name, most, call in kernels():
        took = 1000 * seconds(call)
        slow |= took > most
        print(f"{name:50} {took:9.2f} {most:9.0f}")
    print(f"{'games of 2048 a second, 576 weights':50} {games():9.0f}")

    inside = each(compiled)
    print(f"\n{'search of levels by FI-2Pop':50} {'µs each':>9} {'times':>9}")
    print(f"{'match3.generate, population 20':50} {inside:9.2f} {1:9.2f}")
    for population, generations in ((20, 500), (100, 100), (500, 20)):
        took = each(lambda seed: own(seed, population, generations))
        print(f"{f'a fitness over features, population {population}':50} {took:9.2f} {took / inside:9.2f}")
        slow |= population >= 100 and took > 2 * inside
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())

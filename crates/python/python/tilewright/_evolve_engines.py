"""The generations of a search, evaluated by an engine of :mod:`tilewright.cluster`."""

from collections import deque
from contextlib import closing
from functools import partial
from typing import Any

from numpy.typing import NDArray

from tilewright._engine import Engine, slices
from tilewright._evolve_fitness import Columns, Fitness, Told, joined, judged
from tilewright._tilewright import Evolution

#: How many generations an island is worked on at a time at most, without an exchange.
MOST = 64


class Alone:
    """Each generation is evaluated here, in one call."""

    def __init__(self, fitness: Fitness, columns: Columns) -> None:
        self._work = partial(judged, fitness, columns=columns)

    def prepare(self, evolution: Evolution, last: int | None) -> None:
        """Called before a generation is bred; ``last`` is the generation at which the search ends, if one does."""

    def judge(self, genomes: NDArray[Any]) -> Told:
        """The numbers of the genomes of the generation."""
        return self._work(genomes)


class Slices(Alone):
    """Each generation is divided among the workers."""

    def __init__(self, fitness: Fitness, columns: Columns, engine: Engine) -> None:
        super().__init__(fitness, columns)
        self._columns, self._engine = columns, engine

    def judge(self, genomes: NDArray[Any]) -> Told:
        return joined(slices(self._work, genomes, self._engine, None), self._columns)


class Stretches(Slices):
    """Each island evolves on a worker until the next exchange. What the worker sends back are values: the search
    breeds the same generations again, so that its genomes are those of one process."""

    def __init__(
        self, fitness: Fitness, columns: Columns, engine: Engine, scheme: dict[str, Any]
    ) -> None:
        super().__init__(fitness, columns, engine)
        self._fitness = fitness
        self._count, self._every = int(scheme["count"]), int(scheme["every"])
        self._ahead: list[deque[Told]] = [deque()]

    def prepare(self, evolution: Evolution, last: int | None) -> None:
        """Evolves the islands, if nothing is known of the next generation. One that is bred already is divided as
        without islands."""
        if self._ahead[0] or evolution.pending is not None:
            return
        now = evolution.generations
        left = [MOST]
        if last is not None:
            left.append(last - now)
        if self._every:
            left.append(self._every - now % self._every)
        work = partial(_stretch, self._fitness, self._columns, evolution.checkpoint(), min(left))
        ahead: list[deque[Told]] = [deque() for _ in range(self._count)]
        with closing(self._engine.run(work, range(self._count))) as done:
            for island, told in done:
                ahead[island].extend(told)
        self._ahead = ahead

    def judge(self, genomes: NDArray[Any]) -> Told:
        if not self._ahead[0]:
            return super().judge(genomes)
        # Those of the first island are first.
        return joined([ahead.popleft() for ahead in self._ahead], self._columns)


def evaluation(
    fitness: Fitness, columns: Columns, engine: Engine | None, scheme: dict[str, Any]
) -> Alone:
    """How the generations of a search are evaluated."""
    if engine is None:
        return Alone(fitness, columns)
    if scheme["kind"] != "islands":
        return Slices(fitness, columns, engine)
    return Stretches(fitness, columns, engine, scheme)


def _stretch(
    fitness: Fitness, columns: Columns, checkpoint: bytes, generations: int, island: int
) -> list[Told]:
    """Evolves an island alone, in another process."""
    evolution = Evolution.resume(checkpoint, island)
    done = []
    for _ in range(generations):
        done.append(judged(fitness, evolution.ask(), columns))
        evolution.tell(*done[-1])
    return done

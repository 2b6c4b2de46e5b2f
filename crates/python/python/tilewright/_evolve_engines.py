"""The generations of a search, evaluated by an engine of :mod:`tilewright.cluster`."""

import pickle
import traceback
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from tilewright._engine import Engine, gathered, slices
from tilewright._evolve_fitness import Batch, Columns, Fitness, NoisyFitness, Told, checked, joined, judged
from tilewright._tilewright import Evolution

#: How many generations of an island a worker does at a time at most.
MOST = 64


class Alone:
    """Each generation is evaluated here, in one call."""

    def __init__(self, fitness: Fitness | NoisyFitness, columns: Columns) -> None:
        self._work = partial(judged, fitness, columns=columns)

    def prepare(self, evolution: Evolution, stop: dict[str, Any]) -> None:
        """Called before a generation is bred, with the conditions that end the search."""

    def judge(self, batch: Batch) -> Told:
        """The numbers of the genomes of the generation."""
        return self._work(batch)


class Slices(Alone):
    """Each generation is divided among the workers."""

    def __init__(self, fitness: Fitness | NoisyFitness, columns: Columns, engine: Engine) -> None:
        super().__init__(fitness, columns)
        self._columns, self._engine = columns, engine

    def judge(self, batch: Batch) -> Told:
        return joined(slices(self._work, batch, self._engine, None), self._columns)


class Stretches(Slices):
    """Each island evolves on a worker until the next exchange. What the worker sends back are values: the search
    breeds the same generations again, so that its genomes are those of one process."""

    def __init__(
        self, fitness: Fitness | NoisyFitness, columns: Columns, engine: Engine, scheme: dict[str, Any]
    ) -> None:
        super().__init__(fitness, columns, engine)
        self._count, self._every = int(scheme["count"]), int(scheme["every"])
        self._ahead: list[Stretch] = []
        # The generation that is the first one of these.
        self._next = 0

    def prepare(self, evolution: Evolution, stop: dict[str, Any]) -> None:
        is_known = any(ahead.told or ahead.error for ahead in self._ahead)
        if is_known and evolution.generations == self._next:
            return
        self._ahead = []
        if evolution.pending is not None:
            # It is bred already, and divided as without islands.
            return
        length = self._length(evolution, stop)
        if not length:
            # What is left of the evaluations is less than a generation, or hardly more.
            return
        work = partial(_stretch, self._work, self._columns, evolution.checkpoint(), length)
        self._ahead = gathered(self._engine, work, range(self._count))
        self._next = evolution.generations

    def judge(self, batch: Batch) -> Told:
        if not self._ahead:
            return super().judge(batch)
        # An error counts when the search is at the generation that it belongs to.
        for ahead in self._ahead:
            if not ahead.told and ahead.error is not None:
                raise ahead.error
        self._next += 1
        # Those of the first island are first.
        return joined([ahead.told.popleft() for ahead in self._ahead], self._columns)

    def _length(self, evolution: Evolution, stop: dict[str, Any]) -> int:
        """How many generations are worked on at a time: no further than the next exchange and the end of the search."""
        now, done = evolution.generations, evolution.evaluations
        left = [MOST]
        if self._every:
            left.append(self._every - now % self._every)
        if stop["generations"] is not None:
            left.append(stop["generations"] - now)
        if stop["stagnation"] is not None:
            left.append(max(1, stop["stagnation"]))
        if stop["evaluations"] is not None:
            # By the mean of the generations so far; the first one is bred here, to see whether it fits.
            left.append((stop["evaluations"] - done) * now // done if done else 0)
        return max(0, min(left))


class Stretch(NamedTuple):
    """What a worker found, one generation after the other, and what ended it early."""

    told: deque[Told]
    error: Exception | None


def _stretch(
    work: Callable[[Batch], Told],
    columns: Columns,
    checkpoint: bytes,
    generations: int,
    island: int,
) -> Stretch:
    """Evolves an island alone, in another process."""
    evolution = Evolution.resume(checkpoint, island)
    stretch = Stretch(deque(), None)
    for _ in range(generations):
        try:
            found = work(Batch(evolution.ask(), None))
        except Exception as error:
            error.__notes__ = [f"in generation {evolution.generations} of island {island}:\n{traceback.format_exc()}"]
            return Stretch(stretch.told, _passable(error))
        stretch.told.append(found)
        try:
            checked(found, columns)
        except ValueError:
            # Where the generation is whole, it is refused with its row there.
            break
        evolution.tell(*found[:3])
    return stretch


def _passable(error: Exception) -> Exception:
    """The error, or its text if it cannot be passed on to another process."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError("\n".join(error.__notes__))
    return error


def evaluation(
    fitness: Fitness | NoisyFitness, columns: Columns, engine: Engine | None, settings: dict[str, Any]
) -> Alone:
    """How the generations of a search with these settings are evaluated."""
    scheme = settings["scheme"]
    if engine is None:
        return Alone(fitness, columns)
    if isinstance(engine, type) or not hasattr(engine, "run"):
        raise TypeError(f"engine: expected an engine such as cluster.Processes(), found {engine!r}")
    if scheme["kind"] != "islands" or settings.get("noise"):
        # With noise the islands race together.
        return Slices(fitness, columns, engine)
    return Stretches(fitness, columns, engine, scheme)

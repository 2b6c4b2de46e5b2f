"""Evolutionary search by ask and tell, with a fitness that is a function of arrays.

A search has genomes (:class:`Bits`, :class:`Integers`, :class:`Reals`, :class:`Permutation`), a scheme such as
:class:`Generational` or :class:`CmaEs`, and a seed. It breeds a generation, one genome in each row of an array; the
fitness is a value for each row::

    search = evolve.Search(evolve.Bits(100), evolve.Generational(), directions="maximize", seed=1)
    search.run(lambda genomes: genomes.sum(axis=1), target=100)
    print(search.best.value)

:meth:`Search.run` is a loop over :meth:`Search.ask` and :meth:`Search.tell`. The same settings, seed and values give
the same genomes, with any number of threads and in the engine of Rust, ``tilewright-evolve``, too.
"""

import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright import _evolve_settings
from tilewright._engine import Engine
from tilewright._evolve_engines import evaluation
from tilewright._evolve_fitness import (
    Batch,
    Columns,
    Evaluated,
    Fitness,
    NoisyFitness,
    Seeds,
    Values,
    checked,
    judged,
    told,
)
from tilewright._evolve_genomes import (
    Bits,
    Genome,
    Integers,
    Permutation,
    Reals,
    choice,
    number,
    setting,
    whole,
)
from tilewright._evolve_noise import Noise
from tilewright._evolve_settings import *
from tilewright._tilewright import Evolution

__all__ = [
    "Archive",
    "Bits",
    "Evaluated",
    "Fitness",
    "Genome",
    "Individual",
    "Individuals",
    "Integers",
    "Noise",
    "NoisyFitness",
    "Permutation",
    "Reals",
    "Search",
]
__all__ += _evolve_settings.__all__

Direction: TypeAlias = Literal["minimize", "maximize"]


class Individual(NamedTuple):
    """A genome with its value: a number, or an array if there are several objectives."""

    genome: NDArray[Any]
    value: Any
    violation: float
    #: With noise the number of games of which the value is the mean, else None; of the best individuals, those that they
    #: played since they became candidates.
    games: int | None = None
    #: With noise the standard error of the value, infinite after one game, else None.
    error: Any = None

    def __repr__(self) -> str:
        violation = f" violation={self.violation:g}" if self.violation else ""
        games = "" if self.games is None else f" ± {_text(self.error)} in {self.games} games"
        return f"<Individual value={_text(self.value)}{games}{violation} {_text(self.genome)}>"


@dataclass(frozen=True, eq=False)
class Individuals:
    """Several individuals: row ``i`` of each array belongs to the same one."""

    #: (n, length).
    genomes: NDArray[Any]
    #: (n,), or (n, objectives) if there are several.
    values: Values
    #: (n,): 0 for feasible ones.
    violations: Values
    #: (n,): with noise the number of games, else None.
    games: NDArray[np.int64] | None = None
    #: As the values: with noise their standard errors, infinite after one game, else None.
    errors: Values | None = None

    def __len__(self) -> int:
        return len(self.genomes)

    def __repr__(self) -> str:
        feasible = int((self.violations == 0).sum())
        return f"<Individuals {len(self)} of {self.genomes.shape[1]} genes, feasible={feasible} values={_text(self.values)}>"


@dataclass(frozen=True, eq=False)
class Archive:
    """The feasible elites of an archive, in the order of their bins."""

    #: (n, length).
    genomes: NDArray[Any]
    #: (n,).
    values: Values
    #: (n, axes).
    measures: Values
    #: (n, axes): the bin on each axis, from 0; (n, 1) for cells: the number of the cell.
    bins: NDArray[np.int64]
    #: The share of bins that have an elite, from 0 to 1.
    coverage: float
    #: The sum of how much better than the floor the elites are.
    qd_score: float
    #: The number of bins on each axis, or that of cells.
    shape: tuple[int, ...]
    #: (cells, axes): the centroid of each cell; None for a grid.
    centroids: Values | None = None
    #: (n,): with noise the number of games, else None.
    games: NDArray[np.int64] | None = None
    #: (n,): with noise the standard errors of the values, infinite after one game, else None.
    errors: Values | None = None

    def __len__(self) -> int:
        return len(self.genomes)

    def __repr__(self) -> str:
        shape = " × ".join(str(bins) for bins in self.shape)
        return f"<Archive {len(self)} elites in {shape} bins, coverage={self.coverage:.4g} qd_score={self.qd_score:.6g}>"

    def grid(self) -> Values:
        """The values as a grid with an axis for each measure, of cells one after the other; NaN where a bin is empty."""
        grid: Values = np.full(self.shape, np.nan)
        grid[tuple(self.bins.T)] = self.values
        return grid


def _text(value: Any) -> str:
    """A number or an array in a line."""
    if np.ndim(value) == 0:
        return f"{value:g}"
    return np.array2string(np.asarray(value), precision=4, threshold=8, edgeitems=2, separator=", ").replace("\n", "")


class Search:
    """An evolutionary search.

    Args:
        genome: What is searched for.
        scheme: How it is searched, with its settings.
        directions: ``minimize`` or ``maximize``; a list with one for each objective if there are several.
        seed: A whole number from 0 to 2**64 - 1; default: a random one, see :attr:`seed`.
        initial: Genomes of the first generation, one in each row; random ones complete it.
        generations, evaluations, target, stagnation: When the search is :attr:`done`: after this number of
            generations, before a generation that would take more evaluations than this number, with a feasible value at
            least as good as the target (one objective only), after this number of generations in a row without a better
            one. The first condition that is met counts; without any it is never done.
        hall_of_fame: How many of the best distinct individuals are kept.
        logbook: How many generations :meth:`logbook` keeps.
        problem: What checkpoints call the problem. They do not hold the fitness.
        noise: How a noisy fitness is dealt with, which then gets seeds, too; evaluations are then games. None: the
            values are taken as they are.

    Raises:
        ValueError: A setting is wrong; the text names it.
    """

    def __init__(
        self,
        genome: Genome,
        scheme: Scheme,
        *,
        directions: Direction | Sequence[Direction] = "minimize",
        seed: int | None = None,
        initial: ArrayLike | None = None,
        generations: int | None = None,
        evaluations: int | None = None,
        target: float | None = None,
        stagnation: int | None = None,
        hall_of_fame: int = 1,
        logbook: int = 10_000,
        problem: str = "",
        noise: Noise | None = None,
    ) -> None:
        setting("genome", genome, Genome)
        setting("scheme", scheme, Scheme)
        wanted = [directions] if isinstance(directions, str) else list(directions)
        for direction in wanted:
            choice("directions", direction, ("minimize", "maximize"))
        document = {
            "genome": genome.document(),
            "directions": wanted,
            "scheme": scheme.document(),
            "seed": secrets.randbits(32) if seed is None else whole("seed", seed, 0, 2**64 - 1),
            "problem": str(problem),
            "hall_of_fame": whole("hall_of_fame", hall_of_fame, 1),
            "logbook": whole("logbook", logbook, 1),
            "stop": _stop(generations, evaluations, target, stagnation),
        }
        if noise is not None:
            setting("noise", noise, Noise)
            document["noise"] = noise.document()
        given = None if initial is None else _initial(initial, genome)
        self._adopt(Evolution(json.dumps(document), given))

    def _adopt(self, evolution: Evolution) -> None:
        self._evolution = evolution
        self._settings: dict[str, Any] = json.loads(evolution.settings)
        scheme = self._settings["scheme"]
        own = scheme["scheme"] if scheme["kind"] == "islands" else scheme
        self._axes = [(it["low"], it["high"], it["bins"]) for it in own.get("axes", ())]
        self._floor: float = own.get("floor", 0.0)
        self._objectives = len(self._settings["directions"])
        self._columns = Columns(self._objectives, len(self._axes))
        self._stop: dict[str, Any] = self._settings["stop"]
        # The condition that ended the last run, whose conditions may have been its own.
        self._ended: str | None = None

    @property
    def settings(self) -> dict[str, Any]:
        """All settings as a document, which checkpoints hold."""
        settings: dict[str, Any] = json.loads(self._evolution.settings)
        return settings

    @property
    def seed(self) -> int:
        """The seed."""
        return int(self._settings["seed"])

    @property
    def generations(self) -> int:
        """The number of generations so far."""
        return self._evolution.generations

    @property
    def evaluations(self) -> int:
        """The number of evaluations so far."""
        return self._evolution.evaluations

    @property
    def reason(self) -> str | None:
        """The condition that is met: ``target``, ``generations``, ``evaluations``, ``stagnation``.

        Conditions are those of the search, or those that the last :meth:`run` was given, until the search goes on.
        ``idle``: 100,000 generations in a row had nothing to evaluate. With a limit of ``evaluations`` the next generation is
        bred, since only then is it known whether it fits; the one that does not waits, and a greater limit continues with it.
        """
        return self._ended or self._evolution.reason(**self._stop)

    @property
    def done(self) -> bool:
        """Whether a condition is met."""
        return self.reason is not None

    def ask(self) -> NDArray[Any]:
        """Breeds the next generation, and returns the genomes that await evaluation, (n, length).

        Copies of parents keep their values, so that there may be fewer than individuals, and none at all. Until
        :meth:`tell` it returns the same genomes, in a new array. With noise a generation may take several asks and
        tells, and :attr:`seeds` are those of the games to be played.
        """
        return self._evolution.ask()

    @property
    def seeds(self) -> Seeds:
        """The seeds of the games of the genomes that :meth:`ask` returned, (n, games), of a search with noise.

        All come from the seed of the search, and none comes twice.

        Raises:
            AttributeError: The search has no noise.
            ValueError: Nothing was asked for.
        """
        if not self._settings.get("noise"):
            raise AttributeError("seeds: the search has no noise")
        found = self._evolution.seeds()
        if found is None:
            raise ValueError("seeds: nothing was asked for; call ask first")
        return found

    def tell(
        self, values: ArrayLike, violations: ArrayLike | None = None, measures: ArrayLike | None = None
    ) -> None:
        """Takes the values of the genomes that :meth:`ask` returned, in their order, and ends the generation.

        With noise they are the values of games, and the generation ends when its race is over.

        Args:
            values: (n,), or (n, objectives) if there are several; infinities are allowed. With noise (n, games) or
                (n, games, objectives).
            violations: (n,): 0 for genomes that break no constraint, more for those that do. With noise also (n, games).
            measures: (n, axes) for archives; (n,) if there is one axis. With noise also (n, games, axes).

        Raises:
            ValueError: A shape is wrong, a number is NaN or a violation negative, or nothing was asked for. The
                search is then as before.
        """
        count = self._evolution.pending
        if count is None:
            raise ValueError("tell: nothing was asked for; call ask first")
        games = self._evolution.games
        found = told(Evaluated(values, violations, measures), count, self._columns, games)
        found = checked(found, self._columns, games)
        self._ended = None
        self._evolution.tell(*found)

    def run(
        self,
        fitness: Fitness | NoisyFitness,
        *,
        generations: int | None = None,
        evaluations: int | None = None,
        target: float | None = None,
        stagnation: int | None = None,
        on_generation: Callable[["Search"], object] | None = None,
        engine: Engine | None = None,
    ) -> "Search":
        """Searches until a condition is met, and returns itself.

        Conditions are those of :class:`Search`, unless some are given here, which then hold for this run alone; which of
        them ended it is :attr:`reason`. They count from the beginning of the search and not of the run. ``on_generation``
        is called after each generation.

        ``engine``, such as :class:`tilewright.cluster.Processes` or :class:`tilewright.cluster.Ray`, evaluates in other
        processes or on other machines. Each generation is divided among its workers; of islands, each evolves on a
        worker until the next exchange, for 64 generations at most. Genomes and checkpoints are those of one process,
        whichever worker is fast or dies, if the value of a genome does not depend on the others. The fitness must be
        one that other processes can import.

        An exception, of the fitness or by Ctrl-C, leaves the search as it was after a whole generation, and it can be
        run on. That is the last one, but with islands over an engine Ctrl-C loses what the workers are doing. With noise
        it is as it was after the last games that were told, and islands are divided like other generations.

        Raises:
            ValueError: There is no condition, the fitness returns something wrong, or the limit of evaluations is below
                the first generation.
            LostError: The engine lost the same genomes again and again.
            TypeError: The engine is none.
        """
        stop = _stop(generations, evaluations, target, stagnation)
        stop = self._stop if all(it is None for it in stop.values()) else stop
        if all(it is None for it in stop.values()):
            raise ValueError("run: expected generations, evaluations, target or stagnation, found none")
        means = evaluation(fitness, self._columns, engine, self._settings)
        self._ended = None
        # Workers breed for themselves, so it is asked for the budget only when they have.
        others = stop | {"evaluations": None}
        while self._evolution.reason(**others) is None:
            means.prepare(self._evolution, stop)
            if self._evolution.reason(**stop) is not None:
                break
            before = self.generations
            batch = Batch(self.ask(), self._evolution.seeds())
            self._evolution.tell(*checked(means.judge(batch), self._columns, batch.games))
            if on_generation is not None and self.generations > before:
                on_generation(self)
        self._ended = self._evolution.reason(**stop)
        return self

    @property
    def best(self) -> Individual | None:
        """The best individual so far; the earliest one of equal ones, feasible ones before others.

        None before the first generation. With several objectives it is the first feasible one, so see :attr:`front`.
        With noise it is the one that has proved to be best by the games that it played as a candidate; see :class:`Noise`.
        """
        members = self.hall_of_fame
        if not len(members):
            return None
        is_one = self._objectives == 1
        value = members.values[0]
        individual = Individual(
            members.genomes[0], float(value) if is_one else value, float(members.violations[0])
        )
        if members.games is None or members.errors is None:
            return individual
        error = members.errors[0]
        return individual._replace(games=int(members.games[0]), error=float(error) if is_one else error)

    def confirm(
        self,
        fitness: NoisyFitness,
        *,
        games: int = 100,
        candidates: int = 5,
        engine: Engine | None = None,
    ) -> Individuals:
        """Plays fresh games with the best individuals of a search with noise, and returns what these games alone say.

        Their seeds are ones that the search has not seen, so that the means are unbiased: nobody was chosen for them. But
        the best of the means is again a chosen one. Rows are in the order of the hall of fame; with several objectives they
        are individuals of the front, evenly from one end to the other. The search stays as it is, and until the next
        generation the same games are played.

        Raises:
            AttributeError: The search has no noise.
            ValueError: A number is wrong, or the fitness returns something wrong.
        """
        if not self._settings.get("noise"):
            raise AttributeError("confirm: the search has no noise")
        most = whole("games", games, 1, 2**16)
        found = self._evolution.candidates(whole("candidates", candidates, 1))
        count = len(found[0])
        batch = Batch(found[0], self._evolution.fresh_seeds(count, most))
        plain = self._settings | {"scheme": {"kind": ""}}
        means = evaluation(fitness, self._columns, engine, plain)
        played = checked(means.judge(batch), self._columns, most)
        values = played.values.reshape(count, most, self._objectives)
        errors = np.full((count, self._objectives), np.inf)
        if most > 1:
            errors = values.std(axis=1, ddof=1) / np.sqrt(most)
        violations = np.zeros(count)
        if played.violations is not None:
            violations = played.violations.reshape(count, most).mean(axis=1)
        games_of_each = np.full(count, most, np.int64)
        return self._individuals((found[0], values.mean(axis=1), violations, games_of_each, errors))

    @property
    def hall_of_fame(self) -> Individuals:
        """The best distinct individuals so far, best first."""
        return self._individuals(self._evolution.hall_of_fame())

    @property
    def front(self) -> Individuals:
        """The feasible individuals of the last generation that none dominates, in the order of their values."""
        return self._individuals(self._evolution.front())

    @property
    def population(self) -> Individuals:
        """The last generation; of an archive all elites, of islands those of all islands."""
        return self._individuals(self._evolution.population())

    @property
    def archive(self) -> Archive:
        """The archive; of islands the best elite of each bin.

        Raises:
            AttributeError: The scheme has none.
        """
        made = self._evolution.archive()
        if made is None:
            raise AttributeError(f"archive: the scheme {self._settings['scheme']['kind']} has none")
        genomes, values, flat, count, centroids, games, errors = made
        shape = tuple(bins for _, _, bins in self._axes) if centroids is None else (count,)
        bins = np.stack(np.unravel_index(flat, shape), axis=1).astype(np.int64)
        objective = np.ascontiguousarray(values[:, 0])
        gain = objective - self._floor
        if self._settings["directions"][0] == "minimize":
            gain = -gain
        return Archive(
            genomes,
            objective,
            np.ascontiguousarray(values[:, 1:]),
            bins,
            len(flat) / count,
            float(gain.sum()),
            shape,
            centroids,
            games,
            None if errors is None else np.ascontiguousarray(errors[:, 0]),
        )

    def logbook(self) -> dict[str, NDArray[Any]]:
        """The statistics of the last generations: arrays by the names of their columns, one number a generation.

        ``pandas.DataFrame(search.logbook())`` makes a table of it.
        """
        return self._evolution.logbook()

    def checkpoint(self) -> bytes:
        """The search as bytes, also between ask and tell. They hold all settings, but not the fitness."""
        return self._evolution.checkpoint()

    @classmethod
    def resume(cls, checkpoint: bytes, *, problem: str | None = None) -> "Search":
        """The search of a checkpoint, which goes on as if there had been no interruption.

        Raises:
            ValueError: The bytes are damaged, of another version, or of another problem than ``problem``.
        """
        search = cls.__new__(cls)
        search._adopt(Evolution.resume(bytes(checkpoint)))
        found = search._settings["problem"]
        if problem is not None and problem != found:
            raise ValueError(f"problem: expected {problem!r}, the checkpoint has {found!r}")
        return search

    def __reduce__(self) -> tuple[Any, ...]:
        return _resume, (type(self), self.checkpoint())

    def __repr__(self) -> str:
        genome, scheme = self._settings["genome"], self._settings["scheme"]["kind"]
        counts = f"generations={self.generations}, evaluations={self.evaluations}"
        return f"<Search {genome['kind']}[{genome['length']}] {scheme} seed={self.seed}, {counts}>"

    def _individuals(
        self, arrays: tuple[NDArray[Any], Values, Values, NDArray[np.int64] | None, Values | None]
    ) -> Individuals:
        genomes, values, violations, games, errors = arrays

        def own(table: Values) -> Values:
            columns = table[:, : self._objectives]
            return np.ascontiguousarray(columns[:, 0] if self._objectives == 1 else columns)

        return Individuals(
            genomes, own(values), violations, games, None if errors is None else own(errors)
        )


def _resume(cls: type[Search], checkpoint: bytes) -> Search:
    return cls.resume(checkpoint)


def _stop(
    generations: int | None, evaluations: int | None, target: float | None, stagnation: int | None
) -> dict[str, Any]:
    """The conditions, checked."""
    counts = {"generations": generations, "evaluations": evaluations, "stagnation": stagnation}
    stop: dict[str, Any] = {
        key: None if count is None else whole(key, count, 0, 2**53) for key, count in counts.items()
    }
    return stop | {"target": None if target is None else number("target", target)}


def _initial(initial: ArrayLike, genome: Genome) -> NDArray[Any]:
    """The genomes to start with as an array of the right numbers."""
    given = np.asarray(initial)
    if given.ndim != 2 or given.shape[1] != genome.length:
        raise ValueError(f"initial: expected the shape (n, {genome.length}), found {given.shape}")
    kinds = "buif" if genome.dtype is np.float64 else "bui"
    if given.dtype.kind not in kinds:
        raise ValueError(f"initial: expected {np.dtype(genome.dtype)}, found {given.dtype}")
    made = np.ascontiguousarray(given, genome.dtype)
    if genome.dtype is not np.float64 and not np.array_equal(made, given):
        raise ValueError(f"initial: a number is outside {np.dtype(genome.dtype)}")
    return made

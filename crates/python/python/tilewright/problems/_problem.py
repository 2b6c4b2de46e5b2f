"""What a problem is, and the registry of those with names."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright._evolve_fitness import Evaluated
from tilewright._evolve_genomes import Bits, Integers, Permutation, Reals
from tilewright._evolve_settings import Axis
from tilewright.problems._seeds import children, named, rows_of_seeds

#: Genomes in the rows of an array; for noisy problems with one row of seeds for each.
Evaluate: TypeAlias = Callable[..., Evaluated]

#: Genomes of one kind and of a fixed length, which all optimizers can take.
Genome: TypeAlias = Bits | Integers | Reals | Permutation

#: What a search of a problem is after: the best value, all of a front, or the best of each bin of an archive.
Aim: TypeAlias = Literal["value", "front", "archive"]


@dataclass(frozen=True, eq=False)
class Problem:
    """A problem with a name, a version and a reference, for any optimizer.

    It is called as a fitness: ``problem(genomes)`` evaluates the genomes in the rows of an array, and a noisy one is
    given seeds too. The values of a version never change; a change of any value is a new version.
    """

    #: The name with its version, such as ``OneMax-v1``.
    name: str
    #: One sentence: what is searched for.
    summary: str
    #: What is searched for, with its bounds.
    genome: Genome
    #: The fitness: values, violations and measures of the genomes in the rows of an array. That of a noisy problem
    #: takes as a second argument the seeds of their games, uint64, (n, games), and its values have the same shape.
    function: Evaluate
    #: How good the optimum is: a value; for a front its hypervolume, for an archive its QD score.
    best: float
    #: How good it is to have searched for nothing: about what a random genome is worth where most are feasible, else a
    #: feasible one without search; 0 for a front and an archive.
    start: float
    _: KW_ONLY
    #: ``minimize`` or ``maximize`` for each objective.
    directions: tuple[Literal["minimize", "maximize"], ...] = ("minimize",)
    #: The evaluations of a run of the suite; each game of a noisy problem is one.
    budget: int = 10_000
    #: Whether no better one than ``best`` is possible; else it is the best that is known.
    is_proved: bool = False
    #: How ``best`` was found, and by which program it was confirmed.
    source: str = ""
    #: The names of what a feasible genome must satisfy; the violation is their sum.
    constraints: tuple[str, ...] = ()
    #: The names of the objectives.
    objectives: tuple[str, ...] = ("value",)
    #: The names of the measures of an archive.
    measures: tuple[str, ...] = ()
    #: The bins of the measures.
    axes: tuple[Axis, ...] = ()
    #: For a front: the corner of its hypervolume, worse than all of its points.
    corner: tuple[float, ...] = ()
    #: For an archive: what an empty bin is worth, which is subtracted from the value of an elite.
    floor: float = 0.0
    #: Whether two games of a genome may differ.
    is_noisy: bool = False
    #: What a noisy genome is worth on average; by default it is played in ``games`` games.
    truth: Callable[[NDArray[Any]], NDArray[np.float64]] | None = None
    #: How many games tell what a genome is worth, where there is no ``truth``.
    games: int = 1
    #: What it measures, and what it does not, in one sentence each.
    measures_what: str = ""
    leaves_out: str = ""

    def __post_init__(self) -> None:
        if not self.name.rpartition("-v")[2].isdigit() or "-v" not in self.name:
            raise ValueError(f"name: expected a version at its end such as Mine-v1, found {self.name!r}")
        length_of(self.genome)
        if isinstance(self.directions, str):
            raise ValueError(f"directions: expected a tuple such as ({self.directions!r},)")
        if len(self.directions) != len(self.objectives):
            raise ValueError(f"objectives: expected {len(self.directions)} names, found {len(self.objectives)}")
        if len(self.axes) != len(self.measures):
            raise ValueError(f"measures: expected {len(self.axes)} names, found {len(self.measures)}")
        if self.axes and len(self.directions) > 1:
            raise ValueError("axes: an archive has one objective")
        if len(self.directions) > 1 and len(self.corner) != len(self.directions):
            raise ValueError(f"corner: expected {len(self.directions)} numbers, found {len(self.corner)}")
        # More of a hypervolume and of a QD score is better.
        is_more_better = self.aim != "value" or self.directions[0] == "maximize"
        if self.best == self.start or (self.best > self.start) != is_more_better:
            raise ValueError(f"best: expected a better number than start, {self.start}, found {self.best}")

    @property
    def aim(self) -> Aim:
        """Whether the best value is wanted, a front, or an archive."""
        if self.axes:
            return "archive"
        return "value" if len(self.directions) == 1 else "front"

    @property
    def dimensions(self) -> int:
        """The number of genes."""
        return length_of(self.genome)

    def __call__(self, genomes: ArrayLike, seeds: ArrayLike | None = None) -> Evaluated:
        """The values, violations and measures of genomes.

        Args:
            genomes: (n, genes), whole numbers for all genomes but :class:`~tilewright.evolve.Reals`.
            seeds: For noisy problems, (n,) or (n, games), whole numbers from 0 to 2**64 - 1: the same genome and seed
                have the same value. The values have the same shape.

        Raises:
            ValueError: A shape is wrong, a gene is outside its bounds, or seeds are missing.
        """
        rows = self.checked(genomes)
        if not self.is_noisy:
            return judged(self.function(rows), (len(rows),))
        given = rows_of_seeds(seeds, len(rows), self.name)
        found = judged(self.function(rows, given), given.shape)
        if np.asarray(seeds).ndim == 2:
            return found
        return found._replace(values=np.asarray(found.values)[:, 0])

    def checked(self, genomes: ArrayLike) -> NDArray[Any]:
        """The genomes as an array of their usual type.

        Raises:
            ValueError: A shape is wrong, or a gene is outside its bounds; the text names the row.
        """
        rows = np.asarray(genomes)
        if rows.ndim != 2 or rows.shape[1] != self.dimensions:
            raise ValueError(f"genomes: expected the shape (n, {self.dimensions}), found {rows.shape}")
        if rows.dtype.kind not in ("buif" if isinstance(self.genome, Reals) else "bui"):
            expected = "real" if isinstance(self.genome, Reals) else "whole"
            raise ValueError(f"genomes: expected {expected} numbers, found {rows.dtype}")
        wrong = self._wrong(rows)
        if wrong.any():
            row, gene = np.argwhere(wrong)[0]
            raise ValueError(f"genomes: {rows[row, gene]} of row {row}, gene {gene} is outside its bounds")
        return rows.astype(self.genome.dtype, copy=False)

    def _wrong(self, rows: NDArray[Any]) -> NDArray[np.bool_]:
        """Which genes are impossible."""
        if isinstance(self.genome, Permutation):
            # The first gene of a row that is no permutation.
            wrong = np.zeros(rows.shape, bool)
            wrong[:, 0] = (np.sort(rows, axis=1) != np.arange(self.dimensions)).any(axis=1)
            return wrong
        low, high = bounds(self.genome)
        return ~((rows >= low) & (rows <= high))

    def from_unit(self, points: ArrayLike) -> NDArray[Any]:
        """Genomes of points of the unit cube, for optimizers of real numbers alone.

        A bit is 1 from 0.5, whole numbers are equal shares of their range, and a permutation is the order of its numbers
        (random keys; Bean, 1994). Points outside the cube are moved to its side.
        """
        cube = np.clip(np.asarray(points, np.float64), 0.0, 1.0)
        if isinstance(self.genome, Permutation):
            return np.argsort(cube, axis=1, kind="stable")
        low, high = bounds(self.genome)
        if isinstance(self.genome, Reals):
            return np.asarray(low + cube * (high - low))
        shares = np.minimum(np.floor(cube * (high - low + 1)), high - low)
        return np.asarray(low + shares, self.genome.dtype)

    def random(self, count: int, seed: int) -> NDArray[Any]:
        """Random genomes, each as likely as any other."""
        return self.from_unit(np.random.default_rng(seed).random((count, self.dimensions)))

    def truths(self, genomes: ArrayLike) -> NDArray[np.float64]:
        """What genomes are worth on average: without noise their values."""
        rows = self.checked(genomes)
        if not self.is_noisy:
            return np.asarray(self(rows).values, np.float64)
        if self.truth is not None:
            return self.truth(rows)
        # Seeds of the judge alone: those of runs are children of other seeds.
        seeds = children(int(named(f"truth of {self.name}", 0)[0]), 0, self.games)
        values = self(rows, np.tile(seeds, (len(rows), 1))).values
        return np.asarray(np.asarray(values).mean(axis=1), np.float64)

    def reference(self) -> NDArray[Any]:
        """The genomes of ``best``: one, those of the front, or those of the archive; (0, genes) if there are none in the
        package, as for problems of your own."""
        genomes = _references().get(self.name, [])
        return np.array(genomes, self.genome.dtype).reshape(-1, self.dimensions)

    def share(self, quality: float) -> float:
        """How far a quality, a value or hypervolume or QD score, is from ``start``, 0, to ``best``, 1."""
        return (quality - self.start) / (self.best - self.start)


@cache
def _references() -> dict[str, list[list[float]]]:
    """The genomes of the references by the names of the problems."""
    found: dict[str, list[list[float]]] = json.loads(Path(__file__).with_name("references.json").read_text("utf-8"))
    return found


def judged(found: Any, shape: tuple[int, ...]) -> Evaluated:
    """What a fitness returned, with violations that are summed where they have names.

    Raises:
        ValueError: There are not as many values as genomes, or games.
    """
    own = found if isinstance(found, Evaluated) else Evaluated(found)
    if isinstance(own.violations, Mapping):
        own = own._replace(violations=sum(np.asarray(it, np.float64) for it in own.violations.values()))
    fields = {"values": (own.values, shape), "violations": (own.violations, shape[:1]), "measures": (own.measures, shape[:1])}
    for key, (given, expected) in fields.items():
        if given is not None and np.shape(given)[: len(expected)] != expected:
            raise ValueError(f"{key}: expected the shape {expected}, found {np.shape(given)}")
    return own


def length_of(genome: Genome) -> int:
    """The number of genes.

    Raises:
        ValueError: Genomes may have several lengths.
    """
    if not isinstance(genome.length, int):
        raise ValueError(f"genome: expected one length, found {genome.length}")
    return genome.length


def bounds(genome: Genome) -> tuple[NDArray[Any], NDArray[Any]]:
    """The least and the greatest value of each gene."""
    length = length_of(genome)
    if isinstance(genome, Bits):
        return _ends(0, length), _ends(1, length)
    if isinstance(genome, Permutation):
        return _ends(0, length), _ends(length - 1, length)
    return _ends(genome.low, length), _ends(genome.high, length)


def _ends(ends: Any, length: int) -> NDArray[Any]:
    return np.broadcast_to(np.asarray(ends), (length,))


_PROBLEMS: dict[str, Callable[[], Problem]] = {}
_MADE: dict[str, Problem] = {}


def register(make: Callable[[], Problem] | Problem, name: str | None = None) -> None:
    """Gives a problem a place in the registry, so that :func:`make` and the suite find it by its name.

    Args:
        make: The problem, or a function that makes it when it is first asked for.
        name: The name of a problem that is made later.

    Raises:
        ValueError: There is one of that name already.
    """
    known = make.name if isinstance(make, Problem) else name
    if known is None:
        raise ValueError("name: expected the name of a problem that is made later")
    if known in _PROBLEMS:
        raise ValueError(f"name: there is a problem {known} already; a change is a new version")
    _PROBLEMS[known] = (lambda: make) if isinstance(make, Problem) else make


def names() -> tuple[str, ...]:
    """The names of all problems, in the order of the suite."""
    return tuple(_PROBLEMS)


def make(name: str) -> Problem:
    """The problem of a name.

    Raises:
        ValueError: There is none; the text lists all.
    """
    if name not in _PROBLEMS:
        raise ValueError(f"name: expected one of {', '.join(names())}, found {name!r}")
    if name not in _MADE:
        _MADE[name] = _PROBLEMS[name]()
    return _MADE[name]


def chosen(problems: str | Sequence[str | Problem] | None) -> list[Problem]:
    """The problems of a list of names and problems; all of the suite if there is no list."""
    if isinstance(problems, str):
        problems = [problems]
    given = names() if problems is None else problems
    return [it if isinstance(it, Problem) else make(it) for it in given]


__all__ = ["Aim", "Evaluate", "Genome", "Problem", "bounds", "chosen", "make", "names", "register"]

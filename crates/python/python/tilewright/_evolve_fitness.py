"""What a fitness of :mod:`tilewright.evolve` returns, and the same as the engine takes it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Values: TypeAlias = NDArray[np.float64]
Seeds: TypeAlias = NDArray[np.uint64]


class Evaluated(NamedTuple):
    """What a fitness may return instead of values alone: arrays or what becomes one. None is no violation, and no
    measure."""

    #: One value for each genome, or one row of objectives; with noise for each game of each genome.
    values: Any
    #: 0 for each genome that breaks no constraint, more for each that does; with noise the same in all games of a genome.
    #: With names a mapping with an array for each constraint, or one column for each of the constraints of the search.
    violations: Any = None
    #: One row of measures for each genome, for archives; with noise for each game or for each genome.
    measures: Any = None


#: Values of genomes, as `ask` gives them: (n,) or (n, objectives).
Fitness: TypeAlias = Callable[[Any], ArrayLike | Evaluated]
#: The same of games with the seeds in the rows of another: (n, games) or (n, games, objectives).
NoisyFitness: TypeAlias = Callable[[Any, Seeds], ArrayLike | Evaluated]


class Columns(NamedTuple):
    """How many numbers belong to a genome."""

    objectives: int
    axes: int
    #: The names of constraints, and what their violations are divided by.
    constraints: tuple[str, ...] = ()
    scales: tuple[float, ...] = ()


class Broken(NamedTuple):
    """How much each genome breaks each constraint."""

    names: tuple[str, ...]
    #: (n, constraints), as the fitness has them.
    violations: Values


class Batch:
    """Genomes that await evaluation, and the seeds of their games if there are games."""

    def __init__(self, genomes: NDArray[Any], seeds: Seeds | None) -> None:
        self.genomes, self.seeds = genomes, seeds

    @property
    def games(self) -> int | None:
        """How many games each plays; None without noise."""
        return None if self.seeds is None else self.seeds.shape[1]

    def __len__(self) -> int:
        return len(self.genomes)

    def __getitem__(self, part: slice) -> "Batch":
        return Batch(self.genomes[part], None if self.seeds is None else self.seeds[part])


class Told(NamedTuple):
    """The numbers of several genomes, each field with one axis: genome after genome, game after game."""

    values: Values
    violations: Values | None
    measures: Values
    #: The same violations, of which these are the sums, with the names of the constraints.
    broken: Broken | None = None


def told(found: ArrayLike | Evaluated, count: int, columns: Columns, games: int | None = None) -> Told:
    """What a fitness returned for ``count`` genomes, with its shapes and types checked.

    Raises:
        ValueError: A shape or type is wrong; the text names the field.
    """
    values, violations, measures = found if isinstance(found, Evaluated) else Evaluated(found)
    broken = None
    if isinstance(violations, Mapping) and games is not None:
        raise ValueError("violations: with noise expected an array, as constraints have no names then")
    if isinstance(violations, Mapping) or (columns.constraints and violations is not None):
        broken = _broken(violations, count, columns)
        violations = (broken.violations / (columns.scales or 1.0)).sum(axis=1)
    axes = columns.axes
    if measures is None and axes:
        raise ValueError(
            f"measures: expected the shape {(count, axes)}, found none; "
            "the fitness returns evolve.Evaluated(values, measures=...)"
        )
    if games is None:
        return Told(
            _numbers("values", values, count, columns.objectives),
            None if violations is None else _numbers("violations", violations, count, 1),
            np.empty(0) if measures is None else _numbers("measures", measures, count, axes),
            broken,
        )
    return Told(
        _of_games("values", values, (count, games), columns.objectives),
        None if violations is None else _of_games("violations", violations, (count, games), 1, of_genomes=True),
        np.empty(0) if measures is None else _of_games("measures", measures, (count, games), axes, of_genomes=True),
    )


def _broken(violations: Any, count: int, columns: Columns) -> Broken:
    """The violations of constraints by their names."""
    names = columns.constraints
    if not isinstance(violations, Mapping):
        table = _numbers("violations", violations, count, len(names)).reshape(count, len(names))
    else:
        found = tuple(violations)
        if names and set(names) != set(found):
            raise ValueError(f"violations: expected the constraints {', '.join(names)}, found {', '.join(map(str, found))}")
        names = names or tuple(str(it) for it in found)
        if not names:
            raise ValueError("violations: expected constraints by their names, found none")
        each = [_numbers(f"violations: {key}", violations[key], count, 1) for key in names]
        table = np.stack(each, axis=1)
    for key, column in zip(names, table.T):
        _check_column(f"violations: {key}", column)
    return Broken(names, table)


def _check_column(key: str, numbers: Values) -> None:
    wrong = np.isnan(numbers) | (numbers < 0)
    if wrong.any():
        row = int(wrong.argmax())
        raise ValueError(f"{key}: expected numbers from 0, found {numbers[row]:g} in row {row} of {len(numbers)}")


def checked(found: Told, columns: Columns, games: int | None = None) -> Told:
    """The same numbers, if all of them are possible.

    Raises:
        ValueError: One is not; the text names the field and the row.
    """
    _check("values", found.values, columns.objectives, games)
    if found.violations is not None:
        _check("violations", found.violations, 1, games)
    _check("measures", found.measures, columns.axes, games)
    return found


def judged(fitness: Fitness | NoisyFitness, batch: Batch, columns: Columns) -> Told:
    """Calls the fitness, unless there is nothing to evaluate."""
    if not len(batch):
        return Told(np.empty(0), None, np.empty(0))
    call: Callable[..., ArrayLike | Evaluated] = fitness
    found = call(batch.genomes) if batch.seeds is None else call(batch.genomes, batch.seeds)
    return told(found, len(batch), columns, batch.games)


def joined(parts: Sequence[Told], columns: Columns) -> Told:
    """The numbers of all parts, one after the other."""
    violations = None
    if any(part.violations is not None for part in parts):
        counts = [part.values.size // columns.objectives for part in parts]
        each = [np.zeros(count) if it.violations is None else it.violations for it, count in zip(parts, counts)]
        violations = np.concatenate(each)
    values = np.concatenate([part.values for part in parts])
    measures = np.concatenate([part.measures for part in parts])
    return Told(values, violations, measures, _joined(parts, columns))


def _joined(parts: Sequence[Told], columns: Columns) -> Broken | None:
    """The violations by their names of all parts; those without any break none."""
    names = {part.broken.names for part in parts if part.broken is not None}
    if not names:
        return None
    if len(names) > 1:
        found = " and ".join(", ".join(it) for it in sorted(names))
        raise ValueError(f"violations: expected the same constraints for all genomes, found {found}")
    own = names.pop()
    counts = [part.values.size // columns.objectives for part in parts]
    each = [np.zeros((count, len(own))) if it.broken is None else it.broken.violations for it, count in zip(parts, counts)]
    return Broken(own, np.concatenate(each))


def _real(key: str, given: ArrayLike) -> NDArray[Any]:
    """Real numbers of any shape."""
    try:
        found = np.asarray(given)
    except ValueError as error:
        raise ValueError(f"{key}: expected real numbers: {error}") from None
    if found.dtype.kind not in "buif":
        raise ValueError(f"{key}: expected real numbers, found {found.dtype}")
    return found


def _numbers(key: str, given: ArrayLike, count: int, columns: int) -> Values:
    """Real numbers of ``count`` rows, one after the other."""
    found = _real(key, given)
    shapes = [(count, columns), (count,)] if columns == 1 else [(count, columns)]
    if found.shape not in shapes:
        raise ValueError(f"{key}: expected the shape {shapes[-1]}, found {found.shape}")
    return np.ascontiguousarray(found, np.float64).reshape(-1)


def _of_games(
    key: str, given: ArrayLike, shape: tuple[int, int], columns: int, *, of_genomes: bool = False
) -> Values:
    """Real numbers of each game, one after the other; those of genomes are the same for all their games."""
    found = _real(key, given)
    (count, games), one = shape, columns == 1
    if found.shape == (count, games, columns) or (one and found.shape == shape):
        return np.ascontiguousarray(found, np.float64).reshape(-1)
    if of_genomes and (found.shape == (count, columns) or (one and found.shape == (count,))):
        each = np.asarray(found, np.float64).reshape(count, 1, columns)
        return np.ascontiguousarray(np.broadcast_to(each, (count, games, columns))).reshape(-1)
    expected = shape if one else (*shape, columns)
    raise ValueError(f"{key}: expected the shape {expected}, found {found.shape}")


def _check(key: str, numbers: Values, columns: int, games: int | None) -> None:
    wrong = np.isnan(numbers) | (numbers < 0) if key == "violations" else np.isnan(numbers)
    if wrong.any():
        at = int(wrong.argmax())
        row, rows = at // columns, len(numbers) // columns
        expected = "numbers from 0" if key == "violations" else "no NaN"
        place = f"row {row} of {rows}"
        if games is not None:
            place = f"game {row % games} of row {row // games} of {rows // games}"
        raise ValueError(f"{key}: expected {expected}, found {numbers[at]:g} in {place}")

"""What a fitness of :mod:`tilewright.evolve` returns, and the same as the engine takes it."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Values: TypeAlias = NDArray[np.float64]


class Evaluated(NamedTuple):
    """What a fitness may return instead of values alone; None is no violation, and no measure."""

    #: One value for each genome, or one row of objectives.
    values: ArrayLike
    #: 0 for each genome that breaks no constraint, more for each that does.
    violations: ArrayLike | None = None
    #: One row of measures for each genome, for archives.
    measures: ArrayLike | None = None


#: Values of genomes, as `ask` gives them: (n,) or (n, objectives).
Fitness: TypeAlias = Callable[[Any], ArrayLike | Evaluated]


class Columns(NamedTuple):
    """How many numbers belong to a genome."""

    objectives: int
    axes: int


class Told(NamedTuple):
    """The numbers of several genomes, each field with one axis: genome after genome."""

    values: Values
    violations: Values | None
    measures: Values


def told(found: ArrayLike | Evaluated, count: int, columns: Columns) -> Told:
    """What a fitness returned for ``count`` genomes, with its shapes and types checked.

    Raises:
        ValueError: A shape or type is wrong; the text names the field.
    """
    values, violations, measures = found if isinstance(found, Evaluated) else Evaluated(found)
    axes = columns.axes
    if measures is None and axes:
        raise ValueError(
            f"measures: expected the shape {(count, axes)}, found none; "
            "the fitness returns evolve.Evaluated(values, measures=...)"
        )
    return Told(
        _numbers("values", values, count, columns.objectives),
        None if violations is None else _numbers("violations", violations, count, 1),
        np.empty(0) if measures is None else _numbers("measures", measures, count, axes),
    )


def checked(found: Told, columns: Columns) -> Told:
    """The same numbers, if all of them are possible.

    Raises:
        ValueError: One is not; the text names the field and the row.
    """
    _check("values", found.values, columns.objectives)
    if found.violations is not None:
        _check("violations", found.violations, 1)
    _check("measures", found.measures, columns.axes)
    return found


def judged(fitness: Fitness, genomes: NDArray[Any], columns: Columns) -> Told:
    """Calls the fitness, unless there is nothing to evaluate."""
    if not len(genomes):
        return Told(np.empty(0), None, np.empty(0))
    return told(fitness(genomes), len(genomes), columns)


def joined(parts: Sequence[Told], columns: Columns) -> Told:
    """The numbers of all parts, one after the other."""
    violations = None
    if any(part.violations is not None for part in parts):
        counts = [part.values.size // columns.objectives for part in parts]
        each = [np.zeros(count) if it.violations is None else it.violations for it, count in zip(parts, counts)]
        violations = np.concatenate(each)
    values = np.concatenate([part.values for part in parts])
    return Told(values, violations, np.concatenate([part.measures for part in parts]))


def _numbers(key: str, given: ArrayLike, count: int, columns: int) -> Values:
    """Real numbers of ``count`` rows, one after the other."""
    try:
        found = np.asarray(given)
    except ValueError as error:
        raise ValueError(f"{key}: expected real numbers: {error}") from None
    if found.dtype.kind not in "buif":
        raise ValueError(f"{key}: expected real numbers, found {found.dtype}")
    shapes = [(count, columns), (count,)] if columns == 1 else [(count, columns)]
    if found.shape not in shapes:
        raise ValueError(f"{key}: expected the shape {shapes[-1]}, found {found.shape}")
    return np.ascontiguousarray(found, np.float64).reshape(-1)


def _check(key: str, numbers: Values, columns: int) -> None:
    wrong = np.isnan(numbers) | (numbers < 0) if key == "violations" else np.isnan(numbers)
    if wrong.any():
        at = int(wrong.argmax())
        expected = "numbers from 0" if key == "violations" else "no NaN"
        place = f"row {at // columns} of {len(numbers) // columns}"
        raise ValueError(f"{key}: expected {expected}, found {numbers[at]:g} in {place}")

"""How genomes of all kinds become rows of numbers for the engine, and rows become what users see.

A genome of one part and one length is an array as it is. Others (several parts, a variable length) are rows of real
numbers for the engine: the genes of the parts one after the other, before those of a part of variable length their
number, after them zeros.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright._evolve_genomes import Bits, Genome, Integers, Mixed, Permutation, Plain, Reals
from tilewright._evolve_ragged import Ragged

Rows = NDArray[Any]


class Form(NamedTuple):
    """The form of the genomes of a search."""

    parts: tuple[Plain, ...]
    #: Whether users see a tuple with an array for each part.
    is_tuple: bool
    #: Whether the engine has them as rows of real numbers.
    is_packed: bool
    #: Whether genes stay within their ranges.
    is_bounded: bool

    def seen(self, rows: Rows) -> Any:
        """What users see of rows of the engine."""
        if not self.is_packed:
            return rows
        seen, start = [], 0
        for part in self.parts:
            end = start + width(part)
            seen.append(_seen(part, rows[:, start:end]))
            start = end
        return tuple(seen) if self.is_tuple else seen[0]

    def one(self, rows: Rows, row: int) -> Any:
        """What users see of one genome."""
        genomes = self.seen(rows[row : row + 1])
        return tuple(it[0] for it in genomes) if self.is_tuple else genomes[0]

    def rows(self, key: str, genomes: Any, count: int | None = None) -> Rows:
        """Genomes as users give them as rows of the engine; ``count``: their number, if it is known.

        Raises:
            ValueError: A shape, a type or a gene is wrong; the text names the key and the row.
        """
        if not self.is_tuple:
            found = _rows(key, self.parts[0], genomes, count, self.is_bounded)
            return _packed(self.parts[0], found) if self.is_packed else _array(found)
        if not isinstance(genomes, (tuple, list)) or len(genomes) != len(self.parts):
            what = f"{len(genomes)} arrays" if isinstance(genomes, (tuple, list)) else type(genomes).__name__
            raise ValueError(f"{key}: expected a tuple of {len(self.parts)} arrays, one for each part, found {what}")
        columns: list[Rows] = []
        for number, (part, given) in enumerate(zip(self.parts, genomes)):
            found = _rows(f"{key}: part {number}", part, given, count, self.is_bounded)
            columns.append(_packed(part, found))
            count = len(columns[0])
        return np.concatenate(columns, axis=1)

    def fitness(self, fitness: Callable[..., Any]) -> Callable[..., Any]:
        """The same fitness of rows of the engine."""
        return Seeing(fitness, self) if self.is_packed else fitness

    def text(self) -> str:
        """How many genes genomes have."""
        return " + ".join(_lengths(part) for part in self.parts)


class Seeing:
    """A fitness of genomes as users see them, as one of rows of the engine. It can be pickled if the fitness can."""

    def __init__(self, fitness: Callable[..., Any], form: Form) -> None:
        self._fitness, self._form = fitness, form

    def __call__(self, rows: Rows, *more: Any) -> Any:
        return self._fitness(self._form.seen(rows), *more)


def form(genome: Genome, *, is_packed: bool, is_bounded: bool) -> Form:
    """The form of these genomes."""
    if isinstance(genome, Mixed):
        return Form(genome.parts, True, True, is_bounded)
    return Form((genome,), False, is_packed, is_bounded)


def is_variable(part: Plain) -> bool:
    """Whether its length is a range."""
    return not isinstance(part.length, int)


def width(part: Plain) -> int:
    """How many numbers of a row are those of a part."""
    return part.length if isinstance(part.length, int) else part.length[1] + 1


def _lengths(part: Plain) -> str:
    return str(part.length) if isinstance(part.length, int) else f"{part.length[0]} to {part.length[1]}"


def _seen(part: Plain, rows: Rows) -> Rows | Ragged:
    if not is_variable(part):
        return rows.astype(part.dtype)
    return Ragged(rows[:, 1:].astype(part.dtype), rows[:, 0].astype(np.int64))


def _array(found: Rows | Ragged) -> Rows:
    assert not isinstance(found, Ragged)
    return found


def _packed(part: Plain, found: Rows | Ragged) -> Rows:
    """Genes as real numbers."""
    if not isinstance(found, Ragged):
        return found.astype(np.float64)
    rows = np.zeros((len(found), width(part)))
    rows[:, 0] = found.lengths
    rows[:, 1:] = np.where(found.mask, found.genes, 0)
    return rows


def _rows(key: str, part: Plain, given: Any, count: int | None, is_bounded: bool) -> Rows | Ragged:
    """The genomes of one part, checked."""
    if is_variable(part):
        return _ragged(key, part, given, count, is_bounded)
    try:
        found = np.asarray(given)
    except ValueError as error:
        raise ValueError(f"{key}: expected an array: {error}") from None
    rows: Any = "n" if count is None else count
    if found.ndim != 2 or found.shape[1] != part.length or (count is not None and len(found) != count):
        raise ValueError(f"{key}: expected the shape ({rows}, {part.length}), found {found.shape}")
    made = _typed(key, part, found)
    _check(key, part, made, np.ones(made.shape, np.bool_), is_bounded)
    return made


def _ragged(key: str, part: Plain, given: Any, count: int | None, is_bounded: bool) -> Ragged:
    least, greatest = part.length  # type: ignore[misc]
    if not isinstance(given, Ragged):
        if not isinstance(given, (Sequence, np.ndarray)):
            raise ValueError(f"{key}: expected a list of arrays or evolve.Ragged, found {type(given).__name__}")
        try:
            given = Ragged.of(given)
        except ValueError as error:
            raise ValueError(f"{key}: {str(error).removeprefix('Ragged: ')}") from None
    if count is not None and len(given) != count:
        raise ValueError(f"{key}: expected {count} genomes, found {len(given)}")
    lengths = np.asarray(given.lengths)
    if lengths.dtype.kind not in "ui":
        raise ValueError(f"{key}: expected whole numbers as lengths, found {lengths.dtype}")
    wrong = (lengths < least) | (lengths > min(greatest, given.genes.shape[1]))
    if wrong.any():
        row = int(wrong.argmax())
        raise ValueError(f"{key}: expected {least} to {greatest} genes, found {lengths[row]} in row {row}")
    genes = np.asarray(given.genes)[:, :greatest]
    mask = np.arange(genes.shape[1]) < lengths[:, None]
    # What stands after the last gene is nobody's.
    genes = _typed(key, part, np.where(mask, genes, genes.dtype.type(0)))
    _check(key, part, genes, mask, is_bounded)
    padded = np.zeros((len(genes), greatest), genes.dtype)
    padded[:, : genes.shape[1]] = genes
    return Ragged(padded, lengths.astype(np.int64))


def _typed(key: str, part: Plain, found: Rows) -> Rows:
    """The same numbers in the type of the genome."""
    is_real = part.dtype is np.float64
    if found.dtype.kind not in ("buif" if is_real else "bui"):
        raise ValueError(f"{key}: expected {np.dtype(part.dtype)}, found {found.dtype}")
    made = np.ascontiguousarray(found, part.dtype)
    if not is_real and not np.array_equal(made, found):
        raise ValueError(f"{key}: a number is outside {np.dtype(part.dtype)}")
    return made


def _check(key: str, part: Plain, genes: Rows, mask: NDArray[np.bool_], is_bounded: bool) -> None:
    """Refuses genes that no genome has."""
    if isinstance(part, Permutation):
        wrong = np.sort(genes, axis=1) != np.arange(genes.shape[1])
        if wrong.any():
            row = int(wrong.any(axis=1).argmax())
            raise ValueError(f"{key}: expected each number from 0 to {genes.shape[1] - 1} once, found others in row {row}")
        return
    low, high = _ranges(part, genes.shape[1])
    expected = "0 or 1" if isinstance(part, Bits) else "a number within its range"
    if isinstance(part, Reals) and not is_bounded:
        wrong, expected = ~np.isfinite(genes), "a finite number"
    else:
        # Comparisons with NaN are false.
        wrong = ~((low <= genes) & (genes <= high))
    wrong &= mask
    if wrong.any():
        row, gene = (int(it) for it in np.unravel_index(int(wrong.argmax()), wrong.shape))
        raise ValueError(f"{key}: expected {expected}, found {genes[row, gene]:g} as gene {gene} of row {row}")


def _ranges(part: Plain, length: int) -> tuple[Any, Any]:
    if isinstance(part, (Integers, Reals)):
        return np.asarray(part.low), np.asarray(part.high)
    return 0, 1

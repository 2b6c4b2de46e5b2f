"""The genomes of :mod:`tilewright.evolve`, and how all its settings are checked."""

import json
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from types import NoneType
from typing import Any, ClassVar, TypeAlias, TypeVar, get_args, get_origin

import numpy as np
from numpy.typing import NDArray

from tilewright._tilewright import check

#: The most individuals of a generation.
MOST = 1 << 24


def whole(key: str, value: Any, low: int, high: int = MOST) -> int:
    """A whole number of a range."""
    is_whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not is_whole or not low <= value <= high:
        raise ValueError(f"{key}: expected a whole number from {low} to {high}, found {value!r}")
    return int(value)


def number(key: str, value: Any, low: float = -math.inf, high: float = math.inf, *, above: bool = False) -> float:
    """A finite number of a range; ``above``: the lower end does not belong to it."""
    is_number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
    if is_number and math.isfinite(value) and low <= value <= high and not (above and value == low):
        return float(value)
    if math.isinf(high):
        expected = "a finite number" if math.isinf(low) else f"a number {'above' if above else 'from'} {low:g}"
    else:
        expected = f"a number from {low:g} to {high:g}"
    raise ValueError(f"{key}: expected {expected}, found {value!r}")


def choice(key: str, value: Any, names: Sequence[str]) -> str:
    """One of several names."""
    if value not in names:
        raise ValueError(f"{key}: expected {', '.join(names)}, found {value!r}")
    return str(value)


def _classes(types: Any) -> tuple[type, ...]:
    """The classes of a union; sequences and functions are none."""
    return tuple(it for it in get_args(types) or (types,) if isinstance(it, type) and get_origin(it) is None)


def setting(key: str, value: Any, types: Any) -> None:
    """One of several kinds of settings."""
    if not isinstance(value, _classes(types)):
        names = ", ".join(it.__name__ for it in _classes(types) if it is not NoneType)
        raise ValueError(f"{key}: expected one of {names}, found {value!r}")


class Setting:
    """What a document holds by its kind and its fields."""

    family: ClassVar[str]
    kind: ClassVar[str] = ""

    def __post_init__(self) -> None:
        for field in fields(self):  # type: ignore[arg-type]
            if any(issubclass(it, Setting) for it in _classes(field.type)):
                value = getattr(self, field.name)
                if field.name not in OPERATORS:
                    setting(field.name, value, field.type)
                elif isinstance(value, (list, tuple)):
                    for one in value:
                        setting(field.name, one, field.type)
                    object.__setattr__(self, field.name, tuple(value))
                elif not is_function(value):
                    setting(field.name, value, field.type)
        check(self.family, json.dumps(self.document()))

    def document(self) -> dict[str, Any]:
        """The setting as it stands in the document of a search. Operators that are functions, or several, stand elsewhere."""
        made: dict[str, Any] = {"kind": self.kind} if self.kind else {}
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            is_elsewhere = field.name in OPERATORS and not isinstance(value, Setting)
            made[field.name] = None if is_elsewhere else _plain(value)
        return made


#: The fields of schemes that may be functions, or one operator for each part of a genome.
OPERATORS = ("crossover", "mutation")


def is_function(value: Any) -> bool:
    """Whether an operator is a function of Python."""
    return callable(value) and not isinstance(value, (Setting, type))


def _plain(value: Any) -> Any:
    """A value as JSON has it; what JSON does not have is a text, which is refused where it is read."""
    if isinstance(value, Setting):
        return value.document()
    if isinstance(value, np.generic):
        return _plain(value.item())
    if isinstance(value, (list, tuple, np.ndarray)):
        return [_plain(it) for it in value]
    if isinstance(value, (bool, int, str, NoneType)) or (isinstance(value, float) and math.isfinite(value)):
        return value
    return repr(value)


_T = TypeVar("_T")


def each(kind: Callable[..., _T], values: Iterable[Any]) -> tuple[_T, ...]:
    """Settings of a kind, of which some are given as tuples of their fields."""
    return tuple(kind(*it) if isinstance(it, (list, tuple)) else it for it in values)


#: A crossover in Python: the first and the second parents in the rows of two arrays, and what their children are drawn from.
CrossoverFunction: TypeAlias = Callable[[Any, Any, np.random.Generator], tuple[Any, Any]]
#: A mutation in Python: the genomes in the rows of an array, and what changes are drawn from.
MutationFunction: TypeAlias = Callable[[Any, np.random.Generator], Any]
#: A repair: the genomes in the rows of an array become ones that break no constraint, or fewer.
Repair: TypeAlias = Callable[[Any], Any]

#: The number of genes, or the least and the greatest number.
Length: TypeAlias = int | tuple[int, int]

Ends: TypeAlias = float | Sequence[float] | NDArray[np.float64]


def _length(given: Any) -> Length:
    """A number of genes, or the least and the greatest one."""
    if not isinstance(given, (list, tuple)):
        return whole("length", given, 1)
    if len(given) != 2:
        raise ValueError(f"length: expected a number or the least and the greatest one, found {given!r}")
    least = whole("length", given[0], 1)
    return least, whole("length", given[1], least)


@dataclass(frozen=True)
class Bits(Setting):
    """Bit strings: arrays of 0 and 1, uint8. A length of two numbers is the least and the greatest one."""

    kind = "bits"
    dtype: ClassVar[type[np.generic]] = np.uint8
    length: Length

    def __post_init__(self) -> None:
        object.__setattr__(self, "length", _length(self.length))


@dataclass(frozen=True)
class Permutation(Setting):
    """Orders of the numbers from 0 to below ``length``, int64."""

    kind = "permutation"
    dtype: ClassVar[type[np.generic]] = np.int64
    length: int

    def __post_init__(self) -> None:
        whole("length", self.length, 1)


def _ends(key: str, ends: Any, length: Length) -> Any:
    """One number, or one for each gene."""
    if np.ndim(ends) == 0:
        return ends.item() if isinstance(ends, np.generic) else ends
    if not isinstance(length, int):
        raise ValueError(f"{key}: expected one number for all genes of variable length, found the shape {np.shape(ends)}")
    if np.shape(ends) != (length,):
        raise ValueError(f"{key}: expected a number or {length} of them, found the shape {np.shape(ends)}")
    return tuple(np.asarray(ends).tolist())


def _each(ends: Any) -> Sequence[Any]:
    return ends if isinstance(ends, tuple) else (ends,)


@dataclass(frozen=True)
class Integers(Setting):
    """Lists of whole numbers from ``low`` to ``high``, both included, int64.

    The ends are of 32 bits, one for all genes or one for each. A length of two numbers is the least and the greatest one.
    """

    kind = "integers"
    dtype: ClassVar[type[np.generic]] = np.int64
    length: Length
    low: int | Sequence[int] | NDArray[np.int64]
    high: int | Sequence[int] | NDArray[np.int64]

    def __post_init__(self) -> None:
        object.__setattr__(self, "length", _length(self.length))
        for key in ("low", "high"):
            ends = _ends(key, getattr(self, key), self.length)
            for end in _each(ends):
                whole(key, end, -(2**31), 2**31 - 1)
            object.__setattr__(self, key, ends)


@dataclass(frozen=True)
class Reals(Setting):
    """Lists of real numbers from ``low`` to ``high``, float64: one end for all genes or one for each.

    A length of two numbers is the least and the greatest one.
    """

    kind = "reals"
    dtype: ClassVar[type[np.generic]] = np.float64
    length: Length
    low: Ends
    high: Ends

    def __post_init__(self) -> None:
        object.__setattr__(self, "length", _length(self.length))
        for key in ("low", "high"):
            ends = _ends(key, getattr(self, key), self.length)
            made = tuple(number(key, end) for end in _each(ends))
            object.__setattr__(self, key, made if isinstance(ends, tuple) else made[0])


Plain: TypeAlias = Bits | Integers | Reals | Permutation

#: The most parts of a genome.
MOST_PARTS = 8


@dataclass(frozen=True, init=False)
class Mixed(Setting):
    """Genomes of two to eight parts, each of its own kind: tuples of arrays, one for each part, with the parts of a genome
    in the same row of each. A tuple of genomes is the same."""

    kind = "mixed"
    parts: tuple[Plain, ...]

    def __init__(self, *parts: Plain) -> None:
        if not 2 <= len(parts) <= MOST_PARTS:
            raise ValueError(f"genome: expected 2 to {MOST_PARTS} parts, found {len(parts)}")
        for part in parts:
            setting("genome", part, Plain)
        genes = sum(it.length if isinstance(it.length, int) else it.length[1] for it in parts)
        whole("genome: the genes of all parts", genes, 1)
        object.__setattr__(self, "parts", parts)

    def __post_init__(self) -> None:
        """All is checked by then."""


Genome: TypeAlias = Bits | Integers | Reals | Permutation | Mixed


def read(document: dict[str, Any]) -> Genome:
    """The genome of a document."""
    kind = document["kind"]
    if kind == "mixed":
        return Mixed(*(read(part) for part in document["parts"]))  # type: ignore[arg-type]
    types: dict[str, Any] = {it.kind: it for it in (Bits, Integers, Reals, Permutation)}
    made: Genome = types[kind](**{key: value for key, value in document.items() if key != "kind"})
    return made

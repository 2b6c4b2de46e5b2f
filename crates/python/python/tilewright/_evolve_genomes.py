"""The genomes of :mod:`tilewright.evolve`, and how all its settings are checked."""

import json
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from types import NoneType
from typing import Any, ClassVar, TypeAlias, TypeVar, get_args

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


def setting(key: str, value: Any, types: Any) -> None:
    """One of several kinds of settings."""
    if not isinstance(value, get_args(types) or types):
        names = ", ".join(it.__name__ for it in get_args(types) or (types,) if it is not NoneType)
        raise ValueError(f"{key}: expected one of {names}, found {value!r}")


class Setting:
    """What a document holds by its kind and its fields."""

    family: ClassVar[str]
    kind: ClassVar[str] = ""

    def __post_init__(self) -> None:
        for field in fields(self):  # type: ignore[arg-type]
            if any(isinstance(it, type) and issubclass(it, Setting) for it in get_args(field.type)):
                setting(field.name, getattr(self, field.name), field.type)
        check(self.family, json.dumps(self.document()))

    def document(self) -> dict[str, Any]:
        """The setting as it stands in the document of a search."""
        made = {"kind": self.kind} if self.kind else {}
        return made | {field.name: _plain(getattr(self, field.name)) for field in fields(self)}  # type: ignore[arg-type]


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


Ends: TypeAlias = float | Sequence[float] | NDArray[np.float64]


@dataclass(frozen=True)
class Bits(Setting):
    """Bit strings: arrays of 0 and 1, uint8."""

    kind = "bits"
    dtype: ClassVar[type[np.generic]] = np.uint8
    length: int

    def __post_init__(self) -> None:
        whole("length", self.length, 1)


@dataclass(frozen=True)
class Permutation(Setting):
    """Orders of the numbers from 0 to below ``length``, int64."""

    kind = "permutation"
    dtype: ClassVar[type[np.generic]] = np.int64
    length: int

    def __post_init__(self) -> None:
        whole("length", self.length, 1)


def _ends(key: str, ends: Any, length: int) -> Any:
    """One number, or one for each gene."""
    if np.ndim(ends) == 0:
        return ends.item() if isinstance(ends, np.generic) else ends
    if np.shape(ends) != (length,):
        raise ValueError(f"{key}: expected a number or {length} of them, found the shape {np.shape(ends)}")
    return tuple(np.asarray(ends).tolist())


def _each(ends: Any) -> Sequence[Any]:
    return ends if isinstance(ends, tuple) else (ends,)


@dataclass(frozen=True)
class Integers(Setting):
    """Lists of whole numbers from ``low`` to ``high``, both included, int64.

    The ends are of 32 bits, one for all genes or one for each.
    """

    kind = "integers"
    dtype: ClassVar[type[np.generic]] = np.int64
    length: int
    low: int | Sequence[int] | NDArray[np.int64]
    high: int | Sequence[int] | NDArray[np.int64]

    def __post_init__(self) -> None:
        whole("length", self.length, 1)
        for key in ("low", "high"):
            ends = _ends(key, getattr(self, key), self.length)
            for end in _each(ends):
                whole(key, end, -(2**31), 2**31 - 1)
            object.__setattr__(self, key, ends)


@dataclass(frozen=True)
class Reals(Setting):
    """Lists of real numbers from ``low`` to ``high``, float64: one end for all genes or one for each."""

    kind = "reals"
    dtype: ClassVar[type[np.generic]] = np.float64
    length: int
    low: Ends
    high: Ends

    def __post_init__(self) -> None:
        whole("length", self.length, 1)
        for key in ("low", "high"):
            ends = _ends(key, getattr(self, key), self.length)
            made = tuple(number(key, end) for end in _each(ends))
            object.__setattr__(self, key, made if isinstance(ends, tuple) else made[0])


Genome: TypeAlias = Bits | Integers | Reals | Permutation

"""The constraints of a search by their names: which of them its individuals break.

The engine knows the sum of the violations alone. Beside it a search keeps those of the individuals that it still has,
by their genomes, and of each generation the share that satisfies each constraint.
"""

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright._evolve_fitness import Broken, Values
from tilewright._evolve_genomes import number

#: The first bytes of a checkpoint with constraints; that of the engine follows.
MAGIC = b"tilewright/constraints/1\n"

Rows = NDArray[Any]


def named(constraints: Any) -> dict[str, float]:
    """The names of constraints, and what their violations are divided by.

    Raises:
        ValueError: There is none, or a scale is not above 0.
    """
    if isinstance(constraints, str) or not isinstance(constraints, (Mapping, Sequence)):
        raise ValueError(f"constraints: expected names, or a mapping of names to scales, found {constraints!r}")
    scales = constraints if isinstance(constraints, Mapping) else dict.fromkeys(constraints, 1.0)
    if not scales or len(scales) != len(constraints) or not all(isinstance(it, str) for it in scales):
        raise ValueError(f"constraints: expected one or several different names, found {constraints!r}")
    return {key: number(f"constraints: {key}", scale, 0.0, above=True) for key, scale in scales.items()}


def _keys(rows: Rows) -> list[bytes]:
    return [row.tobytes() for row in rows]


class Constraints:
    """The violations of the individuals of a search."""

    def __init__(self, scales: dict[str, float], limit: int) -> None:
        self.scales = scales
        self._limit = limit
        self._known: dict[bytes, Values] = {}
        # A row for each generation: its number, and the share that satisfies each constraint.
        self._shares: list[list[float]] = []

    @property
    def names(self) -> tuple[str, ...]:
        """The names."""
        return tuple(self.scales)

    def ordered(self, broken: Broken) -> Broken:
        """The same violations in the order of these constraints.

        Raises:
            ValueError: They are others.
        """
        if set(broken.names) != set(self.scales):
            expected = ", ".join(self.scales)
            raise ValueError(f"violations: expected the constraints {expected}, found {', '.join(broken.names)}")
        return Broken(self.names, broken.violations[:, [broken.names.index(key) for key in self.scales]])

    def take(self, generation: int, rows: Rows, broken: Broken | None, kept: Iterable[Rows], of_all: Rows | None) -> None:
        """Takes the violations of the genomes of a generation, and forgets those of genomes that are not kept. Shares are
        those of the genomes ``of_all``, or of the generation."""
        table = np.zeros((len(rows), len(self.scales))) if broken is None else broken.violations
        self._known.update(zip(_keys(rows), table))
        keys = [key for each in kept for key in _keys(each)]
        self._known = {key: self._known[key] for key in keys if key in self._known}
        seen = table if of_all is None else self.of(of_all)
        shares = (seen == 0).mean(axis=0) if len(seen) else np.full(len(self.scales), np.nan)
        self._shares.append([float(generation), *shares.tolist()])
        del self._shares[: -self._limit]

    def of(self, rows: Rows) -> Values:
        """(n, constraints): the violations of genomes; NaN if they are not known."""
        none = np.full(len(self.scales), np.nan)
        return np.array([self._known.get(key, none) for key in _keys(rows)]).reshape(len(rows), len(self.scales))

    def by_name(self, rows: Rows) -> dict[str, Values]:
        """The same with the names."""
        return {key: np.ascontiguousarray(column) for key, column in zip(self.scales, self.of(rows).T)}

    def columns(self, generations: Rows) -> dict[str, Values]:
        """The columns of the logbook of these generations."""
        known = {int(number): shares for number, *shares in self._shares}
        none = [np.nan] * len(self.scales)
        table = np.array([known.get(int(it), none) for it in generations]).reshape(len(generations), len(self.scales))
        return {f"satisfied_{key}": np.ascontiguousarray(column) for key, column in zip(self.scales, table.T)}

    def checkpoint(self, engine: bytes) -> bytes:
        """The checkpoint of the engine with what belongs to the constraints."""
        head = {
            "engine": len(engine),
            "scales": self.scales,
            "limit": self._limit,
            "known": len(self._known),
            "key": len(next(iter(self._known), b"")),
            "generations": len(self._shares),
        }
        known = np.array(list(self._known.values()), "<f8").tobytes()
        shares = np.array(self._shares, "<f8").tobytes()
        text = json.dumps(head).encode()
        body = b"".join((MAGIC, len(text).to_bytes(8, "little"), text, engine, *self._known, known, shares))
        return body + zlib.crc32(body).to_bytes(4, "little")


def read(checkpoint: bytes) -> tuple[bytes, Constraints | None]:
    """The checkpoint of the engine, and the constraints.

    Raises:
        ValueError: The bytes are damaged.
    """
    if not checkpoint.startswith(MAGIC):
        return checkpoint, None
    body, rest = checkpoint[:-4], memoryview(checkpoint)[len(MAGIC) : -4]
    if zlib.crc32(body) != int.from_bytes(checkpoint[-4:], "little"):
        raise ValueError("checkpoint: it is truncated or damaged")
    length = int.from_bytes(rest[:8], "little")
    head = json.loads(bytes(rest[8 : 8 + length]))
    rest = rest[8 + length :]
    engine, rest = bytes(rest[: head["engine"]]), rest[head["engine"] :]
    constraints = Constraints(head["scales"], head["limit"])
    count, key, width = head["known"], head["key"], len(head["scales"])
    keys = [bytes(rest[at * key : (at + 1) * key]) for at in range(count)]
    rest = rest[count * key :]
    table = np.frombuffer(rest[: count * width * 8], "<f8").reshape(count, width)
    constraints._known = dict(zip(keys, table.copy()))
    shares = np.frombuffer(rest[count * width * 8 :], "<f8").reshape(head["generations"], width + 1)
    constraints._shares = shares.tolist()
    return engine, constraints

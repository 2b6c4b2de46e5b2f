"""Genomes of variable length in one array."""

from collections.abc import Iterable, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray


class Ragged(Sequence[NDArray[Any]]):
    """Genomes of variable length: a table for fitnesses that work on whole arrays, and a list of arrays for loops.

    ``genes`` has a genome in each row, zeros after its last gene; ``lengths`` their numbers of genes. The table is
    what NumPy is fast with (``(ragged.genes * prices).sum(axis=1)``), and the list costs nothing until someone asks for it:
    ``ragged[3]`` is the array of a genome, ``list(ragged)`` are all of them, and :meth:`of` makes a table of a list.
    """

    #: (n, greatest length): zeros after the last gene.
    genes: NDArray[Any]
    #: (n,): the numbers of genes.
    lengths: NDArray[np.int64]

    def __init__(self, genes: NDArray[Any], lengths: NDArray[np.int64]) -> None:
        if np.ndim(genes) != 2 or np.shape(lengths) != (len(genes),):
            raise ValueError(
                f"Ragged: expected the shapes (n, greatest length) and (n,), found {np.shape(genes)} and {np.shape(lengths)}"
            )
        self.genes, self.lengths = genes, lengths

    @classmethod
    def of(cls, genomes: Iterable[Any], greatest: int | None = None) -> "Ragged":
        """The table of a list of arrays, as wide as the longest of them or as ``greatest``."""
        rows = [np.asarray(it) for it in genomes]
        for row, it in enumerate(rows):
            if it.ndim != 1:
                raise ValueError(f"Ragged: expected arrays with one axis, found the shape {it.shape} in row {row}")
        lengths = np.array([len(it) for it in rows], np.int64)
        width = max(lengths, default=0) if greatest is None else greatest
        if len(rows) and lengths.max() > width:
            at = int(lengths.argmax())
            raise ValueError(f"Ragged: expected at most {width} genes, found {lengths[at]} in row {at}")
        # An empty list is of real numbers for NumPy, and must not make all others so.
        kinds = [it.dtype for it in rows if len(it)]
        genes = np.zeros((len(rows), width), np.result_type(*kinds) if kinds else np.int64)
        for row, it in enumerate(rows):
            genes[row, : len(it)] = it
        return cls(genes, lengths)

    @property
    def mask(self) -> NDArray[np.bool_]:
        """(n, greatest length): whether there is a gene."""
        mask: NDArray[np.bool_] = np.arange(self.genes.shape[1]) < self.lengths[:, None]
        return mask

    def __len__(self) -> int:
        return len(self.lengths)

    @overload
    def __getitem__(self, at: int) -> NDArray[Any]: ...
    @overload
    def __getitem__(self, at: slice) -> "Ragged": ...
    def __getitem__(self, at: int | slice) -> "NDArray[Any] | Ragged":
        """A genome, or several."""
        if isinstance(at, slice):
            return Ragged(self.genes[at], self.lengths[at])
        genome: NDArray[Any] = self.genes[at, : self.lengths[at]]
        return genome

    def __repr__(self) -> str:
        between = f"{self.lengths.min()} to {self.lengths.max()}" if len(self) else "0"
        return f"<Ragged {len(self)} genomes of {between} genes>"

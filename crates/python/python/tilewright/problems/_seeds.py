"""Seeds as arrays, and noise of seeds."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Seeds: TypeAlias = NDArray[np.uint64]


def mixed(numbers: ArrayLike) -> Seeds:
    """Numbers that look random, one of each number: the output function of SplitMix64 (Steele, Lea and Flood, 2014)."""
    state = np.asarray(numbers, np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(state ^ (state >> np.uint64(31)), np.uint64)


def children(seed: int, first: int, count: int) -> Seeds:
    """The seeds number ``first`` to ``first + count`` of a seed."""
    own = mixed(np.array([seed % 2**64], np.uint64))
    return mixed(own ^ mixed(np.arange(first, first + count, dtype=np.uint64)))


def named(name: str, seed: int) -> Seeds:
    """A seed of a name and a seed, an array of one."""
    state = mixed(np.array([seed], np.uint64))
    for byte in name.encode():
        state = mixed(state ^ np.uint64(byte))
    return state


def units(seeds: Seeds, each: int) -> NDArray[np.float64]:
    """``each`` numbers from 0 to below 1 of every seed, (n, each)."""
    steps = np.arange(1, each + 1, dtype=np.uint64) * np.uint64(0xD1342543DE82EF95)
    words = mixed(mixed(seeds)[:, None] + steps)
    return np.asarray((words >> np.uint64(11)).astype(np.float64) * 2.0**-53)


def bells(seeds: Seeds) -> NDArray[np.float64]:
    """A number of every seed, in the same shape, with a mean of 0 and a variance of 1, close to the normal distribution.

    The sum of twelve uniform numbers less six needs additions alone, whose result is the same on every processor; it
    never leaves -6 to 6.
    """
    total = np.zeros(seeds.size)
    for column in units(seeds.reshape(-1), 12).T:
        total += column
    return total.reshape(seeds.shape) - 6.0


def rows_of_seeds(seeds: Any, count: int, name: str) -> Seeds:
    """The seeds of the games of ``count`` genomes, (n, games).

    Raises:
        ValueError: They are missing, or of a wrong shape or type.
    """
    if seeds is None:
        raise ValueError(f"seeds: {name} is noisy and needs a seed for each genome, or a row of them")
    given = np.asarray(seeds)
    if given.dtype.kind not in "bui" or (given.size and given.min() < 0):
        found = given.dtype if given.dtype.kind not in "bui" else given.min()
        raise ValueError(f"seeds: expected whole numbers from 0, found {found}")
    if given.ndim not in (1, 2) or len(given) != count or (given.ndim == 2 and not given.shape[1]):
        raise ValueError(f"seeds: expected the shape ({count},) or ({count}, games), found {given.shape}")
    return given.astype(np.uint64).reshape(count, given.shape[1] if given.ndim == 2 else 1)

"""Boards of 2048: their values, their moves, and games of small networks whose weights are a genome.

A board is 16 exponents, shape (4, 4): 0 is an empty cell and *k* the tile 2\\ :sup:`k`, 1 a 2 and 11 a 2048. It holds no values of tiles: 2 is the tile 4.
Moves are 0 up, 1 right, 2 down, 3 left.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright._tilewright import TuplePlayer, best_moves, board_moves, board_values
from tilewright.arrays._given import (
    Given,
    array_of,
    filled,
    finite,
    game_seeds,
    integers,
    numbers,
    room,
    whole,
)

__all__ = ["Games", "Moves", "best", "games", "moves", "play", "values", "weights"]

#: The exponent of the largest tile that is possible on a board.
MOST = 17

#: The deepest search of expectimax, in plies.
MAX_DEPTH = 15

PLAYERS = ("network", "expectimax", "classic")

Tuples: TypeAlias = Sequence[Sequence[int]]


class Moves(NamedTuple):
    """The moves of boards."""

    legal: NDArray[np.bool_]
    """Whether each move is legal, shape (n, 4)."""
    boards: NDArray[np.uint8]
    """The board after each move, before the new tile, shape (n, 4, 4, 4); an illegal move leaves the board as it is."""
    points: NDArray[np.int64]
    """The points of each move, shape (n, 4)."""


class Games(NamedTuple):
    """What games have come to, each of shape (n, games)."""

    scores: NDArray[np.int64]
    """The scores."""
    moves: NDArray[np.int64]
    """The numbers of moves."""
    largest: NDArray[np.int64]
    """The largest tiles at the end, such as 2048."""


def _boards(boards: Given) -> NDArray[np.uint8]:
    array = integers(boards, "boards", "n, 4, 4", (0, MOST), np.uint8)
    if array.shape[1:] != (4, 4):
        raise ValueError(f"boards: expected boards of 4 × 4 cells, found {array.shape[1]} × {array.shape[2]}")
    return array.reshape(len(array), 16)


def values(
    boards: Given,
    *,
    afterstates: bool = False,
    out: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """The values of boards by the built-in network: the points that it expects until the end of the game.

    Args:
        boards: Exponents, shape (n, 4, 4).
        afterstates: Whether these are boards after a move, which wait for a new tile. Else the player is to move, and the value is that of the best move: its
            points, and the value of the board after it.
        out: An array of 64-bit floats of the shape (n,) to write to.

    Returns:
        The values, shape (n,). A board without a legal move has 0, as nothing more is scored.
    """
    array = _boards(boards)
    return filled(out, (len(array),), np.float64, lambda to: board_values(array, afterstates, to), array)


def moves(boards: Given) -> Moves:
    """The moves of boards: which are legal, the boards after them, and their points.

    Args:
        boards: Exponents, shape (n, 4, 4).
    """
    array = _boards(boards)
    count = len(array)
    legal, points = room((count, 4), np.bool_), room((count, 4), np.int64)
    after = room((count, 64), np.uint8)
    board_moves(array, legal, after, points)
    return Moves(legal, after.reshape(count, 4, 4, 4), points)


def best(
    boards: Given,
    player: str = "network",
    *,
    plies: int | None = None,
    budget: int | None = None,
    out: NDArray[np.int8] | None = None,
) -> NDArray[np.int8]:
    """The moves that a player chooses.

    Args:
        boards: Exponents, shape (n, 4, 4).
        player: ``network``, ``expectimax`` or ``classic``.
        plies: Search depth, a ply being one move of the player: 1 to 8 for network, whose default is 1; 1 to 15 for expectimax, whose default depends on the board.
        budget: Positions that a search of network may expand for a board, instead of a depth: the same on every machine.
        out: An array of 8-bit integers of the shape (n,) to write to.

    Returns:
        The move of each board, shape (n,): 0 up, 1 right, 2 down, 3 left, and -1 where none is legal.
    """
    array = _boards(boards)
    if player not in PLAYERS:
        raise ValueError(f"player: expected one of {', '.join(PLAYERS)}, found {player!r}")
    if plies is not None:
        if player == "classic":
            raise ValueError("plies: the player classic has none")
        plies = whole(plies, "plies", 1, 8 if player == "network" else MAX_DEPTH)
    if budget is not None:
        if player != "network" or plies is not None:
            raise ValueError("budget: only the player network has one, instead of `plies`")
        budget = whole(budget, "budget", 0, 2**63 - 1)
    return filled(out, (len(array),), np.int8, lambda to: best_moves(array, player, plies, budget, to), array)


def weights(tuples: Tuples, values: int = 12) -> int:
    """The number of weights of a small network, as :func:`play` takes them: ``len(tuples) * values**length``."""
    return _player(tuples, values).weights


def play(
    weights: Given,
    tuples: Tuples,
    seeds: Given,
    *,
    values: int = 12,
    max_moves: int | None = None,
    out: NDArray[np.int64] | None = None,
) -> NDArray[np.int64]:
    """Plays games by small n-tuple networks, each of which is a row of weights, and returns their scores.

    A network plays greedily: each move is the one with the most points and value of the board after it, the first of up, right, down and left if
    several are equal. The value of a board is the sum of the weights that it looks up: each tuple of cells under all eight symmetries of the board. A look
    has the index that the exponents of its cells are as a number in base ``values``, the first cell most significant; an exponent above ``values - 1`` counts as that.
    New tiles are those of the tasks: a 4 in one of ten cases, otherwise a 2, in any empty cell.

    Args:
        weights: One network a row, shape (n, tuples, values**length), or flat (n, tuples * values**length).
        tuples: Tuples of cells, numbered 0 to 15 row by row, all of one length from 1 to 6: ``[(0, 1, 2, 3), (4, 5, 6, 7)]`` are two rows.
        seeds: A seed for each game of each network, shape (n, games). A row that repeats plays all networks on the same tiles.
        values: How many values of a cell a network tells apart, 2 to 18: 12 are all up to 2048.
        max_moves: The moves after which a game ends; default: none.
        out: An array of 64-bit integers of the shape (n, games) to write to.

    Returns:
        The scores, shape (n, games). :func:`games` returns the moves and the largest tiles too.
    """
    found, count = _played(weights, tuples, seeds, values, max_moves)

    def fill(to: NDArray[np.int64]) -> None:
        to[...] = found[:, 0].reshape(to.shape)

    return filled(out, count, np.int64, fill)


def games(
    weights: Given,
    tuples: Tuples,
    seeds: Given,
    *,
    values: int = 12,
    max_moves: int | None = None,
) -> Games:
    """As :func:`play`, with the numbers of moves and the largest tiles."""
    found, count = _played(weights, tuples, seeds, values, max_moves)
    scores, made, largest = (np.ascontiguousarray(found[:, at]).reshape(count) for at in range(3))
    return Games(scores, made, largest)


def _played(
    weights: Given,
    tuples: Tuples,
    seeds: Given,
    values: int,
    max_moves: int | None,
) -> tuple[NDArray[np.int64], tuple[int, int]]:
    player = _player(tuples, values)
    given = array_of(weights, "weights")
    axes = "n, weights" if given.ndim == 2 else "n, tuples, weights"
    array = finite(numbers(given, "weights", axes), "weights")
    if array.ndim == 3 and array.shape[1] != len(tuples):
        raise ValueError(f"weights: expected {len(tuples)} tuples on axis 1, found {array.shape[1]}")
    flat = array.reshape(len(array), -1) if array.size else array.reshape(len(array), player.weights)
    if flat.shape[1] != player.weights:
        raise ValueError(f"weights: expected {player.weights} a row, found {flat.shape[1]}")

    own = game_seeds(seeds, len(flat))
    most = 2**32 - 1 if max_moves is None else whole(max_moves, "max_moves", 0, 2**32 - 1)
    found = room((own.size, 3), np.int64)
    player.play(flat, own, most, found)
    return found, (own.shape[0], own.shape[1])


def _player(tuples: Tuples, values: int) -> TuplePlayer:
    cells = tuple(tuple(whole(cell, "tuples", 0, 15) for cell in it) for it in tuples)
    return _layout(cells, whole(values, "values", 2, 18))


@lru_cache(maxsize=64)
def _layout(tuples: tuple[tuple[int, ...], ...], values: int) -> TuplePlayer:
    return TuplePlayer([list(it) for it in tuples], values)

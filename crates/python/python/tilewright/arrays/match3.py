"""Levels of match-3 as arrays of codes: one number for the kind of each cell.

Under the rules ``classic`` the codes are 0 ``ordinary``, 1 ``obstacle``, 2 to 5 ``blocked1`` to ``blocked4``, 6 to 9 ``overlay1`` to ``overlay4``,
and 10 ``hole``; :func:`kinds` lists those of any rules::

    import numpy as np
    from tilewright.arrays import match3

    levels = np.zeros((100, 9, 9), np.uint8)        # open boards
    levels[:, 4, 4] = match3.kinds().index("obstacle")
    found = match3.features(levels)
    assert (found["potential"] < found["open_potential"]).all()

``rules`` is the name of a preset, such as ``royal``, or a document of rules, as the key ``rules`` of a level has them; ``colors`` the number of colours.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright._grids import is_rows
from tilewright._run import content
from tilewright._tilewright import LevelArrays
from tilewright._types import Document
from tilewright.arrays._given import Given, integers, room, seeds_of, whole

__all__ = ["Played", "decode", "encode", "features", "kinds", "simulate"]

RulesDocument: TypeAlias = str | Mapping[str, Any]
Goals: TypeAlias = str | Sequence[str]

#: The largest side of a level.
MAX_SIDE = 64

#: The most moves of a game.
MOST_MOVES = 2**31 - 1

#: The most games of a level, and of all levels: a bound of what a mistyped number would play.
MOST_GAMES = 2**31 - 1

#: The columns of what is found of a level.
WIDTH = 13

MEASURES = ("potential", "open_potential", "violation")
SHARES = ("ordinary", "obstacle", "blocker", "cover", "ground", "ingredient", "piece")


class Played(NamedTuple):
    """What games have come to."""

    swaps: NDArray[np.int64]
    """The swaps of each game, shape (n, games), or their sum for each level, shape (n,)."""
    wins: NDArray[Any]
    """Whether each game was won, bool of shape (n, games), or how many of each level, shape (n,)."""


@lru_cache(maxsize=64)
def _arrays(rules: str | None, colors: int, goals: tuple[str, ...], moves: int | None) -> LevelArrays:
    return LevelArrays(rules, colors, list(goals), moves)


def _of(
    rules: RulesDocument | None,
    colors: int,
    goal: Goals | None = None,
    moves: int | None = None,
) -> LevelArrays:
    goals = (goal,) if isinstance(goal, str) else tuple(goal or ())
    moves = None if moves is None else whole(moves, "moves", 1, MOST_MOVES)
    text = None if rules is None else json.dumps(rules if isinstance(rules, str) else dict(rules), sort_keys=True)
    return _arrays(text, whole(colors, "colors", 1, 64), goals, moves)


def _codes(levels: Given, arrays: LevelArrays) -> NDArray[np.uint16]:
    limits = (0, len(_names(arrays)) - 1)
    codes = integers(levels, "levels", "n, rows, columns", limits, np.uint16)
    rows, columns = codes.shape[1:]
    if not (1 <= rows <= MAX_SIDE and 1 <= columns <= MAX_SIDE):
        raise ValueError(f"levels: expected 1 to {MAX_SIDE} rows and columns, found {rows} × {columns}")
    return codes


@lru_cache(maxsize=64)
def _names(arrays: LevelArrays) -> tuple[str, ...]:
    return tuple(arrays.names())


def kinds(rules: RulesDocument | None = None, *, colors: int = 5) -> list[str]:
    """The names of the codes, in their order.

    Args:
        rules: The rules; default: classic.
        colors: The number of colours of blocks.

    Returns:
        The name of the kind of each code. Names are those that ``tilewright.match3.generate`` takes as ``kinds`` and a layout as tokens: ``box2`` is a
        blocker, ``.+chain1`` a cover over an ordinary block, ``._grass1`` a ground below one. What fills several cells has no code.
    """
    return list(_names(_of(rules, colors)))


def encode(
    levels: Document | Sequence[Document],
    rules: RulesDocument | None = None,
    *,
    colors: int = 5,
) -> NDArray[np.uint16]:
    """Levels as an array of codes. Their goals and move limits are not in it.

    Args:
        levels: Documents, texts of several lines, names of files, or answers that made a level, all of one size.
        rules: The rules of the levels; default: classic.
        colors: The number of colours of all levels.

    Returns:
        Their codes, shape (n, rows, columns).

    Raises:
        ValueError: A level has other rules, another size or another number of colours, or what an array does not hold, such as portals or spawners of its own:
            the message names it and the row.
    """
    # Rows of characters are a level, and no list of them.
    is_list = isinstance(levels, (list, tuple)) and not is_rows(levels)
    documents: Any = levels if is_list else [levels]
    texts = [content(it, "levels").decode() for it in documents]
    codes, (rows, columns) = _of(rules, colors).encode(texts)
    return codes.reshape(len(texts), rows, columns)


def decode(
    array: Given,
    rules: RulesDocument | None = None,
    *,
    colors: int = 5,
    goal: Goals | None = None,
    moves: int | None = None,
) -> list[dict[str, Any]]:
    """The levels of an array of codes, as documents that the functions of ``tilewright.match3`` take.

    Args:
        array: Codes, shape (n, rows, columns).
        rules: The rules of the levels; default: classic.
        colors: The number of colours of blocks.
        goal: Goal of all levels, such as ``collect:30``, or several.
        moves: Move limit of all levels.
    """
    arrays = _of(rules, colors, goal, moves)
    return [json.loads(text) for text in arrays.decode(_codes(array, arrays))]


def features(
    levels: Given,
    rules: RulesDocument | None = None,
    *,
    colors: int = 5,
    goal: Goals = "collect:30",
    bot: str | None = None,
    moves: int | None = None,
    predict: bool = False,
) -> NDArray[np.void]:
    """Measures levels.

    Args:
        levels: Codes, shape (n, rows, columns).
        rules: The rules of the levels; default: classic.
        colors: The number of colours of blocks.
        goal: Goal of all levels, for the prediction.
        bot: Bot whose swaps are predicted; default: article if the goal is of blocks of one colour, else greedy.
        moves: Move limit, for the predicted share of won games.
        predict: Whether to predict the swaps, which takes some ten times as long as the rest.

    Returns:
        A structured array of shape (n,). Its fields:

        * ``feasible`` (bool): under ``classic`` whether no cell is infeasible and there is a first move, as ``match3.analyze`` has it; under other rules whether there
          is a first move.
        * Under ``classic`` alone, as no other rules have a potential: ``potential`` and ``open_potential`` (int64), that of the level and of one without special cells;
          ``violation`` (int64), the number of infeasible cells.
        * The shares (float64) of the cells, without holes, that are ``ordinary``, ``obstacle``, ``blocker`` and ``cover`` (an overlay in ``classic``), and under other
          rules also ``ground``, ``ingredient`` and ``piece``. They add up to 1: a cell that is several of them counts as what is in the way
          most.
        * With ``predict``: ``swaps`` (float64), the predicted mean, by a model without games, NaN where nothing can be swapped; with ``moves`` too ``win_rate`` (float64), about the share of games that end
          within them, as if the logarithm of the swaps were normally distributed: on random levels it was wrong by 0.03 on average for ``collect:30``, and by 0.07 for
          ``clear:specials``.
    
    Raises:
        ValueError: A code is none of the rules; or with ``predict`` there is no model for such levels, as ``match3.analyze`` predicts none.
    """
    arrays = _of(rules, colors, goal, moves)
    codes = _codes(levels, arrays)
    if predict:
        bot = bot or ""
    elif bot is not None:
        raise ValueError("bot: nothing is predicted without `predict`")

    # The columns are of 64 bits each, of whatever type: the fields are views of them.
    found = room((len(codes), WIDTH), np.uint64)
    arrays.features(codes, bot, found)
    table = found.view(_fields(arrays.is_classic, predict, moves is not None))[:, 0]
    if predict:
        # Where nothing can be swapped, a model knows nothing.
        is_stuck = table["potential"] == 0 if arrays.is_classic else ~table["feasible"]
        table["swaps"][is_stuck] = np.nan
        if moves is not None:
            table["win_rate"][is_stuck] = 0.0
    return table


@lru_cache(maxsize=8)
def _fields(is_classic: bool, predict: bool, has_moves: bool) -> np.dtype[np.void]:
    """The fields of a level among the columns."""
    columns: list[tuple[str, type[np.generic], int]] = [("feasible", np.bool_, 0)]
    if is_classic:
        columns += [(name, np.int64, at) for at, name in enumerate(MEASURES, 1)]
    columns += [(name, np.float64, at) for at, name in enumerate(SHARES[: 4 if is_classic else 7], 4)]
    if predict:
        columns.append(("swaps", np.float64, 11))
        columns += [("win_rate", np.float64, 12)] if has_moves else []

    # Where numbers end with their lowest byte, a bool is there.
    end = 7 if sys.byteorder == "big" else 0
    names, types, at = zip(*columns)
    offsets = [8 * column + (end if type is np.bool_ else 0) for column, type in zip(at, types)]
    return np.dtype({"names": names, "formats": types, "offsets": offsets, "itemsize": 8 * WIDTH})


def simulate(
    levels: Given,
    bot: str | None = None,
    games: int = 100,
    seed: Given = 0,
    rules: RulesDocument | None = None,
    *,
    colors: int = 5,
    goal: Goals = "collect:30",
    moves: int | None = None,
    summed: bool = False,
) -> Played:
    """Plays games of levels.

    Args:
        levels: Codes, shape (n, rows, columns).
        bot: Bot that plays; default: article if the goal is of blocks of one colour, else greedy. Bots are those of ``match3.play``.
        games: Number of games of each level.
        seed: A number, of which row ``i`` has child ``i``, or one for each row. Its games are those of ``match3.play`` with that seed.
        rules: The rules of the levels; default: classic.
        colors: The number of colours of blocks.
        goal: Goal of all levels, such as ``collect:30``, or several.
        moves: Move limit, after which a game is lost; default: 1000.
        summed: Whether to return the sums for each level alone, which takes less memory.

    Returns:
        The swaps and the wins.
    """
    arrays = _of(rules, colors, goal, moves)
    codes = _codes(levels, arrays)
    games = whole(games, "games", 1, MOST_GAMES)
    played = room((len(codes), 1 if summed else games, 2), np.int64)
    arrays.simulate(codes, bot, games, seeds_of(seed, len(codes)), played)
    if summed:
        return Played(played[:, 0, 0], played[:, 0, 1])
    return Played(played[:, :, 0], played[:, :, 1] == 1)

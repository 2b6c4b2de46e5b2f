"""Games that are played: :class:`tilewright.live.Game`."""

import json
import operator
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from tilewright._errors import RefusedError
from tilewright._run import content
from tilewright._tilewright import LiveGame

#: The names of the games.
GAMES = tuple(LiveGame.NAMES)

#: The fields of an event as numbers.
EVENT = np.dtype(
    [
        (name, np.int64)
        for name in (
            "kind",
            "manner",
            "step",
            "id",
            "by",
            "from",
            "to",
            "sort",
            "number",
            "color",
            "detail",
            "value",
            "list_start",
            "list_length",
        )
    ]
)


class _Made(TypedDict):
    made: bool
    events: list[dict[str, Any]]


class Turn(_Made, total=False):
    """What a move has led to.

    ``made`` says whether it was made, ``events`` what has happened, also for a swap that is taken back. If it was not made, ``why``
    says why in words and ``code`` for programs, such as ``no-line``, ``not-neighbors`` or ``over``.

    An event of match3 has its ``event``, such as ``move``, ``appear``, ``leave``, ``turn`` or ``hit``, the ``step`` from 0 with all of
    which it happens at once, and what the chapter *Put match-3 into a running game* of the book lists: ``id``, cells ``from`` and ``to``,
    a ``look``, a ``value``. One of 2048 is ``slid``, ``joined`` or ``spawned``.
    """

    why: str
    code: str


class NumberedEvents(NamedTuple):
    """The events of a move of match-3 as numbers."""

    why: str | None
    """Why the move was refused; None if it was made."""
    events: NDArray[Any]
    """A structured array with the fields of :data:`EVENT`: the numbers of the header for C, where a cell is counted from 0 row by row
    and -1 is none."""
    lists: NDArray[np.uint32]
    """The lists of the events: that of one is ``lists[start : start + length]`` by its ``list_start`` and ``list_length``."""


class Game:
    """A game that is played: ``match3``, ``2048`` or ``battleship``.

    ==============  ====================================================================================
    name            options
    ==============  ====================================================================================
    ``match3``      ``level`` in any form that ``match3.analyze`` reads, ``goal`` in words (several in a
                    list), ``moves``, ``seed``, ``game``
    ``2048``        ``rows``, ``columns``, ``four_probability``, ``seed``, ``game``
    ``battleship``  ``rows``, ``columns``, ``fleet``, ``touch``, ``hunter``, ``own`` and ``hidden`` ships,
                    ``seed``
    ==============  ====================================================================================

    ``undo`` is how many moves can be taken back, 64 by default. The same options and moves give the same game as on the command line,
    in JavaScript and in C. Cells are ``[row, column]`` from 0, in moves also tuples.

    Threads may share a game: one call after the other is done, and other threads run meanwhile. A game is pickled as :meth:`save`
    keeps it.

    Raises:
        RefusedError: There is no such game, or an option is missing, unknown or wrong.
    """

    __slots__ = ("_game", "name")

    name: str
    """Its name."""

    def __init__(self, name: str, **options: Any) -> None:
        if name == "match3" and "level" in options:
            options["level"] = _level(options["level"])
        self._game = LiveGame(name, _json(options))
        self.name = name

    @classmethod
    def load(cls, name: str, saved: str) -> "Game":
        """Continue the game of a name that :meth:`save` has written.

        Raises:
            RefusedError: There is no such game, or the text is damaged or of another one.
        """
        return cls._of(name, LiveGame.load(name, saved))

    @classmethod
    def _of(cls, name: str, game: LiveGame) -> "Game":
        made = cls.__new__(cls)
        made.name, made._game = name, game
        return made

    def state(self) -> dict[str, Any]:
        """Where the game stands, as far as a player may know it.

        All games have ``over`` and ``moves_made``. match3 has ``elements``, a list of what is on the board, each with its ``id``, its
        ``cell`` and the keys of its look: ``sort``, ``token`` and, if it has them, ``name``, ``color`` and ``layers``; and ``score``,
        ``parts`` of the goal with what is ``left`` of each, ``won``, ``move_limit``. 2048 has ``board`` and ``score``.
        """
        state: dict[str, Any] = self.ask("state")
        return state

    def moves(self) -> list[Any]:
        """The legal moves; none if the game is over."""
        moves: list[Any] = self.ask("moves")
        return moves

    def play(self, move: Any) -> Turn:
        """Make a move: two cells of match3 that are swapped, or one twice to tap it; ``up``, ``right``, ``down`` or ``left`` of 2048; a
        cell of battleship.

        A move that the rules refuse is no error: ``made`` is False.

        Raises:
            RefusedError: This cannot be a move.
        """
        turn: Turn = self.ask("play", move)
        return turn

    def swap(self, from_: Sequence[int], to: Sequence[int]) -> Turn:
        """Swap two cells of match3, each by its row and column."""
        return self.play([from_, to])

    def play_numbers(self, move: Sequence[Sequence[int]]) -> NumberedEvents:
        """Make a move of match3, with its events as arrays of numbers: faster than :meth:`play` where moves have thousands of events.

        Raises:
            RefusedError: The game is another one, or this cannot be a move.
        """
        from_, to = (_cell(cell) for cell in move)
        why, events, lists = self._game.play_numbers(from_, to)
        return NumberedEvents(why, events.view(EVENT).reshape(-1), lists)

    def undo(self) -> bool:
        """Take a move back. Returns whether there was one."""
        undone: bool = self.ask("undo")
        return undone

    def hint(self, **adviser: Any) -> Any:
        """The move that an adviser would make; None if the game is over.

        Args:
            adviser: For match3 ``bot`` and ``budget``, for 2048 ``player`` and ``depth`` or ``budget``, for battleship ``hunter`` and ``budget``.

        Raises:
            RefusedError: There is no such adviser.
        """
        return self.ask("hint", adviser or None)

    def ask(self, verb: str, argument: Any = None) -> Any:
        """Answer a verb of the game with its argument, both plain values as JSON has them.

        Beside those that are methods, match3 has ``about``, ``level``, ``recording``, ``reasons`` of a move, ``boost``, ``set-cells``,
        ``set-goal`` and ``add-moves``, 2048 ``values`` of the moves, and battleship ``advise``.

        Raises:
            RefusedError: There is no such verb, or the argument cannot be meant. Then nothing has changed.
        """
        return json.loads(self.ask_json(verb, _json(argument)))

    def ask_json(self, verb: str, argument: str = "") -> str:
        """The same with the argument and the answer as texts of JSON, which are the same bytes in all languages.

        Raises:
            RefusedError: As :meth:`ask`.
        """
        return self._game.call(verb, argument)

    def save(self) -> str:
        """The game as a text, which :meth:`load` reads, with the moves that can be taken back."""
        return self.ask_json("save")

    def copy(self) -> "Game":
        """The same game in the same state, which goes its own way."""
        return self._of(self.name, self._game.copy())

    def __copy__(self) -> "Game":
        return self.copy()

    def __deepcopy__(self, memo: Any) -> "Game":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return Game.load, (self.name, self.save())

    def __repr__(self) -> str:
        return f"<Game {self.name}>"


def _level(level: Any) -> str:
    """A level as the text that the game reads."""
    if isinstance(level, str) and level.lstrip().startswith("{"):
        return level
    try:
        return content(level, "level").decode()
    except OSError as error:
        raise RefusedError(f"{error.filename}: {error.strerror}", key="level") from error
    except UnicodeDecodeError as error:
        raise RefusedError(str(error), key="level") from error


def _cell(cell: Sequence[int]) -> tuple[int, int]:
    row, column = (operator.index(it) for it in cell)
    if not (0 <= row < 1 << 32 and 0 <= column < 1 << 32):
        raise RefusedError(f"expected a row and a column from 0, found {tuple(cell)}")
    return row, column


def _json(value: Any) -> str:
    try:
        return json.dumps(value, default=_item, allow_nan=False)
    except ValueError as error:
        raise RefusedError(str(error)) from error


def _item(value: Any) -> Any:
    """A value that JSON does not have: a number or an array of NumPy, or a mapping of another type."""
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"expected a value that JSON has, found {type(value).__name__}")

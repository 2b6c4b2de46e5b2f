"""Environments for Gymnasium: ``import tilewright.gym``, then ``gymnasium.make("tilewright/Game2048-v0")``.

Observations are uint8; ``observation_space.high`` has the largest number of each place. The chapter *Environments* of the book has the full table.

=============================  ===========================  ================================  =====================================
id                             observation                  actions                           reward, end
=============================  ===========================  ================================  =====================================
``tilewright/Game2048-v0``     (rows, columns): 0 empty,    4: up, right, down, left          sum of the tiles made by merging;
                               k the tile 2**k                                                over when no move is legal
``tilewright/Hunt-v0``         (rows, columns): 0 unknown,  one for each cell, row by row     -1 for each shot; over when all
                               1 water, 2 hit, 3 sunk                                         ships are sunk
``tilewright/Match3-v0``       (rows, columns, 11):         swaps to the right, swaps down,   share of the goal that is reached;
                               contents, colour, ...        taps                              over at the goal, or without moves
``tilewright/LevelDesign-v0``  (rows, columns, 4): kind,    narrow: kinds; turtle: 4 moves,   how much nearer to the target;
                               place, changes, value        kinds; wide: kinds of each cell   over at it, or without changes
``tilewright/Walk-v0``         (rows, columns, 4): walker   4 or 8 directions                 minus the cost of the step;
                               and goal, ground, cost,                                        over at the goal
                               danger
=============================  ===========================  ================================  =====================================

``info["action_mask"]`` has a 1 for each legal action, as int8; after the end of an episode, where none is, it is all 1. An illegal action changes nothing: its reward is 0,
in a hunt it is a shot that is wasted, in a walk its reward is -1. An episode is truncated after ``max_steps``
steps: without a limit unless it is given, in walks 1000, in level design cells times changes.

``env.unwrapped.best_action()`` is what a strong player does, ``random_action()`` a legal action at random.

Each is also a vector environment: ``gymnasium.make_vec(id, num_envs=4096, vectorization_mode="vector_entry_point")``
steps all games in one call, on all threads. Game ``i`` of a vector that is reset with the seed ``s`` is the game of
the single environment with the seed ``s + i``, in all its episodes.

Both are copied and pickled as they stand, with the random numbers to come.
"""

import copy
import inspect
import math
import operator
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright._missing import missing

try:
    import gymnasium
    from gymnasium.spaces import Box, Discrete, Space
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise missing(error, "tilewright.gym", "gym") from None

from tilewright._run import content
from tilewright._tilewright import Games
from tilewright._types import Document

__all__ = ["GameEnv", "GameVectorEnv"]

Observation: TypeAlias = NDArray[np.uint8]

#: Makes games: their number, what happens after an episode, the largest number of steps, and what the kind takes.
Maker: TypeAlias = Callable[..., Games]


def tiles(
    count: int,
    autoreset: str,
    max_steps: int | None,
    *,
    rows: int = 4,
    columns: int = 4,
    four_probability: float = 0.1,
) -> Games:
    return Games.tiles(count, rows, columns, four_probability, autoreset, max_steps)


def hunts(
    count: int,
    autoreset: str,
    max_steps: int | None,
    *,
    rows: int = 10,
    columns: int = 10,
    fleet: str | Sequence[int] = "russian",
    touch: str = "never",
) -> Games:
    return Games.hunts(count, rows, columns, lengths(fleet), touch, autoreset, max_steps)


def levels(
    count: int,
    autoreset: str,
    max_steps: int | None,
    *,
    level: Document | None = None,
    goal: str | None = None,
    moves: int | None = None,
    rows: int = 9,
    columns: int = 9,
) -> Games:
    if level is None:
        text = f"{'.' * columns}\n" * rows
        goal = "collect:30" if goal is None else goal
        moves = 12 if moves is None else moves
    else:
        text = content(level, "level").decode()
    return Games.levels(count, text, goal, moves, autoreset, max_steps)


def walks(
    count: int,
    autoreset: str,
    max_steps: int | None,
    *,
    map: Document | None = None,
    start: Sequence[int] | str | None = None,
    goal: Sequence[int] | str | None = None,
    terrain: str = "caves",
    rows: int = 17,
    columns: int = 17,
    dangers: int = 3,
    directions: int = 4,
    danger_weight: float = 0.5,
) -> Games:
    if map is None:
        if start is not None or goal is not None:
            raise ValueError("start and goal are those of a map: give one, or leave them out")
        return Games.random_walks(
            count, terrain, rows, columns, dangers, directions, danger_weight, autoreset, max_steps
        )
    text = content(map, "map")
    ends = cell("start", start), cell("goal", goal)
    return Games.walks(count, text, *ends, directions, danger_weight, autoreset, max_steps)


def designs(
    count: int,
    autoreset: str,
    max_steps: int | None,
    *,
    representation: str = "narrow",
    rows: int = 9,
    columns: int = 9,
    kinds: str | Sequence[str] = ("ordinary", "obstacle", "blocked1", "overlay1"),
    measure: str = "potential",
    goal: str = "collect:30",
    bot: str = "greedy",
    target: float | None = None,
    tolerance: float = 0.03,
    change_share: float = 0.2,
) -> Games:
    return Games.designs(
        count,
        representation,
        rows,
        columns,
        kinds.split(",") if isinstance(kinds, str) else list(kinds),
        measure,
        goal,
        bot,
        target,
        tolerance,
        change_share,
        autoreset,
        max_steps,
    )


def lengths(fleet: str | Sequence[int]) -> str:
    """A fleet as its name, or the lengths of its ships with commas between them."""
    if isinstance(fleet, str):
        return fleet
    return ",".join(str(it if isinstance(it, str) else operator.index(it)) for it in fleet)


def checked_steps(max_steps: int | None) -> int | None:
    if max_steps is not None and max_steps < 1:
        raise ValueError(f"max_steps: expected a number from 1, found {max_steps}")
    return max_steps


def make(
    kind: str, count: int, autoreset: str, max_steps: int | None, settings: dict[str, Any]
) -> Games:
    """Makes games; settings below 0 and unknown ones are refused by their names."""
    max_steps = checked_steps(MAX_STEPS.get(kind) if max_steps is None else max_steps)
    known = inspect.signature(KINDS[kind]).parameters
    for name, value in settings.items():
        if name not in known:
            hint = "; max_steps limits an episode" if name == "max_episode_steps" else ""
            raise TypeError(f"{kind} has no setting {name!r}{hint}; it has {', '.join(list(known)[3:])}")
        numbers = value if isinstance(value, (list, tuple)) else [value]
        if any(isinstance(number, (int, float, np.number)) and number < 0 for number in numbers):
            raise ValueError(f"{name}: expected numbers from 0, found {value}")
    return KINDS[kind](count, autoreset, max_steps, **settings)


def cell(key: str, value: Sequence[int] | str | None) -> tuple[int, int] | None:
    """A cell by its row and column, which may be text with a comma."""
    if value is None:
        return None
    numbers = value.split(",") if isinstance(value, str) else list(value)
    if len(numbers) != 2:
        raise ValueError(f"{key}: expected a row and a column, found {value!r}")
    row, column = (int(it) if isinstance(it, str) else operator.index(it) for it in numbers)
    return row, column


KINDS: dict[str, Maker] = {
    "Game2048": tiles,
    "Hunt": hunts,
    "Match3": levels,
    "LevelDesign": designs,
    "Walk": walks,
}

#: The largest numbers of steps, if none is given.
MAX_STEPS = {"Walk": 1000}


#: The settings that are documents. They are read at once, so that a copy in another process needs no file.
READ = ("level", "map")


def space_of(games: Games) -> Space[Observation]:
    """The observations. Few numbers of a cell reach 255: libraries that learn take a space whose bytes all do for an image,
    and divide it by 255."""
    shape = tuple(games.shape)
    highs = np.broadcast_to(games.highs if len(games.highs) > 1 else games.highs[0], shape)
    return Box(np.zeros(shape, np.uint8), highs, shape, np.uint8)


class Resumed:
    """Games that are copied and pickled as they stand."""

    #: How they are made again: the arguments of ``make``.
    _made: tuple[Any, ...]
    _games: Games
    _is_begun: bool

    def _make(self, kind: str, count: int, autoreset: str, max_steps: int | None, settings: dict[str, Any]) -> None:
        read = {key: content(it, key) for key, it in settings.items() if key in READ and it is not None}
        self._made = kind, count, autoreset, max_steps, settings | read
        self._games = make(*self._made)
        self._named = ", ".join([repr(kind), *(f"{key}={short(it)}" for key, it in settings.items())])

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        copied = type(self).__new__(type(self))
        memo[id(self)] = copied
        copied.__dict__.update({name: copy.deepcopy(it, memo) for name, it in self.__dict__.items()})
        return copied

    def __getstate__(self) -> dict[str, Any]:
        # Games that have not begun are those of the settings.
        return self.__dict__ | {"_games": self._games.saved() if self._is_begun else None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._games = make(*self._made)
        if state["_games"] is not None:
            self._games.restore(state["_games"])


def short(value: Any) -> str:
    """A setting in a line."""
    text = repr(value)
    return text if len(text) <= 40 and "\n" not in text else f"<{type(value).__name__}>"


class Arrays:
    """What a call writes, all of it: arrays of one axis, and the same memory in the shapes that are shown. The final
    observations and their masks, of which only some are written, only with ``has_finals``."""

    def __init__(self, shape: Sequence[int], actions: int, count: int, has_finals: bool) -> None:
        self._sizes = shape, actions, count, has_finals
        size = math.prod(shape)
        finals = count if has_finals else 0
        self.flat = (
            np.empty(count * size, np.uint8),
            np.empty(count, np.float32),
            np.empty(count, np.bool_),
            np.empty(count, np.bool_),
            np.empty(count * actions, np.uint8),
            np.zeros(finals * size, np.uint8),
            np.ones(finals * actions, np.uint8),
        )
        self.seen = self.flat[0].reshape(count, *shape)
        self.rewards, self.over, self.cut = self.flat[1:4]
        self.masks = self.flat[4].view(np.int8).reshape(count, actions)
        self.finals = self.flat[5].reshape(-1, *shape)
        self.final_masks = self.flat[6].view(np.int8).reshape(-1, actions)

    def __reduce__(self) -> tuple[Any, ...]:
        """Its shapes lie in its own memory, also in a copy."""
        return _arrays, (self._sizes, self.flat)


def _arrays(sizes: tuple[Any, ...], flat: Sequence[NDArray[Any]]) -> Arrays:
    made = Arrays(*sizes)
    places: Sequence[NDArray[Any]] = made.flat
    for place, numbers in zip(places, flat):
        place[:] = numbers
    return made


#: The ways to show a game.
MODES = ["ansi", "rgb_array"]


def check_mode(render_mode: str | None) -> None:
    if render_mode not in (None, *MODES):
        raise ValueError(f"render_mode: expected ansi, rgb_array or None, found {render_mode!r}")


def rendered(games: Games, game: int, render_mode: str | None) -> str | NDArray[np.uint8] | None:
    if render_mode == "ansi":
        return games.text(game)
    return games.pixels(game) if render_mode == "rgb_array" else None


class GameEnv(Resumed, gymnasium.Env[Observation, np.int64]):
    """One game. ``kind`` is a name of ``KINDS``; further keywords are those of the kind."""

    metadata = {"render_modes": MODES, "render_fps": 4}

    def __init__(
        self,
        kind: str,
        *,
        render_mode: str | None = None,
        max_steps: int | None = None,
        **settings: Any,
    ) -> None:
        check_mode(render_mode)
        self.render_mode = render_mode
        self._make(kind, 1, "disabled", max_steps, settings)
        self.observation_space = space_of(self._games)
        self.action_space = Discrete(self._games.actions)
        # Made now, so that a copy of the environment has the same random numbers.
        self.np_random, self.action_space.np_random
        self._is_begun = False
        self._shape = tuple(self._games.shape)
        # What a step writes beside the observation and the mask, which are new arrays each time.
        self._action, self._reward = np.zeros(1, np.int64), np.zeros(1, np.float32)
        self._over, self._cut = np.zeros(1, np.bool_), np.zeros(1, np.bool_)
        self._finals, self._size = (np.zeros(0, np.uint8), np.zeros(0, np.uint8)), math.prod(self._shape)
        self._mask = np.ones(self._games.actions, np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is None and not self._is_begun:
            seed = int(self.np_random.integers(2**63))
        self._is_begun = True
        seeds = None if seed is None else np.array([seed], np.uint64)
        seen = self._call(self._games.reset, seeds, None)
        return seen, {"action_mask": self._mask}

    def step(
        self, action: np.int64
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        self._action[0] = operator.index(action)
        seen = self._call(self._games.step, self._action)
        over, cut = self._over.item(), self._cut.item()
        return seen, self._reward.item(), over, cut, {"action_mask": self._mask}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as sb3-contrib asks for them."""
        legal: NDArray[np.bool_] = self._mask.astype(np.bool_)
        return legal

    def render(self) -> str | NDArray[np.uint8] | None:
        """What the agent sees: text, or pixels (height, width, 3). The size of a picture depends on the settings
        alone."""
        return rendered(self._games, 0, self.render_mode)

    def best_action(self) -> np.int64 | None:
        """What a strong player does now: the network or expectimax in 2048, a hunter by probability, a planner in match-3, A* in
        walks, the best change of one cell in level design. None if the episode is over."""
        action = self._games.best_action(0)
        return None if action is None else np.int64(action)

    def random_action(self) -> np.int64 | None:
        """A legal action, drawn by ``action_space``; None if the episode is over."""
        return None if self._over[0] else self.action_space.sample(self._mask)

    def _call(self, work: Callable[..., None], *arguments: Any) -> Observation:
        """Lets the game work, and returns the new observation; a refused call changes nothing."""
        seen = np.empty(self._size, np.uint8)
        mask = np.empty(self._mask.size, np.uint8)
        work(*arguments, (seen, self._reward, self._over, self._cut, mask, *self._finals))
        self._mask = mask.view(np.int8)
        return seen.reshape(self._shape)

    def __repr__(self) -> str:
        return f"<GameEnv {self._named}>"

    def __str__(self) -> str:
        return repr(self)


class GameVectorEnv(Resumed, VectorEnv[Observation, NDArray[np.int64], NDArray[np.int8]]):
    """Many games, which are stepped in one call.

    With ``copy`` each call returns new arrays. Without, two sets of arrays are filled in turn and nothing is
    allocated: what a call returns is valid until the call after the next.
    """

    def __init__(
        self,
        kind: str,
        *,
        num_envs: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        max_steps: int | None = None,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        names = {
            AutoresetMode.NEXT_STEP: "next_step",
            AutoresetMode.SAME_STEP: "same_step",
            AutoresetMode.DISABLED: "disabled",
        }
        check_mode(render_mode)
        self.metadata = {"render_modes": MODES, "render_fps": 4, "autoreset_mode": mode}
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._make(kind, num_envs, names[mode], max_steps, settings)
        self._is_same_step = mode == AutoresetMode.SAME_STEP
        self.single_observation_space = space_of(self._games)
        self.single_action_space = Discrete(self._games.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        # Made now, so that a copy of the environment has the same random numbers.
        self.np_random, self.action_space.np_random
        self._is_begun = False
        self._sizes = self._games.shape, self._games.actions, num_envs, self._is_same_step
        self._kept = [] if copy else [Arrays(*self._sizes) for _ in range(2)]
        self._arrays = Arrays(*self._sizes)
        self._arrays.masks.fill(1)
        self._all = np.ones(num_envs, np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        if seed is not None and not isinstance(seed, Sequence | np.ndarray):
            seed = operator.index(seed)
        super().reset(seed=seed if isinstance(seed, int) else None)
        which = None if options is None else options.get("reset_mask")
        if which is not None and np.asarray(which).dtype != np.bool_:
            raise TypeError("reset_mask: expected True or False for each game")
        if seed is None and not self._is_begun:
            seed = int(self.np_random.integers(2**62))
        self._is_begun = True
        seeds = None if seed is None else self._seeds(seed)
        marks = None if which is None else np.asarray(which, np.bool_)
        made = self._call(self._games.reset, seeds, marks)
        return made.seen, self._info(made)

    def _info(self, made: Arrays) -> dict[str, Any]:
        """The masks, and that they are those of all games, as Gymnasium marks it."""
        return {"action_mask": made.masks, "_action_mask": self._all.copy()}

    def _seeds(self, seed: int | Sequence[int | None]) -> NDArray[np.uint64]:
        if isinstance(seed, int):
            return np.arange(self.num_envs, dtype=np.uint64) + np.uint64(seed)
        drawn = self.np_random.integers(2**62, size=len(seed))
        chosen = [int(new) if it is None else operator.index(it) for it, new in zip(seed, drawn)]
        if any(it < 0 for it in chosen):
            raise ValueError(f"seed: expected numbers from 0, found {min(chosen)}")
        return np.array(chosen, np.uint64)

    def _call(self, work: Callable[..., None], *arguments: Any) -> Arrays:
        """Lets the games work, and returns the arrays that they wrote; a refused call changes nothing."""
        made = self._kept[1] if self._kept else Arrays(*self._sizes)
        work(*arguments, made.flat)
        self._kept.reverse()
        self._arrays = made
        return made

    def step(  # type: ignore[override]
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise TypeError(f"actions: expected whole numbers, found {chosen.dtype}")
        if chosen.ndim != 1:
            raise ValueError(f"actions: expected one for each game, found the shape {chosen.shape}")
        made = self._call(self._games.step, np.ascontiguousarray(chosen, np.int64))
        info = self._info(made)
        if self._is_same_step:
            ended = made.over | made.cut
            if ended.any():
                info |= self._finals(made, ended)
        return made.seen, made.rewards, made.over, made.cut, info

    def _finals(self, made: Arrays, ended: NDArray[np.bool_]) -> dict[str, Any]:
        """What the episodes showed last that have ended, as Gymnasium has it."""
        seen = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(ended):
            seen[game] = made.finals[game]
        about = {"action_mask": made.final_masks, "_action_mask": ended.copy()}
        return {"final_obs": seen, "_final_obs": ended, "final_info": about, "_final_info": ended.copy()}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of all games, as sb3-contrib asks for them."""
        return self._arrays.masks.astype(np.bool_)

    def render(self) -> tuple[str | NDArray[np.uint8], ...] | None:
        """What the agent of each game sees."""
        drawn = (rendered(self._games, game, self.render_mode) for game in range(self.num_envs))
        return None if self.render_mode is None else tuple(it for it in drawn if it is not None)

    def best_actions(self) -> NDArray[np.int64]:
        """What a strong player does in each game; 0 if its episode is over. One game after the other."""
        actions = (self._games.best_action(game) or 0 for game in range(self.num_envs))
        return np.fromiter(actions, np.int64, self.num_envs)

    def __repr__(self) -> str:
        return f"<GameVectorEnv {self._named}, num_envs={self.num_envs}>"


for kind in KINDS:
    gymnasium.register(
        f"tilewright/{kind}-v0",
        entry_point="tilewright.gym:GameEnv",
        vector_entry_point="tilewright.gym:GameVectorEnv",
        kwargs={"kind": kind},
    )

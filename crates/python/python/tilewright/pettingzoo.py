"""Games of two agents for PettingZoo: ``tilewright.pettingzoo.DuelEnv()``, a duel of Battleship.

======================  ======================================================================================
agents                  ``player_0``, who begins, and ``player_1``; after a hit the same one shoots again
observation             ``{"observation", "action_mask"}``: uint8 (rows, columns, 3), the field of the other
                        player and the own one, each 0 unknown, 1 water, 2 hit, 3 sunk, and in all cells the
                        number of ship cells of the other player that are not hit; and int8, 1 for each legal
                        action, all 0 for the agent who is not to move, all 1 after the end
action                  the cell to shoot at, row by row
reward                  1 for sinking all ships, -1 for losing them, else 0
termination             for both, when all ships of one player are sunk
truncation              for both, after ``max_steps`` shots in all, if that is given
illegal action          a shot at a known cell is wasted: it is the turn of the other one
======================  ======================================================================================

Fleets are hidden by placing one ship after the other at random.
"""

import copy
import operator
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright._missing import missing

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
except ModuleNotFoundError as error:
    raise missing(error, "tilewright.pettingzoo", "pettingzoo") from None

from tilewright._tilewright import Games
from tilewright.gym import MODES, Arrays, check_mode, checked_steps, lengths, make

__all__ = ["DuelEnv"]

Observation: TypeAlias = dict[str, NDArray[Any]]

AGENTS = ["player_0", "player_1"]

#: The mark of water that was shot at; those of ships are larger.
WATER = 1


class DuelEnv(AECEnv[str, Observation, np.int64]):
    """A duel of Battleship; keywords are those of ``tilewright/Hunt-v0``."""

    metadata = {
        "name": "tilewright_duel_v0",
        "render_modes": MODES,
        "render_fps": 4,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        *,
        rows: int = 10,
        columns: int = 10,
        fleet: str | Sequence[int] = "russian",
        touch: str = "never",
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_mode(render_mode)
        self.render_mode = render_mode
        self.max_steps = checked_steps(max_steps)
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        # Each agent hunts for the fleet of the other one.
        self._settings = {"rows": rows, "columns": columns, "fleet": fleet, "touch": touch}
        self._games = {agent: self._hunt() for agent in AGENTS}
        cells = rows * columns
        self._ship_cells = Games.ship_cells(lengths(fleet))
        if self._ship_cells > 255:
            raise ValueError(f"fleet: expected at most 255 cells, found {self._ship_cells}")
        highs = np.array([3, 3, self._ship_cells], np.uint8)
        shape = rows, columns, 3
        seen = Box(np.zeros(shape, np.uint8), np.broadcast_to(highs, shape), shape, np.uint8)
        mask = Box(0, 1, (cells,), np.int8)
        self.observation_spaces = {
            agent: Dict({"observation": seen, "action_mask": mask}) for agent in AGENTS
        }
        self.action_spaces = {agent: Discrete(cells) for agent in AGENTS}
        self._arrays = {agent: Arrays(self._games[agent].shape, self._games[agent].actions, 1, False) for agent in AGENTS}
        self._is_begun = False

    def _hunt(self) -> Games:
        return make("Hunt", 1, "disabled", None, self._settings)

    def __deepcopy__(self, memo: dict[int, Any]) -> "DuelEnv":
        copied = type(self).__new__(type(self))
        memo[id(self)] = copied
        copied.__dict__.update({name: copy.deepcopy(it, memo) for name, it in self.__dict__.items()})
        return copied

    def __getstate__(self) -> dict[str, Any]:
        begun = self._games if self._is_begun else {}
        return self.__dict__ | {"_games": {agent: games.saved() for agent, games in begun.items()}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._games = {agent: self._hunt() for agent in AGENTS}
        for agent, saved in state["_games"].items():
            self._games[agent].restore(saved)

    def observation_space(self, agent: str) -> Dict:
        """The observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the first one of a seed, or without a seed the next one."""
        if seed is None and not self._is_begun:
            seed = int(np.random.default_rng().integers(2**63))
        drawn = None if seed is None else np.random.default_rng(seed).integers(2**64, size=2, dtype=np.uint64)
        self._is_begun = True
        for index, agent in enumerate(AGENTS):
            seeds = None if drawn is None else drawn[index : index + 1]
            self._games[agent].reset(seeds, None, self._arrays[agent].flat)
        self.agents = list(AGENTS)
        self.agent_selection = AGENTS[0]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._steps = 0

    def step(self, action: np.int64) -> None:
        """Shoot, as the agent whose turn it is; unless it hits, it is that of the other one next."""
        if not self._is_begun:
            raise ValueError("no game has begun: reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        other = AGENTS[1 - AGENTS.index(agent)]
        arrays = self._arrays[agent]
        before = int(arrays.masks[0].sum())
        # Before anything changes: it may be refused.
        self._games[agent].step(np.array([operator.index(action)]), arrays.flat)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        is_hit = arrays.masks[0].sum() < before and arrays.seen[0].flat[action] > WATER
        self._steps += 1
        if arrays.over[0]:
            self.rewards = {agent: 1.0, other: -1.0}
            self.terminations = dict.fromkeys(AGENTS, True)
        elif self.max_steps is not None and self._steps >= self.max_steps:
            self.truncations = dict.fromkeys(AGENTS, True)
        self.agent_selection = agent if is_hit and not self._is_over() else other
        self._accumulate_rewards()

    def _is_over(self) -> bool:
        return any(self.terminations.values()) or any(self.truncations.values())

    def observe(self, agent: str) -> Observation:
        """What an agent sees, as new arrays."""
        other = AGENTS[1 - AGENTS.index(agent)]
        field, own = self._arrays[agent].seen[0], self._arrays[other].seen[0]
        left = self._ship_cells - np.count_nonzero(field > WATER)
        mask = self._arrays[agent].masks[0]
        if self._is_over():
            mask = np.ones_like(mask)
        elif agent != self.agent_selection:
            mask = np.zeros_like(mask)
        return {
            "observation": np.stack((field, own, np.full_like(field, left)), axis=-1),
            "action_mask": mask.copy(),
        }

    def best_action(self) -> np.int64 | None:
        """What a hunter by probability does as the agent whose turn it is; None after the end."""
        action = None if self._is_over() else self._games[self.agent_selection].best_action(0)
        return None if action is None else np.int64(action)

    def random_action(self) -> np.int64 | None:
        """A legal action of the agent whose turn it is, drawn by its action space; None after the end."""
        agent = self.agent_selection
        mask = self.observe(agent)["action_mask"]
        return None if self._is_over() else self.action_spaces[agent].sample(mask)

    def render(self) -> str | NDArray[np.uint8] | None:
        """The two fields as the agents see them, one below the other as text, side by side as pixels."""
        games = [self._games[agent] for agent in AGENTS]
        if self.render_mode == "ansi":
            return "\n\n".join(f"{agent}\n{it.text(0)}" for agent, it in zip(AGENTS, games))
        if self.render_mode == "rgb_array":
            return np.concatenate([it.pixels(0) for it in games], axis=1)
        return None

    def close(self) -> None:
        """Nothing is open."""

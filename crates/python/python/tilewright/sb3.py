"""The environments of `tilewright.gym` for stable-baselines3: ``tilewright.sb3.GameVecEnv("Game2048", 64)``.

All games are stepped in one call. ``env_method("action_masks")`` serves MaskablePPO of sb3-contrib.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright._missing import missing

try:
    from gymnasium.vector import AutoresetMode
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    raise missing(error, "tilewright.sb3", "sb3") from None

from tilewright.gym import GameVectorEnv

__all__ = ["GameVecEnv"]


class GameVecEnv(VecEnv):
    """Many games of a kind, such as ``Game2048``, as a ``VecEnv``. The keywords are those of the kind, and
    ``max_steps``, ``copy`` and ``render_mode``.

    A game that ends begins again in the same step; its last observation is ``infos[i]["terminal_observation"]``,
    and ``infos[i]["TimeLimit.truncated"]`` tells whether it was cut off.
    """

    def __init__(self, kind: str, num_envs: int, **settings: Any) -> None:
        mode = AutoresetMode.SAME_STEP
        self.games = GameVectorEnv(kind, num_envs=num_envs, autoreset_mode=mode, **settings)
        self.render_mode = self.games.render_mode
        super().__init__(
            num_envs, self.games.single_observation_space, self.games.single_action_space
        )
        self._actions: NDArray[np.int64] | None = None

    def reset(self) -> NDArray[np.uint8]:
        """Begin a game of each: the first one of the seeds of ``seed``, or the next one."""
        seeds = [it for it in self._seeds if it is not None]
        seen, _ = self.games.reset(seed=seeds if len(seeds) == self.num_envs else None)
        self._reset_seeds()
        self._reset_options()
        return seen

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take these actions in the next ``step_wait``."""
        self._actions = np.asarray(actions)

    def step_wait(
        self,
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """The observations, the rewards, the ends, and a dictionary for each game."""
        assert self._actions is not None
        seen, rewards, over, cut, about = self.games.step(self._actions)
        ended = over | cut
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for index in np.flatnonzero(ended):
            infos[index]["terminal_observation"] = about["final_obs"][index]
            infos[index]["TimeLimit.truncated"] = bool(cut[index] and not over[index])
        return seen, rewards, ended, infos

    def close(self) -> None:
        """Close the games."""
        self.games.close()

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """The pictures of all games, with ``render_mode="rgb_array"``."""
        drawn = self.games.render() or (None,) * self.num_envs
        return [it if isinstance(it, np.ndarray) else None for it in drawn]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of all games, once for each."""
        return [getattr(self.games, attr_name) for _ in self._of(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of all games; of some only is an error."""
        if len(self._of(indices)) != self.num_envs:
            raise ValueError("the games share their attributes: set them for all")
        setattr(self.games, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """Call a method of the vector environment that answers for all games, such as ``action_masks``;
        the answers of the games of ``indices``."""
        answers = getattr(self.games, method_name)(*method_args, **method_kwargs)
        return [answers[index] for index in self._of(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No game is wrapped."""
        return [False for _ in self._of(indices)]

    def _of(self, indices: int | Iterable[int] | None) -> list[int]:
        return list(self._get_indices(indices))

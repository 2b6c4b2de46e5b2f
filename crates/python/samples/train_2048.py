"""Train MaskablePPO of sb3-contrib to play 2048, and compare it with random moves.

    python train_2048.py --steps 1000000 --seeds 3

Needs ``pip install torch sb3-contrib``. The exit code is 1 if the mean score over 1,000 games is less than three
times that of random legal moves, for any of the seeds.
"""

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from gymnasium.spaces import Box
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecNormalize

import tilewright.gym
import tilewright.sb3

#: The number of codes that a cell may have: 0 for an empty one, k for the tile 2**k.
CODES = 18


class OneHot(BaseFeaturesExtractor):
    """A cell is one of eighteen things, not a number: pairs of neighbours are looked at by convolutions."""

    def __init__(self, observation_space: Box, width: int = 64) -> None:
        sides = observation_space.shape
        super().__init__(observation_space, features_dim=width * sides[0] * (sides[1] - 1) * 2)
        self.beside = torch.nn.Conv2d(CODES, width, (1, 2))
        self.below = torch.nn.Conv2d(CODES, width, (2, 1))

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        cells = torch.nn.functional.one_hot(seen.long(), CODES).float().permute(0, 3, 1, 2)
        pairs = [self.beside(cells).flatten(1), self.below(cells).flatten(1)]
        return torch.relu(torch.cat(pairs, dim=1))


def scores(count: int, seed: int, choose: Callable[[Any, Any], Any]) -> "np.ndarray[Any, Any]":
    """The sums of the rewards of the first game of each seed from ``seed`` on."""
    games = tilewright.gym.GameVectorEnv("Game2048", num_envs=count)
    seen, info = games.reset(seed=seed)
    total, playing = np.zeros(count), np.ones(count, bool)
    while playing.any():
        seen, rewards, over, _, info = games.step(choose(seen, info["action_mask"]))
        total += np.where(playing, rewards, 0)
        playing &= ~over
    return total


def random_moves(seed: int) -> Callable[[Any, Any], Any]:
    rng = np.random.default_rng(seed)
    return lambda seen, mask: (rng.random(mask.shape) * mask).argmax(axis=1)


def train(steps: int, seed: int) -> MaskablePPO:
    games = tilewright.sb3.GameVecEnv("Game2048", 128)
    games.seed(seed)
    scaled = VecNormalize(games, norm_obs=False, gamma=0.99)
    model = MaskablePPO(
        "MlpPolicy",
        scaled,
        n_steps=64,
        batch_size=1024,
        n_epochs=4,
        learning_rate=lambda left: 1e-3 * left + 1e-4,
        gamma=0.99,
        ent_coef=0.001,
        policy_kwargs={"features_extractor_class": OneHot, "net_arch": [128]},
        seed=seed,
        device="cpu",
    )
    return model.learn(steps)


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--steps", type=int, default=1_000_000)
    words.add_argument("--seeds", type=int, default=3)
    words.add_argument("--games", type=int, default=1000)
    words.add_argument("--factor", type=float, default=3.0)
    given = words.parse_args()
    torch.set_num_threads(1)
    random = scores(given.games, 10**6, random_moves(1)).mean()
    print(f"random: mean score {random:.0f}", flush=True)
    is_good = True
    for seed in range(1, given.seeds + 1):
        begun = time.monotonic()
        model = train(given.steps, seed)

        def chosen(seen: Any, mask: Any, model: MaskablePPO = model) -> Any:
            return model.predict(seen, action_masks=mask.astype(bool), deterministic=True)[0]

        # A mask without a move is that of a game that has ended.
        mean = scores(given.games, 10**6, lambda seen, mask: chosen(seen, mask | (mask.max(1) == 0)[:, None])).mean()
        took = time.monotonic() - begun
        print(f"seed {seed}: mean score {mean:.0f}, {mean / random:.2f} x random, {took:.0f} s", flush=True)
        is_good &= mean >= given.factor * random
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())

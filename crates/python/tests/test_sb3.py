"""The adapter to stable-baselines3; skipped where that is not installed."""

from typing import Any

import gymnasium
import numpy as np
import pytest

pytest.importorskip("stable_baselines3")

from stable_baselines3.common.vec_env import VecMonitor  # noqa: E402

import tilewright.gym  # noqa: E402
import tilewright.sb3  # noqa: E402


def test_games_begin_again_and_show_their_last_observation() -> None:
    games = tilewright.sb3.GameVecEnv("Hunt", 3, max_steps=120)
    games.seed(7)
    seen = games.reset()
    alone: list[Any] = [gymnasium.make("tilewright/Hunt-v0", max_steps=120) for _ in range(3)]
    for index, env in enumerate(alone):
        assert (env.reset(seed=7 + index)[0] == seen[index]).all()
    rng = np.random.default_rng(1)
    ended = 0
    for _ in range(300):
        masks = np.stack(games.env_method("action_masks"))
        actions = (rng.random(masks.shape) * masks).argmax(axis=1)
        seen, rewards, dones, infos = games.step(actions)
        for index, env in enumerate(alone):
            one, reward, over, cut, about = env.step(actions[index])
            assert rewards[index] == reward and dones[index] == (over or cut)
            assert ("terminal_observation" in infos[index]) == dones[index]
            if dones[index]:
                ended += 1
                assert (infos[index]["terminal_observation"] == one).all()
                assert infos[index]["TimeLimit.truncated"] == cut
                one, about = env.reset()
            assert (seen[index] == one).all()
    assert ended >= 6
    assert games.has_attr("action_masks") and not games.has_attr("nothing")
    assert games.env_method("action_masks", indices=[1])[0].shape == (100,)


def test_a_masked_categorical_has_a_number_for_each_action() -> None:
    import torch
    from sb3_contrib.common.maskable.distributions import MaskableCategorical

    games = tilewright.gym.GameVectorEnv("Hunt", num_envs=4, max_steps=90)
    _, info = games.reset(seed=1)
    for _ in range(300):
        legal = torch.as_tensor(info["action_mask"], dtype=torch.bool)
        chances = MaskableCategorical(torch.zeros(legal.shape), masks=legal)
        assert torch.isfinite(chances.probs).all()
        *_, info = games.step(chances.sample().numpy())


def test_sb3_trains_with_it() -> None:
    from sb3_contrib import MaskablePPO

    games = VecMonitor(tilewright.sb3.GameVecEnv("Game2048", 8))
    model = MaskablePPO("MlpPolicy", games, n_steps=16, batch_size=32, n_epochs=1, device="cpu")
    model.learn(512)
    assert model.num_timesteps == 512

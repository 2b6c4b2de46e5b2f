"""The duel of Battleship: what PettingZoo checks, and the rules of the duel."""

import pickle
import sys
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import tilewright.pettingzoo
from tilewright.pettingzoo import DuelEnv


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """PettingZoo warns of every observation that is a dictionary, unless its own lists name the environment."""
    checks = sys.modules["pettingzoo.test.api_test"]
    for name in ("env_obs_dicts", "env_obs_space"):
        monkeypatch.setattr(checks, name, [*getattr(checks, name), "tilewright_duel_v0"])


@pytest.mark.usefixtures("listed")
def test_pettingzoo_finds_nothing_wrong() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        small: dict[str, Any] = {"rows": 7, "columns": 8, "fleet": (3, 2), "touch": "corners", "max_steps": 40}
        for settings in ({}, small):
            api_test(DuelEnv(**settings), num_cycles=300)
            seed_test(lambda: DuelEnv(**settings), num_cycles=100)


def play(env: DuelEnv, choose: list[Any]) -> dict[str, float]:
    """A game by these players; what each of the agents gets in all."""
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        total[agent] += reward
        done = over or cut
        assert seen["action_mask"].any() and (not done or seen["action_mask"].all())
        env.step(None if done else choose[env.possible_agents.index(agent)]())  # type: ignore[arg-type]
    return total


def test_the_best_player_beats_the_random_one() -> None:
    env = DuelEnv()
    env.reset(seed=3)
    for agent in env.possible_agents:
        env.action_space(agent).seed(1)
    for round in range(6):
        players = [env.best_action, env.random_action]
        total = play(env, players if round % 2 == 0 else players[::-1])
        assert list(total.values()) == ([1, -1] if round % 2 == 0 else [-1, 1])
        env.reset()


def test_after_a_hit_the_same_agent_shoots_again() -> None:
    env = DuelEnv(fleet=[4, 3, 2], rows=8, columns=8)
    env.reset(seed=5)
    hits = 0
    for _ in range(40):
        agent = env.agent_selection
        other = "player_1" if agent == "player_0" else "player_0"
        assert not env.observe(other)["action_mask"].any()
        action = env.random_action()
        assert action is not None
        env.step(action)
        mark = env.observe(agent)["observation"][..., 0].flat[action]
        assert env.observe(other)["observation"][..., 1].flat[action] == mark
        assert env.agent_selection == (agent if mark > 1 else other)
        hits += mark > 1
        if mark > 1:
            # The same cell again is wasted.
            env.step(action)
            assert env.agent_selection == other
    assert hits > 0


def test_text_and_pixels() -> None:
    env = DuelEnv(render_mode="ansi")
    env.reset(seed=1)
    env.step(np.int64(0))
    text = env.render()
    assert isinstance(text, str) and text.startswith("player_0\n") and "\n\nplayer_1\n" in text
    env = DuelEnv(render_mode="rgb_array")
    env.reset(seed=1)
    pixels = env.render()
    assert isinstance(pixels, np.ndarray) and pixels.dtype == np.uint8 and pixels.shape[2] == 3
    with pytest.raises(ValueError, match="render_mode"):
        tilewright.pettingzoo.DuelEnv(render_mode="human")


def test_a_refused_action_changes_nothing() -> None:
    env = DuelEnv()
    with pytest.raises(ValueError, match="no game has begun: reset first"):
        env.step(np.int64(0))
    env.reset(seed=1)
    env.step(np.int64(0))
    before = env.agent_selection, dict(env.rewards), env.observe("player_0")["observation"].copy()
    for wrong in (np.int64(100), 1.5):
        with pytest.raises((TypeError, ValueError)):
            env.step(wrong)  # type: ignore[arg-type]
    after = env.observe("player_0")["observation"]
    assert (env.agent_selection, env.rewards) == before[:2] and np.array_equal(after, before[2])


def test_a_duel_is_pickled_as_it_stands() -> None:
    env = DuelEnv(fleet="3,2,2", rows=6, columns=6)
    fresh = pickle.loads(pickle.dumps(env))
    duels: list[Any] = [env, fresh]
    for duel in duels:
        duel.reset(seed=3)
    for step in range(20):
        if step == 9:
            duels.append(pickle.loads(pickle.dumps(env)))
        # Each of them draws from its own random numbers.
        actions = [duel.best_action() for duel in duels]
        assert len(set(actions)) == 1
        if actions[0] is None:
            break
        for duel, action in zip(duels, actions):
            duel.step(action)
        for duel in duels[1:]:
            seen, also = env.observe("player_0"), duel.observe("player_0")
            assert all(np.array_equal(seen[key], also[key]) for key in seen)

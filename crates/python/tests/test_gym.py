"""Environments: what Gymnasium checks, and one game beside many."""

import copy
import importlib.util
import json
import multiprocessing
import os
import pickle
import subprocess
import sys
import types
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from conftest import ROOT
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import tilewright.gym

IDS = [f"tilewright/{kind}-v0" for kind in ("Game2048", "Hunt", "Match3", "LevelDesign", "Walk")]

#: Every kind of environment, with settings that are not the usual ones.
MADE: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in IDS),
    (IDS[0], {"rows": 2, "columns": 3}),
    (IDS[2], {"level": {"rules": "royal", "moves": 9, "goal": {"collect": 9}, "layout": ["." * 6] * 6}}),
    (IDS[2], {"level": {"rules": "blast", "moves": 9, "goal": {"collect": 9}, "layout": ["." * 6] * 6}}),
    (IDS[2], {"level": "......\n..4...\n......\n......\n", "goal": "clear:blockers", "moves": 4}),
    (IDS[3], {"representation": "turtle", "target": 500}),
    (IDS[3], {"representation": "wide", "measure": "swaps", "tolerance": 0.01}),
    (IDS[4], {"terrain": "maze", "directions": 8, "rows": 9, "max_steps": 200}),
    (IDS[4], {"map": "..2\n.#~\n...\n", "start": (0, 0), "goal": (2, 2), "max_steps": 50}),
]


def vector(name: str, count: int, **more: Any) -> tilewright.gym.GameVectorEnv:
    made = gymnasium.make_vec(name, num_envs=count, vectorization_mode="vector_entry_point", **more)
    assert isinstance(made, tilewright.gym.GameVectorEnv)
    return made


@pytest.mark.parametrize("name, settings", MADE)
def test_gymnasium_finds_nothing_wrong(name: str, settings: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(name, **settings).unwrapped)
        for mode in ("ansi", "rgb_array"):
            check_env(gymnasium.make(name, render_mode=mode, **settings).unwrapped)


@pytest.mark.parametrize("name, settings", MADE)
def test_pixels_show_what_changes(name: str, settings: dict[str, Any]) -> None:
    env: Any = gymnasium.make(name, render_mode="rgb_array", **settings).unwrapped
    env.reset(seed=1)
    first = env.render()
    assert first.dtype == np.uint8 and first.ndim == 3 and first.shape[2] == 3
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 3, "there is a picture"
    env.step(env.best_action())
    second = env.render()
    assert second.shape == first.shape and (second != first).any()
    games = vector(name, 2, render_mode="rgb_array", **settings)
    games.reset(seed=1)
    drawn = games.render()
    assert drawn is not None and len(drawn) == 2 and np.array_equal(drawn[0], first)


@pytest.mark.parametrize("name, settings", MADE)
def test_a_game_of_a_vector_is_the_game_of_its_seed(name: str, settings: dict[str, Any]) -> None:
    limits = {"max_steps": 150} | settings
    games = vector(name, 3, autoreset_mode=AutoresetMode.NEXT_STEP, **limits)
    alone = [gymnasium.make(name, **limits) for _ in range(3)]
    seen, info = games.reset(seed=40)
    firsts = [env.reset(seed=40 + index) for index, env in enumerate(alone)]
    is_over = [False] * 3
    rng = np.random.default_rng(1)
    for index, (first, about) in enumerate(firsts):
        assert (seen[index] == first).all() and (info["action_mask"][index] == about["action_mask"]).all()
    ended = 0
    for _ in range(600):
        actions = rng.integers(len(info["action_mask"][0]), size=3)
        seen, rewards, over, cut, info = games.step(actions)
        for index, env in enumerate(alone):
            reward: Any
            if is_over[index]:
                one, about = env.reset()
                reward, done = 0, False
            else:
                one, reward, done, is_cut, about = env.step(actions[index])
                assert over[index] == done and cut[index] == is_cut
                done = done or is_cut
            ended += done
            is_over[index] = done
            assert (seen[index] == one).all() and rewards[index] == reward
            assert (info["action_mask"][index] == about["action_mask"]).all()
    assert ended >= 3


@pytest.mark.parametrize("name, settings", MADE)
def test_the_best_player_beats_the_random_one(name: str, settings: dict[str, Any]) -> None:
    env: Any = gymnasium.make(name, **settings).unwrapped

    def mean(choose: Callable[[], Any]) -> float:
        """The mean return of some episodes."""
        env.reset(seed=8)
        env.action_space.seed(8)
        total = 0.0
        for _ in range(5):
            over = cut = False
            for _ in range(300):
                if over or cut:
                    break
                _, reward, over, cut, _ = env.step(choose())
                total += reward
            assert (env.best_action() is None) == (env.random_action() is None)
            env.reset()
        return total / 5

    assert mean(env.best_action) > mean(env.random_action)


GOLDEN = json.loads((ROOT / "crates/environments/tests/golden.json").read_text())


@pytest.mark.parametrize("name", GOLDEN)
def test_an_id_is_the_environment_that_it_was(name: str) -> None:
    golden = GOLDEN[name]
    kind, *forms = name.split()
    settings = {"representation": forms[0]} if forms else {}
    games = vector(f"tilewright/{kind}", 1, **settings)
    seen, info = games.reset(seed=golden["seed"])
    shown = [seen.tobytes(), info["action_mask"].tobytes()]
    ends = []
    for step, (action, expected) in enumerate(zip(golden["actions"], golden["rewards"])):
        seen, reward, over, _, info = games.step(np.array([action]))
        assert reward[0] == np.float32(expected)
        ends += [step] if over[0] else []
        shown += [seen.tobytes(), info["action_mask"].tobytes()]
    checksum = 0xCBF29CE484222325
    for byte in b"".join(shown):
        checksum = (checksum ^ byte) * 0x100000001B3 % 2**64
    assert f"{checksum:016x}" == golden["seen"] and ends == golden["ends"]


def test_buffers_are_filled_in_turn_only_if_asked_for() -> None:
    games = vector(IDS[0], 4, copy=False)
    first, _ = games.reset(seed=1)
    second = games.step(np.zeros(4, np.int64))[0]
    third = games.step(np.ones(4, np.int64))[0]
    assert third is first and second is not first
    games = vector(IDS[0], 4)
    first, _ = games.reset(seed=1)
    kept = first.copy()
    for _ in range(3):
        assert games.step(np.zeros(4, np.int64))[0] is not first
    assert (first == kept).all()


def test_the_last_observation_of_the_same_step() -> None:
    games = vector(IDS[1], 2, autoreset_mode=AutoresetMode.SAME_STEP)
    games.reset(seed=3)
    for cell in range(100):
        seen, rewards, over, _, info = games.step(np.full(2, cell))
        if over.any():
            at = int(np.argmax(over))
            assert info["_final_obs"][at] and (info["final_obs"][at] == 3).sum() == 20
            assert info["final_obs"][1 - at] is None or over.all()
            assert (seen[at] == 0).all(), "the next fleet"
            return
    raise AssertionError("no fleet was sunk")


def test_a_mask_says_which_games_begin_again() -> None:
    games = vector(IDS[0], 2, autoreset_mode=AutoresetMode.DISABLED, max_steps=2)
    games.reset(seed=3)
    for _ in range(2):
        cut = games.step(np.array([0, 1]))[3]
    assert cut.all()
    with pytest.raises(ValueError, match="the episode of game 0 has ended"):
        games.step(np.zeros(2, np.int64))
    games.reset(options={"reset_mask": np.array([True, True])})
    games.step(np.zeros(2, np.int64))


@pytest.mark.parametrize(
    "kind, settings, said",
    [
        ("Game2048", {"rows": -1}, "rows: expected numbers from 0, found -1"),
        ("Hunt", {"fleet": [3, -1]}, "fleet: expected"),
        ("Hunt", {"fleet": "russia"}, "fleet: .*russia"),
        ("Walk", {"max_steps": 0}, "max_steps: expected a number from 1, found 0"),
        ("Match3", {"goal": "", "moves": 5}, "goal|expected"),
        ("Match3", {"moves": 0}, "moves"),
    ],
)
def test_wrong_settings_are_named(kind: str, settings: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        tilewright.gym.GameEnv(kind, **settings)
    with pytest.raises(TypeError, match="Game2048 has no setting 'max_episode_steps'; max_steps"):
        tilewright.gym.GameVectorEnv("Game2048", max_episode_steps=3)


def test_walks_are_cut_off_however_they_are_made() -> None:
    games = tilewright.gym.GameVectorEnv("Walk", num_envs=1, terrain="rooms")
    games.reset(seed=1)
    # Illegal steps lead nowhere.
    ends = [games.step((1 - games.action_masks()).argmax(axis=1))[3][0] for _ in range(1000)]
    assert ends == [False] * 999 + [True]


def test_actions_and_seeds_are_whole_numbers() -> None:
    env = tilewright.gym.GameEnv("Game2048")
    env.reset(seed=1)
    with pytest.raises(TypeError):
        env.step(1.7)  # type: ignore[arg-type]
    games = tilewright.gym.GameVectorEnv("Game2048", num_envs=3)
    seen, _ = games.reset(seed=np.int64(4))  # type: ignore[arg-type]
    assert np.array_equal(seen, games.reset(seed=[4, 5, 6])[0])
    with pytest.raises(TypeError):
        games.reset(seed=[1.5, 2, 3])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="seed: expected numbers from 0, found -1"):
        games.reset(seed=[-1, 2, 3])
    with pytest.raises(TypeError, match="reset_mask"):
        games.reset(options={"reset_mask": [0, 1, 2]})
    with pytest.raises(ValueError, match="expected one for each game, found the shape"):
        games.step(np.zeros((3, 1), np.int64))


def test_a_refused_action_leaves_the_game_as_it_was() -> None:
    env = gymnasium.make("tilewright/Game2048-v0").unwrapped
    assert isinstance(env, tilewright.gym.GameEnv)
    _, info = env.reset(seed=1)
    mask = info["action_mask"].copy()
    with pytest.raises(ValueError, match="action 7"):
        env.step(np.int64(7))
    assert np.array_equal(env.action_masks(), mask == 1)


@pytest.mark.parametrize("copy", [True, False])
def test_a_refused_step_of_a_vector_leaves_all_games_as_they_were(copy: bool) -> None:
    env = tilewright.gym.GameVectorEnv("Game2048", num_envs=3, copy=copy)
    assert env.action_masks().all()
    seen, info = env.reset(seed=1)
    before = seen.copy(), info["action_mask"].copy()
    with pytest.raises(ValueError, match="action 7"):
        env.step(np.array([0, 1, 7]))
    assert np.array_equal(seen, before[0]) and np.array_equal(info["action_mask"], before[1])
    assert np.array_equal(env.action_masks(), before[1] == 1)


def test_wrong_arguments_are_refused() -> None:
    games = vector(IDS[0], 2)
    with pytest.raises(ValueError, match="no game has begun"):
        games.step(np.zeros(2, np.int64))
    games.reset(seed=1)
    with pytest.raises(ValueError, match="action 7 of game 1 is not from 0 to 3"):
        games.step(np.array([0, 7]))
    with pytest.raises(ValueError, match="expected 2 actions"):
        games.step(np.zeros(3, np.int64))
    with pytest.raises(TypeError, match="whole numbers"):
        games.step(np.zeros(2))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="render_mode"):
        tilewright.gym.GameEnv("Game2048", render_mode="svg")
    with pytest.raises(ValueError, match="2 to 5|rows"):
        gymnasium.make(IDS[0], rows=9)
    with pytest.raises(ValueError, match="no goal: give one"):
        gymnasium.make(IDS[2], level="....\n....\n....\n")
    with pytest.raises(ValueError, match="reached before the first move"):
        gymnasium.make(IDS[2], level="....\n....\n....\n", goal="clear:blockers")
    with pytest.raises(ValueError, match="expected narrow, turtle or wide"):
        gymnasium.make(IDS[3], representation="broad")
    with pytest.raises(ValueError, match="rows and columns"):
        gymnasium.make(IDS[3], rows=2**32 - 1, columns=2**32 - 1)
    with pytest.raises(ValueError, match="the map marks no start"):
        gymnasium.make(IDS[4], map=np.ones((3, 3), int))
    with pytest.raises(ValueError, match="random maps of 3 × 3 cells have no start and goal apart"):
        gymnasium.make(IDS[4], terrain="rooms", rows=3, columns=3)
    with pytest.raises(ValueError, match="start: expected a row and a column, found"):
        gymnasium.make(IDS[4], map="...\n...\n", start=[1, 2, 3], goal="0,0")
    with pytest.raises(ValueError, match="3 to 1024 rows and columns, found 2 × 5"):
        gymnasium.make(IDS[4], rows=2, columns=5)
    with pytest.raises(ValueError, match="expected 4 or 8, found 6"):
        gymnasium.make(IDS[4], directions=6)
    with pytest.raises(ValueError, match="at most 1073741824"):
        vector(IDS[4], 2**19, rows=1000, columns=1000)
    with pytest.raises(ValueError, match="1 to 1048576 games, found 1000000000000"):
        vector(IDS[0], 10**12)


def steps_of(count: int) -> bytes:
    games = vector(IDS[0], count)
    games.reset(seed=5)
    return games.step(np.zeros(count, np.int64))[0].tobytes()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system does not fork")
def test_games_go_on_in_a_forked_process() -> None:
    # These were stepped by threads that are not there after a fork.
    for count in (1500, 3000):
        expected = steps_of(count)
        with multiprocessing.get_context("fork").Pool(1) as pool:
            assert pool.apply_async(steps_of, (count,)).get(60) == expected


@pytest.mark.parametrize("name, settings", MADE)
def test_copies_go_their_own_way(name: str, settings: dict[str, Any]) -> None:
    env: Any = gymnasium.make(name, **settings).unwrapped
    env.reset(seed=1)
    env.step(env.best_action())
    ahead, other = copy.deepcopy(env), copy.deepcopy(env)

    def go(env: Any) -> list[tuple[bytes, float]]:
        steps = []
        for _ in range(3):
            if (action := env.best_action()) is None:
                break
            seen, reward, *_ = env.step(action)
            steps.append((seen.tobytes(), reward))
        return steps

    expected = go(env)
    assert expected and go(ahead) == expected
    ahead.reset(seed=2)
    assert go(other) == expected
    env.reset(seed=3)
    ahead = copy.deepcopy(env)
    assert [ahead.random_action() for _ in range(9)] == [env.random_action() for _ in range(9)]
    fresh: Any = gymnasium.make(name, **settings).unwrapped
    ahead = copy.deepcopy(fresh)
    assert np.array_equal(ahead.reset()[0], fresh.reset()[0])


def test_games_of_a_vector_are_copied_too() -> None:
    games = vector(IDS[0], 1500, copy=False)
    games.reset(seed=1)
    other = copy.deepcopy(games)
    for _ in range(3):
        actions = games.best_actions()
        assert np.array_equal(games.step(actions)[0], other.step(actions)[0])


@pytest.mark.parametrize("name, settings", MADE)
def test_environments_are_pickled_as_they_stand(name: str, settings: dict[str, Any]) -> None:
    env: Any = gymnasium.make(name, **settings)
    env.reset(seed=1)
    for _ in range(4):
        if (action := env.unwrapped.best_action()) is None:
            break
        env.step(action)
    other = pickle.loads(pickle.dumps(env))
    assert repr(other) == repr(env)
    for _ in range(40):
        assert env.unwrapped.best_action() == other.unwrapped.best_action()
        action, again = env.unwrapped.random_action(), other.unwrapped.random_action()
        assert action == again
        if action is None:
            break
        (seen, *ends), (also, *same) = env.step(action), other.step(action)
        assert np.array_equal(seen, also) and ends[:3] == same[:3]
        assert np.array_equal(ends[3]["action_mask"], same[3]["action_mask"])
    assert np.array_equal(env.reset()[0], other.reset()[0]), "the next episode"
    fresh: Any = pickle.loads(pickle.dumps(gymnasium.make(name, **settings)))
    assert np.array_equal(fresh.reset(seed=9)[0], env.reset(seed=9)[0])


@pytest.mark.parametrize("copy", [True, False])
def test_games_of_a_vector_are_pickled_as_they_stand(copy: bool) -> None:
    games = vector(IDS[1], 1500, copy=copy, max_steps=30)
    games.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(40):
        games.step(rng.integers(100, size=1500))
    other = pickle.loads(pickle.dumps(games))
    assert np.array_equal(games.action_masks(), other.action_masks())
    for _ in range(40):
        actions = rng.integers(100, size=1500)
        found, expected = other.step(actions), games.step(actions)
        assert all(np.array_equal(one, two) for one, two in zip(found[:4], expected[:4]))


def test_a_pickled_environment_needs_no_file(tmp_path: Path) -> None:
    level = tmp_path / "level.txt"
    level.write_text("......\n..1...\n......\n......\n")
    env: Any = gymnasium.make(IDS[2], level=level, goal="clear:blockers").unwrapped
    seen, _ = env.reset(seed=1)
    kept = pickle.dumps(env)
    level.unlink()
    assert np.array_equal(pickle.loads(kept).reset(seed=1)[0], seen)


def masked(logits: Any, mask: Any) -> Any:
    """The distribution of a masked categorical over the last axis."""
    weights = np.exp(np.where(mask == 1, logits, -np.inf))
    with np.errstate(invalid="ignore"):
        return weights / weights.sum(axis=-1, keepdims=True)


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("name, settings", MADE)
def test_a_masked_categorical_is_always_a_distribution(
    name: str, settings: dict[str, Any], mode: AutoresetMode
) -> None:
    games = vector(name, 3, autoreset_mode=mode, **{"max_steps": 60} | settings)
    _, info = games.reset(seed=2)
    rng = np.random.default_rng(4)
    ended = 0
    for _ in range(200):
        logits = rng.normal(size=info["action_mask"].shape)
        chances = masked(logits, info["action_mask"])
        assert np.isfinite(chances).all() and np.allclose(chances.sum(axis=-1), 1)
        actions = np.array([rng.choice(len(row), p=row) for row in chances])
        _, _, over, cut, info = games.step(actions)
        assert info["_action_mask"].all()
        done = over | cut
        ended += done.sum()
        if mode == AutoresetMode.SAME_STEP and done.any():
            final = info["final_info"]
            assert np.array_equal(info["_final_info"], done) and np.array_equal(final["_action_mask"], done)
            assert np.isfinite(masked(logits, final["action_mask"])[done]).all()
        if mode == AutoresetMode.DISABLED and done.any():
            _, info = games.reset(options={"reset_mask": done})
    assert ended > 0 or name == IDS[3]


def test_infos_of_a_vector_are_those_of_gymnasium() -> None:
    many = {"autoreset_mode": AutoresetMode.SAME_STEP, "max_steps": 5}
    ours = vector(IDS[0], 3, **many)
    theirs = gymnasium.make_vec(
        IDS[0],
        num_envs=3,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
        max_steps=5,
    )
    (_, first), (_, second) = ours.reset(seed=1), theirs.reset(seed=1)
    for step in range(12):
        check_infos(first, second)
        actions = np.full(3, step % 4)
        *_, first = ours.step(actions)
        *_, second = theirs.step(actions)


def check_infos(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    assert set(ours) == set(theirs)
    for key, value in theirs.items():
        if isinstance(value, dict):
            check_infos(ours[key], value)
        elif key == "final_obs":
            assert ours[key].dtype == value.dtype == object
            assert all(np.array_equal(one, two) for one, two in zip(ours[key], value))
        else:
            assert ours[key].dtype == value.dtype
            marks = theirs[f"_{key}"] if f"_{key}" in theirs else np.ones(3, bool)
            assert np.array_equal(ours[key][marks], value[marks]), key


def image_space() -> Any:
    """How stable-baselines3 finds out whether observations are images. The function needs no torch, but its module does."""
    package = importlib.util.find_spec("stable_baselines3")
    if package is None or package.origin is None:
        pytest.skip("stable-baselines3 is not installed")
    path = Path(package.origin).parent / "common/preprocessing.py"
    stand_in: Any = types.ModuleType("torch")
    stand_in.Tensor = stand_in.device = object
    stand_in.nn = types.ModuleType("torch.nn")
    stand_in.nn.functional = types.ModuleType("torch.nn.functional")
    names = {"torch": stand_in, "torch.nn": stand_in.nn, "torch.nn.functional": stand_in.nn.functional}
    before = {name: sys.modules.get(name) for name in names}
    sys.modules.update(names)
    try:
        spec = importlib.util.spec_from_file_location("preprocessing", path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        for name, kept in before.items():
            if kept is None:
                del sys.modules[name]
            else:
                sys.modules[name] = kept
    return module.is_image_space


@pytest.mark.parametrize("name, settings", MADE)
def test_observations_are_no_images(name: str, settings: dict[str, Any]) -> None:
    is_image = image_space()
    space = gymnasium.make(name, **settings).observation_space
    assert isinstance(space, gymnasium.spaces.Box)
    assert is_image(gymnasium.spaces.Box(0, 255, (9, 9, 3), np.uint8)), "it knows images"
    for check_channels in (False, True):
        assert not is_image(space, check_channels=check_channels)


@pytest.mark.parametrize("name, settings", MADE)
def test_observations_reach_no_more_than_their_highs(name: str, settings: dict[str, Any]) -> None:
    games = vector(name, 8, **settings)
    seen, _ = games.reset(seed=6)
    high = games.single_observation_space.high  # type: ignore[attr-defined]
    rng = np.random.default_rng(3)
    for _ in range(150):
        assert (seen <= high).all()
        legal = games.action_masks()
        seen = games.step((rng.random(legal.shape) * legal).argmax(axis=1))[0]


def test_a_fleet_is_a_name_lengths_or_text() -> None:
    seen = []
    fleets: list[Any] = ["us", "5,4,3,3,2", (5, 4, 3, 3, 2), [5, 4, 3, 3, 2], np.array([5, 4, 3, 3, 2])]
    for fleet in fleets:
        env: Any = gymnasium.make(IDS[1], fleet=fleet).unwrapped
        env.reset(seed=4)
        seen.append([int(env.best_action()), env.step(np.int64(37))[0].tolist()])
    assert all(it == seen[0] for it in seen)


def test_an_environment_says_what_it_is() -> None:
    env = tilewright.gym.GameEnv("Hunt", fleet=[3, 2], rows=5, columns=6)
    assert repr(env) == "<GameEnv 'Hunt', fleet=[3, 2], rows=5, columns=6>"
    level = [["."] * 9] * 9
    long = tilewright.gym.GameVectorEnv("Match3", num_envs=4, level=level, goal="collect:3")
    assert repr(long) == "<GameVectorEnv 'Match3', level=<list>, goal='collect:3', num_envs=4>"
    assert type(env.best_action()) is np.int64


def test_an_extra_that_is_missing_is_named(tmp_path: Path) -> None:
    code = "import sys; sys.modules['gymnasium'] = None; import tilewright.gym"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    last = done.stderr.strip().splitlines()[-1]
    expected = 'tilewright.gym needs gymnasium, which is not installed: pip install "tilewright[gym]"'
    assert last == f"ModuleNotFoundError: {expected}"


def test_text() -> None:
    env = gymnasium.make(IDS[1], render_mode="ansi")
    env.reset(seed=1)
    env.step(0)
    text = env.render()
    assert isinstance(text, str) and len(text.splitlines()) == 10 and text[0] in "oxX#"


@pytest.mark.skipif(sys.platform == "win32", reason="the memory as Unix counts it")
@pytest.mark.parametrize("name", IDS)
def test_steps_and_copies_do_not_use_up_memory(name: str) -> None:
    import resource

    env: Any = gymnasium.make(name, render_mode="ansi").unwrapped

    def go(count: int) -> None:
        for seed in range(count):
            env.reset(seed=seed)
            for _ in range(20):
                if (action := env.random_action()) is None:
                    break
                env.step(action)
            env.render(), copy.deepcopy(env)

    go(100)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    go(1000)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4096


def test_steps_do_not_use_up_memory() -> None:
    import resource

    games = vector(IDS[0], 1000)
    games.reset(seed=1)
    actions = np.random.default_rng(1).integers(4, size=(50, 1000))
    for step in range(200):
        games.step(actions[step % 50])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for step in range(1000):
        games.step(actions[step % 50])
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4096, "a million steps"

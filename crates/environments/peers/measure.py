"""Measures the environments beside others, in turns and in one run.

    python -m venv venv && venv/bin/pip install -r requirements.txt WHEEL
    venv/bin/python measure.py [--rounds N] [--seconds S] [--output FILE]

WHEEL is the package as ``cargo xtask python --wheel`` builds it. A figure is a number of steps for each CPU second of
all threads of the process; ours and JAX are held to one thread. Each contestant makes steps for S seconds of CPU time
in each of N rounds, in turns; the median of the rounds is reported, with the least and the greatest.

- Vectors step 4,096 games of 2048 with actions drawn uniformly beforehand, and begin an episode anew where one
  has ended. JAX is compiled before, and waited for in each step. In pgx an illegal action ends the game, in jumanji
  and here it changes nothing; all of them compute the same work for each step.
- One environment of 2048 takes actions drawn uniformly beforehand.
- One environment of match-3 takes swaps drawn from those that match; 9 × 9 cells, five colours, 20 moves, no
  special pieces.
- Battleship fires at random cells not shot at before; 10 × 10 cells, ships 5, 4, 3, 3, 2 that may touch. Steps are
  shots; new fleets are hidden after the end. OpenSpiel's game has two players, who shoot in turns, at most 100 times each,
  and place their ships by random legal actions; it is not asked for observations, which ours always writes.
- ``two cores`` is 65,536 games of 2048 on one thread and on two, in steps for each second of wall time.
"""

import os

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_PLATFORMS"] = "cpu"
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import argparse
import json
import pathlib
import platform
import statistics
import time
import warnings

import gymnasium
import numpy as np

import tilewright
import tilewright.gym

warnings.filterwarnings("ignore")

BOARDS = 4096
PLANS = 16


def plans(games, actions=4):
    return np.random.default_rng(9).integers(0, actions, (PLANS, games))


def ours(games, copy):
    env = gymnasium.make_vec(
        "tilewright/Game2048-v0", num_envs=games, vectorization_mode="vector_entry_point", copy=copy
    )
    env.reset(seed=1)
    moves = list(plans(games))

    def steps():
        for move in moves:
            env.step(move)
        return games * PLANS

    return steps


def pgx_boards():
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("2048")
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    keys = [jax.random.split(jax.random.PRNGKey(k), BOARDS) for k in range(PLANS)]
    moves = [jax.numpy.asarray(move) for move in plans(BOARDS)]
    state = jax.jit(jax.vmap(env.init))(keys[0])

    def steps():
        nonlocal state
        for move, key in zip(moves, keys):
            state = step(state, move, key)
            state.observation.block_until_ready()
        return BOARDS * PLANS

    return steps


def jumanji_boards():
    import jax
    import jumanji
    from jumanji.wrappers import VmapAutoResetWrapper

    env = VmapAutoResetWrapper(jumanji.make("Game2048-v1"))
    step = jax.jit(env.step)
    moves = [jax.numpy.asarray(move, dtype=np.int32) for move in plans(BOARDS)]
    state, _ = jax.jit(env.reset)(jax.random.split(jax.random.PRNGKey(1), BOARDS))

    def steps():
        nonlocal state
        for move in moves:
            state, seen = step(state, move)
            seen.observation.board.block_until_ready()
        return BOARDS * PLANS

    return steps


def single(name, **settings):
    env = gymnasium.make(name, **settings)
    env.reset(seed=1)
    moves = plans(256)[0].tolist()

    def steps():
        for move in moves:
            _, _, over, cut, _ = env.step(move)
            if over or cut:
                env.reset()
        return len(moves)

    return steps


def legal_at_random(name, **settings):
    """One game, by actions drawn from the legal ones."""
    env = gymnasium.make(name, **settings)
    _, info = env.reset(seed=1)
    rng = np.random.default_rng(9)

    def steps():
        nonlocal info
        for _ in range(64):
            legal = np.flatnonzero(info["action_mask"])
            _, _, over, cut, info = env.step(legal[rng.integers(len(legal))])
            if over or cut:
                _, info = env.reset()
        return 64

    return steps


def match3_ours():
    return legal_at_random("tilewright/Match3-v0", goal="collect:2000", moves=20)


def match3_vector():
    games = 1024
    env = gymnasium.make_vec(
        "tilewright/Match3-v0", num_envs=games, vectorization_mode="vector_entry_point", copy=False,
        goal="collect:2000", moves=20,
    )
    _, info = env.reset(seed=1)
    rng = np.random.default_rng(9)

    def steps():
        nonlocal info
        mask = info["action_mask"]
        chosen = (rng.random(mask.shape, dtype=np.float32) * mask).argmax(axis=1)
        _, _, _, _, info = env.step(chosen)
        return games

    return steps


def match3_peer():
    import tile_match_gym  # noqa: F401

    env = gymnasium.make(
        "TileMatch-v0", num_rows=9, num_cols=9, num_colours=5, num_moves=20, colourless_specials=[], colour_specials=[],
        disable_env_checker=True,
    ).unwrapped
    _, info = env.reset(seed=1)
    rng = np.random.default_rng(9)

    def steps():
        nonlocal info
        for _ in range(16):
            legal = info["effective_actions"]
            _, _, over, _, info = env.step(legal[rng.integers(len(legal))])
            if over:
                _, info = env.reset()
        return 16

    return steps


SHIPS = (5, 4, 3, 3, 2)


def battleship_ours():
    return legal_at_random("tilewright/Hunt-v0", fleet=SHIPS, touch="free")


def battleship_peer():
    import pyspiel

    sizes = "[" + ";".join(map(str, SHIPS)) + "]"
    values = "[" + ";".join("1.0" for _ in SHIPS) + "]"
    settings = {"ship_sizes": sizes, "ship_values": values, "num_shots": 100, "allow_repeated_shots": False}
    game = pyspiel.load_game("battleship", settings)
    rng = np.random.default_rng(9)

    def begun():
        state = game.new_initial_state()
        for _ in range(2 * len(SHIPS)):
            legal = state.legal_actions()
            state.apply_action(legal[rng.integers(len(legal))])
        return state

    state = begun()

    def steps():
        nonlocal state
        for _ in range(64):
            legal = state.legal_actions()
            state.apply_action(legal[rng.integers(len(legal))])
            if state.is_terminal():
                state = begun()
        return 64

    return steps


def peer_2048():
    import gymnasium_2048  # noqa: F401

    return single("gymnasium_2048/TwentyFortyEight-v0")


CONTESTANTS = {
    "2048 × 4096: tilewright": lambda: ours(BOARDS, True),
    "2048 × 4096: tilewright, copy=False": lambda: ours(BOARDS, False),
    "2048 × 4096: pgx": pgx_boards,
    "2048 × 4096: jumanji": jumanji_boards,
    "2048, one: tilewright": lambda: single("tilewright/Game2048-v0"),
    "2048, one: gymnasium-2048": peer_2048,
    "match-3, one: tilewright": match3_ours,
    "match-3 × 1024: tilewright": match3_vector,
    "match-3, one: tile-match-gym": match3_peer,
    "Battleship, one: tilewright": battleship_ours,
    "Battleship, one: OpenSpiel": battleship_peer,
}


def rate(steps, seconds):
    done, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        done += steps()
    return done / (time.process_time() - begun)


def two_cores(seconds):
    """The ratios of two threads to one, by wall time, in turns."""
    games = 65_536
    steps = ours(games, False)
    rates = {}
    for _ in range(5):
        for threads in (1, 2):
            tilewright.set_threads(threads)
            steps()
            done, begun = 0, time.perf_counter()
            while time.perf_counter() - begun < seconds:
                done += steps()
            rates.setdefault(threads, []).append(done / (time.perf_counter() - begun))
    tilewright.set_threads(1)
    return [two / one for one, two in zip(rates[1], rates[2])]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--output", type=pathlib.Path)
    arguments = parser.parse_args()
    tilewright.set_threads(1)
    made = {name: make() for name, make in CONTESTANTS.items()}
    for steps in made.values():
        steps()
    rates = {name: [] for name in made}
    for _ in range(arguments.rounds):
        for name, steps in made.items():
            rates[name].append(rate(steps, arguments.seconds))
    for name, found in rates.items():
        print(f"{name:40} {statistics.median(found):>14,.0f}  ({min(found):,.0f} to {max(found):,.0f}) steps per CPU second")
    ratios = two_cores(arguments.seconds / 2)
    print(f"two cores ÷ one, 65,536 games: {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
    if arguments.output:
        document = {"python": platform.python_version(), "steps_per_cpu_second": rates, "two_cores": ratios}
        arguments.output.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()

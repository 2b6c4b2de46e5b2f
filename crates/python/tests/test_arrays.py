"""Kernels over arrays: each gives what its task gives, for any layout of the arrays and number of threads."""

import json
import signal
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Literal

import numpy as np
import pytest
from numpy.typing import NDArray

import tilewright
from tilewright import set_threads
from tilewright.arrays import battleship, children, game2048, match3, paths

Array = NDArray[Any]


@pytest.fixture(autouse=True)
def threads() -> Iterator[None]:
    yield
    set_threads(None)


def generator(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def levels(count: int, rows: int = 9, columns: int = 9, holes: float = 0.02) -> Array:
    """Levels of classic: half of their cells are ordinary."""
    rng = generator(rows)
    cells = np.where(rng.random((count, rows, columns)) < 0.6, 0, rng.integers(1, 10, (count, rows, columns)))
    return np.where(rng.random(cells.shape) < holes, 10, cells).astype(np.uint8)


def boards(count: int, most: int = 11) -> Array:
    rng = generator(2)
    cells = rng.integers(1, most + 1, (count, 4, 4))
    return np.where(rng.random(cells.shape) < rng.random((count, 1, 1)), 0, cells).astype(np.uint8)


def maps(count: int, rows: int = 12, columns: int = 15) -> Array:
    return generator(3).random((count, rows, columns)) < 0.75


MOVES = ("up", "right", "down", "left")


def document_of(answer: tilewright.Answer | None) -> dict[str, Any]:
    """The document of an answer."""
    assert answer is not None
    document: dict[str, Any] = json.loads(answer.json())
    return document


class Tensor:
    """An array as other libraries have it."""

    def __init__(self, array: Array) -> None:
        self.array = array

    def __dlpack__(self, **keywords: Any) -> Any:
        return self.array.__dlpack__(**keywords)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


TUPLES = [(0, 1, 2, 3), (4, 5, 6, 7)]


def networks(count: int) -> Array:
    return generator(4).random((count, 2, 4**4)) * 50


def seeds(count: int, games: int) -> Array:
    return generator(5).integers(0, 2**63, (count, games), np.uint64)


def shots(count: int) -> Array:
    """What is known after some shots at random fleets."""
    rng = generator(6)
    fleets = battleship.sample(count, placer="sequential", seed=9)
    found = np.zeros(fleets.shape, np.uint8)
    for fleet, seen in zip(fleets, found):
        seen[rng.random(seen.shape) < 0.3] = 1
        seen[(seen == 1) & (fleet > 0)] = 2
        for ship in range(1, 11):
            if (seen[fleet == ship] == 2).all():
                seen[fleet == ship] = 3
    return found


def ends(count: int, rows: int = 12, columns: int = 15) -> tuple[Array, Array]:
    rng = generator(7)
    starts, goals = (rng.integers(0, (rows, columns), (count, 2)) for _ in range(2))
    return starts, goals


Kernel = tuple[str, Callable[..., Any], tuple[Array, ...]]

FLEETS = battleship.sample(12, placer="sequential", seed=3)

KERNELS: list[Kernel] = [
    ("features", lambda it: match3.features(it, predict=True, moves=20), (levels(40),)),
    ("simulate", lambda it: np.stack(match3.simulate(it, games=20, seed=3)), (levels(10),)),
    ("values", game2048.values, (boards(50),)),
    ("afterstates", lambda it, **out: game2048.values(it, afterstates=True, **out), (boards(50),)),
    ("moves", lambda it: game2048.moves(it).boards, (boards(50),)),
    ("best", game2048.best, (boards(50),)),
    ("deep", lambda it, **out: game2048.best(it, "expectimax", plies=2, **out), (boards(20),)),
    ("play", lambda a, b, **out: game2048.play(a, TUPLES, b, values=4, **out), (networks(8), seeds(8, 5))),
    ("posterior", battleship.posterior, (shots(10),)),
    ("score", battleship.score, (FLEETS,)),
    ("hunt", lambda a, b, **out: battleship.hunt(a, "posterior", b, **out), (FLEETS, seeds(12, 3))),
    ("one map", lambda a, b, c, **out: paths.lengths(a, b, c, **out), (maps(1)[0], *ends(40))),
    ("lengths", paths.lengths, (maps(20), *ends(20))),
    ("fields", lambda a, b, **out: paths.fields(a, b, directions=4, **out), (maps(9), ends(4)[0])),
]
WITH_OUT = [it for it in KERNELS if it[0] not in ("features", "simulate", "moves")]


def names(kernels: list[Kernel]) -> list[str]:
    return [name for name, _, _ in kernels]


@pytest.mark.parametrize(("name", "kernel", "given"), KERNELS, ids=names(KERNELS))
def test_the_layout_of_arrays_and_the_threads_change_nothing(
    name: str, kernel: Callable[..., Any], given: tuple[Array, ...]
) -> None:
    set_threads(1)
    expected = kernel(*given)
    set_threads(4)
    assert kernel(*given).tobytes() == expected.tobytes()
    assert kernel(*(np.asfortranarray(it) for it in given)).tobytes() == expected.tobytes()

    apart = [np.repeat(it, 2, axis=-1)[..., ::2] for it in given]
    assert not all(it.flags.c_contiguous for it in apart)
    assert kernel(*apart).tobytes() == expected.tobytes()

    for it in given:
        it.flags.writeable = False
    assert kernel(*given).tobytes() == expected.tobytes()
    assert kernel(*(Tensor(it.copy()) for it in given)).tobytes() == expected.tobytes()
    wide = [it.astype(np.int64) if it.dtype.kind == "u" and it.itemsize < 8 else it for it in given]
    assert kernel(*wide).tobytes() == expected.tobytes()


@pytest.mark.parametrize(("name", "kernel", "given"), WITH_OUT, ids=names(WITH_OUT))
def test_results_go_where_they_are_wanted(name: str, kernel: Callable[..., Any], given: tuple[Array, ...]) -> None:
    expected = kernel(*given)
    out = np.ones_like(expected)
    assert kernel(*given, out=out) is out
    assert out.tobytes() == expected.tobytes()

    apart = np.ones((*expected.shape, 2), expected.dtype)[..., 0]
    assert kernel(*given, out=apart) is apart
    assert (apart == expected).all()

    with pytest.raises(ValueError, match="^out: expected"):
        kernel(*given, out=np.ones(expected.shape, np.complex64))
    with pytest.raises(ValueError, match="^out: expected"):
        kernel(*given, out=np.ones((*expected.shape, 1), expected.dtype))
    out.flags.writeable = False
    with pytest.raises(ValueError, match="^out: the array is read-only"):
        kernel(*given, out=out)
    with pytest.raises(TypeError, match="^out: expected an array, found list"):
        kernel(*given, out=[])


def test_a_result_may_be_written_over_its_input() -> None:
    given = maps(3).astype(np.float64)
    expected = paths.fields(given, [[0, 0], [5, 5]])
    assert paths.fields(given, [[0, 0], [5, 5]], out=given) is given
    assert given.tobytes() == expected.tobytes()


@pytest.mark.parametrize(("name", "kernel", "given"), KERNELS, ids=names(KERNELS))
def test_no_rows_have_no_results(name: str, kernel: Callable[..., Any], given: tuple[Array, ...]) -> None:
    if name in ("one map", "fields"):
        given = (given[0], *(it[:0] for it in given[1:])) if name == "one map" else (given[0][:0], given[1])
    else:
        given = tuple(it[:0] for it in given)
    result = kernel(*given)
    assert result.size == 0


WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: match3.features(np.full((4, 9, 9), 11)), r"levels: row 0: expected 0 to 10, found 11 at \[0, 0\]"),
    (
        lambda: match3.features(np.zeros((9, 9), int)),
        r"levels: expected an array of 3 axes \[n, rows, columns\], found 2",
    ),
    (lambda: match3.features(np.zeros((1, 65, 9), int)), "levels: expected 1 to 64 rows and columns, found 65 × 9"),
    (lambda: match3.features(np.zeros((1, 0, 9), int)), "levels: expected 1 to 64 rows and columns, found 0 × 9"),
    (lambda: match3.features(levels(1), bot="greedy"), "bot: nothing is predicted"),
    (lambda: match3.features(levels(1), bot="nobody", predict=True), "bot: .*nobody"),
    (lambda: match3.simulate(levels(1), goal="win"), "goal: .*win"),
    (lambda: match3.simulate(levels(1), goal=[]), "goal: expected one"),
    (lambda: match3.simulate(levels(2), seed=np.arange(3)), "seed: expected one for each of 2 rows, found 3"),
    (lambda: match3.simulate(levels(1), games=0), "games: expected 1 to"),
    (lambda: match3.kinds("chess"), "chess"),
    (
        lambda: match3.encode([np.array([["."] * 4] * 4), np.array([["."] * 5] * 4)]),
        "levels: row 1: 4 × 5 cells, expected 4 × 4",
    ),
    (lambda: game2048.values(np.full((3, 4, 4), 18)), r"boards: row 0: expected 0 to 17, found 18 at \[0, 0\]"),
    (
        lambda: game2048.values(np.where(np.arange(3)[:, None, None] < 2, 0, -1) + np.zeros((3, 4, 4), int)),
        "boards: row 2: .* found -1",
    ),
    (lambda: game2048.values(np.zeros((3, 4, 5), int)), "boards of 4 × 4 cells, found 4 × 5"),
    (lambda: game2048.best(boards(1), "perfect"), "player: expected one of network"),
    (lambda: game2048.best(boards(1), plies=9), "plies: expected 1 to 8, found 9"),
    (lambda: game2048.best(boards(1), "classic", plies=1), "plies: the player classic has none"),
    (lambda: game2048.play(networks(2)[:, :1], TUPLES, seeds(2, 1), values=4), "weights: expected 2 tuples"),
    (lambda: game2048.play(np.ones((2, 9)), TUPLES, seeds(2, 1), values=4), "weights: expected 512 a row, found 9"),
    (lambda: game2048.play(networks(2) / 0, TUPLES, seeds(2, 1), values=4), "weights: row 0: expected finite"),
    (lambda: game2048.play(networks(2), TUPLES, seeds(3, 1), values=4), "seeds: expected a row for each of 2 rows"),
    (lambda: game2048.weights([(0, 0)]), "tuples: tuple 0 has the cell 0"),
    (lambda: game2048.weights([(0, 1), (2,)]), "tuples: tuple 1 has 1 cells, tuple 0 has 2"),
    (lambda: battleship.posterior(np.zeros((1, 27, 10), int)), "shots: a field has 1 to 26 rows, found 27"),
    (lambda: battleship.posterior(np.eye(10, dtype=int)[None] * 3), "shots: row 0: "),
    (lambda: battleship.posterior(shots(1), method="guess"), "method: expected one of exact, sampled, density"),
    (lambda: battleship.posterior(shots(1), fleet="navy"), "fleet: unknown fleet"),
    (lambda: battleship.posterior(shots(1), touch="often"), "touch: unknown touch"),
    (
        lambda: battleship.score(np.concatenate([FLEETS[:2], FLEETS[:1] * 0])),
        "fleets: row 2: ship 1 has 0 cells, expected 4",
    ),
    (lambda: battleship.fitness([[1] * 30, [0] * 30]), "genes: row 1: "),
    (lambda: battleship.hunt(FLEETS, "sonar", seeds(12, 1)), "hunter: unknown hunter"),
    (lambda: battleship.hunt(FLEETS, "perfect", seeds(12, 1)), "hunter: perfect play is only found on small fields"),
    (lambda: battleship.sample(1, placer="nowhere"), "placer: expected uniform"),
    (lambda: battleship.sample(-1), "count: expected 0 to"),
    (
        lambda: paths.lengths(np.ones((5, 5)), [[0, 0]], [[5, 0]]),
        r"goals: row 0: \[5, 0\] is outside the map of 5 × 5 cells",
    ),
    (lambda: paths.lengths(np.full((5, 5), -1.0), [[0, 0]], [[4, 0]]), "maps: row 0: expected costs from 0.001"),
    (lambda: paths.lengths(np.full((5, 5), np.nan), [[0, 0]], [[4, 0]]), "maps: row 0: expected costs from 0.001"),
    (
        lambda: paths.lengths(np.ones((2, 5, 5)), [[0, 0]], [[4, 0]]),
        "maps: expected one map, or one for each of 1 starts, found 2",
    ),
    (lambda: paths.lengths(np.ones((5, 5)), [[0, 0]], [[4, 0]], directions=6), "directions: expected 4 or 8, found 6"),
    (lambda: paths.lengths(np.ones((5, 5)), [[0, 0]], [[4, 0]], corners="some"), "corners: expected never"),
    (lambda: paths.fields(np.ones((5, 5)), np.zeros((0, 2), int)), "goals: expected one at least"),
]


@pytest.mark.parametrize(("call", "message"), WRONG, ids=[message for _, message in WRONG])
def test_what_is_wrong_is_named(call: Callable[[], object], message: str) -> None:
    with np.errstate(divide="ignore"), pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64])
def test_negative_numbers_of_any_type_are_refused(dtype: type[np.signedinteger[Any]]) -> None:
    wrong = np.array([[1, 2], [3, -1]], dtype)
    for call in (
        lambda: game2048.play(networks(2), TUPLES, wrong, values=4),
        lambda: battleship.hunt(FLEETS[:2], "density", wrong),
        lambda: paths.lengths(np.ones((300, 300)), wrong, np.abs(wrong)),
    ):
        with pytest.raises(ValueError, match="row 1: expected .* found -1"):
            call()


def test_numbers_that_are_none_are_refused() -> None:
    with pytest.raises(TypeError, match="boards: expected whole numbers, found float64"):
        game2048.values(np.zeros((1, 4, 4)))
    with pytest.raises(TypeError, match="maps: expected numbers"):
        paths.lengths(np.full((2, 2), "a"), [[0, 0]], [[1, 1]])
    with pytest.raises(TypeError, match="seed: expected whole numbers"):
        match3.simulate(levels(1), seed=np.array([0.5]))


@pytest.mark.parametrize("preset", ["classic", "lab", "candy", "royal", "blast"])
def test_codes_lead_to_levels_and_back(preset: str) -> None:
    kinds = match3.kinds(preset)
    assert kinds[:2] == ["ordinary", "obstacle"] and "hole" in kinds
    assert len(set(kinds)) == len(kinds)
    array = generator().integers(0, len(kinds), (20, 8, 8)).astype(np.uint16)
    documents = match3.decode(array, preset, goal="collect:9", moves=12)
    assert documents[0]["moves"] == 12
    assert (match3.encode(documents, preset) == array).all()
    assert (match3.encode([json.dumps(it).replace(", ", ",\n") for it in documents], preset) == array).all()


def test_a_text_is_a_level() -> None:
    expected = [[[0, 1, 0], [2, 6, 10]]]
    assert match3.encode(".#.\n1a_\n").tolist() == expected
    assert match3.encode([{"layout": [".#.", "1a_"]}]).tolist() == expected
    assert match3.encode([[".", "#", "."], ["1", "a", "_"]]).tolist() == expected
    assert match3.encode("...\n.#.\n", "royal").tolist() == [[[0, 0, 0], [0, 1, 0]]]
    royal = match3.encode({"rules": "royal", "layout": [[".", "r", "box1"], ["._grass1", "#", "_"]]}, "royal")
    kinds = match3.kinds("royal")
    assert [[kinds[code] for code in row] for row in royal[0]] == [
        ["ordinary", "r", "box1"],
        ["._grass1", "obstacle", "hole"],
    ]
    with pytest.raises(ValueError, match="levels: row 0: an array of codes holds no portals"):
        document = {"layout": ["...", "..."], "cells": {"portals": [[[0, 0], [1, 1]]]}}
        match3.encode(document)


def test_features_are_those_of_the_analysis() -> None:
    codes = levels(30)
    found = match3.features(codes, predict=True, moves=25)
    documents = match3.decode(codes, goal="collect:30")
    items: list[dict[str, Any]] = []
    tilewright.match3.analyze(documents, on_event=lambda it: items.append(it) if it["event"] == "item" else None)
    reports = [it.get("item", it) for it in items]
    assert len(reports) == len(found)
    for row, report in zip(found, reports):
        assert row["potential"] == report["potential"]
        assert row["open_potential"] == report["open_potential"]
        assert row["violation"] == len(report["infeasible_cells"])
        assert row["feasible"] == report["feasible"]
        assert row["swaps"] == pytest.approx(report["predicted"]["model_alone"]["swaps"], rel=1e-12)
    shares = np.stack([found[name] for name in ("ordinary", "obstacle", "blocker", "cover")])
    assert shares.sum(axis=0) == pytest.approx(1)
    counts = [((codes >= low) & (codes <= high)).sum(axis=(1, 2)) for low, high in ((0, 0), (1, 1), (2, 5), (6, 9))]
    assert shares == pytest.approx(np.stack(counts) / (codes < 10).sum(axis=(1, 2)))


@pytest.mark.parametrize("preset", ["royal", "blast"])
def test_features_of_other_rules_have_no_potential(preset: str) -> None:
    codes = generator().integers(0, 12, (20, 8, 8))
    found = match3.features(codes, preset, goal="collect:20")
    assert found.dtype.names is not None
    assert "potential" not in found.dtype.names
    assert "ingredient" in found.dtype.names
    with pytest.raises(ValueError, match="predict: there is no model"):
        match3.features(codes, preset, goal="clear:blockers", predict=True)


def test_nothing_is_predicted_where_nothing_can_be_swapped() -> None:
    codes = np.stack([np.zeros((9, 9), int), np.ones((9, 9), int)])
    found = match3.features(codes, predict=True, moves=20)
    assert found["swaps"][0] > 0 and np.isnan(found["swaps"][1])
    assert found["win_rate"][0] > 0 and found["win_rate"][1] == 0


@pytest.mark.parametrize(
    ("preset", "goal"), [("classic", "collect:30"), ("classic", "clear:blockers"), ("royal", "collect:20")]
)
def test_games_are_those_of_the_task(preset: str, goal: str) -> None:
    codes = np.where(levels(3) < 3, levels(3), 0)
    played = match3.simulate(codes, "greedy", 40, [7, 8, 9], preset, goal=goal, moves=60)
    summed = match3.simulate(codes, "greedy", 40, [7, 8, 9], preset, goal=goal, moves=60, summed=True)
    assert (summed.swaps == played.swaps.sum(axis=1)).all()
    assert (summed.wins == played.wins.sum(axis=1)).all()
    for row, document in enumerate(match3.decode(codes, preset, goal=goal, moves=60)):
        answer = tilewright.match3.play(document, bot="greedy", games=40, seed=7 + row)
        report = document_of(answer)
        assert played.wins[row].mean() == pytest.approx(report["win_rate"]["mean"])
        if played.wins[row].any():
            assert played.swaps[row][played.wins[row]].min() == report["swaps"]["min"]


def test_many_games_are_played_in_batches() -> None:
    codes, games = np.zeros((1, 4, 4), int), 17_000
    found = match3.simulate(codes, "random", games, [3], goal="collect:1", summed=True)
    (level,) = match3.decode(codes, goal="collect:1")
    report = document_of(tilewright.match3.play(level, bot="random", games=games, seed=3))
    assert found.wins[0] == games
    assert found.swaps[0] / games == pytest.approx(report["swaps"]["mean"])


def test_values_are_those_of_the_task() -> None:
    array = boards(40, 13)
    tiles = np.where(array > 0, 2 ** array.astype(int), 0)
    found, after = game2048.values(array), game2048.values(array, afterstates=True)
    moves, best = game2048.moves(array), game2048.best(array)
    lines = evaluated(tiles, player="network", depth=1, values=True)
    for row, line in enumerate(lines):
        assert after[row] == pytest.approx(line["evaluation"])
        values = [line["values"][name] for name in MOVES]
        legal = [it is not None for it in values]
        assert moves.legal[row].tolist() == legal
        if not any(legal):
            assert found[row] == 0
            assert best[row] == -1
            continue
        assert found[row] == pytest.approx(max(it for it in values if it is not None))
        assert MOVES[best[row]] == line["choice"]
    alone = game2048.values(moves.boards.reshape(-1, 4, 4), afterstates=True).reshape(-1, 4) + moves.points
    small = array.max(axis=(1, 2)) < 12
    expected = np.where(moves.legal, alone, -np.inf).max(axis=1)
    assert found[small & moves.legal.any(axis=1)] == pytest.approx(expected[small & moves.legal.any(axis=1)])


@pytest.mark.parametrize("player", ["network", "expectimax", "classic"])
def test_players_choose_as_in_the_task(player: str) -> None:
    array = boards(15)
    depth = {} if player == "classic" else {"depth": 2}
    found = game2048.best(array, player, plies=None if player == "classic" else 2)
    tiles = np.where(array > 0, 2 ** array.astype(int), 0)
    for move, line in zip(found, evaluated(tiles, player=player, **depth)):
        assert (MOVES[move] if move >= 0 else None) == line["choice"]


def evaluated(tiles: Array, **keywords: Any) -> list[dict[str, Any]]:
    """What ``2048 eval`` finds of boards."""
    items: list[dict[str, Any]] = []
    tilewright.game2048.eval(tiles, on_event=lambda it: items.append(it) if it["event"] == "item" else None, **keywords)
    return [it.get("item", it) for it in items]


def slide(line: list[int]) -> tuple[list[int], int]:
    """A row moved to the left, and the points."""
    tiles = [it for it in line if it]
    made, points, at = [], 0, 0
    while at < len(tiles):
        if at + 1 < len(tiles) and tiles[at] == tiles[at + 1]:
            made.append(tiles[at] + 1)
            points += 2 ** (tiles[at] + 1)
            at += 2
        else:
            made.append(tiles[at])
            at += 1
    return made + [0] * (4 - len(made)), points


def test_moves_are_those_of_the_rules() -> None:
    array = boards(60, 3)
    found = game2048.moves(array)
    for row, board in enumerate(array):
        for move, turns in enumerate([1, 2, 3, 0]):
            turned = np.rot90(board, turns)
            slid = [slide(line) for line in turned.tolist()]
            after = np.rot90(np.array([line for line, _ in slid]), -turns)
            assert (found.boards[row, move] == after).all()
            assert found.points[row, move] == sum(points for _, points in slid)
            assert found.legal[row, move] == (after != board).any()


def symmetric(board: Array) -> list[Array]:
    return [turned for flip in (board, board.T) for turned in (flip, flip[::-1], flip[:, ::-1], flip[::-1, ::-1])]


def test_small_networks_play_by_their_values() -> None:
    # Whole numbers, so that the order of a sum does not matter.
    weights = np.round(networks(3))
    played = game2048.games(weights, TUPLES, seeds(3, 2), values=4, max_moves=40)
    assert (played.moves == 40).all()
    longer = game2048.games(weights, TUPLES, seeds(3, 2), values=4, max_moves=41)
    assert (longer.scores >= played.scores).all()
    assert (game2048.play(weights.reshape(3, -1), TUPLES, seeds(3, 2), values=4, max_moves=40) == played.scores).all()
    assert game2048.weights(TUPLES, 4) == weights[0].size

    # Without any weights the points decide, and the first of several moves.
    greedy = game2048.games(np.zeros((1, 2, 256)), TUPLES, [[5]], values=4)
    assert greedy.largest[0, 0] >= 32
    assert greedy.scores[0, 0] > greedy.moves[0, 0]


@pytest.mark.parametrize("method", ["density", "sampled", "exact"])
def test_probabilities_are_those_of_the_task(method: Literal["exact", "sampled", "density"]) -> None:
    array = shots(3) if method == "density" else shots(2)
    fleet = "russian" if method != "exact" else [3, 2]
    if method == "exact":
        array = np.zeros((2, 6, 6), int)
        array[1, 2, 3], array[:, 0, 0] = 2, 1
    found = battleship.posterior(array, fleet, method=method)
    letters = ".oxABCDEFGHIJKLMNOP"
    for row, shown in zip(found, array):
        marks = shown.astype(int).copy()
        groups = 3
        for cell in zip(*np.nonzero(shown == 3)):
            if marks[cell] == 3:
                groups += 1
                spread(marks, cell, groups)
        text = "\n".join("".join(letters[it - (it > 3)] for it in line) for line in marks) + "\n"
        answer = document_of(tilewright.battleship.advise(text, fleet=fleet, method=method))
        assert row == pytest.approx(np.array(answer["probabilities"]))


def spread(marks: Array, cell: tuple[Any, ...], group: int) -> None:
    """Marks the cells of a sunk ship."""
    row, column = cell
    if 0 <= row < marks.shape[0] and 0 <= column < marks.shape[1] and marks[row, column] == 3:
        marks[row, column] = group
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            spread(marks, (row + down, column + right), group)


def test_sunk_ships_that_touch_are_apart_by_their_numbers() -> None:
    array = np.zeros((1, 4, 4), int)
    array[0, 0, :2], array[0, 1, :3] = 3, 4
    assert battleship.posterior(array, [3, 2, 1], "free").sum() == pytest.approx(6)
    with pytest.raises(ValueError, match="shots: row 0: "):
        battleship.posterior(np.minimum(array, 3), [3, 2, 1], "free")


def test_fleets_are_scored_as_by_the_task() -> None:
    rng = generator()
    genes = rng.integers(1, 11, (50, 30))
    genes[:, 2::3] = rng.integers(0, 2, (50, 10))
    found = battleship.fitness(genes)
    request = "".join(json.dumps({"rows": 10, "columns": 10, "chromosome": it}) + "\n" for it in genes.tolist())
    items: list[dict[str, Any]] = []
    tilewright.battleship.score(
        request.encode(), on_event=lambda it: items.append(it) if it["event"] == "item" else None
    )
    assert found.tolist() == [it.get("item", it)["fitness"] for it in items]

    assert (battleship.score(FLEETS) == 0).all()
    touching = np.array([[[1, 1, 0], [2, 2, 0]]])
    assert (
        battleship.score(touching, [2, 2]).tolist() == battleship.fitness([[1, 1, 0, 2, 1, 0]], 2, 3, [2, 2]).tolist()
    )


@pytest.mark.parametrize("placer", ["uniform", "sequential"])
def test_fleets_are_those_that_are_placed(placer: Literal["uniform", "sequential"]) -> None:
    found = battleship.sample(5, rows=7, columns=7, placer=placer, seed=11)
    answer = tilewright.battleship.place(count=5, rows=7, columns=7, method=placer, seed=11)
    fleets = document_of(answer)["fleets"]
    for drawn, placed in zip(found, fleets):
        ships = placed["ships"] if isinstance(placed, dict) else placed
        cells = np.zeros((7, 7), bool)
        for ship in ships:
            (row, column), length = ship["cell"], ship["length"]
            south = ship["heading"] == "south"
            cells[row : row + (length if south else 1), column : column + (1 if south else length)] = True
        assert ((drawn > 0) == cells).all()
    assert battleship.sample(5, rows=7, columns=7, placer=placer, seed=11).tobytes() == found.tobytes()
    assert (np.sort(found.reshape(5, -1), axis=1)[:, -20:] > 0).all()


def test_every_placer_draws_legal_fleets() -> None:
    for placer in ("two-columns", "adversarial"):
        fleets = battleship.sample(5, placer=placer)
        assert (battleship.score(fleets) == 0).all()
    free = battleship.sample(4, "us", placer="sequential")
    assert (np.unique(free) == np.arange(6)).all()


@pytest.mark.parametrize("hunter", ["density", "casual:0.5"])
def test_hunts_are_those_of_the_task(hunter: str) -> None:
    fleet_seeds, hunter_seeds = np.array([children(int(game), 2) for game in children(5, 25)]).T
    fleets = battleship.sample(25, placer="sequential", seed=fleet_seeds)
    found = battleship.hunt(fleets, hunter, hunter_seeds[:, None])
    answer = tilewright.battleship.hunt(hunter=hunter, fleets="sequential", games=25, seed=5)
    shots = document_of(answer)["shots"]
    assert (shots["mean"], shots["min"], shots["max"]) == (found.mean(), found.min(), found.max())


def test_hunters_need_as_many_shots_as_they_are_weak() -> None:
    own = seeds(12, 20)
    strong, weak = (battleship.hunt(FLEETS, hunter, own) for hunter in ("density", "random"))
    assert strong.mean() < weak.mean()
    assert (strong >= 20).all() and (weak <= 100).all()
    assert (battleship.hunt(FLEETS[::-1], "density", own[::-1]) == strong[::-1]).all()
    with pytest.raises(ValueError, match="fleets: row 0: "):
        battleship.hunt([[[1, 1, 0], [2, 2, 0]]], "density", [[1]], [2, 2], "never")


@pytest.mark.parametrize("directions", [4, 8])
@pytest.mark.parametrize("is_costly", [False, True])
def test_lengths_are_those_of_the_task(directions: int, is_costly: bool) -> None:
    cells = maps(10).astype(int)
    if is_costly:
        cells *= generator().integers(1, 10, cells.shape)
    starts, goals = ends(10)
    found = paths.lengths(cells, starts, goals, directions=directions)
    single = paths.lengths(cells[0], starts, goals, directions=directions)
    assert single[0] == found[0]
    field = paths.fields(cells, goals[:, None], directions=directions)
    for row, (start, goal) in enumerate(zip(starts, goals)):
        assert field[row][tuple(start)] == pytest.approx(found[row])
        if cells[row][tuple(start)] == 0 or cells[row][tuple(goal)] == 0:
            assert found[row] == np.inf
            continue
        neighbors: Literal["4", "8"] = "4" if directions == 4 else "8"
        answer = tilewright.path.plan(cells[row], from_=start, to=goal, connectivity=neighbors)
        length = document_of(answer)["length"]
        assert found[row] == pytest.approx(np.inf if length is None else length)


def test_costs_need_not_be_whole() -> None:
    cells = np.array([[1.0, np.inf, 1.0], [0.25, 0.5, 2.5]])
    assert paths.lengths(cells, [[0, 0]], [[0, 2]], directions=4).tolist() == [4.25]
    field = paths.fields(cells, [[0, 0], [0, 2]], directions=4)
    assert field.tolist() == [[0.0, np.inf, 0.0], [1.0, 1.25, 1.0]]
    assert paths.fields(cells > 1, [[0, 0]])[0, 0] == np.inf


def large() -> list[tuple[str, Callable[[], object]]]:
    """Calls that take seconds."""
    return [
        ("simulate", lambda: match3.simulate(levels(3, holes=0), "planner", 100_000, summed=True)),
        ("predict", lambda: match3.features(np.repeat(levels(200), 1000, axis=0), predict=True)),
        ("best", lambda: game2048.best(boards(100_000), "expectimax", plies=8)),
        ("play", lambda: game2048.play(networks(50), TUPLES, seeds(50, 10_000), values=4)),
        ("posterior", lambda: battleship.posterior(np.zeros((9, 12, 12), int), method="exact")),
        ("sample", lambda: battleship.sample(1, rows=13, columns=13)),
        ("hunt", lambda: battleship.hunt(FLEETS, "veteran", seeds(12, 10_000))),
        ("lengths", lambda: paths.lengths(1 + generator().random((1500, 1500)), [[0, 0]] * 99, [[1499, 1499]] * 99)),
    ]


@pytest.mark.parametrize("name", [name for name, _ in large()])
def test_control_c_stops_a_call(name: str) -> None:
    call = dict(large())[name]
    set_threads(2)
    game2048.values(boards(1))
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.monotonic())
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    # It is ignored where the tests run in the background.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.7, press)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            call()
        took = time.monotonic() - pressed[0]
    finally:
        timer.cancel()
        timer.join()
        signal.signal(signal.SIGINT, before)
    # Ten times what is promised, as the processors of a test may be busy.
    assert took < 1, took

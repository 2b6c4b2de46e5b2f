"""Noisy fitness: games and their seeds, races, running means, candidates and their confirmation."""

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tilewright import cluster, evolve
from tilewright.evolve import Evaluated, Noise, Search

Array = NDArray[Any]
Seeds = NDArray[np.uint64]

REALS = evolve.Reals(6, -1.0, 1.0)
RACE = Noise(games=(2, 4, 8), keep=0.3, candidates=4)
AXES = [(-1.0, 1.0, 4), (-1.0, 1.0, 3)]
SCHEMES: list[evolve.Scheme] = [
    evolve.Generational(population=12, elite=2),
    evolve.SteadyState(population=10, children=3),
    evolve.Plus(parents=4, children=9, restart=6),
    evolve.FeasibleInfeasible(population=12),
    evolve.Nsga2(population=12),
    evolve.Nsga3(population=12, divisions=[5]),
    evolve.MapElites(AXES, initial=15, batch=10),
    evolve.MapElites([(-1, 1), (-1, 1)], initial=15, batch=10, cells=12),
    evolve.CmaEs(sigma=0.5),
    evolve.DifferentialEvolution(population=14),
    evolve.CmaMe(AXES, sigma=0.5, emitters=2, batch=8),
    evolve.Islands(evolve.Generational(population=8), count=3, every=2),
    evolve.Islands(evolve.MapElites(AXES, initial=8, batch=8), count=2, every=2),
]


def kind(scheme: evolve.Scheme) -> str:
    return (scheme.scheme if isinstance(scheme, evolve.Islands) else scheme).kind


def luck(seeds: Seeds) -> Array:
    """Normal numbers that depend on the seeds alone."""
    one, two = (((seeds * np.uint64(factor)) >> np.uint64(11)) / 2**53 for factor in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9))
    normal: Array = np.sqrt(-2 * np.log1p(-one)) * np.cos(2 * np.pi * two)
    return normal


def truth(genomes: Array) -> Array:
    squares: Array = (genomes**2).sum(axis=1)
    return squares


def games(genomes: Array, seeds: Seeds) -> Array:
    played: Array = truth(genomes)[:, None] + 0.5 * luck(seeds)
    return played


def judge(scheme: evolve.Scheme, genomes: Array, seeds: Seeds) -> Evaluated:
    values = games(genomes, seeds)
    violations = np.maximum(0, genomes[:, 0] - 0.8)
    if kind(scheme) in ("nsga2", "nsga3"):
        return Evaluated(np.stack([values, 1 - values], axis=2), violations)
    measures = genomes[:, None, :2] + 0.1 * luck(seeds + np.uint64(1))[:, :, None]
    return Evaluated(values, violations, measures if kind(scheme) in ("map_elites", "cma_me") else None)


def make(scheme: evolve.Scheme, noise: Noise = RACE, **more: Any) -> Search:
    count = 2 if kind(scheme) in ("nsga2", "nsga3") else 1
    settings: dict[str, Any] = {"directions": ["minimize"] * count, "seed": 5, "noise": noise} | more
    return Search(REALS, scheme, **settings)


def name(value: object) -> str:
    return repr(value)[:60]


@pytest.mark.parametrize("scheme", SCHEMES, ids=name)
def test_a_noisy_search_repeats_itself_and_resumes_within_a_race(scheme: evolve.Scheme) -> None:
    whole = make(scheme).run(lambda genomes, seeds: judge(scheme, genomes, seeds), generations=6)
    seen: set[int] = set()
    counted = 0
    part = make(scheme)
    while part.generations < 6:
        genomes, seeds = part.ask(), part.seeds
        assert seeds.dtype == np.uint64 and seeds.shape[0] == len(genomes)
        assert not seen & set(seeds.ravel().tolist()), "no seed comes twice"
        seen |= set(seeds.ravel().tolist())
        counted += seeds.size
        part = pickle.loads(pickle.dumps(part))
        assert np.array_equal(part.ask(), genomes) and np.array_equal(part.seeds, seeds)
        part.tell(*judge(scheme, genomes, seeds))
        part = pickle.loads(pickle.dumps(part))
    assert part.checkpoint() == whole.checkpoint()
    assert counted == part.evaluations == len(seen)


@pytest.mark.parametrize("scheme", SCHEMES, ids=name)
def test_everybody_says_how_many_games_a_value_is_worth(scheme: evolve.Scheme) -> None:
    search = make(scheme).run(lambda genomes, seeds: judge(scheme, genomes, seeds), generations=8)
    population = search.population
    assert population.games is not None and population.errors is not None
    assert population.games.min() >= 2 and population.errors.shape == population.values.shape
    assert np.isfinite(population.errors).all() and (population.errors > 0).all()
    best = search.best
    assert best is not None and best.games is not None and best.games >= 1 and "games" in repr(best)
    if kind(scheme) in ("map_elites", "cma_me"):
        archive = search.archive
        assert archive.games is not None and archive.errors is not None
        assert archive.games.shape == archive.errors.shape == archive.values.shape


@pytest.mark.parametrize("noise", [Noise(), RACE, Noise(games=3, again=2)], ids=name)
def test_a_generation_plays_as_many_games_as_it_should(noise: Noise) -> None:
    search = make(evolve.Plus(parents=4, children=20), noise)
    rungs = noise.document()["games"]
    search.run(games, generations=1)
    for _ in range(4):
        played: list[tuple[int, int]] = []
        before = search.generations
        while search.generations == before:
            genomes, seeds = search.ask(), search.seeds
            played.append(seeds.shape)
            search.tell(games(genomes, seeds))
        # Parents and candidates play again, in one ask with the children if these play as many games.
        stays = range(4, 4 + noise.candidates + 1)
        if noise == Noise():
            assert len(played) == 1 and played[0][0] - 20 in stays and played[0][1] == 1
        elif noise.again == 2:
            assert played[0] == (20, 3) and played[1][0] in stays and played[1][1] == 2
        else:
            assert played[0] == (20, rungs[0]) and played[1][0] in stays and played[1][1] == 1
            assert [each for _, each in played[2:]] == [rungs[1] - rungs[0], rungs[2] - rungs[1]]
            pool = 20 + played[1][0]
            assert played[2][0] <= np.ceil(0.3 * pool) and played[3][0] <= np.ceil(0.3 * np.ceil(0.3 * pool))


def test_luck_does_not_last() -> None:
    """The best one has proved itself: what it claims is close to what it is worth."""
    offs, lucky = [], []
    for seed in range(6):
        genome = evolve.Reals(20, -1, 1)
        search = Search(genome, evolve.Generational(elite=2), seed=seed, noise=Noise(games=(1, 4, 16)))
        best = search.run(games, generations=60).best
        assert best is not None and best.games is not None and best.games >= 5
        worth = truth(best.genome[None])[0]
        offs.append(best.value - worth)
        assert abs(best.value - worth) < 6 * best.error
        plain = Search(genome, evolve.Generational(elite=2), seed=seed)
        # Without noise each genome plays one game.
        rng = np.random.default_rng(seed)
        found = plain.run(lambda it: truth(it) + 0.5 * rng.normal(size=len(it)), generations=60).best
        assert found is not None
        lucky.append(found.value - truth(found.genome[None])[0])
    assert abs(np.mean(offs)) < 0.2 and np.mean(lucky) < -1.2


def test_fresh_games_say_what_the_best_are_worth() -> None:
    search = make(evolve.Generational(population=30, elite=2), Noise()).run(games, generations=20)
    before = search.checkpoint()
    found = search.confirm(games, games=400, candidates=4)
    assert found.genomes.shape == (4, 6) and found.values.shape == (4,)
    assert np.array_equal(found.genomes, search.hall_of_fame.genomes[:4])
    assert found.games is not None and found.games.tolist() == [400] * 4
    assert found.errors is not None and np.allclose(found.errors, 0.5 / 20, rtol=0.2)
    assert (np.abs(found.values - truth(found.genomes)) < 5 * found.errors).all()
    again = search.confirm(games, games=400, candidates=4)
    assert np.array_equal(again.values, found.values) and search.checkpoint() == before
    front = make(evolve.Nsga2(population=12)).run(lambda x, s: judge(evolve.Nsga2(), x, s), generations=3)
    several = front.confirm(lambda x, s: judge(evolve.Nsga2(), x, s), games=10, candidates=3)
    assert several.values.shape == (len(several), 2) and 1 <= len(several) <= 3
    archive = make(SCHEMES[6]).run(lambda x, s: judge(SCHEMES[6], x, s), generations=3)
    assert archive.confirm(lambda x, s: judge(SCHEMES[6], x, s), games=10).values.shape == (4,)


def divided(genomes: Array, seeds: Seeds) -> Array:
    return games(genomes, seeds)


@pytest.mark.parametrize("scheme", [SCHEMES[0], SCHEMES[11]], ids=name)
def test_other_processes_play_the_same_games(scheme: evolve.Scheme) -> None:
    alone = make(scheme).run(divided, generations=4)
    with cluster.Processes(2) as engine:
        shared = make(scheme).run(divided, generations=4, engine=engine)
        found = shared.confirm(divided, games=50, engine=engine)
    assert shared.checkpoint() == alone.checkpoint()
    assert np.array_equal(found.values, alone.confirm(divided, games=50).values)


def test_no_race_exceeds_the_budget() -> None:
    scheme = evolve.Generational(population=12, elite=2)
    whole = make(scheme).run(games, generations=5)
    for budget in range(120, whole.evaluations, 97):
        counted = 0

        def count(genomes: Array, seeds: Seeds) -> Array:
            nonlocal counted
            counted += seeds.size
            return games(genomes, seeds)

        search = make(scheme)
        assert search.run(count, evaluations=budget).reason == "evaluations"
        assert counted == search.evaluations <= budget
        assert search.run(count, generations=5).checkpoint() == whole.checkpoint()


def test_each_generation_is_reported_once() -> None:
    seen: list[int] = []
    make(evolve.Plus(4, 8)).run(games, generations=5, on_generation=lambda it: seen.append(it.generations))
    assert seen == [1, 2, 3, 4, 5]


WRONG: list[tuple[Callable[[int, int], Any], str]] = [
    (lambda n, g: np.zeros(n), r"values: expected the shape \(12, 2\), found \(12,\)"),
    (lambda n, g: np.zeros((n, g, 2)), r"values: expected the shape \(12, 2\), found \(12, 2, 2\)"),
    (lambda n, g: np.where(np.arange(n * g).reshape(n, g) == 7, np.nan, 0), "values: expected no NaN, found nan in game 1 of row 3 of 12"),
    (lambda n, g: Evaluated(np.zeros((n, g)), -np.ones(n)), "violations: expected numbers from 0, found -1 in game 0 of row 0"),
    (lambda n, g: Evaluated(np.zeros((n, g)), np.zeros((n, g + 1))), r"violations: expected the shape \(12, 2\)"),
    (lambda n, g: Evaluated(np.zeros((n, g)), None, np.zeros((n, 1))), "measures: expected the shape"),
]


@pytest.mark.parametrize(("given", "text"), WRONG, ids=[text[:40] for _, text in WRONG])
def test_wrong_games_are_refused_and_change_nothing(given: Callable[[int, int], Any], text: str) -> None:
    search = make(evolve.Generational(population=12))
    asked, seeds = search.ask(), search.seeds
    with pytest.raises(ValueError, match=text):
        search.run(lambda genomes, seeds: given(*seeds.shape), generations=3)
    assert np.array_equal(search.ask(), asked) and np.array_equal(search.seeds, seeds)


SETTINGS: list[tuple[Callable[[], object], str]] = [
    (lambda: Noise(games=0), "games: expected a whole number from 1 to 65536, found 0"),
    (lambda: Noise(games=[]), "games: there must be 1 to 16 rungs, found 0"),
    (lambda: Noise(games=(4, 4)), "games: each rung must have more than the one before, found 4"),
    (lambda: Noise(keep=0), "keep: expected a number above 0, found 0"),
    (lambda: Noise(keep=1.5), "keep: expected a rate from 0 to 1, found 1.5"),
    (lambda: Noise(candidates=0), "candidates: expected a whole number from 1 to 1024, found 0"),
    (lambda: make(SCHEMES[0], 3), "noise: expected one of Noise, found 3"),  # type: ignore[arg-type]
    (lambda: make(evolve.Generational(2**24), Noise(games=9)), "at most 67108864 games can be played at a time"),
    (lambda: make(SCHEMES[0]).seeds, "seeds: nothing was asked for"),
    (lambda: make(SCHEMES[0]).confirm(games, games=0), "games: expected a whole number from 1"),
]


@pytest.mark.parametrize(("wrong", "text"), SETTINGS, ids=[text[:50] for _, text in SETTINGS])
def test_wrong_settings_are_refused(wrong: Callable[[], object], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        wrong()


def test_without_noise_there_are_no_games() -> None:
    search = Search(REALS, evolve.Generational(10), seed=1).run(truth, generations=2)
    assert search.best is not None and search.best.games is None and search.population.games is None
    assert "noise" not in search.settings
    for missing in ("seeds", "confirm"):
        with pytest.raises(AttributeError, match=f"{missing}: the search has no noise"):
            _ = getattr(search, missing) if missing == "seeds" else search.confirm(games)


def test_a_violation_is_the_same_in_all_games_of_a_genome() -> None:
    def lucky(genomes: Array, seeds: Array) -> Evaluated:
        return Evaluated(games(genomes, seeds), violations=seeds % 3 == 0)

    with pytest.raises(ValueError, match="all games of a genome must have the same violation"):
        make(evolve.Generational(population=30), Noise()).run(lucky, generations=30)


def test_a_target_is_not_reached_by_luck() -> None:
    for seed in range(5):
        search = Search(evolve.Reals(20, -1, 1), evolve.Generational(elite=2), seed=seed, noise=Noise())
        # A random genome is worth 6.7, and the luckiest one of a hundred far less.
        search.run(lambda genomes, seeds: truth(genomes)[:, None] + 3 * luck(seeds), target=0.0, generations=40)
        assert search.reason == "generations"


def test_a_race_of_too_many_games_is_refused_before_it_begins() -> None:
    for noise in (Noise(games=(1, 60_000), keep=1.0), Noise(games=60_000)):
        with pytest.raises(ValueError, match="at most 67108864 games"):
            make(evolve.Generational(population=20_000), noise)

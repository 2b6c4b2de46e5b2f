"""Operators and repairs that are functions of Python."""

import pickle
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tilewright import evolve, set_threads
from tilewright.cluster import Processes
from tilewright.evolve import Evaluated, Search

Array = NDArray[Any]
Rng = np.random.Generator


def flip(genomes: Array, rng: Rng) -> Array:
    """Flips each bit at the rate 1 / length."""
    flipped: Array = genomes ^ (rng.random(genomes.shape) < 1 / genomes.shape[1])
    return flipped


def exchange(first: Array, second: Array, rng: Rng) -> tuple[Array, Array]:
    """Exchanges half of the genes."""
    mask = rng.random(first.shape) < 0.5
    return np.where(mask, second, first), np.where(mask, first, second)


def set_first(genomes: Array) -> Array:
    """The first bit has to be set."""
    repaired = genomes.copy()
    repaired[:, 0] = 1
    return repaired


def ones(genomes: Array) -> Array:
    values: Array = genomes.sum(axis=1)
    return values


AXES = [evolve.Axis(0, 40, 8)]
FUNCTIONS: dict[str, Any] = {"crossover": exchange, "mutation": flip, "repair": set_first}
SCHEMES: list[evolve.Scheme] = [
    evolve.Generational(population=30, elite=1, mutation=flip),
    evolve.Generational(population=31, elite=2, crossover=exchange),
    evolve.SteadyState(population=20, children=5, crossover=exchange, mutation=flip),
    evolve.FeasibleInfeasible(population=20, crossover=exchange, mutation=flip),
    evolve.Plus(parents=5, children=15, crossover=exchange, crossover_rate=0.5, mutation=flip),
    evolve.Climb(neighbors=5, mutation=flip),
    evolve.MapElites(AXES, initial=15, batch=20, crossover=exchange, crossover_rate=0.5, mutation=flip),
    evolve.Islands(evolve.Generational(population=10, crossover=exchange, mutation=flip), count=3, every=2),
]


def functions(scheme: evolve.Scheme) -> dict[str, Any]:
    """Those that a search by the scheme needs again."""
    own = scheme.scheme if isinstance(scheme, evolve.Islands) else scheme
    operators = {key: getattr(own, key, None) for key in ("crossover", "mutation")}
    return {"repair": set_first} | {key: it for key, it in operators.items() if it is not None}


def make(scheme: evolve.Scheme) -> Search:
    return Search(evolve.Bits(40), scheme, directions="maximize", seed=6, repair=set_first)


def go(search: Search, generations: int) -> Search:
    for _ in range(generations):
        genomes = search.ask()
        search.tell(*Evaluated(ones(genomes), measures=ones(genomes) if "axes" in str(search.settings) else None))
    return search


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda it: repr(it)[:30])
def test_functions_breed_with_every_scheme_and_resume_exactly(scheme: evolve.Scheme) -> None:
    whole = go(make(scheme), 12)
    part = go(make(scheme), 5)
    part = go(Search.resume(part.checkpoint(), **functions(scheme)), 4)
    asked = part.ask()
    part = pickle.loads(pickle.dumps(part))
    assert np.array_equal(part.ask(), asked)
    go(part, 3)
    assert part.checkpoint() == whole.checkpoint()
    assert whole.best.value > 28
    assert (whole.population.genomes[:, 0] == 1).all() and (whole.ask()[:, 0] == 1).all()


def test_any_number_of_threads_gives_the_same() -> None:
    found = []
    for count in (1, 2, 8):
        set_threads(count)
        scheme = evolve.Generational(population=1000, crossover=exchange, mutation=flip)
        search = Search(evolve.Bits(64), scheme, seed=1).run(ones, generations=4)
        found.append(search.checkpoint())
    set_threads(None)
    assert found[0] == found[1] == found[2]


def test_children_are_those_of_the_functions() -> None:
    seen: dict[str, int] = {"crossover": 0, "mutation": 0}

    def count_pairs(first: Array, second: Array, _: Rng) -> tuple[Array, Array]:
        seen["crossover"] += len(first)
        # Parents are whole genomes of the last generation.
        assert set(first.sum(axis=1)) | set(second.sum(axis=1)) <= {0, 8}
        return np.zeros_like(first), np.ones_like(second)

    def count_children(genomes: Array, _: Rng) -> Array:
        seen["mutation"] += len(genomes)
        return genomes

    scheme = evolve.Generational(
        population=100, elite=0, crossover=count_pairs, crossover_rate=1.0, mutation=count_children, mutation_rate=0.5
    )
    start = np.tile([[0], [1]], (50, 8))
    search = Search(evolve.Bits(8), scheme, seed=1, initial=start)
    for _ in range(3):
        search.tell(search.ask()[:, 0])
    assert seen["crossover"] == 100 and 60 < seen["mutation"] < 140
    # Each pair has one child of each kind.
    assert search.population.genomes.sum(axis=1).tolist() == [0, 8] * 50


def test_a_compiled_mutation_follows_a_crossover_of_python() -> None:
    def zeros(first: Array, second: Array, _: Rng) -> tuple[Array, Array]:
        return first * 0, second * 0

    scheme = evolve.Generational(population=200, crossover=zeros, crossover_rate=1.0, mutation=evolve.BitFlip(rate=0.25))
    search = Search(evolve.Bits(100), scheme, seed=1)
    search.ask()
    search.tell(np.zeros(200))
    assert abs(search.ask().mean() - 0.25) < 0.02


def test_functions_work_on_parts_and_lists() -> None:
    def change(genomes: tuple[Any, ...], rng: Rng) -> tuple[Any, ...]:
        order, lists = genomes
        # Lists may become others, of another length.
        return rng.permuted(order, axis=1), [row[:-1] if len(row) > 1 else row for row in lists]

    def swap(first: tuple[Any, ...], second: tuple[Any, ...], _: Rng) -> tuple[Any, Any]:
        return (first[0], second[1]), (second[0], first[1])

    genome = (evolve.Permutation(7), evolve.Integers((1, 9), 0, 5))
    scheme = evolve.Generational(population=40, elite=1, crossover=swap, mutation=change)
    search = Search(genome, scheme, seed=1).run(lambda it: it[1].lengths + it[0][:, 0], generations=15)
    assert search.best.value == 1 and len(search.best.genome[1]) == 1


def test_repairs_work_with_every_scheme_of_real_numbers() -> None:
    def rounded(genomes: Array) -> Array:
        return np.round(genomes, 1)

    schemes: list[evolve.Scheme] = [
        evolve.CmaEs(sigma=0.5),
        evolve.DifferentialEvolution(population=15),
        evolve.CmaMe([evolve.Axis(-1, 1, 4)], sigma=0.3, emitters=2, batch=10),
    ]
    for scheme in schemes:
        search = Search(evolve.Reals(4, -1, 1), scheme, seed=1, repair=rounded)
        is_archive = isinstance(scheme, evolve.CmaMe)
        search.run(lambda it: Evaluated((it**2).sum(axis=1), measures=it[:, 0] if is_archive else None), generations=60)
        genomes = search.population.genomes
        assert np.array_equal(genomes, np.round(genomes, 1)) and search.best.value < 0.1


def test_genes_without_bounds_may_be_repaired_to_any_number() -> None:
    seen: list[float] = []

    def far(genomes: Array) -> Array:
        seen.append(float(np.abs(genomes).max()))
        return genomes + 2

    scheme = evolve.CmaEs(sigma=0.5, bounded=False)
    search = Search(evolve.Reals(4, -1, 1), scheme, seed=1, repair=far)
    search.run(lambda it: -it.sum(axis=1), generations=3)
    assert len(seen) == 3 and search.population.genomes.max() > 1
    bounded = Search(evolve.Reals(4, -1, 1), evolve.CmaEs(sigma=0.5), seed=1, repair=far)
    with pytest.raises(ValueError, match="expected a number within its range"):
        bounded.ask()


def test_engines_evaluate_what_functions_bred() -> None:
    engine = Processes(2)
    for scheme in (SCHEMES[0], SCHEMES[-1]):
        found = make(scheme).run(ones, generations=5, engine=engine)
        assert found.checkpoint() == make(scheme).run(ones, generations=5).checkpoint()


def test_a_budget_breeds_the_same_generation() -> None:
    scheme = evolve.Generational(population=10, mutation=flip)
    search = Search(evolve.Bits(40), scheme, directions="maximize", seed=6, repair=set_first)
    search.run(ones, evaluations=35)
    assert search.evaluations <= 35 and search.reason == "evaluations"
    assert (search.ask()[:, 0] == 1).all()
    whole = Search(evolve.Bits(40), scheme, directions="maximize", seed=6, repair=set_first).run(ones, generations=6)
    assert search.run(ones, generations=6).checkpoint()[-500:] == whole.checkpoint()[-500:]


def test_an_exception_leaves_the_search_as_it_was() -> None:
    calls = [0]

    def failing(genomes: Array, rng: Rng) -> Array:
        calls[0] += 1
        if calls[0] == 3:
            raise KeyError("a reason")
        return flip(genomes, rng)

    def search() -> Search:
        return Search(evolve.Bits(40), evolve.Generational(population=20, mutation=failing), directions="maximize", seed=1)

    broken = search()
    with pytest.raises(KeyError, match="a reason"):
        broken.run(ones, generations=9)
    assert broken.generations == 3
    broken.run(ones, generations=9)
    assert broken.checkpoint() == search().run(ones, generations=9).checkpoint()


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"mutation": lambda it, rng: it[:-1]}, "mutation test_evolve_operators.<lambda>: expected the shape (12, 6), found (11, 6)"),
    ({"mutation": lambda it, rng: it + 2}, "expected 0 or 1, found"),
    ({"mutation": lambda it, rng: it * 1.5}, "expected uint8, found float64"),
    ({"mutation": lambda it, rng: None}, "expected the shape (12, 6), found ()"),
    ({"crossover": lambda a, b, rng: a}, "expected two arrays, the first and the second children, found ndarray"),
    ({"crossover": lambda a, b, rng: (a, b[1:])}, "crossover test_evolve_operators.<lambda>: second: expected the shape"),
]


@pytest.mark.parametrize(("operators", "expected"), WRONG)
def test_what_an_operator_returns_is_checked(operators: dict[str, Any], expected: str) -> None:
    search = Search(evolve.Bits(6), evolve.Generational(population=12, elite=0, **operators, crossover_rate=1.0), seed=1)
    search.ask()
    search.tell(np.zeros(12))
    before = search.checkpoint()
    for _ in range(2):
        with pytest.raises(ValueError) as refused:
            search.ask()
        assert expected in str(refused.value)
    assert search.checkpoint() == before


def test_rows_of_wrong_genes_are_named() -> None:
    for genome, repair, expected in (
        (evolve.Permutation(4), lambda it: it * 0, "<lambda>: expected each number from 0 to 3 once, found others in row 0"),
        (evolve.Reals(4, 0, 1), lambda it: it + [0, 0, 5, 0], "as gene 2 of row 0"),
        (evolve.Reals(4, 0, 1), lambda it: it * np.nan, "found nan as gene 0 of row 0"),
        (evolve.Integers(4, 0, 9), lambda it: it + 2**40, "expected a number within its range"),
    ):
        search = Search(genome, evolve.Generational(population=6), seed=1, repair=repair)
        with pytest.raises(ValueError) as refused:
            search.ask()
        assert expected in str(refused.value)


def test_checkpoints_need_their_functions() -> None:
    scheme = evolve.Generational(population=10, crossover=exchange, mutation=flip)
    checkpoint = Search(evolve.Bits(6), scheme, seed=1).checkpoint()
    for given, expected in (
        ({}, "crossover: the checkpoint needs the function test_evolve_operators.exchange; resume with crossover=..."),
        ({"crossover": exchange}, "mutation: the checkpoint needs the function"),
        ({"crossover": flip, "mutation": flip}, "expected the function test_evolve_operators.exchange, found test_evolve_operators.flip"),
        ({"crossover": exchange, "mutation": flip, "repair": set_first}, "repair: the checkpoint has none that is a function"),
    ):
        functions_given: dict[str, Any] = dict(given)
        with pytest.raises(ValueError) as refused:
            Search.resume(checkpoint, **functions_given)
        assert expected in str(refused.value)
    with pytest.raises(ValueError, match="repair: expected a function"):
        Search(evolve.Bits(6), scheme, repair=3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="mutation: expected one of"):
        evolve.Generational(mutation=3)  # type: ignore[arg-type]


def noisy(genomes: Array, seeds: NDArray[np.uint64]) -> Array:
    """Ones, and luck."""
    values: Array = genomes.sum(axis=1)[:, None] + (seeds % 7) / 7
    return values


def test_functions_breed_in_a_search_with_noise() -> None:
    scheme = evolve.Generational(population=20, crossover=exchange, mutation=flip)

    def search() -> Search:
        noise = evolve.Noise(games=[1, 4])
        return Search(evolve.Bits(40), scheme, directions="maximize", seed=6, repair=set_first, noise=noise)

    whole = search().run(noisy, generations=10)
    part = pickle.loads(pickle.dumps(search().run(noisy, generations=4)))
    part.ask()
    part = Search.resume(part.checkpoint(), **FUNCTIONS)
    assert part.run(noisy, generations=10).checkpoint() == whole.checkpoint()
    assert (whole.population.genomes[:, 0] == 1).all() and whole.best.value > 24
    lists = Search(evolve.Integers((1, 9), 0, 3), evolve.Plus(5, 10), seed=1, noise=evolve.Noise())
    lists.run(lambda it, seeds: it.lengths[:, None] + (seeds % 3), generations=8)
    assert len(lists.confirm(lambda it, seeds: it.lengths[:, None] + (seeds % 3), games=5).genomes) >= 1
    with pytest.raises(ValueError, match="constraints: they have no names in a search with noise"):
        Search(evolve.Bits(3), scheme, noise=evolve.Noise(), constraints=["a"])
    with pytest.raises(ValueError, match="violations: with noise expected an array"):
        lists.run(lambda it, seeds: Evaluated(seeds % 3, {"a": seeds % 2}), generations=9)

"""The engine: genomes, schemes, refusals, checkpoints."""

import copy
import gc
import itertools
import multiprocessing
import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any, Literal

import numpy as np
import pytest
from conftest import ROOT
from numpy.typing import NDArray

from tilewright import evolve, set_threads
from tilewright.evolve import Evaluated, Search

Array = NDArray[Any]

BITS = evolve.Bits(30)
INTEGERS = evolve.Integers(12, 0, 9)
REALS = evolve.Reals(6, -5.0, 5.0)
PERMUTATION = evolve.Permutation(9)
GENOMES: list[evolve.Genome] = [BITS, INTEGERS, REALS, PERMUTATION]

AXES = [evolve.Axis(0, 1, 4), evolve.Axis(0, 1, 5)]

GENERAL: list[evolve.Scheme] = [
    evolve.Generational(population=12, elite=2),
    evolve.Generational(population=9, returns_hall_of_fame=True, selection=evolve.Rank(1.7)),
    evolve.SteadyState(population=10, children=3, selection=evolve.Truncation(0.5)),
    evolve.Plus(parents=4, children=9, crossover_rate=0.5, restart=6),
    evolve.FeasibleInfeasible(population=12),
    evolve.Climb(neighbors=5, patience=4),
    evolve.Nsga2(population=12),
    evolve.MapElites(AXES, initial=15, batch=10, crossover_rate=0.5),
    evolve.Nsga3(population=12, divisions=[5]),
    evolve.MapElites([(0, 1), (0, 1)], initial=15, batch=10, cells=12, cells_seed=3),
]
OF_REALS: list[evolve.Scheme] = [
    evolve.CmaEs(sigma=1.5, restarts=2),
    evolve.CmaEs(sigma=1.5, population=12, bounded=False),
    evolve.DifferentialEvolution(population=14, children=5, strategy="rand1", outside="reflect"),
    evolve.CmaMe(AXES, sigma=0.5, emitters=2, batch=8),
    evolve.CmaMe([(0, 1), (0, 1)], sigma=0.5, emitters=2, batch=8, cells=12),
]
TOPOLOGIES: list[Literal["ring", "full", "star"]] = ["ring", "full", "star"]
ISLANDS: list[evolve.Scheme] = [
    evolve.Islands(scheme, count=3, every=2, migrants=2, topology=topology)
    for scheme, topology in zip(GENERAL, itertools.cycle(TOPOLOGIES))
    if not isinstance(scheme, evolve.Islands)
]


def cases() -> Iterator[tuple[evolve.Genome, evolve.Scheme]]:
    for genome in GENOMES:
        yield from ((genome, scheme) for scheme in GENERAL + ISLANDS)
    yield from ((REALS, scheme) for scheme in OF_REALS)
    yield from (
        (REALS, evolve.Islands(scheme, count=2, every=3))
        for scheme in OF_REALS
        if not isinstance(scheme, evolve.Islands)
    )


CASES = list(cases())


def plain(scheme: evolve.Scheme) -> evolve.Scheme:
    return scheme.scheme if isinstance(scheme, evolve.Islands) else scheme


def make(genome: evolve.Genome, scheme: evolve.Scheme, **more: Any) -> Search:
    count = 2 if isinstance(plain(scheme), (evolve.Nsga2, evolve.Nsga3)) else 1
    settings: dict[str, Any] = {"directions": ["minimize"] * count, "seed": 5} | more
    return Search(genome, scheme, **settings)


def judge(search: Search, genomes: Array) -> Evaluated:
    """Smooth values of any genomes, a constraint, and two measures."""
    rows = genomes.astype(np.float64)
    weights = np.arange(1.0, rows.shape[1] + 1)
    first = (rows * weights).sum(axis=1)
    second = ((rows - 1) ** 2).sum(axis=1)
    scheme = search.settings["scheme"]
    kind = scheme["scheme"]["kind"] if scheme["kind"] == "islands" else scheme["kind"]
    values = np.stack([first, second], axis=1) if kind in ("nsga2", "nsga3") else first
    violations = np.maximum(0.0, rows[:, 0] - rows[:, -1])
    if kind not in ("map_elites", "cma_me"):
        return Evaluated(values, violations)
    half = rows.shape[1] // 2
    measures = np.stack([rows[:, :half].mean(axis=1), rows[:, half:].mean(axis=1)], axis=1)
    return Evaluated(values, violations, np.tanh(np.abs(measures)))


def go(search: Search, generations: int) -> Search:
    for _ in range(generations):
        search.tell(*judge(search, search.ask()))
    return search


def name(value: object) -> str:
    return repr(value)[:60]


@pytest.mark.parametrize(("genome", "scheme"), CASES, ids=name)
def test_every_scheme_searches_and_resumes_exactly(genome: evolve.Genome, scheme: evolve.Scheme) -> None:
    whole = go(make(genome, scheme), 12)
    part = go(make(genome, scheme), 5)
    part = go(Search.resume(part.checkpoint()), 4)
    # In the middle of a generation, too.
    asked = part.ask()
    part = pickle.loads(pickle.dumps(part))
    assert np.array_equal(part.ask(), asked)
    go(part, 3)
    assert part.checkpoint() == whole.checkpoint()
    assert np.array_equal(part.ask(), whole.ask())

    genomes = whole.ask()
    assert not isinstance(genome, evolve.Mixed)
    assert genomes.dtype == genome.dtype and genomes.shape[1] == genome.length
    assert genomes.flags.c_contiguous and genomes.flags.writeable
    if isinstance(genome, evolve.Bits):
        assert set(np.unique(genomes)) <= {0, 1}
    elif isinstance(genome, evolve.Permutation):
        assert np.array_equal(np.sort(genomes, axis=1), np.tile(np.arange(9), (len(genomes), 1)))
    elif getattr(plain(scheme), "bounded", True):
        assert genomes.min() >= genome.low and genomes.max() <= genome.high
    best = whole.best
    assert best.genome.shape == (genome.length,)
    assert best.violation == 0 or (whole.population.violations > 0).all()
    table = whole.logbook()
    assert table["generation"].tolist() == list(range(12))
    assert table["evaluations"][-1] == whole.evaluations


@pytest.mark.parametrize(("genome", "scheme"), CASES[::7], ids=name)
def test_any_number_of_threads_gives_the_same(genome: evolve.Genome, scheme: evolve.Scheme) -> None:
    found = []
    for count in (1, 2, 8):
        set_threads(count)
        found.append(go(make(genome, scheme), 8).checkpoint())
    set_threads(None)
    assert found[0] == found[1] == found[2]


def test_many_genes_are_bred_on_all_threads_to_the_same_genomes() -> None:
    found = []
    for count in (1, 2, 8):
        set_threads(count)
        search = Search(evolve.Reals(200, -1, 1), evolve.Generational(population=200), seed=3)
        for _ in range(3):
            search.tell((search.ask() ** 2).sum(axis=1))
        found.append(search.ask())
    set_threads(None)
    assert np.array_equal(found[0], found[1]) and np.array_equal(found[0], found[2])


def test_the_genomes_are_those_of_the_engine_in_rust() -> None:
    path = ROOT / "crates/evolve/tests/snapshots/suite__asked__the_genomes_that_python_asks_for.snap"
    bits, reals = path.read_text().split("---\n", 2)[2].strip().split("\n\n")
    search = Search(
        evolve.Bits(70),
        evolve.Generational(20, elite=2, selection=evolve.Tournament(3)),
        directions="maximize",
        seed=7,
    )
    search.run(lambda genomes: genomes.sum(axis=1), generations=10)
    assert ["".join(map(str, row)) for row in search.ask()] == bits.split("\n")
    sphere = Search(evolve.Reals(4, -5, 5), evolve.CmaEs(sigma=1.5), seed=7)

    def squares(genomes: Array) -> Array:
        # In the order of the genes, as in Rust.
        total = np.zeros(len(genomes))
        for gene in genomes.T:
            total += gene * gene
        return total

    sphere.run(squares, generations=25)
    expected = [[float(gene) for gene in line.split(" ")] for line in reals.split("\n")]
    assert sphere.ask().tolist() == expected


def test_searches_find_what_they_look_for() -> None:
    ones = Search(evolve.Bits(64), evolve.Generational(), directions="maximize", seed=1, target=64)
    assert ones.run(lambda genomes: genomes.sum(axis=1)).reason == "target"
    assert ones.done and ones.best.value == 64

    def steps(tours: Array) -> Array:
        lengths: Array = np.abs(np.diff(tours, axis=1)).sum(axis=1)
        return lengths

    tour = Search(evolve.Permutation(12), evolve.SteadyState(children=10), seed=2, target=11, evaluations=50_000)
    assert tour.run(steps).reason == "target"
    digits = Search(evolve.Integers(8, 0, 99), evolve.Plus(crossover_rate=0.5), seed=3, target=0, generations=500)
    assert digits.run(lambda genomes: np.abs(genomes - 42).sum(axis=1)).reason == "target"


def test_a_run_says_which_of_its_conditions_ended_it() -> None:
    def ones(genomes: Array) -> Array:
        total: Array = genomes.sum(axis=1)
        return total

    search = Search(BITS, evolve.Generational(20), directions="maximize", seed=1)
    assert search.reason is None
    assert search.run(ones, target=22).reason == "target" and search.done
    assert search.run(ones, generations=search.generations + 2).reason == "generations"
    assert search.run(ones, evaluations=search.evaluations + 50).reason == "evaluations"
    assert search.run(ones, stagnation=0).reason == "stagnation"
    search.tell(ones(search.ask()))
    assert search.reason is None, "it goes on"


@pytest.mark.parametrize(("genome", "scheme"), CASES, ids=name)
def test_no_search_takes_more_evaluations_than_its_budget(genome: evolve.Genome, scheme: evolve.Scheme) -> None:
    whole = go(make(genome, scheme), 8)
    first = int(whole.logbook()["evaluations"][0])
    for budget in range(first, whole.evaluations, max(1, (whole.evaluations - first) // 4)):
        counted = 0

        def count(genomes: Array) -> Evaluated:
            nonlocal counted
            counted += len(genomes)
            return judge(search, genomes)

        search = make(genome, scheme)
        assert search.run(count, evaluations=budget).reason == "evaluations"
        assert counted == search.evaluations <= budget
        limited = make(genome, scheme, evaluations=budget)
        while not limited.done:
            limited.tell(*judge(limited, limited.ask()))
        assert limited.evaluations == search.evaluations and limited.reason == "evaluations"
        # A greater budget goes on as if there had been no other.
        search.run(count, generations=8)
        assert search.checkpoint() == whole.checkpoint()
    if first > 1:
        with pytest.raises(ValueError, match=f"evaluations: the first generation takes {first} evaluations"):
            make(genome, scheme).run(lambda genomes: judge(search, genomes), evaluations=first - 1)


def test_a_budget_of_five_thousand() -> None:
    for elite, expected in ((1, 4951), (0, 5000)):
        scheme = evolve.Generational(elite=elite, mutation_rate=1.0)
        search = Search(REALS, scheme, seed=1).run(lambda genomes: (genomes**2).sum(axis=1), evaluations=5000)
        assert search.evaluations == expected


def test_results_are_shown_in_a_line() -> None:
    search = Search(evolve.Reals(300, -1, 1), evolve.Generational(20), seed=1).run(lambda it: it[:, 0], generations=2)
    for shown in (search.best, search.hall_of_fame, search.population):
        text = repr(shown)
        assert len(text) < 160 and "\n" not in text and str(type(shown).__name__) in text
    archive = Search(evolve.Reals(2, 0, 1), evolve.MapElites([(0, 1, 5)]), seed=1)
    archive.tell(np.zeros(100), measures=archive.ask()[:, 0])
    assert repr(archive.archive) == "<Archive 5 elites in 5 bins, coverage=1 qd_score=0>"


def test_a_front_is_arrays() -> None:
    search = Search(evolve.Reals(1, -10, 10), evolve.Nsga2(40), directions=["minimize", "minimize"], seed=1)
    search.run(lambda x: np.hstack([x**2, (x - 2) ** 2]), generations=40)
    front = search.front
    assert len(front) > 30 and front.values.shape == (len(front), 2)
    assert np.allclose(front.values, np.hstack([front.genomes**2, (front.genomes - 2) ** 2]))
    assert (front.genomes > -0.1).all() and (front.genomes < 2.1).all()
    assert (np.diff(front.values[:, 0]) > 0).all() and (np.diff(front.values[:, 1]) < 0).all()
    assert {"best_1", "best_2"} <= set(search.logbook())


@pytest.mark.parametrize("scheme", [evolve.Nsga2(20), evolve.Nsga3()], ids=["nsga2", "nsga3"])
@pytest.mark.parametrize("count", [2, 3, 5, 15])
def test_many_objectives_are_told_apart(scheme: evolve.Scheme, count: int) -> None:
    directions: list[Literal["minimize", "maximize"]] = ["minimize", "maximize"] * 8
    search = Search(evolve.Reals(count, 0, 1), scheme, directions=directions[:count], seed=1)
    search.run(lambda x: x / x.sum(axis=1, keepdims=True), generations=15)
    front = search.front
    assert front.values.shape == (len(front), count)
    assert np.allclose(front.values, front.genomes / front.genomes.sum(axis=1, keepdims=True))
    assert f"best_{count}" in search.logbook() and f"best_{count + 1}" not in search.logbook()
    signs = np.array([1.0, -1.0] * 8)[:count]
    better = (front.values * signs)[:, None] <= (front.values * signs)[None]
    assert not (better.all(axis=2) & ~better.all(axis=2).T).any(), "none dominates another one"


def test_reference_directions_spread_a_front() -> None:
    def dtlz2(x: Array) -> Array:
        radius = 1 + ((x[:, 2:] - 0.5) ** 2).sum(axis=1)
        one, two = np.pi / 2 * x[:, 0], np.pi / 2 * x[:, 1]
        rows = [np.cos(one) * np.cos(two), np.cos(one) * np.sin(two), 10 * np.sin(one)]
        values: Array = radius[:, None] * np.stack(rows, axis=1)
        return values

    search = Search(evolve.Reals(12, 0, 1), evolve.Nsga3(), directions=["minimize"] * 3, seed=1)
    front = search.run(dtlz2, generations=120).front
    assert len(front) == 91 or len(front) == 92
    unit = front.values / [1, 1, 10]
    assert np.abs(np.linalg.norm(unit, axis=1) - 1).max() < 0.05
    shares = [(i / 12, j / 12, 1 - (i + j) / 12) for i in range(13) for j in range(13 - i)]
    lines = np.array(shares) / np.linalg.norm(shares, axis=1, keepdims=True)
    gaps = np.linalg.norm(unit[:, None] - lines[None], axis=2)
    assert np.median(gaps.min(axis=0)) < 0.03, "there is one at each direction"
    by_hand = Search(
        evolve.Reals(12, 0, 1), evolve.Nsga3(directions=lines.tolist()), directions=["minimize"] * 3, seed=1
    )
    assert len(by_hand.run(dtlz2, generations=120).front) > 80


@pytest.mark.parametrize("count", [1, 2, 3, 4, 8])
def test_an_archive_has_the_elite_of_each_bin(count: int) -> None:
    axes = [(0.0, 1.0, 2 + at % 3) for at in range(count)]
    search = Search(evolve.Reals(8, 0, 1), evolve.MapElites(axes, floor=-5.0), directions="maximize", seed=1)
    best: dict[tuple[int, ...], float] = {}
    for _ in range(20):
        genomes = search.ask()
        values = -((genomes - 0.3) ** 2).sum(axis=1)
        search.tell(values, measures=genomes[:, :count])
        for genome, value in zip(genomes, values, strict=True):
            bins = tuple(min(int(gene * axis[2]), axis[2] - 1) for gene, axis in zip(genome, axes, strict=False))
            best[bins] = max(best.get(bins, -np.inf), value)
    archive = search.archive
    assert {tuple(map(int, bins)): value for bins, value in zip(archive.bins, archive.values, strict=True)} == best
    assert np.array_equal(archive.measures, archive.genomes[:, :count])
    assert archive.coverage == pytest.approx(len(best) / np.prod(archive.shape))
    assert archive.qd_score == pytest.approx(sum(value + 5 for value in best.values()))
    grid = archive.grid()
    assert grid.shape == archive.shape and np.isfinite(grid).sum() == len(archive)
    assert search.logbook()["coverage"][-1] == pytest.approx(archive.coverage)
    assert search.logbook()["qd_score"][-1] == pytest.approx(archive.qd_score)


@pytest.mark.parametrize("count", [1, 2, 6])
def test_an_archive_of_cells_has_the_elite_of_each_cell(count: int) -> None:
    axes: list[tuple[float, float]] = [(0.0, 1.0)] * (count - 1) + [(-5.0, 5.0)]
    genome = evolve.Reals(count, [low for low, _ in axes], [high for _, high in axes])
    search = Search(genome, evolve.MapElites(axes, cells=40), seed=1)
    search.run(lambda x: Evaluated((x**2).sum(axis=1), measures=x), generations=15)
    archive = search.archive
    assert archive.centroids is not None and archive.centroids.shape == (40, count)
    assert archive.shape == (40,) and archive.bins.shape == (len(archive), 1)
    # Distances are in units of the axes.
    units = np.array([high - low for low, high in axes])
    gaps = np.linalg.norm((archive.measures[:, None] - archive.centroids[None]) / units, axis=2)
    assert np.array_equal(gaps.argmin(axis=1), archive.bins[:, 0])
    assert archive.grid().shape == (40,) and archive.coverage == len(archive) / 40
    # The same settings have the same centroids, another seed has others.
    again = Search(genome, evolve.MapElites(axes, cells=40), seed=2)
    again.run(lambda x: Evaluated((x**2).sum(axis=1), measures=x), generations=1)
    same = again.archive.centroids
    assert same is not None and np.array_equal(same, archive.centroids)
    other = Search(genome, evolve.MapElites(axes, cells=40, cells_seed=1), seed=1)
    other.run(lambda x: Evaluated((x**2).sum(axis=1), measures=x), generations=1)
    changed = other.archive.centroids
    assert changed is not None and not np.array_equal(changed, archive.centroids)


def test_the_archive_of_islands_has_the_best_of_all() -> None:
    scheme = evolve.Islands(evolve.MapElites([(0, 1, 5)]), count=3, every=0)
    search = Search(evolve.Reals(2, 0, 1), scheme, directions="minimize", seed=1)
    every = []
    for _ in range(5):
        genomes = search.ask()
        every.append(genomes)
        search.tell(genomes[:, 1], measures=genomes[:, 0])
    genomes = np.concatenate(every)
    bins = np.minimum((genomes[:, 0] * 5).astype(int), 4)
    assert search.archive.values.tolist() == [genomes[bins == at, 1].min() for at in range(5)]


def test_a_search_begins_with_given_genomes() -> None:
    given = np.eye(4, 30, dtype=np.int32)
    search = Search(BITS, evolve.Generational(10), initial=given, seed=1)
    assert np.array_equal(search.ask()[:4], given)
    for wrong in (given[:, :5], given * 2, given.astype(float), given[0]):
        with pytest.raises(ValueError, match="initial: "):
            Search(BITS, evolve.Generational(10), initial=wrong, seed=1)
    text = "initial: expected a number within its range, found 9 as gene 0 of row 0"
    with pytest.raises(ValueError, match=text):
        Search(REALS, evolve.Generational(10), initial=[[9.0] * 6], seed=1)


def test_an_exception_leaves_the_search_as_it_was() -> None:
    search = go(make(REALS, evolve.Generational(10)), 3)
    before = search.ask()

    def fail(_: Array) -> Array:
        raise KeyError("of the user")

    with pytest.raises(KeyError):
        search.run(fail, generations=10)
    assert search.generations == 3 and np.array_equal(search.ask(), before)
    go(search, 7)
    assert search.checkpoint() == go(make(REALS, evolve.Generational(10)), 10).checkpoint()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c_leaves_the_search_as_it_was() -> None:
    search = make(REALS, evolve.Generational(10))

    def interrupted(genomes: Array) -> Evaluated:
        if search.generations == 4:
            signal.raise_signal(signal.SIGINT)
        return judge(search, genomes)

    # Started in the background, a process ignores Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            search.run(interrupted, generations=10)
    finally:
        signal.signal(signal.SIGINT, before)
    assert search.generations == 4
    go(search, 6)
    assert search.checkpoint() == go(make(REALS, evolve.Generational(10)), 10).checkpoint()


WRONG_VALUES: list[tuple[Callable[[int], Any], str]] = [
    (lambda n: np.zeros(n - 1), "values: expected the shape"),
    (lambda n: np.zeros((n, 2)), "values: expected the shape"),
    (lambda n: np.zeros((1, n)), "values: expected the shape"),
    (lambda n: 0.0, "values: expected the shape"),
    (lambda n: np.zeros(n, complex), "values: expected real numbers, found complex128"),
    (lambda n: np.array(["1"] * n), "values: expected real numbers"),
    (lambda n: [None] * n, "values: expected real numbers, found object"),
    (lambda n: [0, 0, np.nan] + [0] * (n - 3), "values: expected no NaN, found nan in row 2"),
    (lambda n: Evaluated(np.zeros(n), -np.ones(n)), "violations: expected numbers from 0, found -1 in row 0"),
    (lambda n: Evaluated(np.zeros(n), np.zeros((n, 2))), "violations: expected the shape"),
    (lambda n: Evaluated(np.zeros(n), None, np.zeros((n, 1))), "measures: expected the shape"),
]


@pytest.mark.parametrize(("given", "text"), WRONG_VALUES, ids=[text for _, text in WRONG_VALUES])
def test_wrong_values_are_refused_and_change_nothing(given: Callable[[int], Any], text: str) -> None:
    search = go(make(REALS, evolve.Generational(10)), 2)
    asked = search.ask()
    with pytest.raises(ValueError, match=text):
        search.run(lambda genomes: given(len(genomes)), generations=5)
    assert np.array_equal(search.ask(), asked)
    assert search.generations == 2
    go(search, 1)


def test_values_of_any_layout_and_type_are_the_same() -> None:
    def told(change: Callable[[Array], Any]) -> bytes:
        search = Search(INTEGERS, evolve.Generational(10), seed=1)
        for _ in range(5):
            search.tell(change(search.ask().sum(axis=1)))
        return search.checkpoint()

    expected = told(lambda values: values)
    for change in (
        lambda values: values.tolist(),
        lambda values: values.astype(np.float32),
        lambda values: values.astype(">i4"),
        lambda values: np.repeat(values, 3)[::3],
        lambda values: values[::-1].copy()[::-1],
        lambda values: values[:, None],
        lambda values: np.asfortranarray(np.stack([values, values], axis=1))[:, 0],
    ):
        assert told(change) == expected


def test_telling_without_asking_is_refused() -> None:
    search = make(REALS, evolve.Generational(10))
    with pytest.raises(ValueError, match="nothing was asked for"):
        search.tell(np.zeros(10))
    archive = make(REALS, evolve.MapElites(AXES))
    archive.ask()
    with pytest.raises(ValueError, match=r"measures: expected the shape \(100, 2\), found none.*Evaluated"):
        archive.tell(np.zeros(100))


WRONG_SETTINGS: list[tuple[Callable[[], object], str]] = [
    (lambda: evolve.Bits(0), "length: expected a whole number from 1 to 16777216, found 0"),
    (lambda: evolve.Reals(3, [0, 0], 1), r"low: expected a number or 3 of them, found the shape \(2,\)"),
    (lambda: evolve.Reals(3, 0, np.inf), "high: expected a finite number, found inf"),
    (lambda: make(evolve.Reals(3, 1, 0), GENERAL[0]), "the range of gene 0 must be finite and not empty"),
    (lambda: evolve.Integers(3, 0, 2**31), "high: expected a whole number from -2147483648 to 2147483647"),
    (lambda: evolve.Tournament(0), "size: expected a whole number from 1 to 65536, found 0"),
    (lambda: evolve.Tournament(1.5), "size: expected a whole number, 0 or more, found 1.5"),  # type: ignore[arg-type]
    (lambda: evolve.Rank(3), "pressure: expected a number from 1 to 2, found 3"),
    (lambda: evolve.SimulatedBinary(eta=0), "eta: expected a number above 0, found 0"),
    (lambda: evolve.SimulatedBinary(eta=np.nan), 'eta: expected a number, found "nan"'),
    (lambda: evolve.BitFlip(1.5), "rate: expected a rate from 0 to 1, found 1.5"),
    (lambda: evolve.Generational(10, elite=10), "elite: expected a whole number from 0 to 9, found 10"),
    (lambda: evolve.Generational(crossover="one"), "crossover: expected one of OnePoint, .*, found 'one'"),  # type: ignore[arg-type]
    (lambda: evolve.Generational(10**9), "population: expected a whole number from 1 to 16777216, found 1000000000"),
    (lambda: evolve.Generational(elite=0, mutation_rate=2), "mutation_rate: expected a rate from 0 to 1, found 2"),
    (lambda: evolve.Climb(patience=0), "patience: expected a whole number from 1, found 0"),
    (lambda: evolve.CmaEs(sigma=0), "sigma: expected a number above 0, found 0"),
    (lambda: evolve.DifferentialEvolution(strategy="best"), "strategy: unknown value `best`, expected one of `rand1`, `best1`"),  # type: ignore[arg-type]
    (lambda: evolve.Axis(1, 1, 3), "high: expected a number above 1, found 1"),
    (lambda: evolve.MapElites([]), "axes: expected 1 to 15, found 0"),
    (lambda: evolve.MapElites([(0, 1)] * 16), "axes: expected 1 to 15, found 16"),
    (lambda: evolve.MapElites([(0, 1)], cells=0), "cells: expected a whole number from 1 to 65536, found 0"),
    (lambda: make(REALS, evolve.MapElites([(0, 1, 3)], cells=9)), "with cells an axis has no bins of its own.* found 3"),
    (lambda: evolve.Nsga3(divisions=[3, 2, 1]), "divisions: there must be one layer or two, found 3"),
    (lambda: evolve.Nsga3(divisions=[0]), "divisions: a layer has at least one.* found 0"),
    (lambda: evolve.Nsga3(divisions=[4], directions=[[1, 1]]), "directions: expected none beside divisions"),
    (lambda: evolve.Nsga3(directions=[[1, 1], [0, 0]]), "directions: each has a share.* not the one in row, found 1"),
    (lambda: make(REALS, evolve.Nsga3(directions=[[1, 1, 1]])), "directions: each has a share.* found 0"),
    (lambda: make(REALS, evolve.Nsga3(), directions=["minimize"] * 16), "directions: expected 2 to 15 .* found 16"),
    (lambda: evolve.Islands(evolve.Islands(GENERAL[0])), "scheme: expected one of"),  # type: ignore[arg-type]
    (lambda: make(BITS, evolve.CmaEs(sigma=1)), "scheme: it needs real numbers, not bits"),
    (lambda: make(BITS, evolve.Generational(crossover=evolve.Order())), "crossover: it does not work with bits"),
    (lambda: make(REALS, evolve.Generational(mutation=evolve.Swap())), "mutation: it does not work with real numbers"),
    (lambda: make(REALS, GENERAL[0], directions=["minimize"] * 2), "directions: expected one objective, found 2"),
    (lambda: make(REALS, evolve.Nsga2(), directions="minimize"), "directions: expected 2 to 15 objectives, found 1"),
    (lambda: make(REALS, GENERAL[0], directions="up"), "directions: expected minimize, maximize, found 'up'"),
    (lambda: make(REALS, GENERAL[0], seed=-1), "seed: expected a whole number from 0"),
    (lambda: make(REALS, GENERAL[0]).run(np.sum), "run: expected generations, evaluations, target or stagnation"),
    (lambda: make(REALS, GENERAL[0], initial=np.zeros((13, 6))).ask(), "initial: the start population must not be"),
    (lambda: make(REALS, GENERAL[0], initial=np.full((2, 6), 9.0)).ask(), "initial: expected a number within its range, found 9 as gene 0 of row 0"),
    (lambda: make(REALS, evolve.Nsga2(), target=1.0).done, "a target needs exactly one objective"),
]


@pytest.mark.parametrize(("make_wrong", "text"), WRONG_SETTINGS, ids=[text[:50] for _, text in WRONG_SETTINGS])
def test_wrong_settings_are_refused(make_wrong: Callable[[], object], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        make_wrong()


def test_a_scheme_without_an_archive_says_so() -> None:
    with pytest.raises(AttributeError, match="archive: the scheme generational has none"):
        _ = make(REALS, GENERAL[0]).archive


def test_damaged_checkpoints_are_refused() -> None:
    search = go(make(REALS, evolve.CmaEs(sigma=1)), 3)
    checkpoint = search.checkpoint()
    for damaged in (b"", checkpoint[:-1], checkpoint[:40], b"x" + checkpoint, checkpoint + b"x"):
        with pytest.raises(ValueError, match="checkpoint: "):
            Search.resume(damaged)
    for at in range(0, len(checkpoint), 37):
        changed = bytearray(checkpoint)
        changed[at] ^= 4
        with pytest.raises(ValueError, match="checkpoint: "):
            Search.resume(bytes(changed))
    with pytest.raises(ValueError, match="problem: expected 'a', the checkpoint has 'b'"):
        Search.resume(make(REALS, GENERAL[0], problem="b").checkpoint(), problem="a")


def test_copies_go_their_own_way() -> None:
    search = go(make(BITS, evolve.Generational(10)), 3)
    other = copy.deepcopy(search)
    go(other, 2)
    assert search.generations == 3 and other.generations == 5
    go(search, 2)
    assert search.checkpoint() == other.checkpoint()


def advance(search: Search) -> bytes:
    return go(search, 4).checkpoint()


@pytest.mark.parametrize("method", [it for it in ("fork", "spawn") if it in multiprocessing.get_all_start_methods()])
def test_searches_go_on_in_other_processes(method: str) -> None:
    # As many genes as are bred on the threads of the pool, which a fork does not have.
    scheme = evolve.Generational(population=3000)
    search = go(make(REALS, scheme), 2)
    with multiprocessing.get_context(method).Pool(1) as pool:
        found = pool.apply(advance, (search,))
    assert found == advance(search)


@pytest.mark.skipif(sys.platform == "win32", reason="the memory as Unix counts it")
def test_memory_stays_the_same() -> None:
    import resource

    search = Search(evolve.Reals(50, -1, 1), evolve.Generational(40), seed=1, logbook=10)

    def steps(count: int) -> None:
        for _ in range(count):
            search.tell(search.ask()[:, 0])
            len(search.population), search.best, search.logbook()

    def peak() -> int:
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    steps(300)
    for _ in range(20):
        search = pickle.loads(pickle.dumps(search))
    before = peak()
    steps(3000)
    for _ in range(200):
        search = pickle.loads(pickle.dumps(search))
    # Each array of genomes takes 16 kB: one left behind by each call would be 100 MB.
    unit = 1 if sys.platform == "darwin" else 1024
    assert (peak() - before) * unit < 8_000_000


def test_numbers_of_numpy_are_settings() -> None:
    numbers: list[Any] = [np.int64(8), np.float32(0.5), np.int64(3)]
    scheme = evolve.Generational(population=numbers[0], crossover_rate=numbers[1])
    found = evolve.Search(evolve.Reals(numbers[2], 0, 1), scheme, seed=1)
    expected = evolve.Search(
        evolve.Reals(3, 0, 1), evolve.Generational(population=8, crossover_rate=0.5), seed=1
    )
    assert np.array_equal(found.ask(), expected.ask())

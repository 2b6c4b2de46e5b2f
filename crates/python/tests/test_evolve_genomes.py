"""The engine with genomes of several parts and of variable length."""

import pickle
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tilewright import evolve, set_threads
from tilewright.cluster import Processes
from tilewright.evolve import Evaluated, Ragged, Search

Array = NDArray[Any]

PARTS = (evolve.Bits(5), evolve.Reals(3, 0, 1), evolve.Permutation(6), evolve.Integers((1, 4), 0, 9))
LISTS: list[evolve.Genome] = [
    evolve.Integers((1, 50), 0, 9),
    evolve.Reals((2, 20), -1, 1),
    evolve.Bits((3, 70)),
]
AXES = [evolve.Axis(0, 1, 4)]
SCHEMES: list[evolve.Scheme] = [
    evolve.Generational(population=12, elite=2),
    evolve.SteadyState(population=10, children=3),
    evolve.Plus(parents=4, children=9, crossover_rate=0.5, restart=6),
    evolve.FeasibleInfeasible(population=12),
    evolve.Climb(neighbors=5),
    evolve.MapElites(AXES, initial=15, batch=10, crossover_rate=0.5),
    evolve.Islands(evolve.Generational(population=8), count=3, every=2),
]


def judge(scheme: evolve.Scheme, genomes: Any) -> Evaluated:
    """Values of genomes of parts or of lists."""
    if isinstance(genomes, tuple):
        bits, reals, order, integers = genomes
        values = bits.sum(axis=1) + reals.sum(axis=1) + order[:, 0] - integers.genes.sum(axis=1)
    else:
        values = genomes.genes.sum(axis=1) - 0.1 * genomes.lengths
    measures = 1 / (1 + np.abs(values)) if isinstance(scheme, evolve.MapElites) else None
    return Evaluated(values, measures=measures)


def of_lists(genomes: Ragged) -> Array:
    """What processes can import."""
    values: Array = (genomes.genes**2).sum(axis=1) + genomes.lengths
    return values


def of_parts(genomes: tuple[Any, ...]) -> Array:
    return np.asarray(judge(evolve.Generational(), genomes).values)


def equal(one: Any, two: Any) -> bool:
    if isinstance(one, tuple):
        return len(one) == len(two) and all(equal(a, b) for a, b in zip(one, two))
    if isinstance(one, Ragged):
        return np.array_equal(one.genes, two.genes) and np.array_equal(one.lengths, two.lengths)
    return np.array_equal(one, two) and one.dtype == two.dtype


def go(search: Search, scheme: evolve.Scheme, generations: int) -> Search:
    for _ in range(generations):
        search.tell(*judge(scheme, search.ask()))
    return search


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda it: repr(it)[:30])
@pytest.mark.parametrize("genome", [PARTS, *LISTS], ids=lambda it: repr(it)[:30])
def test_every_scheme_searches_and_resumes_exactly(genome: Any, scheme: evolve.Scheme) -> None:
    whole = go(Search(genome, scheme, seed=5), scheme, 12)
    part = go(Search(genome, scheme, seed=5), scheme, 5)
    part = go(Search.resume(part.checkpoint()), scheme, 4)
    asked = part.ask()
    part = pickle.loads(pickle.dumps(part))
    assert equal(part.ask(), asked)
    go(part, scheme, 3)
    assert part.checkpoint() == whole.checkpoint()
    assert equal(part.ask(), whole.ask())
    assert whole.best.value <= whole.population.values.min()


@pytest.mark.parametrize("genome", [PARTS, *LISTS], ids=lambda it: repr(it)[:30])
def test_any_number_of_threads_gives_the_same(genome: Any) -> None:
    found = []
    for count in (1, 2, 8):
        set_threads(count)
        scheme = evolve.Generational(population=2000)
        found.append(go(Search(genome, scheme, seed=1), scheme, 4).checkpoint())
    set_threads(None)
    assert found[0] == found[1] == found[2]


def test_parts_have_the_genes_of_their_kinds() -> None:
    scheme = evolve.Generational(population=60, elite=1)
    search = go(Search(PARTS, scheme, seed=2), scheme, 20)
    bits, reals, order, integers = search.ask()
    assert [it.dtype for it in (bits, reals, order)] == [np.uint8, np.float64, np.int64]
    assert bits.shape[1:] == (5,) and set(np.unique(bits)) <= {0, 1}
    assert reals.min() >= 0 and reals.max() <= 1
    assert np.array_equal(np.sort(order, axis=1), np.tile(np.arange(6), (len(order), 1)))
    assert integers.genes.dtype == np.int64 and integers.genes.shape == (len(bits), 4)
    assert integers.lengths.min() >= 1 and (integers.genes[~integers.mask] == 0).all()
    assert [len(it) for it in search.best.genome[:3]] == [5, 3, 6]
    assert len(search.population.genomes) == 4 and len(search.population) == 60
    assert len(search.hall_of_fame.genomes[3]) == 1 and "mixed[5 + 3 + 6 + 1 to 4]" in repr(search)
    text = repr(search.best)
    assert text.count("[") == 4 and "\n" not in text


def test_each_part_has_its_own_operators() -> None:
    # Only the second part changes: the others have operators that do nothing.
    never = evolve.BitFlip(rate=0.0)
    genome = (evolve.Bits(30), evolve.Bits(30))
    scheme = evolve.Generational(
        population=20, crossover=(evolve.Uniform(0.0), evolve.Uniform(0.5)), mutation=(never, evolve.BitFlip(0.5))
    )
    start = (np.zeros((20, 30), np.uint8), np.zeros((20, 30), np.uint8))
    search = Search(genome, scheme, seed=1, initial=start)
    for _ in range(3):
        search.tell(search.ask()[1].sum(axis=1))
    first, second = search.ask()
    assert not first.any() and second.any()


def test_initial_genomes_begin_the_search() -> None:
    scheme = evolve.Generational(population=6)
    lists = [[1, 2], [3], list(range(9))]
    search = Search(evolve.Integers((1, 9), 0, 9), scheme, seed=1, initial=lists)
    assert [it.tolist() for it in list(search.ask())[:3]] == lists
    starts = ([[1, 0], [0, 1]], [[2, 0, 1], [0, 1, 2]])
    mixed = Search((evolve.Bits(2), evolve.Permutation(3)), scheme, seed=1, initial=starts)
    assert [it[:2].tolist() for it in mixed.ask()] == [*starts]


def test_lengths_find_the_one_that_is_wanted() -> None:
    for genome in LISTS:
        search = Search(genome, evolve.Generational(population=60, elite=1), seed=3)
        search.run(lambda it: np.abs(it.lengths - 13), generations=60)
        assert search.best.value == 0 and len(search.best.genome) == 13
        members: Ragged = search.population.genomes
        lengths = members.lengths
        least, greatest = genome.length  # type: ignore[union-attr, misc]
        assert lengths.min() >= least and lengths.max() <= greatest


def test_genes_of_a_list_are_inserted_and_deleted_at_the_rate() -> None:
    for rate, expected in ((0.0, {5}), (1.0, {5})):
        # With both rates 1 a gene comes and another one goes.
        mutation = evolve.InsertDelete(rate, gene_rate=0.0)
        scheme = evolve.Generational(population=200, mutation=mutation, crossover_rate=0.0)
        search = Search(evolve.Integers((1, 9), 0, 9), scheme, seed=1, initial=[[7] * 5] * 200)
        search.ask()
        search.tell(np.zeros(200))
        asked = search.ask()
        assert set(asked.lengths) == expected
        assert (asked.genes[:, :5] == 7).all() == (rate == 0)
    search = Search(
        evolve.Integers((1, 9), 0, 9),
        evolve.Generational(population=10_000, mutation=evolve.InsertDelete(0.3), crossover_rate=0.0),
        seed=1,
        initial=[[7] * 5] * 10_000,
    )
    search.ask()
    search.tell(np.zeros(10_000))
    shares = np.bincount(search.ask().lengths, minlength=7)[4:7] / 10_000
    # One of each, or none, is 0.3² + 0.7².
    assert np.abs(shares - [0.21, 0.58, 0.21]).max() < 0.02


def test_processes_evaluate_parts_and_lists() -> None:
    engine = Processes(2)
    for genome, fitness in ((PARTS, of_parts), (LISTS[1], of_lists)):
        for scheme in (evolve.Generational(population=10), evolve.Islands(evolve.Generational(population=6), count=2, every=3)):
            found = Search(genome, scheme, seed=4).run(fitness, generations=5, engine=engine)
            alone = Search(genome, scheme, seed=4).run(fitness, generations=5)
            assert found.checkpoint() == alone.checkpoint()


def test_a_table_of_lists_is_a_list_too() -> None:
    ragged = Ragged.of([[1, 2, 3], [4], []])
    assert ragged.genes.tolist() == [[1, 2, 3], [4, 0, 0], [0, 0, 0]] and ragged.lengths.tolist() == [3, 1, 0]
    assert ragged.mask.sum() == 4 and ragged.genes.dtype == np.int64
    assert [it.tolist() for it in ragged] == [[1, 2, 3], [4], []]
    assert isinstance(ragged[:2], Ragged) and len(ragged[1:]) == 2 and ragged[-2].tolist() == [4]
    assert Ragged.of([[1.5]], 3).genes.tolist() == [[1.5, 0, 0]] and repr(ragged)
    assert len(Ragged.of([])) == 0


REFUSED: list[tuple[Any, dict[str, Any], str]] = [
    (evolve.Bits(5), {"scheme": evolve.CmaEs(1.0)}, "scheme: it needs real numbers, not bits"),
    (PARTS, {"scheme": evolve.CmaEs(1.0)}, "scheme: CmaEs needs real numbers of one length"),
    (evolve.Reals((1, 5), 0, 1), {"scheme": evolve.DifferentialEvolution()}, "needs real numbers of one length"),
    (PARTS, {"scheme": evolve.Generational(crossover=(evolve.TwoPoint(),))}, "crossover: expected 4 operators, one for each"),
    (PARTS, {"scheme": evolve.Generational(mutation=evolve.Swap())}, "mutation: expected 4 operators"),
    (
        PARTS,
        {"scheme": evolve.Generational(mutation=(evolve.Swap(), None, None, None))},
        "part 0: mutation: it does not work with bits",
    ),
    (evolve.Integers(4, 0, 9), {"scheme": evolve.Generational(mutation=evolve.InsertDelete())}, "mutation: it needs a genome of variable length"),
    (evolve.Integers((1, 4), 0, 9), {"initial": [[1], [1, 2, 3, 4, 5]]}, "expected 1 to 4 genes, found 5 in row 1"),
    (evolve.Integers((2, 4), 0, 9), {"initial": [[1]]}, "initial: expected 2 to 4 genes, found 1 in row 0"),
    (evolve.Integers((2, 4), 0, 9), {"initial": [[1, 2], [3, 99]]}, "found 99 as gene 1 of row 1"),
    (evolve.Bits((1, 2**24)), {"scheme": evolve.Generational(100)}, "scheme: expected at most 268435456 genes of all individuals"),
    (PARTS, {"initial": [[1]]}, "initial: expected a tuple of 4 arrays"),
    (PARTS, {"initial": (np.zeros((2, 5), int), np.zeros((1, 3)), 0, 0)}, "initial: part 1: expected the shape (2, 3)"),
    (
        (evolve.Bits(2), evolve.Permutation(3)),
        {"initial": ([[0, 1]], [[0, 0, 1]])},
        "initial: part 1: expected each number from 0 to 2 once, found others in row 0",
    ),
]


@pytest.mark.parametrize(("genome", "settings", "expected"), REFUSED, ids=lambda it: repr(it)[:20])
def test_what_does_not_fit_is_refused(genome: Any, settings: dict[str, Any], expected: str) -> None:
    given: dict[str, Any] = {"scheme": evolve.Generational(population=10), "seed": 1} | settings
    with pytest.raises(ValueError) as refused:
        Search(genome, **given)
    assert expected in str(refused.value)


def test_lengths_and_parts_are_checked() -> None:
    for make, expected in (
        (lambda: evolve.Bits((3, 2)), "length: expected a whole number from 3"),
        (lambda: evolve.Bits((0, 2)), "length: expected a whole number from 1"),
        (lambda: evolve.Bits((1, 2, 3)), "length: expected a number or the least and the greatest one"),  # type: ignore[arg-type]
        (lambda: evolve.Reals((1, 2), [0, 1], 3), "low: expected one number for all genes of variable length"),
        (lambda: evolve.Mixed(evolve.Bits(3)), "genome: expected 2 to 8 parts, found 1"),
        (lambda: evolve.Mixed(*[evolve.Bits(3)] * 9), "genome: expected 2 to 8 parts, found 9"),
        (lambda: evolve.Mixed(evolve.Bits(2**24), evolve.Bits(1)), "the genes of all parts: expected"),
        (lambda: Ragged(np.zeros((2, 3)), np.zeros(3, np.int64)), "Ragged: expected the shapes"),
    ):
        with pytest.raises(ValueError, match=expected.replace("(", r"\(")):
            make()


def test_the_best_is_asked_for_after_a_generation() -> None:
    search = Search(evolve.Bits(4), evolve.Generational(), seed=1)
    with pytest.raises(ValueError, match="best: there was no generation yet"):
        _ = search.best


def test_all_names_of_the_settings_are_public() -> None:
    from tilewright import _evolve_settings

    assert set(_evolve_settings.__all__) <= set(evolve.__all__)
    assert evolve.__all__ == sorted(evolve.__all__) and all(hasattr(evolve, name) for name in evolve.__all__)

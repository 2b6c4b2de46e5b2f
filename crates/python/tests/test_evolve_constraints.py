"""Constraints that have names."""

import pickle
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tilewright import evolve
from tilewright.cluster import Processes
from tilewright.evolve import Evaluated, Search

Array = NDArray[Any]

WEIGHTS = np.arange(1.0, 21.0)
SCHEMES: list[evolve.Scheme] = [
    evolve.Generational(population=30, elite=1),
    evolve.FeasibleInfeasible(population=30),
    evolve.SteadyState(population=20, children=4),
    evolve.Islands(evolve.Plus(parents=6, children=12), count=2, every=3),
]


def knapsack(genomes: Array) -> Evaluated:
    """Values of items, of which some are too heavy together and two exclude each other."""
    weight = np.maximum(0, genomes @ WEIGHTS - 90)
    touch = genomes[:, 0] * genomes[:, 1]
    return Evaluated(genomes @ WEIGHTS[::-1], violations={"weight": weight, "touch": touch})


def make(scheme: evolve.Scheme, **more: Any) -> Search:
    return Search(evolve.Bits(20), scheme, directions="maximize", seed=3, **more)


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda it: repr(it)[:30])
def test_individuals_say_which_constraint_they_break(scheme: evolve.Scheme) -> None:
    whole = make(scheme).run(knapsack, generations=14)
    for found in (whole.population, whole.hall_of_fame):
        expected: Any = knapsack(found.genomes).violations
        assert found.by_constraint is not None and list(found.by_constraint) == ["weight", "touch"]
        for key, column in found.by_constraint.items():
            assert np.array_equal(column, expected[key])
        assert np.allclose(sum(found.by_constraint.values()), found.violations)
    assert whole.best.violations == {"weight": 0, "touch": 0}
    table = whole.logbook()
    members = whole.population.by_constraint
    assert members is not None
    assert table["satisfied_weight"][-1] == (members["weight"] == 0).mean()
    assert len(table["satisfied_touch"]) == 14 and not np.isnan(table["satisfied_touch"]).any()

    part = make(scheme).run(knapsack, generations=6)
    part.ask()
    part = pickle.loads(pickle.dumps(Search.resume(part.checkpoint())))
    assert part.run(knapsack, generations=14).checkpoint() == whole.checkpoint()


def test_names_do_not_change_the_search() -> None:
    def summed(genomes: Array) -> Evaluated:
        violations: Any = knapsack(genomes).violations
        return Evaluated(knapsack(genomes).values, violations["weight"] + violations["touch"])

    one, two = make(SCHEMES[0]).run(knapsack, generations=9), make(SCHEMES[0]).run(summed, generations=9)
    assert np.array_equal(one.ask(), two.ask()) and two.best.violations is None
    assert two.population.by_constraint is None and "satisfied_weight" not in two.logbook()


def test_columns_and_scales_belong_to_the_names_of_the_search() -> None:
    def columns(genomes: Array) -> Evaluated:
        violations: Any = knapsack(genomes).violations
        return Evaluated(knapsack(genomes).values, np.stack([violations["weight"], violations["touch"]], axis=1))

    search = make(SCHEMES[0], constraints={"weight": 10.0, "touch": 0.5}).run(columns, generations=3)
    members = search.population
    assert members.by_constraint is not None
    total = members.by_constraint["weight"] / 10 + members.by_constraint["touch"] / 0.5
    assert np.allclose(members.violations, total)
    named = make(SCHEMES[0], constraints=("touch", "weight"))
    # The order of a mapping does not matter.
    named.run(knapsack, generations=3)
    assert named.best.violations is not None and list(named.best.violations) == ["touch", "weight"]


def test_the_constraint_that_is_never_satisfied_is_seen() -> None:
    def fitness(genomes: Array) -> Evaluated:
        return Evaluated(genomes.sum(axis=1), {"possible": genomes[:, 0], "impossible": 1.0 + genomes[:, 1]})

    search = make(SCHEMES[0]).run(fitness, generations=20)
    table = search.logbook()
    assert (table["satisfied_impossible"] == 0).all() and table["satisfied_possible"][-1] > 0.8
    assert search.best.violations == {"possible": 0, "impossible": 1}
    assert "violation=1 (impossible=1)" in repr(search.best)


def test_archives_have_shares_of_what_was_evaluated() -> None:
    def fitness(genomes: Array) -> Evaluated:
        values, violations, _ = knapsack(genomes)
        return Evaluated(values, violations, genomes.mean(axis=1))

    search = make(evolve.MapElites([(0, 1, 5)], initial=20, batch=20)).run(fitness, generations=5)
    shares = search.logbook()["satisfied_weight"]
    assert 0 < shares[0] < 1 and search.best.violations == {"weight": 0, "touch": 0}


def test_processes_send_names_back() -> None:
    engine = Processes(2)
    for scheme in (SCHEMES[0], SCHEMES[3]):
        found = make(scheme).run(knapsack, generations=5, engine=engine)
        assert found.checkpoint() == make(scheme).run(knapsack, generations=5).checkpoint()


def test_ask_and_tell_take_names() -> None:
    search = make(SCHEMES[0])
    genomes = search.ask()
    values, violations, _ = knapsack(genomes)
    search.tell(values, violations)
    assert search.best.violations is not None
    # Nothing is broken.
    search.tell(np.zeros(len(search.ask())))
    assert search.best.violations == {"weight": 0, "touch": 0}


WRONG: list[tuple[Any, Any, str]] = [
    (("weight", "touch"), lambda n: np.zeros(n), "violations: expected the shape (30, 2), found (30,)"),
    (("weight", "touch"), lambda n: {"weight": np.zeros(n)}, "violations: expected the constraints weight, touch, found weight"),
    (None, lambda n: {"weight": np.zeros(n - 1)}, "violations: weight: expected the shape (30,), found (29,)"),
    (None, lambda n: {"a": np.zeros(n), "b": np.full(n, -1)}, "violations: b: expected numbers from 0, found -1 in row 0 of 30"),
    (None, lambda n: {"a": np.full(n, np.nan)}, "violations: a: expected numbers from 0, found nan in row 0 of 30"),
    (None, lambda n: {}, "violations: expected constraints by their names, found none"),
]


@pytest.mark.parametrize(("constraints", "violations", "expected"), WRONG)
def test_wrong_violations_are_named(constraints: Any, violations: Any, expected: str) -> None:
    search = make(SCHEMES[0], constraints=constraints)
    with pytest.raises(ValueError) as refused:
        search.run(lambda it: Evaluated(it.sum(axis=1), violations(len(it))), generations=1)
    assert expected in str(refused.value) and search.generations == 0


def test_other_names_are_refused_later() -> None:
    search = make(SCHEMES[0]).run(knapsack, generations=1)
    with pytest.raises(ValueError, match="expected the constraints weight, touch, found other"):
        search.run(lambda it: Evaluated(it.sum(axis=1), {"other": it[:, 0]}), generations=2)
    assert search.generations == 1


def test_constraints_are_checked() -> None:
    for given, expected in (
        ("weight", "constraints: expected names"),
        ((), "constraints: expected one or several different names"),
        (("a", "a"), "constraints: expected one or several different names"),
        ({"a": 0}, "constraints: a: expected a number above 0"),
        (3, "constraints: expected names"),
    ):
        with pytest.raises(ValueError, match=expected):
            make(SCHEMES[0], constraints=given)
    checkpoint = make(SCHEMES[0]).run(knapsack, generations=1).checkpoint()
    for damaged in (checkpoint[:-1], checkpoint[:30] + b"?" + checkpoint[31:]):
        with pytest.raises(ValueError, match="checkpoint: it is truncated or damaged"):
            Search.resume(damaged)

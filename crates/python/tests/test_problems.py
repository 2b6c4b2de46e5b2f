"""The problems, their references and versions, and the suite that compares optimizers on them."""

import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT
from numpy.typing import NDArray

from tilewright import cluster, evolve, problems
from tilewright.problems import Problem, Result, Results, Run, adapters, optimizers
from tilewright.problems._measure import bin_of, hypervolume, measure_of, undominated
from tilewright.problems._results import holm, median_ranks
from tilewright.problems._problem import bounds
from tilewright.problems._run import grid
from tilewright.problems.onemax import TURNED
from tilewright.problems._seeds import bells, children, mixed, units

sys.path.insert(0, str(ROOT / "crates/python/references"))

ALL = [problems.make(name) for name in problems.names()]
NOISY = [it for it in ALL if it.is_noisy]

#: What two random genomes of each problem and the first one of its reference are worth, of noisy ones in two games. A value
#: that changes is a new version of the problem.
GOLDEN: dict[str, Any] = {
    "OneMax-v1": [[44.0, 53.0, 100.0], None, None],
    "Tour-v1": [[24834.0, 25739.0, 5829.0], None, None],
    "Sphere-Noisy-v1": [[[10.400699614, 10.197204658], [7.398399243, 7.449641769], [-0.013412848, -0.69394724]], None, None],
    "Match3-Hard-v1": [[38.0, 86.0, 212.0], [66.0, 43.0, 0.0], None],
    "QD-Wall-v1": [[0.432098765, 0.604938272, 1.0], [0.0, 0.0, 0.0], [[0.407407407, 0.218468468], [0.320987654, 0.279279279], [0.049382716, 0.747747748]]],
    "Fleet-Adversarial-v1": [[[0.0, 0.0], [0.0, 0.0], [76.0, 74.0]], [4.0, 7.0, 0.0], None],
    "Paths-Dangerous-v1": [[[1671.0, 5609.0], [1591.0, 7168.0], [110.0, 812.0]], [13.0, 16.0, 0.0], None],
    "Ntuple-Weights-v1": [[[940.0, 1504.0], [404.0, 640.0], [16320.0, 17636.0]], None, None],
}


def seeds_of(problem: Problem, count: int, games: int = 2) -> NDArray[np.uint64] | None:
    return children(9, 0, count * games).reshape(count, games) if problem.is_noisy else None


def by_name(problem: Problem) -> str:
    return problem.name


def test_there_are_eight_problems_with_versions_texts_and_references() -> None:
    assert len(ALL) == 8
    for problem in ALL:
        assert problem.name.endswith("-v1") and problem.source
        assert problem.measures_what.endswith(".") and problem.leaves_out.endswith(".")
        assert problem.budget >= 10_000 and problem.best != problem.start


@pytest.mark.parametrize("problem", ALL, ids=by_name)
def test_the_genomes_of_a_reference_are_as_good_as_is_said(problem: Problem) -> None:
    genomes = problem.reference()
    assert len(genomes) == 1 or problem.aim != "value"
    if problem.aim == "value":
        assert problem.truths(genomes)[0] == pytest.approx(problem.best, rel=1e-12)
        found = problem(genomes, seeds_of(problem, 1))
        assert found.violations is None or np.asarray(found.violations)[0] == 0
        return
    found = problem(genomes)
    assert found.violations is not None and not np.asarray(found.violations).any()
    measure = measure_of(problem)
    measure.add(genomes, np.asarray(found.values, np.float64).reshape(len(genomes), -1), found)
    assert measure.quality == pytest.approx(problem.best, rel=1e-12)


@pytest.mark.parametrize("problem", ALL, ids=by_name)
def test_a_version_has_the_same_values_for_ever(problem: Problem) -> None:
    found = problem(np.concatenate([problem.random(2, seed=5), problem.reference()[:1]]), seeds_of(problem, 3))
    told = [None if it is None else np.round(np.asarray(it, np.float64), 9).tolist() for it in found]
    assert told == GOLDEN[problem.name]


@pytest.mark.parametrize("problem", ALL, ids=by_name)
def test_genomes_of_points_are_allowed_and_reach_both_ends(problem: Problem) -> None:
    corners = np.stack([np.zeros(problem.dimensions), np.ones(problem.dimensions), np.full(problem.dimensions, 2.0)])
    problem.checked(problem.from_unit(corners))
    rows = problem.random(50, seed=1)
    assert rows.shape == (50, problem.dimensions) and np.array_equal(rows, problem.random(50, seed=1))
    if not isinstance(problem.genome, evolve.Permutation):
        assert np.array_equal(problem.from_unit(corners)[:2], np.stack(bounds(problem.genome)))


@pytest.mark.parametrize("problem", ALL, ids=by_name)
def test_what_is_no_genome_is_refused_with_its_row(problem: Problem) -> None:
    genomes = problem.random(4, seed=2)
    genomes[2, 1] = genomes[2, 0] if isinstance(problem.genome, evolve.Permutation) else 200
    if isinstance(problem.genome, evolve.Reals):
        genomes[2, 1] = np.nan
    with pytest.raises(ValueError, match="of row 2, gene"):
        problem(genomes, seeds_of(problem, 4))
    with pytest.raises(ValueError, match="expected the shape"):
        problem(genomes[:, 1:], seeds_of(problem, 4))
    with pytest.raises(ValueError, match="numbers, found <U"):
        problem(genomes.astype(str), seeds_of(problem, 4))


@pytest.mark.parametrize("problem", NOISY, ids=by_name)
def test_noise_is_repeated_by_its_seed(problem: Problem) -> None:
    genomes = np.repeat(problem.reference(), 3, axis=0)
    seeds = np.array([[1, 2, 3, 4], [5, 6, 7, 8], [1, 2, 9, 4]], np.uint64)
    values = np.asarray(problem(genomes, seeds).values)
    assert values.shape == (3, 4)
    assert np.array_equal(values[0] == values[2], [True, True, values[0, 2] == values[2, 2], True])
    assert len(set(values.reshape(-1).tolist())) > 1
    assert np.array_equal(np.asarray(problem(genomes, seeds[:, 0]).values), values[:, 0])
    with pytest.raises(ValueError, match="is noisy and needs a seed"):
        problem(genomes)
    with pytest.raises(ValueError, match=r"expected the shape \(3,\) or \(3, games\)"):
        problem(genomes, seeds[:2])
    with pytest.raises(ValueError, match="whole numbers from 0"):
        problem(genomes, seeds.astype(np.int64) - 2)


def test_noise_is_a_bell() -> None:
    noise = bells(children(3, 0, 40_000))
    assert abs(noise.mean()) < 0.02 and abs(noise.std() - 1) < 0.02
    # Between one deviation on each side 68.3 % of the normal distribution.
    assert abs((np.abs(noise) < 1).mean() - 0.683) < 0.01
    assert np.array_equal(children(3, 10, 5), children(3, 0, 15)[10:])


def test_words_are_those_of_split_mix() -> None:
    # The first outputs of SplitMix64 with the seed 0, as its authors publish them.
    steps = np.arange(3, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    assert [hex(it) for it in mixed(steps)] == ["0xe220a8397b1dcdaf", "0x6e789e6aa1b965f4", "0x6c45d188009454f"]
    # Chi square of 50 times 19 degrees of freedom: within four standard deviations of its mean.
    counts = [np.histogram(units(children(seed, 0, 2000), 3), bins=20, range=(0, 1))[0] for seed in range(50)]
    assert abs((((np.array(counts) - 300) ** 2) / 300).sum() - 950) < 4 * np.sqrt(2 * 950)


def test_other_programs_confirm_the_proved_optima() -> None:
    pytest.importorskip("scipy")
    import levels
    import paths
    import tour

    assert tour.solved()[0] == problems.make("Tour-v1").best
    assert paths.hypervolume(paths.front()) == problems.make("Paths-Dangerous-v1").best
    assert levels.solved()[0] == problems.make("Match3-Hard-v1").best


def test_a_front_is_told_from_what_is_dominated() -> None:
    points = np.random.default_rng(1).integers(0, 6, (60, 3)).astype(float)
    kept = undominated(points)
    plain = {tuple(it) for it in points if not any((other >= it).all() and (other > it).any() for other in points)}
    assert {tuple(it) for it in kept} == plain and len(kept) == len(plain)
    # Whole numbers: the volume is the number of unit cubes below a point.
    cubes = sum(any((point > cube).all() for point in points) for cube in product(range(6), repeat=3))
    assert hypervolume(kept) == cubes
    assert hypervolume(undominated(points[:, :2])) == sum(
        any((point[:2] > cube).all() for point in points) for cube in product(range(6), repeat=2)
    )


def test_bins_are_those_of_the_engine() -> None:
    axis = evolve.Axis(0.0, 0.6, 12)
    numbers = np.random.default_rng(1).uniform(-0.1, 0.8, 300)
    search = evolve.Search(evolve.Reals(1, -1, 1), evolve.MapElites([axis], initial=300), seed=1)
    search.ask()
    search.tell(-np.arange(300.0), measures=numbers)
    best = {int(place): float(value) for place, value in zip(search.archive.bins[:, 0], search.archive.values)}
    ours: dict[int, float] = {}
    for place, value in zip(bin_of(axis, numbers).tolist(), -np.arange(300.0)):
        ours[place] = min(ours.get(place, np.inf), float(value))
    assert ours == best


def test_a_run_counts_measures_and_ends() -> None:
    run = Run(problems.make("OneMax-v1"), 1, evaluations=250)
    genomes = np.tile(TURNED, (100, 1))
    genomes[30, :60] ^= 1
    run.evaluate(genomes)
    run.evaluate(1 - genomes)
    assert (run.spent, run.left) == (200, 50)
    with pytest.raises(problems.SpentError, match="all 250 evaluations are spent"):
        run.evaluate(genomes)
    points, qualities = run.qualities()
    assert points.tolist() == grid(250).tolist() and points[-1] == 250
    # Each point counts what was evaluated until then, also within a call.
    assert qualities[points <= 30].max() == 0 and (qualities[(points > 30) & (points <= 100)] == 60).all()
    assert (qualities[points > 100] == 100).all()
    with pytest.raises(problems.SpentError):
        run.evaluate(genomes)


def test_a_run_without_noise_needs_no_seeds_and_one_with_noise_makes_them() -> None:
    problem = problems.make("Sphere-Noisy-v1")
    one, two = Run(problem, 3), Run(problem, 3)
    genomes = problem.random(5, seed=1)
    first = np.asarray(one.evaluate(genomes).values)
    assert np.array_equal(first, np.asarray(two.evaluate(genomes).values))
    assert not np.array_equal(first, np.asarray(one.evaluate(genomes).values))
    one.evaluate(genomes, np.ones((5, 7), np.uint64))
    assert one.spent == 45


def test_a_claim_is_judged_by_its_truth() -> None:
    problem = problems.make("Sphere-Noisy-v1")
    run = Run(problem, 1, evaluations=100)
    run.evaluate(problem.random(50, seed=1))
    run.claim(problem.reference()[0])
    run.evaluate(problem.random(50, seed=2))
    points, qualities = run.qualities()
    assert (qualities[points <= 50] > 1).all() and (qualities[points > 50] == 0).all()


def mine(run: Run) -> None:
    """An optimizer that gives up early."""
    run.evaluate(run.problem.random(20, run.seed))


def test_a_suite_is_repeated_and_may_run_in_other_processes() -> None:
    names = ["OneMax-v1", "Paths-Dangerous-v1", "Sphere-Noisy-v1"]
    seen: list[Result] = []
    results = problems.suite({"mine": mine}, problems=names, runs=3, seed=4, on_run=seen.append)
    assert len(results) == 9 and list(results) == seen
    assert len({it.seed for it in results}) == 9
    assert [it.evaluations for it in results] == [20] * 9
    others = problems.suite(
        {"mine": mine}, problems=names, runs=3, seed=4, engine=cluster.Processes(2)
    )
    assert [plain(it) for it in others] == [plain(it) for it in results]
    assert results.of("OneMax-v1")[0].quality != problems.suite({"mine": mine}, problems=names[:1], runs=1, seed=5)[0].quality


def plain(result: Result) -> tuple[Any, ...]:
    """A result without its time, with a text for NaN."""
    return (*repr(result).rpartition(", seconds=")[:1],)


def test_results_are_saved_and_read_again(tmp_path: Path) -> None:
    results = problems.suite({"mine": mine}, problems=["Match3-Hard-v1", "OneMax-v1"], runs=2)
    path = tmp_path / "results.json"
    results.save(path)
    again = Results.load(path)
    assert [plain(it) for it in again] == [plain(it) for it in results] and again.seed == results.seed
    assert all(abs(one.seconds - two.seconds) < 1e-3 for one, two in zip(again, results))
    with pytest.raises(ValueError, match="found 1 and 2"):
        _ = results + Results(list(again), 2)
    with pytest.raises(ValueError, match="two runs 0 of mine"):
        _ = results + again
    assert len(results + Results([it for it in again if it.run > 5], 1)) == 4
    path.write_text('{"schema": "tilewright/level/2"}')
    with pytest.raises(ValueError, match="results.json: it is not a file of results"):
        Results.load(path)


def made(optimizer: str, qualities: Sequence[float], hits: Sequence[tuple[int, ...]]) -> list[Result]:
    return [
        Result("OneMax-v1", optimizer, run, run, 1000, quality, (quality - 50) / 50, hit, 0.5)
        for run, (quality, hit) in enumerate(zip(qualities, hits))
    ]


def test_statistics_are_the_right_ones() -> None:
    # Known places for 30 runs: the 10th and the 21st hold the median with 95.7 %.
    assert median_ranks(30) == (9, 20)
    assert [median_ranks(count) for count in (1, 2, 5, 6)] == [None, None, None, (0, 5)]
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    one = made("one", [90.0 + it for it in range(10)], [(10, *[-1] * 29)] * 5 + [(100, *[200] * 29)] * 5)
    two = made("two", [80.0 + it for it in range(10)], [(-1,) * 30] * 10)
    results = Results([*one, *two], 1)
    first, second = results.summary()
    assert (first.median, first.low, first.high, first.reached) == (94.5, 91.0, 98.0, 0.5 + 0.5 / 30)
    # Five runs of 1000 evaluations that missed and five of 200.
    assert (first.successes, first.expected_evaluations) == (5, 1200.0)
    assert (second.successes, second.expected_evaluations) == (0, np.inf)
    points, shares = results.ecdf("one")
    assert points.tolist() == [10, 100, 200]
    assert shares.tolist() == pytest.approx([5 / 300, 10 / 300, 155 / 300])
    assert "| OneMax-v1 | one | 94.5 | 91 to 98 | 52% | 5 of 10 | 1,200 | 0.50 |" in results.table()
    assert results.figure().svg().startswith("<svg") and "two" in results.figure("OneMax-v1").svg()


def test_runs_that_found_nothing_feasible_are_the_worst() -> None:
    hits = [(-1,) * 30] * 7
    several = Results(made("one", [60.0, np.nan, 70.0, np.nan, np.nan, 65.0, 64.0], hits), 1)
    [found] = several.summary()
    assert (found.median, found.high) == (60.0, 70.0) and found.low is not None and np.isnan(found.low)
    assert "| 60 | none to 70 |" in several.table()
    assert "| 61 | – |" in Results(made("one", [60.0, 61.0, 70.0], hits), 1).table()
    beside = Results([*made("one", [np.nan] * 3, hits), *made("two", [1.0] * 3, hits)], 1).compare("one")
    assert beside[0].better == 0


def test_a_comparison_is_that_of_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    hits = [(-1,) * 30] * 8
    one, two = [60.0, 61, 62, 63, 64, 65, 66, 67], [59.0, 58, 61, 57, 56, 55, 54, 53]
    [found] = Results([*made("one", one, hits), *made("two", two, hits)], 1).compare("one")
    assert found.better == sum((a > b) + (a == b) / 2 for a in one for b in two) / 64
    assert found.p_value == stats.mannwhitneyu(one, two, method="asymptotic").pvalue
    [same] = Results([*made("one", [60.0] * 8, hits), *made("two", [60.0] * 8, hits)], 1).compare("two")
    assert (same.better, same.p_value) == (0.5, 1.0)


@pytest.mark.parametrize("problem", ALL, ids=by_name)
@pytest.mark.parametrize("name", optimizers.BASELINES)
def test_each_baseline_works_on_each_problem(name: str, problem: Problem) -> None:
    run = Run(problem, 1, evaluations=1500)
    with pytest.raises(problems.SpentError):
        optimizers.BASELINES[name](run)
    again = Run(problem, 1, evaluations=1500)
    with pytest.raises(problems.SpentError):
        optimizers.BASELINES[name](again)
    assert np.array_equal(run.qualities()[1], again.qualities()[1], equal_nan=True)


@pytest.mark.parametrize("problem", ALL, ids=by_name)
def test_the_stored_baselines_are_those_of_this_version(problem: Problem) -> None:
    stored = problems.baselines().of(problem.name)
    assert len(stored) == 120 and set(stored.optimizers) == set(optimizers.BASELINES)
    # The quick ones; of a problem of microseconds all four.
    chosen = optimizers.BASELINES if problem.name == "OneMax-v1" else {"random": optimizers.random}
    for result in problems.suite(chosen, problems=[problem], runs=1):
        assert plain(result) == plain(stored.of(optimizer=result.optimizer)[0])


def test_a_problem_of_ones_own_joins_the_suite() -> None:
    def zeros(genomes: NDArray[Any]) -> evolve.Evaluated:
        return evolve.Evaluated((genomes == 0).sum(axis=1), genomes[:, 0])

    problem = Problem(
        "Zeros-v1",
        "As many zeros as possible.",
        evolve.Bits(10),
        zeros,
        10.0,
        5.0,
        directions=("maximize",),
        constraints=("the first bit is 0",),
        budget=300,
    )
    [result] = problems.suite({"climb": optimizers.climb}, problems=[problem], runs=1)
    assert (result.problem, result.quality, result.share) == ("Zeros-v1", 10.0, 1.0)
    assert len(problem.reference()) == 0
    with pytest.raises(ValueError, match="there is a problem OneMax-v1 already"):
        problems.register(problems.make("OneMax-v1"))
    with pytest.raises(ValueError, match="expected one of OneMax-v1, "):
        problems.make("Onemax-v1")
    with pytest.raises(ValueError, match="best: expected a better number than start, 5.0, found 10.0"):
        Problem("Zeros-v2", "", evolve.Bits(10), zeros, 10.0, 5.0)
    with pytest.raises(ValueError, match="a version at its end"):
        Problem("Zeros", "", evolve.Bits(10), zeros, 10.0, 5.0)
    with pytest.raises(ValueError, match="corner: expected 2 numbers"):
        Problem("Z-v1", "", evolve.Bits(9), zeros, 1.0, 0.0, directions=("minimize",) * 2, objectives=("a", "b"))
    with pytest.raises(ValueError, match=r"values: expected the shape \(3,\), found \(2,\)"):
        Problem("Short-v1", "", evolve.Bits(9), lambda genomes: genomes[:2, 0], 0.0, 5.0)(np.zeros((3, 9), np.uint8))


def test_a_fitness_may_return_what_that_of_a_search_may() -> None:
    def named(genomes: NDArray[Any]) -> evolve.Evaluated:
        return evolve.Evaluated(genomes.sum(axis=1), {"a": genomes[:, 0], "b": genomes[:, 1]})

    problem = Problem("Named-v1", "", evolve.Bits(4), named, 0.0, 2.0, constraints=("a", "b"))
    assert np.asarray(problem([[1, 1, 0, 0], [0, 0, 1, 1]]).violations).tolist() == [2, 0]
    plain_values = Problem("Plain-v1", "", evolve.Bits(4), lambda genomes: genomes.sum(axis=1), 0.0, 2.0)
    [result] = problems.suite({"climb": optimizers.climb}, problems=[plain_values], runs=1)
    assert result.share == 1
    noisy = problems.make("Sphere-Noisy-v1")
    assert len(Run(noisy, 1).evaluate(noisy.random(0, 1)).values) == 0


def test_names_that_are_none_are_refused() -> None:
    results = problems.suite({"mine": mine}, problems="OneMax-v1", runs=1)
    for wrong in (lambda: results.compare("yours"), lambda: results.ecdf("yours"), lambda: results.figure("Two-v1")):
        with pytest.raises(ValueError, match="expected one of"):
            wrong()


def test_the_cma_adapter_minimizes_over_the_unit_cube() -> None:
    run = Run(problems.make("OneMax-v1"), 5)
    loss, start, sigma, options = adapters.cma(run)
    assert loss(1.0 - TURNED) == -100 and loss(TURNED) == 0 and loss(start) == int(TURNED.sum()) - 100
    assert run.spent == 3 and sigma == 0.3 and options["bounds"] == [0.0, 1.0] and options["seed"] == 6
    with pytest.raises(ValueError, match="has 2 objectives, and this optimizer one"):
        adapters.cma(Run(problems.make("Paths-Dangerous-v1"), 5))


def test_the_pyribs_adapter_has_axes_and_measures() -> None:
    ribs = adapters.pyribs(Run(problems.make("QD-Wall-v1"), 5))
    assert (ribs.solution_dim, ribs.dims, ribs.ranges) == (81, [12, 20], [(0.0, 0.6), (0.0, 1.0)])
    values, measures = ribs.evaluate(np.random.default_rng(1).random((4, 81)))
    assert values.shape == (4,) and measures.shape == (4, 2)
    with pytest.raises(ValueError, match="has no measures"):
        adapters.pyribs(Run(problems.make("OneMax-v1"), 5))

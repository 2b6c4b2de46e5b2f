"""Confirms the optimum of ``Tour-v1`` by HiGHS: an integer program without the rounds that its answers show.

Dantzig, Fulkerson and Johnson (1954): each city has two roads, and of the cities of each round that does not hold all,
two roads lead away. Needs scipy.
"""

from itertools import combinations
from typing import Any

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import lil_matrix

from tilewright import problems
from tilewright.problems.tour import CITIES, distances


def rounds(roads: list[tuple[int, int]]) -> list[list[int]]:
    """The rounds that the roads make."""
    beside: dict[int, list[int]] = {city: [] for city in range(CITIES)}
    for one, two in roads:
        beside[one].append(two)
        beside[two].append(one)
    left, found = set(range(CITIES)), []
    while left:
        city = min(left)
        trip: list[int] = []
        while city in left:
            left.remove(city)
            trip.append(city)
            city = next((it for it in beside[city] if it in left), city)
        found.append(trip)
    return found


def solved() -> tuple[int, list[int]]:
    """The length of the shortest round trip, and the trip."""
    gaps = distances()
    pairs = list(combinations(range(CITIES), 2))
    costs = np.array([gaps[pair] for pair in pairs])
    degrees: Any = lil_matrix((CITIES, len(pairs)))
    for at, (one, two) in enumerate(pairs):
        degrees[one, at] = degrees[two, at] = 1
    rules = [LinearConstraint(degrees.tocsr(), 2, 2)]
    while True:
        answer = milp(costs, integrality=np.ones(len(pairs)), bounds=Bounds(0, 1), constraints=rules)
        assert answer.success, answer.message
        roads = [pair for pair, share in zip(pairs, answer.x) if share > 0.5]
        found = rounds(roads)
        if len(found) == 1:
            return round(answer.fun), found[0]
        for trip in found:
            inside = set(trip)
            row = np.array([(one in inside) != (two in inside) for one, two in pairs], float)
            rules.append(LinearConstraint(row, 2, np.inf))


if __name__ == "__main__":
    length, trip = solved()
    problem = problems.make("Tour-v1")
    print(f"HiGHS: {length}, our length of its trip: {problem([trip]).values}, registered: {problem.best:g}")

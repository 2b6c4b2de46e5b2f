"""Objective functions of one point, to be minimised; each has its minimum 0."""

import numpy


def sphere(x):
    """sum x_i^2; minimum at 0."""
    return float(numpy.dot(x, x))


def ellipsoid(x):
    """sum 10^(6 i / (n - 1)) x_i^2, i from 0; minimum at 0."""
    return float(numpy.dot(10.0 ** (6.0 * numpy.arange(len(x)) / (len(x) - 1)), x * x))


def rosenbrock(x):
    """sum 100 (x_(i+1) - x_i^2)^2 + (1 - x_i)^2 over n - 1 terms; minimum at 1."""
    return float(numpy.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2))


def rastrigin(x):
    """10 n + sum x_i^2 - 10 cos(2 pi x_i); minimum at 0."""
    return float(10.0 * len(x) + numpy.sum(x * x - 10.0 * numpy.cos(2.0 * numpy.pi * x)))


def ackley(x):
    """20 + e - 20 exp(-0.2 sqrt(mean x_i^2)) - exp(mean cos(2 pi x_i)); minimum at 0."""
    root = numpy.sqrt(numpy.mean(x * x))
    waves = numpy.mean(numpy.cos(2.0 * numpy.pi * x))
    return float(20.0 + numpy.e - 20.0 * numpy.exp(-0.2 * root) - numpy.exp(waves))


class Budget(Exception):
    """Raised by `Counter` to end a run."""


class Counter:
    """Counts the calls of a function and remembers the first that reaches `target`
    (value <= target). With `limit` it ends the run by raising `Budget` right after
    the call that reaches the target or is the `limit`-th."""

    def __init__(self, function, target, limit=None):
        self.function, self.target, self.limit = function, target, limit
        self.evaluations, self.reached, self.best = 0, None, float("inf")

    def __call__(self, x):
        value = self.function(x)
        self.evaluations += 1
        self.best = min(self.best, value)
        if self.reached is None and value <= self.target:
            self.reached = self.evaluations
        if self.limit and (self.reached or self.evaluations >= self.limit):
            raise Budget
        return value

    def result(self):
        """What every run records."""
        return {
            "success": self.reached is not None,
            "evaluations_to_target": self.reached,
            "evaluations": self.evaluations,
            "best": self.best,
        }

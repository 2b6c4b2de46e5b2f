"""Operators of a search that are functions of Python, or one for each part of a genome, and its repair."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright._evolve_forms import Form, form, is_variable
from tilewright._evolve_genomes import Genome, Mixed, Setting, is_function
from tilewright._evolve_genomes import read as read_genome

Rows = NDArray[Any]


def name(function: Any) -> str:
    """What a checkpoint calls a function: ``module.qualname``."""
    own = function if hasattr(function, "__qualname__") else type(function)
    return f"{own.__module__}.{own.__qualname__}"


class Operators:
    """The functions of a search. They are called with all genomes of a generation, before it is evaluated."""

    def __init__(self, settings: dict[str, Any], functions: dict[str, Callable[..., Any]]) -> None:
        scheme = settings["scheme"]
        own = scheme["scheme"] if scheme["kind"] == "islands" else scheme
        self.form: Form = form(
            read_genome(settings["genome"]),
            is_packed=settings.get("operators") is not None,
            is_bounded=own.get("bounded", True),
        )
        self._functions, self._seed = functions, int(settings["seed"])

    def __bool__(self) -> bool:
        return bool(self._functions)

    @property
    def functions(self) -> dict[str, Callable[..., Any]]:
        """Crossover, mutation and repair, those that are functions."""
        return self._functions

    def call(self, generation: int) -> Callable[[str, list[Rows]], list[Rows] | None]:
        """What the engine calls with the tables of a generation."""

        def call(operator: str, tables: list[Rows]) -> list[Rows] | None:
            function = self._functions.get(operator)
            if function is None:
                return None
            key = f"{operator} {name(function)}"
            genomes = [self.form.seen(table) for table in tables]
            if operator == "repair":
                found = (function(*genomes),)
            else:
                # One stream for each generation and operator, so that a resumed search draws the same.
                rng = np.random.default_rng([self._seed, generation, ("crossover", "mutation").index(operator)])
                found = function(*genomes, rng)
                if operator == "mutation":
                    found = (found,)
                elif not isinstance(found, (tuple, list)) or len(found) != 2:
                    what = type(found).__name__
                    raise ValueError(f"{key}: expected two arrays, the first and the second children, found {what}")
            counts = [len(table) for table in tables]
            keys = [key] if len(found) == 1 else [f"{key}: first", f"{key}: second"]
            return [self.form.rows(*it) for it in zip(keys, found, counts)]

        return call


def document(genome: Genome, scheme: Setting) -> tuple[dict[str, Any], dict[str, Any] | None, dict[str, Callable[..., Any]]]:
    """The document of a scheme, that of the operators that are not its own, and the functions among them.

    Raises:
        ValueError: An operator does not fit the parts of the genome.
    """
    made = scheme.document()
    outer = getattr(scheme, "scheme", None)
    own, own_document = (scheme, made) if outer is None else (outer, made["scheme"])
    chosen = {key: getattr(own, key) for key in ("crossover", "mutation") if hasattr(own, key)}
    functions = {key: value for key, value in chosen.items() if is_function(value)}
    is_packed = isinstance(genome, Mixed) or is_variable(genome)
    if not (is_packed or functions or any(isinstance(it, tuple) for it in chosen.values())):
        return made, None, {}
    if "mutation" not in chosen:
        raise ValueError(f"scheme: {type(own).__name__} needs real numbers of one length, found {genome!r}")
    count = len(genome.parts) if isinstance(genome, Mixed) else 1
    operators: dict[str, Any] = {}
    for key in ("crossover", "mutation"):
        if key in own_document:
            own_document[key] = None
        operators[key] = _chosen(key, chosen.get(key), count)
    return made, operators, functions


def _chosen(key: str, value: Any, count: int) -> dict[str, Any]:
    """An operator as a document has it."""
    if is_function(value):
        return {"function": name(value)}
    parts = value if isinstance(value, tuple) else (value,) * (count if value is None else 1)
    if len(parts) != count:
        parts_of = "one for each part" if count > 1 else "one"
        raise ValueError(f"{key}: expected {count} operators, {parts_of}, found {value!r}")
    return {"parts": [None if it is None else it.document() for it in parts]}


def given(settings: dict[str, Any], functions: dict[str, Any]) -> dict[str, Callable[..., Any]]:
    """The functions that a checkpoint needs again.

    Raises:
        ValueError: One is missing, is another one, or is not needed.
    """
    operators = settings.get("operators") or {}
    needed = {key: operators.get(key, {}).get("function") for key in ("crossover", "mutation")}
    needed["repair"] = settings.get("repair")
    found: dict[str, Callable[..., Any]] = {}
    for key, expected in needed.items():
        function = functions.get(key)
        if expected is None and function is not None:
            raise ValueError(f"{key}: the checkpoint has none that is a function, found {name(function)}")
        if expected is None:
            continue
        if function is None:
            raise ValueError(f"{key}: the checkpoint needs the function {expected}; resume with {key}=...")
        # The module of a function depends on which script is run.
        own = name(function)
        if not is_function(function) or own.rpartition(".")[2] != expected.rpartition(".")[2]:
            raise ValueError(f"{key}: expected the function {expected}, found {own}")
        found[key] = function
    return found


def checked_repair(repair: Any) -> Callable[..., Any]:
    """A repair, if it is a function."""
    if not is_function(repair):
        raise ValueError(f"repair: expected a function of genomes, found {repair!r}")
    function: Callable[..., Any] = repair
    return function

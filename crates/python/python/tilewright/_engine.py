"""What does the items of a batch."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import Any, Protocol, TypeVar

from tilewright import _tilewright

Item = TypeVar("Item")
Result = TypeVar("Result")


class Engine(Protocol):
    """Does the items of a batch, on any processes."""

    @property
    def workers(self) -> int:
        """How many items are done at the same time."""

    def run(
        self, function: Callable[[Item], Result], items: Sequence[Item]
    ) -> Generator[tuple[int, Result], None, None]:
        """Call the function with each item, and yield the index and the result of each when it is
        done. An item whose process dies is done again. An exception of the function is raised
        here; closing the generator cancels what is under way."""


class LostError(RuntimeError):
    """An item was lost more often than allowed: each process that did it died."""


def call(function: Callable[[Any], Any], threads: int, item: Any) -> Any:
    """Does an item, in another process, with a number of threads."""
    _tilewright.set_threads(threads)
    try:
        return function(item)
    except SystemExit as ended:
        raise RuntimeError(f"it called sys.exit({ended.code!r})") from ended


def gathered(
    engine: Engine, work: Callable[[Item], Result], items: Sequence[Item]
) -> list[Result]:
    """The results of all items, in their order."""
    found: dict[int, Result] = {}
    with closing(engine.run(work, items)) as done:
        found.update(done)
    missing = [index for index in range(len(items)) if index not in found]
    if missing:
        raise LostError(f"the engine left out item {missing[0]} of {len(items)}")
    return [found[index] for index in range(len(items))]


class Rows(Protocol):
    """What has rows that can be cut into slices."""

    def __len__(self) -> int: ...
    def __getitem__(self, part: slice, /) -> Any: ...


def slices(
    work: Callable[[Any], Result],
    genomes: Rows,
    engine: Engine,
    batch: int | None,
) -> list[Result]:
    """The results for slices of the genomes, in order; without ``batch`` four for each worker."""
    size = max(1, batch if batch is not None else -(-len(genomes) // (4 * max(1, engine.workers))))
    starts = range(0, max(1, len(genomes)), size)
    return gathered(engine, work, [genomes[start : start + size] for start in starts])

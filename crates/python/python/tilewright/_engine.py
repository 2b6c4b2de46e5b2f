"""What does the items of a batch."""

from collections.abc import Callable, Generator, Sequence
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
    return function(item)

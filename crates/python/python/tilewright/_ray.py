"""Ray as what does the items of a batch."""

from collections.abc import Callable, Generator, Sequence
from importlib import import_module
from typing import Any

from tilewright._engine import Item, LostError, Result, call
from tilewright._missing import missing


class Ray:
    """A cluster of Ray (``pip install "tilewright[ray]"``), or Ray on this machine.

    If Ray was not started, it is started with the arguments of ``ray.init`` and ended by ``close``.

    Args:
        threads: Threads of each task, which reserves as many processors.
        retries: How often an item is done again whose process or machine died.
        pending: Number of items that are submitted at the same time [default: twice the number of
            workers].
        init: Arguments of ``ray.init``, such as ``address="auto"``.
    """

    def __init__(
        self, *, threads: int = 1, retries: int = 3, pending: int | None = None, **init: Any
    ) -> None:
        try:
            self._ray: Any = import_module("ray")
        except ModuleNotFoundError as error:
            raise missing(error, "cluster.Ray", "ray") from None
        self._threads = threads
        self._retries = retries
        self._pending = pending
        self._is_own = not self._ray.is_initialized()
        if self._is_own:
            self._ray.init(**init)

    @property
    def workers(self) -> int:
        """How many items the processors of the cluster do at the same time."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)) // self._threads)

    def run(
        self, function: Callable[[Item], Result], items: Sequence[Item]
    ) -> Generator[tuple[int, Result], None, None]:
        """Call the function with each item, and yield the index and the result of each when it is
        done.

        Raises:
            LostError: An item was lost more often than ``retries``.
        """
        ray = self._ray
        # Stored once; each process of the cluster fetches it once.
        shared = ray.put(function)
        task = ray.remote(call).options(num_cpus=self._threads, max_retries=self._retries)
        most = self._pending if self._pending is not None else 2 * self.workers
        waiting = iter(range(len(items)))
        pending: dict[Any, int] = {}
        try:
            while True:
                while len(pending) < most and (index := next(waiting, None)) is not None:
                    pending[task.remote(shared, self._threads, items[index])] = index
                if not pending:
                    return
                for done in ray.wait(list(pending))[0]:
                    index = pending.pop(done)
                    yield index, self._result(done, index)
        finally:
            for left in pending:
                ray.cancel(left)

    def close(self) -> None:
        """End Ray, if it was started here."""
        if self._is_own and self._ray.is_initialized():
            self._ray.shutdown()

    def __enter__(self) -> "Ray":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _result(self, done: Any, index: int) -> Any:
        errors = self._ray.exceptions
        try:
            return self._ray.get(done)
        except errors.RayTaskError as error:
            raise error.cause from None
        except errors.RaySystemError:
            raise
        except errors.RayError as error:
            raise LostError(f"item {index} was lost: {error}") from error

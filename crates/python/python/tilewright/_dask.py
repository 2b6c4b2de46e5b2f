"""Dask as what does the items of a batch."""

from collections.abc import Callable, Generator, Sequence
from importlib import import_module
from typing import Any

from tilewright._engine import Item, LostError, Result, call
from tilewright._missing import missing


class Dask:
    """A cluster of Dask (``pip install "tilewright[dask]"``).

    Args:
        client: The ``distributed.Client``, or the address of a scheduler; without it a cluster is started
            on this machine and ended by ``close``.
        threads: Threads of each task.
        pending: Number of items that are submitted at the same time [default: twice the number of
            workers].
    """

    def __init__(
        self, client: Any = None, *, threads: int = 1, pending: int | None = None
    ) -> None:
        try:
            self._dask: Any = import_module("distributed")
        except ModuleNotFoundError as error:
            raise missing(error, "cluster.Dask", "dask") from None
        self._threads = threads
        self._pending = pending
        self._is_own = not isinstance(client, self._dask.Client)
        if client is None:
            self._client = self._dask.Client(threads_per_worker=1, dashboard_address=":0")
        else:
            self._client = self._dask.Client(client) if self._is_own else client

    @property
    def workers(self) -> int:
        """How many items the threads of all workers do at the same time."""
        threads: int = sum(self._client.nthreads().values())
        return max(1, threads)

    def run(
        self, function: Callable[[Item], Result], items: Sequence[Item]
    ) -> Generator[tuple[int, Result], None, None]:
        """Call the function with each item, and yield the index and the result of each when it is
        done.

        Raises:
            LostError: An item was lost more often than the scheduler allows
                (``distributed.scheduler.allowed-failures``).
        """
        # A task, not scattered data, which a worker that dies takes with it.
        shared = self._client.submit(_same, function, pure=False)
        most = self._pending if self._pending is not None else 2 * self.workers
        indices: dict[Any, int] = {}
        waiting = iter(range(len(items)))

        def submit() -> Any:
            index = next(waiting, None)
            if index is None:
                return None
            item = items[index]
            future = self._client.submit(call, shared, self._threads, item, pure=False)
            indices[future] = index
            return future

        try:
            first = [future for _ in range(most) if (future := submit()) is not None]
            completed = self._dask.as_completed(first)
            for done in completed:
                index = indices.pop(done)
                result = self._result(done, index)
                if (future := submit()) is not None:
                    completed.add(future)
                yield index, result
        finally:
            self._client.cancel(list(indices), force=True)

    def close(self) -> None:
        """End the client, and the cluster if it was started here."""
        if self._is_own:
            self._client.close()

    def __enter__(self) -> "Dask":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _result(self, done: Any, index: int) -> Any:
        try:
            return done.result()
        except self._dask.KilledWorker as error:
            raise LostError(f"item {index} was lost: {error}") from error


def _same(function: Any) -> Any:
    return function

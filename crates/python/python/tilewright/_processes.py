"""Processes of this machine that do the items of a batch."""

import logging
import multiprocessing
import os
import pickle
import signal
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import Any

from tilewright._engine import Item, LostError, Result, call

LOGGER = logging.getLogger("tilewright.cluster")


#: The exit code of a process that would start processes before it has read its script.
UNGUARDED = 86

#: What a script looks like that other processes can read.
GUARD = 'a script starts its work below `if __name__ == "__main__":`, since each process reads it first'


class Processes:
    """Processes of this machine, which are kept from one batch to the next.

    Use it in a ``with`` statement, or ``close`` it. As with all processes that Python spawns, a
    script must start its work below ``if __name__ == "__main__":``.

    Args:
        workers: Number of processes [default: one for each processor].
        threads: Threads of each process.
        retries: How often an item is done again whose process died.
    """

    def __init__(
        self, workers: int | None = None, *, threads: int = 1, retries: int = 3
    ) -> None:
        if workers is not None and workers < 1:
            raise ValueError(f"expected a number of workers from 1, found {workers}")
        self._count = workers if workers is not None else os.cpu_count() or 1
        self._threads = threads
        self._retries = retries
        self._idle: list[_Worker] = []
        # Whether a process has come so far that it could do items.
        self._is_proved = False

    @property
    def workers(self) -> int:
        """Number of processes."""
        return self._count

    def run(
        self, function: Callable[[Item], Result], items: Sequence[Item]
    ) -> Generator[tuple[int, Result], None, None]:
        """Call the function with each item, and yield the index and the result of each when it is
        done.

        Raises:
            LostError: An item was lost more often than ``retries``, or no process could begin.
        """
        shared = pickle.dumps((function, self._threads))
        waiting, losses = deque(range(len(items))), [0] * len(items)
        busy: dict[Connection, _Worker] = {}
        fresh: set[_Worker] = set()
        try:
            while waiting or busy:
                while waiting and len(busy) < self._count:
                    worker = self._idle.pop() if self._idle else _Worker()
                    busy[worker.pipe] = worker
                    index = waiting.popleft()
                    worker.send(index, None if worker in fresh else shared, items[index])
                    fresh.add(worker)
                ready = wait(list(busy))
                for pipe in [pipe for pipe in busy if pipe in ready]:
                    if busy[pipe].begins():
                        self._is_proved = True
                        continue
                    worker = busy.pop(pipe)
                    index = worker.index
                    done, result = worker.receive()
                    if done is None and not self._is_proved:
                        raise LostError(f"a process ended before it did anything, with {result}: {GUARD}")
                    if done is None:
                        losses[index] += 1
                        message = f"a process died with {result} while it did item {index}"
                        if losses[index] > self._retries:
                            raise LostError(f"{message}; that happened {losses[index]} times")
                        LOGGER.warning("%s; it is done again", message)
                        waiting.appendleft(index)
                        continue
                    self._idle.append(worker)
                    if not done:
                        raise result
                    yield index, result
        finally:
            for worker in busy.values():
                worker.end()

    def close(self) -> None:
        """End the processes."""
        while self._idle:
            self._idle.pop().end()

    def __enter__(self) -> "Processes":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Worker:
    """A process, and the pipe to it."""

    def __init__(self) -> None:
        if getattr(multiprocessing.current_process(), "_inheriting", False):
            # This is such a process, which still reads the script. The one that waits for it says why.
            raise SystemExit(UNGUARDED)
        context = multiprocessing.get_context("spawn")
        self.pipe, its = context.Pipe()
        self._process = context.Process(target=_work, args=(its,), daemon=True)
        with _without_interrupts():
            self._process.start()
        its.close()
        self.index = 0
        self.is_ready = False

    def send(self, index: int, shared: bytes | None, item: Any) -> None:
        """Gives it an item; if it died meanwhile, that is seen when its result is received."""
        self.index = index
        try:
            self.pipe.send((shared, item))
        except OSError:
            pass

    def begins(self) -> bool:
        """Whether what it sent is that it is ready for items, which is first."""
        if self.is_ready:
            return False
        try:
            self.is_ready = self.pipe.recv()
        except (EOFError, OSError):
            pass
        return self.is_ready

    def receive(self) -> tuple[bool | None, Any]:
        """Whether the item was done, and its result or exception; None and how the process ended, if it
        died."""
        try:
            return self.pipe.recv()  # type: ignore[no-any-return]
        except (EOFError, OSError):
            # It ends by itself; what hangs is ended.
            self._process.join(1)
            self.end()
            return None, f"exit code {self._process.exitcode}"

    def end(self) -> None:
        """Ends the process, whatever it does."""
        self._process.terminate()
        self._process.join()
        self.pipe.close()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Blocks Ctrl-C for what is started meanwhile, until it ignores Ctrl-C by itself: one that comes
    before would end it with a traceback of its own. Here it acts a moment later."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(pipe: Connection) -> None:
    """Does items until the other end of the pipe is closed."""
    # Ctrl-C is sent to all processes of a terminal; the first one ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    pipe.send(True)
    function: Any = None
    threads = 1
    while True:
        try:
            shared, item = pipe.recv()
        except EOFError:
            return
        try:
            if shared is not None:
                function, threads = pickle.loads(shared)
            done = (True, call(function, threads, item))
        except BaseException as raised:
            # What is no Exception would end the process that waits for it.
            kind = type(raised).__name__
            error = raised if isinstance(raised, Exception) else RuntimeError(f"it raised {kind}: {raised}")
            # Python 3.11 and newer show it below the exception.
            error.__notes__ = [f"in another process:\n{traceback.format_exc()}"]
            done = (False, error)
        _send(pipe, done)


def _send(pipe: Connection, done: tuple[bool, Any]) -> None:
    try:
        data = pickle.dumps(done)
        pickle.loads(data)
    except Exception as error:
        notes = "\n".join(["", *getattr(done[1], "__notes__", ())])
        text = f"the result cannot be passed on: {error}{notes}"
        data = pickle.dumps((False, RuntimeError(text)))
    pipe.send_bytes(data)

"""How far a running search is: a line in a terminal, a live figure in a notebook."""

from __future__ import annotations

import importlib
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

from tilewright._evolve_figures import figure

if TYPE_CHECKING:
    from tilewright._evolve_results import Results

#: Seconds between two lines. A terminal cannot be read faster.
LINE = 0.1
#: Seconds between two figures, whose drawing takes longer.
FIGURE = 1.0
#: The characters of the bar.
BAR = 20

Progress = bool | Literal["always"]


class Pace:
    """How far a search is, and how fast."""

    def __init__(self, search: Results, stop: dict[str, Any], clock: Callable[[], float] = time.monotonic) -> None:
        self._search, self._stop, self._clock = search, stop, clock
        self._begin = clock()
        self._evaluations = search.evaluations
        self._first: float | None = None
        self._best: Any = None
        # The generation that was the last one with a better individual.
        self._better = search.generations
        self._first = self.share()

    def share(self) -> float | None:
        """The share of the condition that is nearest; None if none is a number of something."""
        search, stop = self._search, self._stop
        shares = []
        for key, done in (("generations", search.generations), ("evaluations", search.evaluations)):
            if stop[key]:
                shares.append(done / stop[key])
        if stop["stagnation"]:
            shares.append((search.generations - self._better) / stop["stagnation"])
        return min(1.0, max(shares)) if shares else None

    def text(self, width: int) -> str:
        """The line, at most as wide."""
        search = self._search
        seconds = max(self._clock() - self._begin, 1e-9)
        best = self._note()
        share = self.share()
        parts = [f"generation {search.generations:,}", f"{(search.evaluations - self._evaluations) / seconds:,.0f}/s", best]
        if share is not None:
            filled = int(BAR * share)
            parts.insert(0, f"{share:4.0%} {'#' * filled}{'.' * (BAR - filled)}")
            done = share - (self._first or 0.0)
            if done > 0 and share < 1:
                parts.append(f"{_duration(seconds * (1 - share) / done)} left")
        return "  ".join(part for part in parts if part)[: max(width - 1, 1)]

    def _note(self) -> str:
        """The best individual in words, which it takes note of."""
        if not self._search.generations:
            return ""
        best = self._search.best
        known = (best.violation, repr(best.value))
        if known != self._best:
            self._best, self._better = known, self._search.generations
        if best.violation:
            broken = [key for key, it in (best.violations or {}).items() if it]
            return f"violation {best.violation:.6g}" + (f" ({', '.join(broken)})" if broken else "")
        # With several objectives there is no best one.
        return f"best {best.value:.6g}" if isinstance(best.value, float) else ""


def _duration(seconds: float) -> str:
    minutes, rest = divmod(int(seconds + 0.5), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Line:
    """One line on stderr, which is written again and again."""

    def __init__(self, pace: Pace) -> None:
        self._pace, self._next, self._last = pace, 0.0, 0

    def show(self, *, now: bool = False) -> None:
        """Writes the line, unless it was written just before."""
        if not now and time.monotonic() < self._next:
            return
        self._next = time.monotonic() + LINE
        text = self._pace.text(shutil.get_terminal_size().columns)
        # Spaces cover what is left of a longer line.
        sys.stderr.write("\r" + text.ljust(self._last))
        sys.stderr.flush()
        self._last = len(text)

    def close(self) -> None:
        """Writes it once more, and ends it."""
        self.show(now=True)
        sys.stderr.write("\n")
        sys.stderr.flush()


class Live:
    """What a notebook shows: the line and the curves of the best and the median."""

    def __init__(self, search: Results, pace: Pace, display: Callable[..., Any]) -> None:
        self._search, self._pace, self._next = search, pace, 0.0
        self._handle = display(self, display_id=True)

    def _repr_html_(self) -> str:
        text = f"<pre>{self._pace.text(120)}</pre>"
        return text + (figure(self._search, "curve").svg() if self._search.generations else "")

    def show(self, *, now: bool = False) -> None:
        """Draws it again, unless it was drawn just before."""
        if not now and time.monotonic() < self._next:
            return
        self._next = time.monotonic() + FIGURE
        self._handle.update(self)

    def close(self) -> None:
        """Draws it once more."""
        self.show(now=True)


def _display() -> Callable[..., Any] | None:
    """What shows things in a notebook; None if this is none."""
    # Nobody who has not imported IPython is in a notebook.
    if "IPython" not in sys.modules:
        return None
    shell = importlib.import_module("IPython").get_ipython()
    if shell is None or not hasattr(shell, "kernel"):
        return None
    display: Callable[..., Any] = importlib.import_module("IPython.display").display
    return display


@contextmanager
def shown(search: Results, stop: dict[str, Any], progress: Progress) -> Iterator[Callable[[], None]]:
    """Shows how far a search is, each time that what it gives is called."""
    display = _display()
    shower: Line | Live
    if display is not None:
        shower = Live(search, Pace(search, stop), display)
    elif progress == "always" or sys.stderr.isatty():
        shower = Line(Pace(search, stop))
    else:
        yield lambda: None
        return
    shower.show(now=True)
    try:
        yield shower.show
    finally:
        shower.close()

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "VERSION",
    "Answered",
    "Evolution",
    "Games",
    "check",
    "divide",
    "merge",
    "part",
    "run",
    "set_threads",
    "threads",
]

VERSION: str

@final
class Answered:
    @property
    def verdict(self) -> str: ...
    @property
    def reached(self) -> str | None: ...
    @property
    def warnings(self) -> list[str]: ...
    @property
    def timing(self) -> list[str]: ...
    @property
    def outputs(self) -> dict[str, str]: ...
    def json(self) -> str: ...
    def text(self) -> str: ...
    def picture(self, format: str) -> bytes | None: ...
    def files(self, output: str, ending: str) -> dict[str, bytes]: ...

_Individuals: TypeAlias = tuple[NDArray[Any], NDArray[np.float64], NDArray[np.float64]]

@final
class Evolution:
    def __new__(cls, settings: str, initial: NDArray[Any] | None) -> Evolution: ...
    @staticmethod
    def resume(checkpoint: bytes, island: int | None = None) -> Evolution: ...
    @property
    def settings(self) -> str: ...
    @property
    def pending(self) -> int | None: ...
    @property
    def generations(self) -> int: ...
    @property
    def evaluations(self) -> int: ...
    def ask(self) -> NDArray[Any]: ...
    def tell(
        self,
        values: NDArray[np.float64],
        violations: NDArray[np.float64] | None,
        measures: NDArray[np.float64],
    ) -> None: ...
    def reason(
        self,
        generations: int | None,
        evaluations: int | None,
        target: float | None,
        stagnation: int | None,
    ) -> str | None: ...
    def hall_of_fame(self) -> _Individuals: ...
    def front(self) -> _Individuals: ...
    def population(self) -> _Individuals: ...
    def archive(
        self,
    ) -> tuple[NDArray[Any], NDArray[np.float64], NDArray[np.int64], int] | None: ...
    def logbook(self) -> dict[str, NDArray[Any]]: ...
    def checkpoint(self) -> bytes: ...

_Buffers: TypeAlias = tuple[
    NDArray[np.uint8],
    NDArray[np.float32],
    NDArray[np.bool_],
    NDArray[np.bool_],
    NDArray[np.uint8],
    NDArray[np.uint8],
    NDArray[np.uint8],
]

@final
class Games:
    @staticmethod
    def tiles(
        count: int,
        rows: int,
        columns: int,
        four_probability: float,
        autoreset: str,
        max_steps: int | None,
    ) -> Games: ...
    @staticmethod
    def hunts(
        count: int,
        rows: int,
        columns: int,
        fleet: str,
        touch: str,
        autoreset: str,
        max_steps: int | None,
    ) -> Games: ...
    @staticmethod
    def ship_cells(fleet: str) -> int: ...
    @staticmethod
    def levels(
        count: int,
        level: str,
        goal: str | None,
        moves: int | None,
        autoreset: str,
        max_steps: int | None,
    ) -> Games: ...
    @staticmethod
    def walks(
        count: int,
        map: bytes,
        start: tuple[int, int] | None,
        goal: tuple[int, int] | None,
        directions: int,
        danger_weight: float,
        autoreset: str,
        max_steps: int | None,
    ) -> Games: ...
    @staticmethod
    def random_walks(
        count: int,
        kind: str,
        rows: int,
        columns: int,
        dangers: int,
        directions: int,
        danger_weight: float,
        autoreset: str,
        max_steps: int | None,
    ) -> Games: ...
    @staticmethod
    def designs(
        count: int,
        representation: str,
        rows: int,
        columns: int,
        kinds: list[str],
        measure: str,
        goal: str,
        bot: str,
        target: float | None,
        tolerance: float,
        change_share: float,
        autoreset: str,
        max_steps: int | None,
    ) -> Games: ...
    def text(self, game: int) -> str: ...
    def pixels(self, game: int) -> NDArray[np.uint8]: ...
    def best_action(self, game: int) -> int | None: ...
    @property
    def shape(self) -> list[int]: ...
    @property
    def highs(self) -> NDArray[np.uint8]: ...
    def saved(self) -> bytes: ...
    def restore(self, saved: bytes) -> None: ...
    @property
    def actions(self) -> int: ...
    def reset(
        self,
        seeds: NDArray[np.uint64] | None,
        which: NDArray[np.bool_] | None,
        buffers: _Buffers,
    ) -> None: ...
    def step(self, actions: NDArray[np.int64], buffers: _Buffers) -> None: ...
    def __deepcopy__(self, _memo: Any) -> Games: ...

def check(family: str, setting: str) -> None: ...
def divide(
    task: str,
    request: str,
    of: int,
    *,
    outputs: Mapping[str, str],
    inputs: Mapping[str, bytes],
    found: Sequence[tuple[str, bytes]],
) -> tuple[str, dict[str, bytes], list[int]]: ...
def part(
    task: str,
    request: str,
    part: str,
    *,
    inputs: Mapping[str, bytes],
    on_event: Callable[[dict[str, Any]], object] | None,
) -> tuple[bytes | None, BaseException | None]: ...
def merge(
    parts: Sequence[tuple[str, bytes]],
    *,
    outputs: Mapping[str, str],
    inputs: Mapping[str, bytes],
    on_event: Callable[[dict[str, Any]], object] | None,
) -> tuple[Answered | None, BaseException | None]: ...
def run(
    task: str,
    request: str,
    *,
    outputs: Mapping[str, str],
    paths: Mapping[str, str],
    inputs: Mapping[str, bytes],
    earlier: Mapping[str, bytes],
    on_event: Callable[[dict[str, Any]], object] | None,
) -> tuple[Answered | None, BaseException | None]: ...
def set_threads(threads: int | None) -> None: ...
def threads() -> int: ...

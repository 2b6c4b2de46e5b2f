from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "VERSION",
    "Answered",
    "Evolution",
    "Fleets",
    "Games",
    "LevelArrays",
    "LiveCrowd",
    "LiveField",
    "LiveFlow",
    "LiveGame",
    "LiveMap",
    "LiveRoute",
    "LiveSearch",
    "TuplePlayer",
    "best_moves",
    "board_moves",
    "board_values",
    "check",
    "child_seeds",
    "curve_chart",
    "divide",
    "fleet_scores",
    "gene_scores",
    "heat_map",
    "hunts",
    "is_reachable",
    "is_valid",
    "may_improve",
    "merge",
    "part",
    "path_fields",
    "path_lengths",
    "posterior",
    "resume",
    "route",
    "run",
    "scatter_chart",
    "set_threads",
    "threads",
    "walk",
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

_Individuals: TypeAlias = tuple[
    NDArray[Any],
    NDArray[np.float64],
    NDArray[np.float64],
    NDArray[np.int64] | None,
    NDArray[np.float64] | None,
]

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
    def breed(
        self, call: Callable[[str, list[NDArray[Any]]], Sequence[NDArray[Any]] | None]
    ) -> None: ...
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
    ) -> (
        tuple[
            NDArray[Any],
            NDArray[np.float64],
            NDArray[np.int64],
            int,
            NDArray[np.float64] | None,
            NDArray[np.int64] | None,
            NDArray[np.float64] | None,
        ]
        | None
    ): ...
    @property
    def games(self) -> int | None: ...
    def seeds(self) -> NDArray[np.uint64] | None: ...
    def candidates(self, most: int) -> _Individuals: ...
    def fresh_seeds(self, count: int, games: int) -> NDArray[np.uint64]: ...
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

# Row, column, floor; and of an agent layer, size, mask.
_Spot: TypeAlias = tuple[int, int, int]
_State: TypeAlias = Literal["idle", "walking", "arrived", "unreachable"]
_WalkerEvent: TypeAlias = tuple[Literal["displaced", "moved", "arrived", "left"], int, _Spot | None]
# Neighbours, corners, costs of terrains, sizes, the weight of danger.
_Layer: TypeAlias = tuple[int, str, list[tuple[int, float]], list[int], float]
# The ends, the cost, the mask, and whether it leads both ways.
_Link: TypeAlias = tuple[_Spot, _Spot, float, int, bool]

@final
class LiveGame:
    NAMES: ClassVar[list[str]]
    def __new__(cls, name: str, options: str) -> LiveGame: ...
    @staticmethod
    def load(name: str, saved: str) -> LiveGame: ...
    def call(self, verb: str, argument: str) -> str: ...
    def play_numbers(
        self, one: tuple[int, int], other: tuple[int, int]
    ) -> tuple[str | None, NDArray[np.int64], NDArray[np.uint32]]: ...
    def copy(self) -> LiveGame: ...

@final
class LiveMap:
    def __new__(
        cls, floors: Sequence[tuple[int, int]], layers: Sequence[_Layer], shape: str
    ) -> LiveMap: ...
    @staticmethod
    def read(map: bytes, layers: Sequence[_Layer]) -> LiveMap: ...
    @staticmethod
    def load(saved: str) -> LiveMap: ...
    def save(self) -> str: ...
    def copy(self) -> LiveMap: ...
    @property
    def floors(self) -> list[tuple[int, int]]: ...
    @property
    def version(self) -> int: ...
    def set(self, at: _Spot, number: int) -> None: ...
    def fill(self, at: _Spot, rows: int, columns: int, number: int) -> None: ...
    def terrain(self, floor: int) -> NDArray[np.uint8]: ...
    def set_terrain(self, terrains: NDArray[np.uint8], floor: int) -> None: ...
    def set_cost(self, at: _Spot, cost: float) -> None: ...
    def set_danger(self, at: _Spot, danger: int) -> None: ...
    def dangers(self, floor: int) -> NDArray[np.uint32]: ...
    def set_dangers(self, dangers: NDArray[np.uint32], floor: int) -> None: ...
    def cell(self, at: _Spot) -> tuple[int, float, int]: ...
    def set_door(self, at: _Spot, open: int, shut: int, shift: int) -> None: ...
    def remove_door(self, at: _Spot) -> bool: ...
    def add_link(self, given: _Link) -> int: ...
    def set_link(self, id: int, given: _Link) -> None: ...
    def remove_link(self, id: int) -> None: ...
    def can_stand(self, at: _Spot, who: _Spot) -> bool: ...
    def clearance(self, at: _Spot, layer: int) -> int: ...
    def prepare(self, who: _Spot) -> None: ...
    def field(self, goals: Sequence[_Spot], who: _Spot, budget: int) -> LiveField: ...
    def crowd(self, seed: int, who: _Spot) -> LiveCrowd: ...
    def flow(self) -> LiveFlow: ...

@final
class LiveRoute:
    @property
    def places(self) -> list[_Spot]: ...
    @property
    def cost(self) -> float: ...
    @property
    def least(self) -> float: ...
    @property
    def links(self) -> list[tuple[int, int]]: ...
    @property
    def times(self) -> tuple[list[float], list[float]]: ...

@final
class LiveSearch: ...

@final
class LiveField:
    @property
    def is_found(self) -> bool: ...
    def resume(self, budget: int) -> bool: ...
    def update(self) -> int: ...
    def set_goals(self, goals: Sequence[_Spot]) -> int: ...
    def value(self, at: _Spot) -> float | None: ...
    def next(self, at: _Spot) -> _Spot | None: ...
    def advance(self, spots: Sequence[_Spot]) -> list[_Spot]: ...
    def values(self, floor: int) -> NDArray[np.float64]: ...

@final
class LiveCrowd:
    def add(self, at: _Spot, goal: _Spot | None) -> int: ...
    def remove(self, walker: int) -> None: ...
    def set_goal(self, walker: int, goal: _Spot | None) -> None: ...
    def set_still(self, walker: int, is_still: bool) -> None: ...
    def place(self, walker: int) -> _Spot: ...
    def goal(self, walker: int) -> _Spot | None: ...
    def state(self, walker: int) -> _State: ...
    def walkers(self) -> list[tuple[int, _Spot, _State]]: ...
    def step(self) -> list[_WalkerEvent]: ...

@final
class LiveFlow:
    UNIT: ClassVar[int]
    def add_group(self, goals: Sequence[_Spot], who: _Spot) -> int: ...
    def set_goals(self, group: int, goals: Sequence[_Spot]) -> None: ...
    def add(self, group: int, point: _Spot, speed: int, radius: int) -> int: ...
    def remove(self, walker: int) -> None: ...
    def update(self) -> list[_WalkerEvent]: ...
    def bodies(self) -> tuple[list[int], NDArray[np.int32], list[_State]]: ...

_Found: TypeAlias = tuple[
    Literal["reached", "nearest", "unreachable", "unfinished"], int, LiveRoute | None, LiveSearch | None
]

def check(family: str, setting: str) -> None: ...
def route(on: LiveMap, asked: dict[str, Any]) -> _Found: ...
def resume(on: LiveMap, search: LiveSearch) -> _Found: ...
def is_reachable(on: LiveMap, asked: dict[str, Any]) -> bool: ...
def is_valid(on: LiveMap, route: LiveRoute, first: int) -> bool: ...
def may_improve(on: LiveMap, route: LiveRoute) -> bool: ...
def walk(on: LiveMap, route: LiveRoute, any_angle: bool) -> tuple[list[_Spot], float]: ...
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

@final
class LevelArrays:
    def __new__(cls, rules: str | None, colors: int, goals: list[str], moves: int | None) -> LevelArrays: ...
    def names(self) -> list[str]: ...
    @property
    def is_classic(self) -> bool: ...
    def encode(self, levels: list[str]) -> tuple[NDArray[np.uint16], tuple[int, int]]: ...
    def decode(self, levels: NDArray[np.uint16]) -> list[str]: ...
    def features(self, levels: NDArray[np.uint16], bot: str | None, out: NDArray[np.uint64]) -> None: ...
    def simulate(
        self,
        levels: NDArray[np.uint16],
        bot: str | None,
        games: int,
        seeds: NDArray[np.uint64],
        out: NDArray[np.int64],
    ) -> None: ...

@final
class TuplePlayer:
    def __new__(cls, tuples: list[list[int]], values: int) -> TuplePlayer: ...
    @property
    def weights(self) -> int: ...
    def play(
        self,
        weights: NDArray[np.float64],
        seeds: NDArray[np.uint64],
        max_moves: int,
        out: NDArray[np.int64],
    ) -> None: ...

@final
class Fleets:
    def __new__(cls, size: tuple[int, int], fleet: str, touch: str | None, placer: str) -> Fleets: ...
    def draw(self, seeds: NDArray[np.uint64], out: NDArray[np.uint16]) -> None: ...

def child_seeds(seed: int, count: int) -> NDArray[np.uint64]: ...
def board_values(boards: NDArray[np.uint8], afterstates: bool, out: NDArray[np.float64]) -> None: ...
def board_moves(
    boards: NDArray[np.uint8],
    legal: NDArray[np.bool_],
    after: NDArray[np.uint8],
    points: NDArray[np.int64],
) -> None: ...
def best_moves(
    boards: NDArray[np.uint8],
    player: str,
    plies: int | None,
    budget: int | None,
    out: NDArray[np.int8],
) -> None: ...
def posterior(
    shots: NDArray[np.uint16],
    fleet: str,
    touch: str | None,
    method: str,
    budget: int,
    out: NDArray[np.float64],
) -> None: ...
def fleet_scores(fleets: NDArray[np.uint16], fleet: str, out: NDArray[np.float64]) -> None: ...
def gene_scores(
    genes: NDArray[np.int32],
    size: tuple[int, int],
    fleet: str,
    out: NDArray[np.float64],
) -> None: ...
def hunts(
    fleets: NDArray[np.uint16],
    fleet: str,
    touch: str | None,
    hunter: str,
    seeds: NDArray[np.uint64],
    out: NDArray[np.int64],
) -> None: ...
def path_lengths(
    maps: NDArray[np.float64],
    queries: NDArray[np.uint32],
    directions: int,
    corners: str,
    out: NDArray[np.float64],
) -> None: ...
def path_fields(
    maps: NDArray[np.float64],
    goals: NDArray[np.uint32],
    directions: int,
    corners: str,
    out: NDArray[np.float64],
) -> None: ...

def curve_chart(
    title: str,
    x_label: str,
    y_label: str,
    lines: Sequence[tuple[str, Sequence[tuple[float, float]]]],
) -> str: ...
def scatter_chart(
    title: str, x_label: str, y_label: str, points: Sequence[tuple[float, float]]
) -> str: ...
def heat_map(
    title: str, rows: int, columns: int, values: Sequence[float], cell: float
) -> str: ...
